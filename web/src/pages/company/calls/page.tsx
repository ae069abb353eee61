import type { CompanyEventTranscriptsOut, Transcript } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { callTypeLabel, transcriptSourceLabel } from '../../../labels/labels.ts';
import { companyRoute, useCompany } from '../company.ts';
import css from '../entries.module.css';
import { CallDay } from './call-day.tsx';
import { CallReader } from './reader.tsx';
import { Results } from './results.tsx';

const route = getRouteApi('/c/$market/$ticker/calls');

const MAX_CALLS = 100;

/** A company's calls, newest first, and its results; or one open transcript. */
export default function CallsPage() {
  const company = useCompany();
  const { call, part } = route.useSearch();
  usePageTitle(company.company_name, 'Calls');
  if (call !== undefined) return <CallReader transcriptId={call} part={Number(part ?? 1)} />;
  return <Calls />;
}

function Calls() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const isListed = !ticker.includes(':');
  const query = useApi('listEventTranscripts', { market, ticker, limit: MAX_CALLS }, { enabled: isListed });
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Transcripts are matched by ticker, and this company has none.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`the calls of ${company.company_name}`}>
      {response => (
        <>
          <CallList answer={response} companyName={company.company_name} />
          <p className={css.foot}>
            {response.total > response.items.length && (
              <span className="quiet">
                Showing the latest {response.items.length} of {response.total}.{' '}
              </span>
            )}
            <AsOf instant={response.data_as_of} />
          </p>
          <Results />
        </>
      )}
    </Loaded>
  );
}

function CallList({ answer: { items }, companyName }: { answer: CompanyEventTranscriptsOut; companyName: string }) {
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  if (items.length === 0)
    return (
      <StateBlock title={`No transcripts of ${companyName}.`}>
        Transcripts are copyrighted. The operator of this service can import their own.
      </StateBlock>
    );
  return (
    <ol className={`card ${css.list}`} ref={list}>
      {items.map(call => (
        <CallRow key={call.transcript_id} call={call} />
      ))}
    </ol>
  );
}

function CallRow({ call }: { call: Transcript }) {
  return (
    <li data-row="">
      <p className={css.when}>
        <CallDay call={call} />
        <span className="quiet">{transcriptSourceLabel(call.source)}</span>
      </p>
      <div className="grow">
        <h2>
          <Link className="link" from={route.id} to="." search={{ call: call.transcript_id }}>
            {call.title}
          </Link>
        </h2>
        <p lang={call.language ?? undefined}>{call.excerpt}</p>
        <p className={css.tags}>
          <span className="tag">{callTypeLabel(call.call_type)}</span>
          {call.fiscal_year !== null && (
            <span className="chip">
              {call.fiscal_period?.toUpperCase()} {call.fiscal_year}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
