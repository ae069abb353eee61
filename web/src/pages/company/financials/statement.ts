import type { BasisChange } from '@asfiled/client';
import { conversionOf, describeConversion } from '../../../format/conversions.ts';
import { quotient } from '../../../format/decimal.ts';
import { formatFigure, type LineItem } from '../../../format/line-items.ts';
import { chooseScale, type Figure, formatChange, formatPercent, type Scale } from '../../../format/numbers.ts';
import { describeBefore, splitsAfter } from '../basis-changes.ts';
import type { FigureValue, Period } from '../company.ts';
import { decimalOf, numberOf, periodKey, shownDecimal, type Vintage, yearEarlier } from '../figures.ts';

export type StatementCode = LineItem['statement_type'];

export interface Cell {
  key: string;
  value: FigureValue | undefined;
  /** Null if there is no figure; the value states the reason. */
  figure: Figure | null;
  /** The basis of the figure if it differs from its label: `before the 4-for-1 split`. */
  basis: string | null;
  /** The conversion applied; null if the figure is as filed. */
  converted: string | null;
}

/** Growth or margin below a result. */
export interface SubLine {
  label: 'growth' | 'margin';
  figures: (Figure | null)[];
}

export interface Line {
  item: LineItem;
  isResult: boolean;
  cells: Cell[];
  /** The method of all figures if it is the same, shown once on the label. */
  mark: 'derived' | 'summed' | null;
  sub: SubLine | null;
  /** Oldest first, for the sparkline. */
  trend: (number | null)[];
}

export interface Group {
  statement: StatementCode;
  title: string;
  lines: Line[];
}

export interface Statement {
  columns: Period[];
  groups: Group[];
  scale: Scale;
  /** Number of omitted lines without a figure in any column. */
  omitted: number;
}

export interface StatementOptions {
  statement: StatementCode | 'all';
  vintage: Vintage;
  /** Null chooses the scale by revenue. */
  scale: Scale | null;
  withSubLines: boolean;
  /** Newest first. */
  changes: readonly BasisChange[];
}

const GROUPS: readonly { statement: StatementCode; title: string }[] = [
  { statement: 'income', title: 'Income statement' },
  { statement: 'balance', title: 'Balance sheet' },
  { statement: 'cashflow', title: 'Cash flow' },
  { statement: 'shares', title: 'Shares' },
  { statement: 'ratio', title: 'Ratios' },
];

/** Bold lines and their sub-lines. */
const RESULTS = new Map<string, SubLine['label'] | null>([
  ['revenue', 'growth'],
  ['gross_profit', 'margin'],
  ['net_interest_income', 'growth'],
  ['operating_income', 'margin'],
  ['net_income', 'margin'],
  ['total_assets', null],
  ['total_liabilities', null],
  ['equity', null],
  ['operating_cash_flow', null],
  ['investing_cash_flow', null],
  ['financing_cash_flow', null],
  ['free_cash_flow', null],
]);

/**
 * The table of a statement. `columns` are the periods in display order; `all` also contains earlier ones, the base of
 * growth.
 */
export function toStatement(
  taxonomy: readonly LineItem[],
  columns: readonly Period[],
  all: readonly Period[],
  options: StatementOptions,
): Statement {
  const periods = new Map(all.map(period => [periodKey(period), period]));
  const scale = options.scale ?? chooseScale(columns.flatMap(period => numberOf(period.values.revenue) ?? []));
  const requested = taxonomy.filter(
    ({ statement_type }) => options.statement === 'all' || statement_type === options.statement,
  );
  const shown = requested.filter(({ code }) => columns.some(({ values }) => isShown(values[code])));
  const basisOf = splitBasis(options);
  const groups = GROUPS.map(group => ({
    ...group,
    lines: shown
      .filter(({ statement_type }) => statement_type === group.statement)
      .map(item => toLine(item, columns, periods, scale, options, basisOf)),
  }));
  const applicable = requested.filter(({ code }) => columns.some(({ values }) => code in values));
  return {
    columns: [...columns],
    groups: groups.filter(({ lines }) => lines.length > 0),
    scale,
    omitted: applicable.length - shown.length,
  };
}

/** Figures, including those that lack only an exchange rate. */
function isShown(value: FigureValue | undefined): boolean {
  return typeof value?.value === 'number' || value?.reason === 'no_exchange_rate';
}

function toLine(
  item: LineItem,
  columns: readonly Period[],
  periods: ReadonlyMap<string, Period>,
  scale: Scale,
  { vintage, withSubLines }: StatementOptions,
  basisOf: (item: LineItem, period: Period) => string | null,
): Line {
  const values = columns.map(period => period.values[item.code]);
  const sub = RESULTS.get(item.code) ?? null;
  const oldestFirst = [...columns].sort((a, b) => (a.period_end < b.period_end ? -1 : 1));
  return {
    item,
    isResult: RESULTS.has(item.code),
    cells: columns.map((period, index) => {
      const decimal = shownDecimal(item, values[index], vintage);
      return {
        key: `${item.code}.${periodKey(period)}`,
        value: values[index],
        figure: decimal && formatFigure(item, decimal, scale),
        basis: values[index]?.basis?.replaceAll('_', ' ') ?? (decimal && basisOf(item, period)),
        converted: convertedBy(item, period, values[index]),
      };
    }),
    mark: commonMark(values),
    sub: sub !== null && withSubLines ? toSubLine(sub, item.code, columns, periods, vintage) : null,
    trend: oldestFirst.map(({ values: ofPeriod }) => numberOf(ofPeriod[item.code], vintage)),
  };
}

function convertedBy(item: LineItem, { conversions }: Period, value: FigureValue | undefined): string | null {
  if (value?.as_filed === undefined && value?.reason !== 'no_exchange_rate') return null;
  const conversion = conversionOf(item, conversions);
  return conversion && describeConversion(conversion);
}

/** Per-share figures and share counts that no filing restated for a later split. */
function splitBasis({ changes, vintage }: StatementOptions): (item: LineItem, period: Period) => string | null {
  if (vintage === 'first') return () => null;
  return ({ code }, period) => splitsAfter(period, code, changes).map(describeBefore).join(' and ') || null;
}

function toSubLine(
  label: SubLine['label'],
  code: string,
  columns: readonly Period[],
  periods: ReadonlyMap<string, Period>,
  vintage: Vintage,
): SubLine {
  return {
    label,
    figures: columns.map(period => {
      const value = decimalOf(period.values[code], vintage);
      if (label === 'growth')
        return formatChange(decimalOf(yearEarlier(periods, period)?.values[code], vintage), value);
      const revenue = decimalOf(period.values.revenue, vintage);
      const ratio = value && revenue && quotient(value, revenue, 6);
      return ratio && formatPercent(ratio);
    }),
  };
}

function commonMark(values: readonly (FigureValue | undefined)[]): Line['mark'] {
  const methods = new Set(values.flatMap(value => value?.method ?? []));
  const [method] = methods;
  return methods.size === 1 && (method === 'derived' || method === 'summed') ? method : null;
}
