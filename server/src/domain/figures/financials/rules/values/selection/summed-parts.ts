import { type ChartRow, chartOf, codeNumber, knownConcept } from '../../checks/chart.ts';
import { exactSum, halfWidth } from '../precision.ts';
import type { SelectionContext } from './selection-context.ts';

/** Concepts that are parts of a code's total if a filer states both and no total. */
interface PartsRule {
  readonly code: number;
  readonly parts: readonly number[];
  /**
   * Identity that the sum must satisfy with the filing's other values: `total` = sum + `rest`, or sum = `total` +
   * `rest`.
   */
  readonly proof: { readonly whole: string; readonly part: string } | null;
}

/** A sum with its concepts, as a formula names them. */
export interface PartsSum {
  readonly value: number;
  /** The concepts. */
  readonly parts: readonly number[];
  readonly formula: string;
}

const RULES: readonly PartsRule[] = [
  rule('cost_of_revenue', 'CostOfGoodsSold CostOfServices', null),
  rule('revenue', 'SalesRevenueGoodsNet SalesRevenueServicesNet', { whole: 'cost_of_revenue', part: 'gross_profit' }),
  rule('revenue', 'SalesRevenueGoodsNet SalesRevenueServicesNet', {
    whole: 'costs_and_expenses',
    part: 'operating_income',
  }),
  rule('revenue', 'ifrs-full:RevenueFromSaleOfGoods ifrs-full:RevenueFromRenderingOfServices', null),
];

function named(name: string): number {
  return knownConcept(name.includes(':') ? name : `us-gaap:${name}`);
}

function rule(code: string, parts: string, proof: PartsRule['proof']): PartsRule {
  return { code: codeNumber(code), parts: parts.split(' ').map(named), proof };
}

/**
 * The sum of a code's parts in a filing that states all of them and nothing before them in the chain. Null if it states
 * a total, or if the sum does not satisfy its rule.
 */
export function sumOfParts(
  row: ChartRow,
  stated: readonly number[],
  filing: number,
  context: SelectionContext,
): PartsSum | null {
  for (const { code, parts, proof } of RULES) {
    if (code !== row.number || !parts.every(part => stated.includes(part))) continue;
    if (stated.some(concept => !parts.includes(concept))) continue;
    const values = parts.map(part => context.reader.valueBy(part, filing) ?? 0);
    const sum = exactSum(
      values,
      values.map(() => 1),
    );
    if (proof !== null && !closes(sum, values, proof, filing, context)) continue;
    const names = parts.map(part => context.reader.observations.conceptNames[part] ?? '');
    return { value: sum, parts, formula: names.join(' + ') };
  }
  return null;
}

function closes(
  sum: number,
  values: readonly number[],
  proof: { whole: string; part: string },
  filing: number,
  context: SelectionContext,
): boolean {
  const one = firstStated(proof.whole, filing, context);
  const other = firstStated(proof.part, filing, context);
  if (one === null || other === null) return false;
  const grain = context.reader.observations.grains[filing] ?? Number.POSITIVE_INFINITY;
  const width = [...values, one, other].reduce((total, value) => total + Math.min(grain, halfWidth(value, null)), 0);
  return Math.abs(sum - one - other) <= Math.max(1, width);
}

function firstStated(code: string, filing: number, context: SelectionContext): number | null {
  for (const concept of chartOf(context.companyType).rows[codeNumber(code)]?.chain ?? []) {
    const value = context.reader.valueBy(concept, filing);
    if (value !== null) return value;
  }
  return null;
}
