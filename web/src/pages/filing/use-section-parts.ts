import type { ProductFilingSectionOut } from '@asfiled/client';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { apiQuery } from '../../api/use-api.ts';
import { useIsSignedIn } from '../../session/use-session.ts';

export interface SectionParts {
  /** HTML by part, from 1, of those that are here. */
  parts: ReadonlyMap<number, string>;
  /** Of how many parts the section is; null before the first is here. */
  total: number | null;
  isLoading: boolean;
  error: Error | null;
  needsSignIn: boolean;
  retry: () => void;
  load: (parts: readonly number[]) => void;
}

/** Parts of a section, read as they are asked for; none before `start` is known. */
export function useSectionParts(filingId: string, sectionKey: string, start: number | null): SectionParts {
  const isSignedIn = useIsSignedIn();
  const [asked, setAsked] = useState<readonly number[]>([]);
  const wanted = useMemo(() => [...new Set(start === null ? asked : [start, ...asked])], [start, asked]);
  const answers = useQueries({
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
  const load = useCallback((more: readonly number[]) => setAsked(before => [...new Set([...before, ...more])]), []);
  const { here } = answers;
  // Made anew only where other parts came: everything that looks through the document hangs on it.
  const parts = useMemo(() => new Map(here.map(({ part, content }) => [part, content])), [here]);
  return { ...answers, parts, total: here[0]?.parts ?? null, needsSignIn: !isSignedIn, load };
}

/** Stands outside, so that what it gives stays the same as long as the answers do. */
function joinParts(answers: readonly UseQueryResult<ProductFilingSectionOut, Error>[]) {
  const here = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return {
    here,
    isLoading: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error) refetch();
    },
  };
}
