import type { CompanyFinancialsOut } from '@asfiled/client';
import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import type { LoadedQuery } from '../../components/data/loaded.tsx';
import { mergeChanges } from './basis-changes.ts';
import { type Period, useCompanyInput } from './company.ts';
import type { PeriodReading } from './period-search.ts';

const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const;

/**
 * The periods of the company, newest first: years, quarters (one call per quarter) or trailing twelve months. `count` is the
 * number shown, null for all; growth needs one more year.
 */
export function usePeriods({
  kind,
  asOf,
  count,
  currency,
}: Omit<PeriodReading, 'vintage'>): LoadedQuery<CompanyFinancialsOut> {
  const base = { ...useCompanyInput(), as_of: asOf, currency };
  // All years are loaded at once, since the other company pages use the same response.
  const years = count === null || kind === 'fy' ? undefined : new Date().getUTCFullYear() - Math.ceil(count / 4) - 2;
  const single = useApi(
    'getCompanyFinancials',
    kind === 'ttm' ? { ...base, fiscal_period: 'ttm', fiscal_year_from: years } : base,
    { enabled: kind !== 'q', keepPrevious: true },
  );
  const quarterly = { enabled: kind === 'q', keepPrevious: true };
  const quarters = [
    useApi('getCompanyFinancials', { ...base, fiscal_period: QUARTERS[0], fiscal_year_from: years }, quarterly),
    useApi('getCompanyFinancials', { ...base, fiscal_period: QUARTERS[1], fiscal_year_from: years }, quarterly),
    useApi('getCompanyFinancials', { ...base, fiscal_period: QUARTERS[2], fiscal_year_from: years }, quarterly),
    useApi('getCompanyFinancials', { ...base, fiscal_period: QUARTERS[3], fiscal_year_from: years }, quarterly),
  ];
  const [q1, q2, q3, q4] = quarters.map(({ data }) => data);
  const together = useMemo(() => joined([q1, q2, q3, q4]), [q1, q2, q3, q4]);
  if (kind !== 'q') return single;
  return {
    data: together,
    error: quarters.find(({ error }) => error !== null)?.error ?? null,
    needsSignIn: quarters.some(({ needsSignIn }) => needsSignIn),
    dataUpdatedAt: Math.min(...quarters.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => quarters.map(({ refetch }) => refetch()),
  };
}

/** Combines the four responses once all have arrived. */
function joined(responses: readonly (CompanyFinancialsOut | undefined)[]): CompanyFinancialsOut | undefined {
  const given = responses.filter(response => response !== undefined);
  const [first] = given;
  if (!first || given.length < responses.length) return undefined;
  const periods = given.flatMap(response => response.periods).sort(newestFirst);
  const changes = mergeChanges(given.flatMap(response => response.basis_changes ?? []));
  return {
    ...first,
    periods,
    basis_changes: changes,
    data_as_of:
      given
        .map(({ data_as_of }) => data_as_of ?? '')
        .sort()
        .at(-1) || null,
    empty_reason: periods.length === 0 ? first.empty_reason : null,
  };
}

export function newestFirst(a: Period, b: Period): number {
  return a.period_end < b.period_end ? 1 : a.period_end > b.period_end ? -1 : 0;
}
