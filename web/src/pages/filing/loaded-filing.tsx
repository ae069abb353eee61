import type { ReactNode } from 'react';
import { Loaded, type LoadedQuery } from '../../components/data/loaded.tsx';
import type { FilingHead } from './sections.ts';

interface LoadedFilingProps {
  filingId: string;
  query: LoadedQuery<FilingHead>;
  /** Name for use in sentences: `the earlier filing`. */
  subject?: string;
  children: (filing: FilingHead) => ReactNode;
}

/** A filing in all query states; until it is loaded, the heading is its id. */
export function LoadedFiling({ filingId, query, subject = 'this filing', children }: LoadedFilingProps) {
  return (
    <>
      {query.data === undefined && <h1 className="visually-hidden">{filingId}</h1>}
      <Loaded query={query} subject={subject}>
        {children}
      </Loaded>
    </>
  );
}
