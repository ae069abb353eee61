import type { HoldingLine, HoldingsReport } from '../../../domain/ownership/holders/model/holdings-report.ts';

/**
 * Whether the lines agree with the totals on the cover page; null if it states none. Rounded values of lines may differ from
 * the rounded total by half a unit each.
 */
export function isReconciled({
  reportType,
  statedLines,
  statedValue,
  lines,
}: Pick<HoldingsReport, 'reportType' | 'statedLines' | 'statedValue' | 'lines'>): boolean | null {
  if (statedLines === null && statedValue === null) return reportType === 'notice' && lines.length > 0 ? false : null;
  const isCount = statedLines === null || statedLines === lines.length;
  const isValue = statedValue === null || Math.abs(Number(statedValue) - totalOf(lines)) <= Math.ceil(lines.length / 2);
  return isCount && isValue;
}

/** As filed. Sums of whole dollars stay below 2^53. */
export function totalOf(lines: readonly HoldingLine[]): number {
  return lines.reduce((sum, line) => sum + Number(line.value ?? 0), 0);
}
