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
  /** What its figures are in: `m USD`. */
  unit: string;
  isSorted: boolean;
  /** Of the rows that have one; null where currencies are several, or nobody has one. */
  median: Figure | null;
  given: number;
}

export interface Cell {
  column: Column;
  /** Null where there is none. */
  decimal: Decimal | null;
  figure: Figure | null;
  /** By which rate it came to its currency, or that there is none; null where it stands as filed. */
  converted: string | null;
  /** Where the bar begins and how long it is, as parts of the width; only in the column that orders. */
  bar: { start: number; length: number; isNegative: boolean } | null;
}

export interface Row {
  company: FinancialsScreenRow;
  cells: readonly Cell[];
}

export interface ScreenTable {
  columns: readonly Column[];
  rows: readonly Row[];
  /** Where zero is among the bars, as part of the width; null without bars. */
  zero: number | null;
  isMixed: boolean;
  /** Whether any amount was converted. */
  isConverted: boolean;
}

interface TableOptions {
  columns: readonly LineItem[];
  sort: { item: LineItem; isDescending: boolean };
  /** Null: what suits each column. */
  scale: Scale | null;
}

const SCALE_SHORT: Record<Scale, string> = { 0: '', 3: 'k', 6: 'm', 9: 'bn' };

/** An answer as the table shows it, in the order asked for. */
export function toTable(answer: FinancialsScreenOut, options: TableOptions): ScreenTable {
  const isMixed = answer.currencies.length > 1;
  const rows = inOrder(answer.items, options.sort);
  const scale = options.scale ?? tableScale(rows, options.columns);
  const columns = options.columns.map(item => toColumn(item, rows, answer.currencies, { ...options, scale }));
  const sorted = rows.flatMap(row => row.values[options.sort.item.code] ?? []);
  // Lengths of amounts in several currencies would compare what cannot be compared.
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

/** Where there is no figure, only a missing rate says anything: the others are not reported. */
function convertedBy(row: FinancialsScreenRow, item: LineItem): string | null {
  const conversion = conversionOf(item, row.conversions);
  if (conversion === null || (row.values[item.code] === null && conversion.rate !== null)) return null;
  return describeConversion(conversion);
}

/** What suits the revenue, as on the pages of companies; where it is not shown, what suits all amounts. */
function tableScale(rows: readonly FinancialsScreenRow[], columns: readonly LineItem[]): Scale {
  const money = columns.filter(({ unit_kind }) => unit_kind === 'currency');
  const revenue = money.filter(({ code }) => code === 'revenue');
  const from = revenue.length > 0 ? revenue : money;
  return chooseScale(from.flatMap(item => rows.flatMap(row => row.values[item.code] ?? [])));
}

const SCALES: readonly Scale[] = [9, 6, 3, 0];

/** The scale of the table, or a smaller one where that would leave nothing of most amounts. */
function columnScale(decimals: readonly Decimal[], most: Scale): Scale {
  const middle = medianOf(decimals.map(one => (one.units < 0n ? negate(one) : one)));
  if (middle === null || middle.units === 0n) return most;
  return SCALES.find(scale => scale <= most && toNumber(middle) >= 10 ** scale) ?? 0;
}

/** Exact, as filed: what filters and orders go by. */
export function decimalOf(row: FinancialsScreenRow, { code }: LineItem): Decimal | null {
  const text = exactText(row.values, code);
  return text === null ? null : parseDecimal(text);
}

/** As the service orders: companies without a value last in both directions. */
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
  const money = others.length > 0 || currency === undefined ? 'own currency' : currency;
  const sign = item.sign === 'outflow' ? ', outflow' : '';
  if (item.unit_kind === 'currency') return `${[SCALE_SHORT[scale], money].filter(Boolean).join(' ')}${sign}`;
  if (item.unit_kind === 'currency_per_share') return `${money} a share`;
  return item.unit_kind === 'shares' ? 'm shares' : '';
}

/** The middle one, exact; between the middle two where they are even. Null of none. */
export function medianOf(decimals: readonly Decimal[]): Decimal | null {
  const places = Math.max(0, ...decimals.map(one => one.places));
  const units = decimals.map(one => roundTo(one, places).units).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = units[Math.floor(units.length / 2)];
  const lower = units[Math.floor((units.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : { units: (lower + upper) * 5n, places: places + 1 };
}
