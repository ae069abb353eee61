import type { CompanySignalsOut, Event, EventCase, PatternHit, SignalProfile } from '@asfiled/client';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { EvidenceLink } from '../../../components/data/evidence-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute, useCompany } from '../company.ts';
import entries from '../entries.module.css';
import { patternLabel, profileLines } from './labels.ts';
import css from './page.module.css';

/** Signals derived from a company's events: patterns, a profile and cases. */
export default function SignalsPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const isListed = !ticker.includes(':');
  const query = useApi('getCompanySignals', { ticker, market }, { enabled: isListed });
  usePageTitle(company.company_name, 'Signals');
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Signals are available for listed companies only.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`the signals of ${company.company_name}`}>
      {response =>
        response.cases.length === 0 ? <Nothing name={company.company_name} /> : <Dossier answer={response} />
      }
    </Loaded>
  );
}

function Nothing({ name }: { name: string }) {
  return (
    <StateBlock title={`No events found in the filings of ${name}.`}>
      Patterns are derived from events, so there are no signals without them.
    </StateBlock>
  );
}

function Dossier({ answer: { patterns, profile, cases, cases_total, data_as_of } }: { answer: CompanySignalsOut }) {
  const events = new Map(cases.flatMap(item => item.events.map(event => [event.event_id, event] as const)));
  return (
    <>
      <Patterns patterns={patterns} events={events} />
      <ProfilePart profile={profile} />
      <Cases cases={cases} />
      <p className={entries.foot}>
        {cases_total > cases.length && (
          <span className="quiet">
            Showing the newest {cases.length} of {cases_total} cases.{' '}
          </span>
        )}
        <span className="quiet">Derived from filings by published rules; not a forecast. </span>
        <AsOf instant={data_as_of} />
      </p>
    </>
  );
}

function Patterns({ patterns, events }: { patterns: readonly PatternHit[]; events: ReadonlyMap<string, Event> }) {
  return (
    <section className={css.part} aria-labelledby="patterns">
      <h2 id="patterns">Patterns</h2>
      {patterns.length === 0 ? (
        <p className="quiet">No active patterns.</p>
      ) : (
        <ul className={`card ${entries.list}`}>
          {patterns.map(hit => (
            <li key={hit.pattern}>
              <p className={entries.when}>
                <time dateTime={hit.latest_date}>{formatDay(hit.latest_date)}</time>
                <span className={hit.strength === 'strong' ? 'tag bad' : 'tag warn'}>{hit.strength}</span>
              </p>
              <div className="grow">
                <h3>{patternLabel(hit.pattern)}</h3>
                <p>{hit.reason}</p>
                <EventList events={hit.event_ids.flatMap(id => events.get(id) ?? [])} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ProfilePart({ profile }: { profile: SignalProfile }) {
  return (
    <section className={css.part} aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <dl className={`card ${css.profile}`}>
        {profileLines(profile).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Cases({ cases }: { cases: readonly EventCase[] }) {
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  return (
    <section className={css.part} aria-labelledby="cases">
      <h2 id="cases">Cases</h2>
      <ol className={`card ${entries.list}`} ref={list}>
        {cases.map(item => (
          <li key={item.case_id} data-row="">
            <p className={entries.when}>
              <time dateTime={item.latest_date}>{formatDay(item.latest_date)}</time>
              <span className="quiet">{item.status}</span>
            </p>
            <div className="grow">
              <h3>{item.title}</h3>
              <p className={entries.tags}>
                {item.family !== null && <span className="chip">{item.family.replaceAll('_', ' ')}</span>}
                {item.salience === 'notable' && <span className="tag">notable</span>}
                {item.first_date !== item.latest_date && (
                  <span className="second">since {formatDay(item.first_date)}</span>
                )}
              </p>
              <EventList events={item.events} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Events with links to their filings. */
function EventList({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return null;
  return (
    <details className={css.events}>
      <summary>{events.length === 1 ? 'Underlying event' : `${events.length} underlying events`}</summary>
      <ul className={css.events}>
        {events.map(event => (
          <li key={event.event_id}>
            <time dateTime={event.known_at}>{formatDay(event.known_at)}</time>{' '}
            <EvidenceLink evidence={event.evidence} filingId={event.filing.filing_id}>
              {event.title}
            </EvidenceLink>{' '}
            <span className="quiet">{event.filing.form_type}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
