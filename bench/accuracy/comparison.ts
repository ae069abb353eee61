import type { KpiValue } from '../../server/src/domain/figures/financials/model/financials.ts';

/** The comparison of a truth table with the results of the rules. */
export interface Comparison {
  title: string;
  /** One sentence: what is compared with what. */
  how: string;
  compared: number;
  agreeing: number;
  wrong: Disagreement[];
  missing: Disagreement[];
  /** Rows that could not be compared, by reason. */
  skipped: Record<string, number>;
  /** True for rows that rules are not developed on: disagreements are counted, not shown. */
  isLocked?: true;
}

export interface Disagreement {
  issuer: string;
  period: string;
  code: string;
  expected: string;
  found: string;
  /** Filing, concept and flags of the value found, or the place searched. */
  where: string;
}

export function newComparison(title: string, how: string): Comparison {
  return { title, how, compared: 0, agreeing: 0, wrong: [], missing: [], skipped: {} };
}

export function skip(comparison: Comparison, reason: string): void {
  comparison.skipped[reason] = (comparison.skipped[reason] ?? 0) + 1;
}

/** Counts one row: agreeing, wrong (another value, or a value where none is expected) or missing. */
export function count(
  comparison: Comparison,
  row: { issuer: string; period: string; code: string; expected: string },
  value: KpiValue | undefined,
  agrees: boolean,
  where = '',
): void {
  countRow(comparison, row, value === undefined ? null : String(value.value), agrees, where || whereOf(value));
}

/** Counts one row whose value was found as text; null if nothing was found. */
export function countRow(
  comparison: Comparison,
  row: { issuer: string; period: string; code: string; expected: string },
  found: string | null,
  agrees: boolean,
  where = '',
): void {
  comparison.compared++;
  if (agrees) {
    comparison.agreeing++;
    return;
  }
  const entry: Disagreement = { ...row, found: found ?? '–', where };
  if (found === null) comparison.missing.push(entry);
  else comparison.wrong.push(entry);
}

export function whereOf(value: KpiValue | undefined): string {
  if (!value) return '';
  const dates = `${value.periodStart ?? 'at'}..${value.periodEnd}`;
  return [value.accession, value.concept ?? value.formula ?? '', value.method, dates, ...value.flags].join(' ');
}

export type TruthRow = Record<string, string>;

/** Values that people read in documents of one registry. */
export interface RegistryTable {
  /** In `truth/`, plain or compressed. */
  file: string;
  /** One sentence: what is compared with what. */
  how: string;
  /** The issuer's number at the registry, by which rows are halved. */
  issuerOf(row: TruthRow, folder: string): string;
  compare(folder: string, rows: readonly TruthRow[], comparison: Comparison): Promise<void>;
}
