import type { CompanyCorporateEventsOut, Event } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { EvidenceLink } from '../../../components/data/evidence-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay, formatInstant, formatLocally } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute, useCompany } from '../company.ts';
import entries from '../entries.module.css';
import { codeLabel, countKinds, eventFields } from './labels.ts';
import css from './page.module.css';

const route = getRouteApi('/c/$market/$ticker/events');

const MAX_EVENTS = 500;

/** A company's corporate events from its filings, newest first. */
export default function EventsPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const isListed = !ticker.includes(':');
  const query = useApi('listCorporateEvents', { ticker, market, limit: MAX_EVENTS }, { enabled: isListed });
  usePageTitle(company.company_name, 'Events');
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Events are available for listed companies only.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`the events of ${company.company_name}`}>
      {response => (
        <>
          <Timeline answer={response} />
          <p className={entries.foot}>
            {response.has_more && <span className="quiet">The newest {MAX_EVENTS} are shown. </span>}
            <AsOf instant={response.data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

function Timeline({ answer: { items, empty_reason, company_name } }: { answer: CompanyCorporateEventsOut }) {
  const { kind: chosen } = route.useSearch();
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  if (items.length === 0)
    return (
      <StateBlock
        title={
          empty_reason === 'not_covered'
            ? `No filings of ${company_name} are stored yet.`
            : `No events found in the filings of ${company_name}.`
        }
      >
        Events are extracted from forms, items and titles of filings, and from the text of fetched documents.
      </StateBlock>
    );
  const shown = chosen === undefined ? items : items.filter(item => item.kind === chosen);
  return (
    <>
      <Kinds items={items} chosen={chosen} />
      {shown.length === 0 ? (
        <StateBlock title="No events of this kind.">Choose another kind.</StateBlock>
      ) : (
        <ol className={`card ${entries.list}`} ref={list}>
          {shown.map(event => (
            <Row key={event.event_id} event={event} />
          ))}
        </ol>
      )}
    </>
  );
}

/** Chips that filter by kind. */
function Kinds({ items, chosen }: { items: readonly Event[]; chosen: string | undefined }) {
  const params = companyRoute.useParams();
  return (
    <nav className="choices" aria-label="Kinds of events">
      {[{ kind: undefined, count: items.length }, ...countKinds(items)].map(({ kind, count }) => (
        <Link
          key={kind ?? 'all'}
          to="/c/$market/$ticker/events"
          params={params}
          search={{ kind }}
          className="button small"
          aria-current={kind === chosen ? 'true' : undefined}
          resetScroll={false}
        >
          {kind === undefined ? 'All' : codeLabel(kind)} <span className="quiet">{count}</span>
        </Link>
      ))}
    </nav>
  );
}

function Row({ event }: { event: Event }) {
  const { known_at, title, filing, salience, status, item_code, event_date, evidence } = event;
  const fields = eventFields(event);
  return (
    <li data-row="">
      <p className={entries.when}>
        <time dateTime={known_at} title={`${formatInstant(known_at)} · ${formatLocally(known_at)}`}>
          {formatDay(known_at)}
        </time>
        <span className="quiet">{filing.form_type}</span>
      </p>
      <div className="grow">
        <h2>
          <EvidenceLink evidence={evidence} filingId={filing.filing_id}>
            {title}
          </EvidenceLink>
        </h2>
        {fields.length > 0 && (
          <dl className={css.fields}>
            {fields.map(({ label, value }) => (
              <div key={`${label} ${value}`}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {evidence.map(item =>
          item.quote === null ? null : (
            <blockquote key={`${item.section_key} ${item.char_start}`} className={css.words}>
              {item.quote}
            </blockquote>
          ),
        )}
        <p className={entries.tags}>
          {salience === 'notable' && <span className="tag">notable</span>}
          {status !== 'open' && <span className="chip">{status}</span>}
          {item_code !== null && <span className="chip">Item {item_code}</span>}
          {event_date !== null && <span className="second">on {formatDay(event_date)}</span>}
        </p>
      </div>
    </li>
  );
}
