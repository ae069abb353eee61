import type { ProductFilingSectionOut } from '@asfiled/client';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { apiQuery } from '../../api/use-api.ts';
import { useIsSignedIn } from '../../session/use-session.ts';

export interface SectionParts {
  /** HTML of the loaded parts, from 1. */
  parts: ReadonlyMap<number, string>;
  /** Number of parts; null before the first is loaded. */
  total: number | null;
  isLoading: boolean;
  error: Error | null;
  needsSignIn: boolean;
  retry: () => void;
  load: (parts: readonly number[]) => void;
}

/** The parts of a section, loaded on demand; none before `start` is known. */
export function useSectionParts(filingId: string, sectionKey: string, start: number | null): SectionParts {
  const isSignedIn = useIsSignedIn();
  const [requested, setRequested] = useState<readonly number[]>([]);
  const wanted = useMemo(() => [...new Set(start === null ? requested : [start, ...requested])], [start, requested]);
  const responses = useQueries({
    queries: wanted.map(part => ({
      ...apiQuery('getFilingSection', {
        filing_id: filingId,
        section_key: sectionKey,
        content_format: 'html' as const,
        part,
      }),
      enabled: isSignedIn,
    })),
    combine: joinParts,
  });
  const load = useCallback((more: readonly number[]) => setRequested(before => [...new Set([...before, ...more])]), []);
  const { here } = responses;
  // Recomputed only when parts arrive, since everything that searches the document depends on it.
  const parts = useMemo(() => new Map(here.map(({ part, content }) => [part, content])), [here]);
  return { ...responses, parts, total: here[0]?.parts ?? null, needsSignIn: !isSignedIn, load };
}

/** At module level, so that the combined result keeps its identity while the responses do. */
function joinParts(responses: readonly UseQueryResult<ProductFilingSectionOut, Error>[]) {
  const here = responses.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return {
    here,
    isLoading: responses.some(({ isPending }) => isPending),
    error: responses.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of responses) if (error) refetch();
    },
  };
}
