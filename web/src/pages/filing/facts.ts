import { exactText, type FilingFactsOut } from '@asfiled/client';
import { useQueries } from '@tanstack/react-query';
import { apiQuery, useApi } from '../../api/use-api.ts';
import type { LoadedQuery } from '../../components/data/loaded.tsx';
import { formatDay } from '../../format/dates.ts';
import { formatExact } from '../../format/numbers.ts';

export type Fact = FilingFactsOut['items'][number];

/** The maximum page size of the API, for one credit. */
const PAGE = 1_000;

/** All facts of a filing in document order; no call is sent until `isWanted`. */
export function useFacts(filingId: string, isWanted: boolean): LoadedQuery<readonly Fact[]> {
  const first = useApi('listFilingFacts', { filing_id: filingId, limit: PAGE }, { enabled: isWanted });
  const pages = Math.ceil((first.data?.total ?? 0) / PAGE);
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({
      ...apiQuery('listFilingFacts', { filing_id: filingId, limit: PAGE, offset: (index + 1) * PAGE }),
      enabled: isWanted,
    })),
    combine: responses => ({
      items: responses.every(({ data }) => data !== undefined) ? responses.map(({ data }) => data?.items ?? []) : null,
      error: responses.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
  const isComplete = first.data !== undefined && others.items !== null;
  return {
    data: isComplete ? joined(first.data, others.items ?? []) : undefined,
    error: first.error ?? others.error,
    needsSignIn: first.needsSignIn,
    dataUpdatedAt: first.dataUpdatedAt,
    refetch: first.refetch,
  };
}

const kept = new WeakMap<FilingFactsOut, readonly Fact[]>();

/** Returns the same array for the same response, so that memoised values stay valid. */
function joined(first: FilingFactsOut, others: readonly (readonly Fact[])[]): readonly Fact[] {
  const before = kept.get(first);
  if (before !== undefined) return before;
  const all = [...first.items, ...others.flat()];
  kept.set(first, all);
  return all;
}

/** `OperatingIncomeLoss` as `Operating income loss`, for concepts without a statement label. */
export function conceptLabel(concept: string): string {
  const local = concept.slice(concept.indexOf(':') + 1);
  const words = local.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return words.charAt(0) + words.slice(1).replace(/[A-Z](?=[a-z])/g, letter => letter.toLowerCase());
}

/** `29 Sep 2024 – 27 Sep 2025`, or the day of an instant. */
export function formatPeriod({
  period_start,
  period_end,
}: {
  period_start: string | null;
  period_end: string;
}): string {
  return period_start === null ? formatDay(period_end) : `${formatDay(period_start)} – ${formatDay(period_end)}`;
}

/** The full value as tagged. */
export function exactValue(fact: Fact): string {
  const digits = exactText(fact, 'value');
  if (digits !== null) return /^-?\d+(\.\d+)?$/.test(digits) ? formatExact(digits) : digits;
  return fact.value === null ? 'nil' : String(fact.value);
}
