import type { ScreenParameters } from '@asfiled/client';
import { search } from './search.ts';

/** The search of the screen page that shows the companies of saved parameters; a sort by a formula is left to the table. */
export function toScreenSearch(query: ScreenParameters): ReturnType<typeof search> {
  return search({
    f: query.filters,
    where: query.where,
    cols: query.columns,
    sort: query.sort,
    year: query.fiscal_year?.toString(),
    since: query.fiscal_year_from?.toString(),
    market: query.market_id,
    cur: query.currency,
    rep: query.reported_currency,
    add: query.tickers,
  });
}
