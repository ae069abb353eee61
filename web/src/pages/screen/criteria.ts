import type { Inputs } from '@asfiled/client';
import { type Decimal, parseDecimal } from '../../format/decimal.ts';
import type { LineItem } from '../../format/line-items.ts';
import { serialiseNumber } from '../../format/parse-number.ts';
import type { ScreenSearch } from './search.ts';

export type Comparison = 'gte' | 'gt' | 'lte' | 'lt';

/** Comparisons with their words and signs. */
export const COMPARISONS: readonly { value: Comparison; words: string; sign: string }[] = [
  { value: 'gte', words: 'is at least', sign: '≥' },
  { value: 'gt', words: 'is more than', sign: '>' },
  { value: 'lte', words: 'is at most', sign: '≤' },
  { value: 'lt', words: 'is less than', sign: '<' },
];

/** One condition, in whole units; ratios as fractions. */
export interface Filter {
  item: LineItem;
  comparison: Comparison;
  value: Decimal;
}

/** The criteria in the URL. */
export interface Criteria {
  filters: readonly Filter[];
  columns: readonly LineItem[];
  sort: { item: LineItem; isDescending: boolean };
  /** Selected companies; empty for all. */
  companies: readonly string[];
  /** Invalid parts of the URL, and those beyond the API's limits. */
  ignored: readonly string[];
  search: ScreenSearch;
}

export const MAX_FILTERS = 12;
export const MAX_COLUMNS = 24;
const MAX_COMPANIES = 500;
export const DEFAULT_PAGE = 100;
/** The line item of the trend column. */
const TREND_LINE_ITEM = 'revenue';
export const DEFAULT_COLUMNS = [
  'revenue',
  'revenue_growth',
  'gross_margin',
  'operating_margin',
  'net_income',
  'free_cash_flow',
];

/** Parses the URL; unknown line items are collected in `ignored`. */
export function readCriteria(search: ScreenSearch, taxonomy: readonly LineItem[]): Criteria | null {
  const items = new Map(taxonomy.map(item => [item.code, item]));
  const [first] = taxonomy;
  if (!first) return null;
  const ignored: string[] = [];
  const read = <T>(text: string | undefined, most: number, item: (part: string) => T | null): T[] => {
    const parts = [...new Set(text?.split(',').filter(part => part !== '') ?? [])];
    const known = parts.flatMap(part => {
      const found = item(part);
      if (found === null) ignored.push(part);
      return found === null ? [] : [{ part, found }];
    });
    ignored.push(...known.slice(most).map(({ part }) => part));
    return known.slice(0, most).map(({ found }) => found);
  };
  const filters = read(search.f, MAX_FILTERS, part => readFilter(part, items));
  const requested = read(search.cols, MAX_COLUMNS, code => items.get(code) ?? null);
  const columns = requested.length > 0 ? requested : DEFAULT_COLUMNS.flatMap(code => items.get(code) ?? []);
  const sortCode = (search.sort ?? '').replace(/^-/, '');
  const sorted = items.get(sortCode);
  if (search.sort !== undefined && !sorted) ignored.push(search.sort);
  return {
    filters,
    columns,
    sort: {
      item: sorted ?? items.get('revenue') ?? first,
      isDescending: sorted === undefined || search.sort?.startsWith('-') === true,
    },
    companies: read(search.add, MAX_COMPANIES, company => company),
    ignored,
    search,
  };
}

const FILTER = /^([a-z0-9_]+)\.(gte|gt|lte|lt)\.(-?\d{1,18}(?:\.\d{1,9})?(?:e\d{1,2})?)$/i;

function readFilter(part: string, items: ReadonlyMap<string, LineItem>): Filter | null {
  const [, code = '', comparison = '', value = ''] = FILTER.exec(part) ?? [];
  const item = items.get(code.toLowerCase());
  const known = COMPARISONS.find(candidate => candidate.value === comparison.toLowerCase());
  return item && known ? { item, comparison: known.value, value: parseDecimal(value) } : null;
}

export function writeFilters(filters: readonly Filter[]): string | undefined {
  return filters.map(writeFilter).join(',') || undefined;
}

export function writeFilter({ item, comparison, value }: Filter): string {
  return `${item.code}.${comparison}.${serialiseNumber(value)}`;
}

/** The API input. */
export function toInput({ filters, columns, sort, companies, search }: Criteria): Inputs['screenFinancials'] {
  // Always request the sort column, since the table shows it.
  const codes = [...new Set([...columns, sort.item].map(({ code }) => code))];
  return {
    filters: writeFilters(filters),
    where: search.where,
    columns: codes.join(','),
    sort: (sort.isDescending ? '-' : '') + sort.item.code,
    fiscal_year: search.year === undefined ? undefined : Number(search.year),
    fiscal_year_from: search.since === undefined ? undefined : Number(search.since),
    market_id: search.market,
    currency: search.cur,
    reported_currency: search.rep,
    tickers: companies.join(',') || undefined,
    history_of: TREND_LINE_ITEM,
    limit: Number(search.n ?? DEFAULT_PAGE),
    cursor: search.after,
  };
}

/** The columns of the table: the selected ones and the sort column. */
export function shownColumns({ columns, sort }: Criteria): readonly LineItem[] {
  return columns.includes(sort.item) ? columns : [...columns, sort.item];
}

/**
 * Whether the result of one input also answers another, so that a new order or fewer columns cost nothing: its single page
 * has every matching company and all the columns.
 */
export function isAnsweredBy(
  wanted: Inputs['screenFinancials'],
  requested: Inputs['screenFinancials'],
  isWhole: boolean,
): boolean {
  const rest = ({ sort: _, columns: __, limit: ___, ...others }: Inputs['screenFinancials']) => JSON.stringify(others);
  if (rest(wanted) !== rest(requested)) return false;
  const known = new Set(requested.columns?.split(','));
  if (wanted.columns?.split(',').some(code => !known.has(code))) return false;
  return isWhole || (wanted.sort === requested.sort && wanted.limit === requested.limit);
}
