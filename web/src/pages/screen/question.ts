import type { Inputs } from '@asfiled/client';
import { type Decimal, parseDecimal } from '../../format/decimal.ts';
import type { LineItem } from '../../format/line-items.ts';
import { serialiseNumber } from '../../format/parse-number.ts';
import type { ScreenSearch } from './search.ts';

export type Comparison = 'gte' | 'gt' | 'lte' | 'lt';

/** How a comparison is read, and how it is drawn. */
export const COMPARISONS: readonly { value: Comparison; words: string; sign: string }[] = [
  { value: 'gte', words: 'is at least', sign: '≥' },
  { value: 'gt', words: 'is more than', sign: '>' },
  { value: 'lte', words: 'is at most', sign: '≤' },
  { value: 'lt', words: 'is less than', sign: '<' },
];

/** One condition: in whole units, ratios as fractions. */
export interface Filter {
  item: LineItem;
  comparison: Comparison;
  value: Decimal;
}

/** What the page asks, as its address says. */
export interface Question {
  filters: readonly Filter[];
  columns: readonly LineItem[];
  sort: { item: LineItem; isDescending: boolean };
  /** Chosen companies; none means all. */
  companies: readonly string[];
  /** Parts of the address that mean nothing to the service, or are more than it takes. */
  leftOut: readonly string[];
  search: ScreenSearch;
}

export const MOST_FILTERS = 12;
export const MOST_COLUMNS = 24;
const MOST_COMPANIES = 500;
export const DEFAULT_PAGE = 100;
/** The line whose course over the years stands beside each company. */
const COURSE_OF = 'revenue';
export const DEFAULT_COLUMNS = [
  'revenue',
  'revenue_growth',
  'gross_margin',
  'operating_margin',
  'net_income',
  'free_cash_flow',
];

/** Reads an address. What it names and the taxonomy does not have is left out, and told. */
export function readQuestion(search: ScreenSearch, taxonomy: readonly LineItem[]): Question | null {
  const items = new Map(taxonomy.map(item => [item.code, item]));
  const [first] = taxonomy;
  if (!first) return null;
  const leftOut: string[] = [];
  const read = <T>(text: string | undefined, most: number, one: (part: string) => T | null): T[] => {
    const parts = [...new Set(text?.split(',').filter(part => part !== '') ?? [])];
    const known = parts.flatMap(part => {
      const found = one(part);
      if (found === null) leftOut.push(part);
      return found === null ? [] : [{ part, found }];
    });
    leftOut.push(...known.slice(most).map(({ part }) => part));
    return known.slice(0, most).map(({ found }) => found);
  };
  const filters = read(search.f, MOST_FILTERS, part => readFilter(part, items));
  const asked = read(search.cols, MOST_COLUMNS, code => items.get(code) ?? null);
  const columns = asked.length > 0 ? asked : DEFAULT_COLUMNS.flatMap(code => items.get(code) ?? []);
  const sortCode = (search.sort ?? '').replace(/^-/, '');
  const sorted = items.get(sortCode);
  if (search.sort !== undefined && !sorted) leftOut.push(search.sort);
  return {
    filters,
    columns,
    sort: {
      item: sorted ?? items.get('revenue') ?? first,
      isDescending: sorted === undefined || search.sort?.startsWith('-') === true,
    },
    companies: read(search.add, MOST_COMPANIES, company => company),
    leftOut,
    search,
  };
}

const FILTER = /^([a-z0-9_]+)\.(gte|gt|lte|lt)\.(-?\d{1,18}(?:\.\d{1,9})?(?:e\d{1,2})?)$/i;

function readFilter(part: string, items: ReadonlyMap<string, LineItem>): Filter | null {
  const [, code = '', comparison = '', value = ''] = FILTER.exec(part) ?? [];
  const item = items.get(code.toLowerCase());
  const known = COMPARISONS.find(one => one.value === comparison.toLowerCase());
  return item && known ? { item, comparison: known.value, value: parseDecimal(value) } : null;
}

export function writeFilters(filters: readonly Filter[]): string | undefined {
  return filters.map(writeFilter).join(',') || undefined;
}

export function writeFilter({ item, comparison, value }: Filter): string {
  return `${item.code}.${comparison}.${serialiseNumber(value)}`;
}

/** How the service is asked. */
export function toInput({ filters, columns, sort, companies, search }: Question): Inputs['screenFinancials'] {
  // The line that orders is always asked for: the table shows what it is ordered by.
  const codes = [...new Set([...columns, sort.item].map(({ code }) => code))];
  return {
    filters: writeFilters(filters),
    columns: codes.join(','),
    sort: (sort.isDescending ? '-' : '') + sort.item.code,
    fiscal_year: search.year === undefined ? undefined : Number(search.year),
    fiscal_year_from: search.since === undefined ? undefined : Number(search.since),
    market_id: search.market,
    currency: search.cur,
    reported_currency: search.rep,
    tickers: companies.join(',') || undefined,
    history_of: COURSE_OF,
    limit: Number(search.n ?? DEFAULT_PAGE),
    cursor: search.after,
  };
}

/** The columns of the table: those chosen, and the one that orders where it is not among them. */
export function shownColumns({ columns, sort }: Question): readonly LineItem[] {
  return columns.includes(sort.item) ? columns : [...columns, sort.item];
}

/**
 * Whether an answer to one input holds all that another asks for, so that nothing is spent on a new order or on fewer
 * columns: every company that passes is on its one page, with those columns.
 */
export function isContained(
  wanted: Inputs['screenFinancials'],
  asked: Inputs['screenFinancials'],
  isWhole: boolean,
): boolean {
  const rest = ({ sort: _, columns: __, limit: ___, ...others }: Inputs['screenFinancials']) => JSON.stringify(others);
  if (rest(wanted) !== rest(asked)) return false;
  const known = new Set(asked.columns?.split(','));
  if (wanted.columns?.split(',').some(code => !known.has(code))) return false;
  return isWhole || (wanted.sort === asked.sort && wanted.limit === asked.limit);
}
