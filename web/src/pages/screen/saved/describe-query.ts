import type { ScreenParameters } from '@asfiled/client';
import { readCriteria } from '../criteria.ts';
import { describeFilter } from '../filter-dialog.tsx';
import { MEASURES } from '../measures.ts';
import { toScreenSearch } from '../saved-search.ts';

/** A saved screen in words: `Revenue ≥ 400 m; revenue_growth > 10%; market us`. */
export function describeQuery(query: ScreenParameters): string {
  const filters = readCriteria(toScreenSearch(query), MEASURES)?.filters ?? [];
  const { where, market_id, tickers, fiscal_year, fiscal_year_from, reported_currency } = query;
  const companies = tickers?.split(',').length ?? 0;
  const parts = [
    ...filters.map(describeFilter),
    ...(where === undefined ? [] : [where]),
    ...(market_id === undefined ? [] : [`market ${market_id}`]),
    ...(companies === 0 ? [] : [companies === 1 ? 'one company' : `${companies} companies`]),
    ...(fiscal_year === undefined ? [] : [`fiscal year ${fiscal_year}`]),
    ...(fiscal_year_from === undefined ? [] : [`fiscal years from ${fiscal_year_from}`]),
    ...(reported_currency === undefined ? [] : [`reported in ${reported_currency}`]),
  ];
  return parts.length === 0 ? 'all companies' : parts.join('; ');
}
