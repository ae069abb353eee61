import { exactText, type FinancialsScreenOut, type FinancialsScreenRow } from '@asfiled/client';
import { conversionOf, describeConversion } from '../../format/conversions.ts';
import { type Decimal, negate, parseDecimal, roundTo, toNumber } from '../../format/decimal.ts';
import type { LineItem } from '../../format/line-items.ts';
import { chooseScale, type Figure, type Scale } from '../../format/numbers.ts';
import { formatMeasure } from './measures.ts';

/** A line item of the table. */
export interface Column {
  item: LineItem;
  scale: Scale;
  /** Unit of the figures: `m USD`. */
  unit: string;
  isSorted: boolean;
  /** Median of the rows with a value; null for mixed currencies or no values. */
  median: Figure | null;
  given: number;
}

export interface Cell {
  column: Column;
  /** Null if missing. */
  decimal: Decimal | null;
  figure: Figure | null;
  /** The conversion, or that no rate is stored; null if the figure is as filed. */
  converted: string | null;
  /** Start and length of the bar as fractions of the width; only in the sort column. */
  bar: { start: number; length: number; isNegative: boolean } | null;
}

export interface Row {
  company: FinancialsScreenRow;
  cells: readonly Cell[];
}

export interface ScreenTable {
  columns: readonly Column[];
  rows: readonly Row[];
  /** Position of zero as a fraction of the width; null without bars. */
  zero: number | null;
  isMixed: boolean;
  /** Whether any amount was converted. */
  isConverted: boolean;
}

interface TableOptions {
  columns: readonly LineItem[];
  sort: { item: LineItem; isDescending: boolean };
  /** Null chooses the scale per column. */
  scale: Scale | null;
}

const SCALE_SHORT: Record<Scale, string> = { 0: '', 3: 'k', 6: 'm', 9: 'bn' };

/** A result as a table in the requested order. */
export function toTable(response: FinancialsScreenOut, options: TableOptions): ScreenTable {
  const isMixed = response.currencies.length > 1;
  const rows = inOrder(response.items, options.sort);
  const scale = options.scale ?? tableScale(rows, options.columns);
  const columns = options.columns.map(item => toColumn(item, rows, response.currencies, { ...options, scale }));
  const sorted = rows.flatMap(row => row.values[options.sort.item.code] ?? []);
  // Bars of mixed currencies would compare incomparable amounts.
  const hasBars = sorted.length > 0 && !(isMixed && isMoney(options.sort.item));
  const low = Math.min(0, ...sorted);
  const width = Math.max(0, ...sorted) - low || 1;
  const barOf = (value: number | null) =>
    value === null
      ? null
      : {
          start: (Math.min(0, value) - low) / width,
          length: Math.abs(value) / width,
          isNegative: value < 0,
        };
  return {
    columns,
    rows: rows.map(company => ({
      company,
      cells: columns.map(column => {
        const decimal = decimalOf(company, column.item);
        return {
          column,
          decimal,
          figure: decimal && formatMeasure(column.item, decimal, column.scale),
          converted: convertedBy(company, column.item),
          bar: column.isSorted && hasBars ? barOf(company.values[column.item.code] ?? null) : null,
        };
      }),
    })),
    zero: hasBars ? (0 - low) / width : null,
    isMixed,
    isConverted: rows.some(({ conversions = [] }) => conversions.length > 0),
  };
}

/** For a missing figure only a missing rate is informative; others are not reported. */
function convertedBy(row: FinancialsScreenRow, item: LineItem): string | null {
  const conversion = conversionOf(item, row.conversions);
  if (conversion === null || (row.values[item.code] === null && conversion.rate !== null)) return null;
  return describeConversion(conversion);
}

/** The scale by revenue, as on company pages, or by all amounts if revenue is not shown. */
function tableScale(rows: readonly FinancialsScreenRow[], columns: readonly LineItem[]): Scale {
  const money = columns.filter(({ unit_kind }) => unit_kind === 'currency');
  const revenue = money.filter(({ code }) => code === 'revenue');
  const from = revenue.length > 0 ? revenue : money;
  return chooseScale(from.flatMap(item => rows.flatMap(row => row.values[item.code] ?? [])));
}

const SCALES: readonly Scale[] = [9, 6, 3, 0];

/** The table's scale, or a smaller one if most amounts would round to zero. */
function columnScale(decimals: readonly Decimal[], most: Scale): Scale {
  const middle = medianOf(decimals.map(decimal => (decimal.units < 0n ? negate(decimal) : decimal)));
  if (middle === null || middle.units === 0n) return most;
  return SCALES.find(scale => scale <= most && toNumber(middle) >= 10 ** scale) ?? 0;
}

/** The exact figure as filed, used by filters and sorting. */
export function decimalOf(row: FinancialsScreenRow, { code }: LineItem): Decimal | null {
  const text = exactText(row.values, code);
  return text === null ? null : parseDecimal(text);
}

/** Sorts like the API: missing values last in both directions. */
function inOrder(
  rows: readonly FinancialsScreenRow[],
  { item, isDescending }: TableOptions['sort'],
): readonly FinancialsScreenRow[] {
  const place = (row: FinancialsScreenRow) => row.values[item.code] ?? null;
  return [...rows].sort((a, b) => {
    const [one, other] = [place(a), place(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDescending ? other - one : one - other;
  });
}

function toColumn(
  item: LineItem,
  rows: readonly FinancialsScreenRow[],
  currencies: readonly string[],
  { sort, scale: most }: TableOptions & { scale: Scale },
): Column {
  const decimals = rows.flatMap(row => decimalOf(row, item) ?? []);
  const scale = item.unit_kind === 'currency' ? columnScale(decimals, most) : 0;
  const median = currencies.length > 1 && isMoney(item) ? null : medianOf(decimals);
  return {
    item,
    scale,
    unit: unitOf(item, scale, currencies),
    isSorted: item === sort.item,
    median: median && formatMeasure(item, median, scale),
    given: decimals.length,
  };
}

function isMoney({ unit_kind }: LineItem): boolean {
  return unit_kind === 'currency' || unit_kind === 'currency_per_share';
}

function unitOf(item: LineItem, scale: Scale, currencies: readonly string[]): string {
  const [currency, ...others] = currencies;
  const money = others.length > 0 || currency === undefined ? 'reported currency' : currency;
  const sign = item.sign === 'outflow' ? ', outflow' : '';
  if (item.unit_kind === 'currency') return `${[SCALE_SHORT[scale], money].filter(Boolean).join(' ')}${sign}`;
  if (item.unit_kind === 'currency_per_share') return `${money} per share`;
  return item.unit_kind === 'shares' ? 'm shares' : '';
}

/** The exact median; null for no values. */
export function medianOf(decimals: readonly Decimal[]): Decimal | null {
  const places = Math.max(0, ...decimals.map(decimal => decimal.places));
  const units = decimals.map(decimal => roundTo(decimal, places).units).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = units[Math.floor(units.length / 2)];
  const lower = units[Math.floor((units.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : { units: (lower + upper) * 5n, places: places + 1 };
}
