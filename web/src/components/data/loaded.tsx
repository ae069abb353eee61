import { ApiError, type EntityRef, UnreachableError } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInstant } from '../../format/dates.ts';
import { Note, Skeleton, StateBlock } from '../ui/state-block.tsx';
import { companyAddress } from './company-address.ts';
import css from './loaded.module.css';
import { MarketTag } from './market-tag.tsx';
import { Name } from './name.tsx';

/** As much of a query as is needed to show it. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  needsSignIn: boolean;
  /** When the data came, in milliseconds. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** What is asked for, as it stands in a sentence: `the financials of Apple Inc.` */
  what: string;
  /** What stands there meanwhile; lines by default. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The answer of a query once it is there, or the state that it is in: loading, signed out, failed, offline. */
export function Loaded<Data>({ query, what, skeleton = <Skeleton lines={6} />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <StaleNote error={query.error} atMs={query.dataUpdatedAt} retry={query.refetch} />}
        {children(query.data)}
      </>
    );
  }
  if (query.needsSignIn) return <SignInBlock what={what} />;
  if (query.error) return <Failure error={query.error} what={what} retry={query.refetch} />;
  return skeleton;
}

/** Nobody is signed in, and the service asks for it. */
export function SignInBlock({ what }: { what: string }) {
  return (
    <StateBlock
      title={`Sign in to see ${what}.`}
      actions={
        <Link className="button primary" to="/signin" search={{ to: location.pathname + location.search }}>
          Sign in
        </Link>
      }
    >
      The service asks who looks. One of your own prints a link that signs you in when it starts.
    </StateBlock>
  );
}

interface FailureProps {
  error: Error;
  what: string;
  retry: () => unknown;
}

/** What happened, what it cost, what to do next. */
export function Failure({ error, what, retry }: FailureProps) {
  const again = (
    <button type="button" className="button primary" onClick={() => retry()}>
      Try again
    </button>
  );
  if (error instanceof UnreachableError) {
    return (
      <StateBlock title={navigator.onLine ? 'The service cannot be reached.' : 'You are offline.'} actions={again}>
        {`We could not load ${what.replace(/\.$/, '')}. This cost nothing.`}
      </StateBlock>
    );
  }
  if (!(error instanceof ApiError))
    return <StateBlock title="This page has a fault." actions={again} code={String(error)} />;
  const code = `${error.code}${error.requestId ? ` · request ${error.requestId}` : ''}`;
  switch (error.code) {
    case 'unauthorized':
      return (
        <StateBlock
          title="You are signed out."
          code={code}
          actions={
            <Link className="button primary" to="/signin" search={{ to: location.pathname + location.search }}>
              Sign in again
            </Link>
          }
        >
          The session was ended, or the key revoked. This cost nothing.
        </StateBlock>
      );
    case 'ambiguous_ticker':
      return <Candidates error={error} />;
    case 'not_found':
      return (
        <StateBlock title={`We do not have ${what}.`} code={code}>
          {error.message}
        </StateBlock>
      );
    case 'upgrade_required':
      return (
        <StateBlock title={`The plan ${String(error.details.plan_required)} shows ${what}.`} code={code}>
          {error.message}
        </StateBlock>
      );
    case 'quota_exceeded':
      return (
        <StateBlock
          title={`The ${String(error.details.limit)} credits of this ${String(error.details.window)} are spent.`}
          code={code}
        >
          {`They start again ${formatInstant(String(error.details.resets_at))}. Company search and what you have already opened still work.`}
        </StateBlock>
      );
    case 'rate_limited':
      return (
        <StateBlock title="Too many calls at once." actions={again} code={code}>
          {`The service asks to wait ${error.retryAfterSeconds ?? 1} s. This cost nothing.`}
        </StateBlock>
      );
    default:
      return (
        <StateBlock
          title={error.status >= 500 ? 'The service did not answer.' : 'The service refused the call.'}
          actions={again}
          code={code}
        >
          {error.message} This cost nothing.
        </StateBlock>
      );
  }
}

function StaleNote({ error, atMs, retry }: { error: Error; atMs: number; retry: () => unknown }) {
  const isOffline = error instanceof UnreachableError && !navigator.onLine;
  return (
    <Note isWarning>
      {isOffline ? 'You are offline.' : 'This could not be refreshed.'} What is here is from{' '}
      {formatInstant(new Date(atMs).toISOString())}.{' '}
      <button type="button" className="button small" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}

/** A ticker that several companies have: which is meant. */
function Candidates({ error }: { error: ApiError }) {
  const candidates = (error.details.candidates ?? []) as EntityRef[];
  return (
    <StateBlock title={`Which ${candidates[0]?.ticker ?? 'company'} do you mean?`}>
      <ul className={css.list}>
        {candidates.map(candidate => (
          <li key={candidate.canonical_key}>
            <MarketTag marketId={candidate.market_id} />
            <b className="grow">
              <Name text={candidate.company_name} marketId={candidate.market_id} />
            </b>
            <Link className="button small" to="/c/$market/$ticker" params={companyAddress(candidate)}>
              Choose
            </Link>
          </li>
        ))}
      </ul>
    </StateBlock>
  );
}
