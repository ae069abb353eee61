import { Cell, type Cells } from '../values/cell.ts';
import { type Chart, codeNumber } from './chart.ts';

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
 * meaningful only of positive amounts, negative. Averages need the balance at the period's start.
 */
export function applyRatios(chart: Chart, cells: Cells, opening: Cells | undefined, pureUnit: number): void {
  for (const row of chart.ratios) {
    if (!row.ratio) continue;
    const numerator = cells[row.ratio.numerator];
    const denominator = cells[row.ratio.denominator];
    if (!numerator || !denominator || numerator.unit !== denominator.unit) continue;
    if (numerator.has('sign_flip') || denominator.has('sign_flip')) continue;
    const isAlone = numerator.has('non_consolidated');
    if (denominator.has('non_consolidated') !== isAlone) continue;
    let base = denominator.value;
    if (row.ratio.isAveraged) {
      const start = opening?.[row.ratio.denominator];
      if (!start || start.unit !== denominator.unit || start.value <= 0) continue;
      if (start.has('non_consolidated') !== isAlone) continue;
      base = (start.value + base) / 2;
    }
    if (base === 0 || (base < 0 && MARGINS.has(row.number))) continue;
    const value = Math.round((numerator.value / base) * 10 ** PLACES) / 10 ** PLACES + 0;
    if (!Number.isFinite(value)) continue;
    const newest = Math.max(numerator.filing, denominator.filing);
    const isInstant = row.item.periodType === 'instant';
    const dated = isInstant ? denominator : numerator;
    const cell = new Cell(value, 'derived', -1, newest, pureUnit, dated.start, dated.end);
    cell.formula = row.ratio.text;
    cell.decimals = PLACES;
    cell.half = 0.5 * 10 ** -PLACES;
    cell.isByFormula = true;
    if (isAlone) cell.flag('non_consolidated');
    cells[row.number] = cell;
  }
}
