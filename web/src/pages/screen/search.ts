import { matching, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const list = upTo(2048);
const year = matching(/^(19|20)\d\d$/);

/** Rows per page; the price of a page does not depend on its size. */
export const PAGE_SIZES = ['10', '25', '50', '100', '200'] as const;

export const search = query({
  /** Filters in API syntax: `revenue.gte.4e8,gross_margin.gte.0.3`. */
  f: list,
  /** A condition in API syntax: `revenue_growth_3y > 10% and net_debt / ebitda < 2`. */
  where: upTo(1000),
  /** Line items shown, in order. */
  cols: list,
  /** `-revenue`, largest first, by default. */
  sort: matching(/^-?[a-z0-9_]{1,64}$/),
  /** One fiscal year for all companies; each company's newest by default. */
  year: year,
  /** Only companies whose newest year is this one or later. */
  since: year,
  market: matching(/^[a-z]{2,16}$/),
  /** The currency that amounts are converted to; as filed by default. */
  cur: matching(/^[A-Z]{3}$/),
  /** Only companies that report in this currency. */
  rep: matching(/^[A-Z]{3}$/),
  /** Selected companies: `us.AAPL,jp.7203`, or canonical keys; all by default. */
  add: list,
  /** Power of ten of amounts; chosen per column by default. */
  scale: oneOf(['0', '3', '6', '9']),
  /** `across`: companies as columns, line items as rows. */
  view: oneOf(['across']),
  n: oneOf(PAGE_SIZES),
  /** Cursor of a later page. */
  after: upTo(512),
});

export type ScreenSearch = QueryOf<typeof search>;
