import { day, either, matching, oneOf, type QueryOf, query } from '../../../search-params.ts';
import { COUNTS, PERIODS } from '../period-search.ts';

export const STATEMENTS = ['all', 'income', 'balance', 'cashflow', 'shares'] as const;

export const search = query({
  /** Statement; all of them by default. */
  s: oneOf(STATEMENTS),
  /** Years by default. */
  p: oneOf(PERIODS),
  /** Version: `first` as first reported, a day as of then; as restated by default. */
  v: either(oneOf(['first']), day),
  /** Columns; ten by default. */
  n: oneOf(COUNTS),
  /** `old`: oldest first. */
  order: oneOf(['old']),
  /** Power of ten of amounts; by default chosen by revenue. */
  scale: oneOf(['0', '3', '6', '9']),
  /** The currency that amounts are converted to; as filed by default. */
  cur: matching(/^[A-Z]{3}$/),
  /** `none`: without growth and margins. */
  rows: oneOf(['none']),
  /** Collapsed groups, separated by commas. */
  fold: matching(/^(income|balance|cashflow|shares)(,(income|balance|cashflow|shares))*$/),
  /** The figure whose source is open: `operating_cash_flow.2017fy`. */
  cell: matching(/^[a-z0-9_]+\.\d{4}[a-z0-9]+$/),
});

export type FinancialsSearch = QueryOf<typeof search>;
