import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../../api/use-api.ts';
import { computeDiff } from './compute-diff.ts';
import type { SectionDiff } from './diff.ts';

/** Loads all parts of a section's plain text. */
async function readText(queries: QueryClient, filingId: string, sectionKey: string): Promise<string> {
  const read = (part: number) =>
    queries.ensureQueryData(
      apiQuery('getFilingSection', { filing_id: filingId, section_key: sectionKey, content_format: 'text', part }),
    );
  const first = await read(1);
  let text = first.content;
  for (let part = 2; part <= first.parts; part++) text += (await read(part)).content;
  return text;
}

export interface Compared {
  /** Filing ids. */
  later: string;
  earlier: string;
  sectionKey: string;
}

function diffQuery(queries: QueryClient, { later, earlier, sectionKey }: Compared) {
  return {
    queryKey: ['compared', later, earlier, sectionKey],
    queryFn: async (): Promise<SectionDiff> =>
      computeDiff(await readText(queries, earlier, sectionKey), await readText(queries, later, sectionKey)),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The differences of a section between two filings; loads both texts if `isAsked`. */
export function useSectionDiff(compared: Compared, isRequested: boolean) {
  const queries = useQueryClient();
  return useQuery({ ...diffQuery(queries, compared), enabled: isRequested });
}

/** Loads and compares several sections in sequence and caches the results. */
export function useCompareAll(): (all: readonly Compared[], onDone: () => void) => Promise<void> {
  const queries = useQueryClient();
  return async (all, onDone) => {
    for (const pair of all) {
      await queries.ensureQueryData(diffQuery(queries, pair));
      onDone();
    }
  };
}

/** The cached number of changes in a section; null if not compared yet. */
export function useKnownChanges(): (compared: Compared) => number | null {
  const queries = useQueryClient();
  return compared => queries.getQueryData<SectionDiff>(diffQuery(queries, compared).queryKey)?.changes ?? null;
}
