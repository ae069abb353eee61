import { day, either, matching, oneOf, type QueryOf, query, upTo } from '../../../search-params.ts';
import { COUNTS, PERIODS } from '../period-search.ts';

export const search = query({
  p: oneOf(PERIODS),
  v: either(oneOf(['first']), day),
  n: oneOf(COUNTS),
  /** The currency that amounts are converted to. */
  cur: matching(/^[A-Z]{3}$/),
  /** Companies to compare with: `us.MSFT,us.COST`. */
  with: upTo(400),
  view: oneOf(['table']),
  /** The selected period. */
  at: matching(/^\d{4}([a-z0-9]+)?$/),
});

export type ChartsSearch = QueryOf<typeof search>;
