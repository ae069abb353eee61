import { BEFORE_ALL_DAYS } from '../../../../kernel/dates.ts';
import { minOf } from '../../../../kernel/lists.ts';
import { type Chart, codeNumber } from './checks/chart.ts';
import { Cell, type Cells } from './values/cell.ts';
import { valueOn } from './values/first-reported.ts';
import { isOfOneVintage } from './values/vintage.ts';

const MARGINS = new Set(
  [
    'gross_margin',
    'operating_margin',
    'net_margin',
    'free_cash_flow_margin',
    'efficiency_ratio',
    'effective_tax_rate',
    'payout_ratio',
    'loss_ratio',
    'debt_to_equity',
    'return_on_equity',
    'return_on_assets',
  ].map(codeNumber),
);

/** Ratios are rounded to four decimals. */
const PLACES = 4;

/**
 * Computes the ratios of a period. A ratio is missing if its denominator is missing or zero, or, for fractions that are
 * meaningful only of positive amounts, negative. Averages need the balance at the period's start. Codes whose operands are of two
 * vintages are added to `mixed`.
 */
export function applyRatios(
  chart: Chart,
  cells: Cells,
  opening: Cells | undefined,
  pureUnit: number,
  mixed: Set<number>,
): void {
  for (const row of chart.ratios) {
    if (!row.ratio) continue;
    const numerator = cells[row.ratio.numerator];
    const denominator = cells[row.ratio.denominator];
    if (!numerator || !denominator) {
      if (mixed.has(row.ratio.numerator) || mixed.has(row.ratio.denominator)) mixed.add(row.number);
      continue;
    }
    if (numerator.unit !== denominator.unit) continue;
    if (numerator.has('sign_flip') || denominator.has('sign_flip')) continue;
    const isAlone = numerator.has('non_consolidated');
    if (denominator.has('non_consolidated') !== isAlone) continue;
    if (!isOfOneVintage([numerator, denominator])) {
      mixed.add(row.number);
      continue;
    }
    const start = row.ratio.isAveraged ? opening?.[row.ratio.denominator] : undefined;
    if (row.ratio.isAveraged) {
      if (!start || start.unit !== denominator.unit || start.value <= 0) continue;
      if (start.has('non_consolidated') !== isAlone) continue;
    }
    const value = quotient(row.number, numerator.value, denominator.value, start?.value);
    if (value === null) continue;
    const newest = Math.max(numerator.filing, denominator.filing);
    const isInstant = row.item.periodType === 'instant';
    const dated = isInstant ? denominator : numerator;
    const cell = new Cell(value, 'derived', -1, newest, pureUnit, dated.start, dated.end);
    cell.formula = row.ratio.text;
    cell.operands = { kind: 'quotient', numerator, denominator, opening: start ?? null };
    cell.decimals = PLACES;
    cell.half = 0.5 * 10 ** -PLACES;
    cell.isByFormula = true;
    if (isAlone) cell.flag('non_consolidated');
    setFirst(cell, row.number, numerator, denominator, start);
    cells[row.number] = cell;
  }
}

/** The ratio to its places, over the average with `start` if given; null if it has no meaning. */
function quotient(code: number, numerator: number, denominator: number, start: number | undefined): number | null {
  const base = start === undefined ? denominator : (start + denominator) / 2;
  if (base === 0 || (base < 0 && MARGINS.has(code))) return null;
  const value = Math.round((numerator / base) * 10 ** PLACES) / 10 ** PLACES + 0;
  return Number.isFinite(value) ? value : null;
}

/** Dates a ratio by the first day on which all operands were known, and compares with its value on that day. */
function setFirst(cell: Cell, code: number, numerator: Cell, denominator: Cell, start: Cell | undefined): void {
  const since = Math.max(numerator.since, denominator.since, start?.since ?? BEFORE_ALL_DAYS);
  cell.since = since;
  if (numerator.first === null && denominator.first === null && (start?.first ?? null) === null) return;
  const operands = start === undefined ? [numerator, denominator] : [numerator, denominator, start];
  const changed = operands.flatMap(({ first }) => (first !== null && first.until > since ? [first] : []));
  const [newest] = changed.sort((a, b) => b.filing - a.filing);
  if (!newest) return;
  const [above, below, opening] = operands.map(operand => valueOn(operand, since));
  const value = quotient(code, above ?? 0, below ?? 0, opening);
  if (value === null || value === cell.value) return;
  cell.first = { ...newest, value, until: minOf(changed.map(({ until }) => until)) };
}
