import { ApiError, type EntityRef, UnreachableError } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInstant } from '../../format/dates.ts';
import { Note, Skeleton, StateBlock } from '../ui/state-block.tsx';
import { companyParams } from './company-params.ts';
import css from './loaded.module.css';
import { MarketTag } from './market-tag.tsx';
import { Name } from './name.tsx';

/** The part of a query that is needed to render it. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  needsSignIn: boolean;
  /** When the data arrived, in milliseconds since 1970. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** What is requested, as part of a sentence: `the financials of Apple Inc.` */
  subject: string;
  /** Placeholder during loading; lines by default. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, or its state: loading, signed out, failed, offline. */
export function Loaded<Data>({ query, subject, skeleton = <Skeleton lines={6} />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <StaleNote error={query.error} atMs={query.dataUpdatedAt} retry={query.refetch} />}
        {children(query.data)}
      </>
    );
  }
  if (query.needsSignIn) return <SignInBlock subject={subject} />;
  if (query.error) return <Failure error={query.error} subject={subject} retry={query.refetch} />;
  return skeleton;
}

/** Shown if the operation needs a credential and nobody is signed in. */
export function SignInBlock({ subject }: { subject: string }) {
  return (
    <StateBlock
      title={`Sign in to see ${subject}.`}
      actions={
        <Link className="button primary" to="/signin" search={{ to: location.pathname + location.search }}>
          Sign in
        </Link>
      }
    >
      This service requires an account. If you run it yourself, it prints a sign-in link when it starts.
    </StateBlock>
  );
}

interface FailureProps {
  error: Error;
  subject: string;
  retry: () => unknown;
}

/** What failed, what it cost, and what to do next. */
export function Failure({ error, subject, retry }: FailureProps) {
  const again = (
    <button type="button" className="button primary" onClick={() => retry()}>
      Try again
    </button>
  );
  if (error instanceof UnreachableError) {
    return (
      <StateBlock title={navigator.onLine ? 'The service cannot be reached.' : 'You are offline.'} actions={again}>
        {`We could not load ${subject.replace(/\.$/, '')}. No credits were charged.`}
      </StateBlock>
    );
  }
  if (!(error instanceof ApiError))
    return <StateBlock title="Something went wrong on this page." actions={again} code={String(error)} />;
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
          Your session has ended, or your key was revoked. No credits were charged.
        </StateBlock>
      );
    case 'ambiguous_ticker':
      return <Candidates error={error} />;
    case 'not_found':
      return (
        <StateBlock title={`We do not have ${subject}.`} code={code}>
          {error.message}
        </StateBlock>
      );
    case 'upgrade_required':
      return (
        <StateBlock title={`The ${String(error.details.plan_required)} plan includes ${subject}.`} code={code}>
          {error.message}
        </StateBlock>
      );
    case 'quota_exceeded':
      return (
        <StateBlock
          title={`The ${String(error.details.limit)} credits of this ${String(error.details.window)} are used up.`}
          code={code}
        >
          {`They reset at ${formatInstant(String(error.details.resets_at))}. Company search and what you have already opened still work.`}
        </StateBlock>
      );
    case 'rate_limited':
      return (
        <StateBlock title="Too many requests." actions={again} code={code}>
          {`Wait ${error.retryAfterSeconds ?? 1} s and try again. No credits were charged.`}
        </StateBlock>
      );
    default:
      return (
        <StateBlock
          title={error.status >= 500 ? 'The service failed to respond.' : 'The service rejected the request.'}
          actions={again}
          code={code}
        >
          {error.message} No credits were charged.
        </StateBlock>
      );
  }
}

function StaleNote({ error, atMs, retry }: { error: Error; atMs: number; retry: () => unknown }) {
  const isOffline = error instanceof UnreachableError && !navigator.onLine;
  return (
    <Note isWarning>
      {isOffline ? 'You are offline.' : 'Refreshing failed.'} The data shown is from{' '}
      {formatInstant(new Date(atMs).toISOString())}.{' '}
      <button type="button" className="button small" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}

/** The companies that share an ambiguous ticker. */
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
            <Link className="button small" to="/c/$market/$ticker" params={companyParams(candidate)}>
              Choose
            </Link>
          </li>
        ))}
      </ul>
    </StateBlock>
  );
}
