import type { ProductListFilingsOut } from '@asfiled/client';
import { useApi } from '../../../api/use-api.ts';
import type { LoadedQuery } from '../../../components/data/loaded.tsx';
import type { FilingHead } from '../sections.ts';

type Filing = ProductListFilingsOut['filings'][number];

const DAY_MS = 86_400_000;
/** Fiscal years have 52 or 53 weeks, and a year end may move by a month. */
const A_YEAR_DAYS = { least: 330, most: 400 } as const;

/** The filing of the same form whose period ended a year earlier; null if there is none. */
export function useEarlierFiling(filing: FilingHead, isWanted: boolean): LoadedQuery<Filing | null> {
  const input = { limit: 100, form_types: [filing.form_type] };
  const { ticker, market_id, canonical_key } = filing;
  const isListed = ticker !== null && market_id !== null;
  const listed = useApi(
    'listFilings',
    { ticker: ticker ?? '', market_id: market_id ?? '', ...input },
    { enabled: isWanted && isListed },
  );
  const found = useApi('discoverFilings', { query: canonical_key, ...input }, { enabled: isWanted && !isListed });
  const query = isListed ? listed : found;
  return {
    data: query.data === undefined ? undefined : aYearBefore(filing, query.data.filings),
    error: query.error,
    needsSignIn: query.needsSignIn,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  };
}

function aYearBefore(filing: FilingHead, filings: readonly Filing[]): Filing | null {
  const end = dayOf(filing);
  const candidates = filings.filter(candidate => {
    const days = (end - dayOf(candidate)) / DAY_MS;
    return candidate.form_type === filing.form_type && days >= A_YEAR_DAYS.least && days <= A_YEAR_DAYS.most;
  });
  return candidates.find(({ available }) => available.includes('sections')) ?? candidates[0] ?? null;
}

/** The end of the period, or else the filing date. */
function dayOf({ period_end, filed_at }: { period_end: string | null; filed_at: string }): number {
  return Date.parse(period_end ?? filed_at.slice(0, 10));
}
