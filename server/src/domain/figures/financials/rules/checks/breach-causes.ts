import type { Cell, Cells } from '../values/cell.ts';
import { codeNumber } from './chart.ts';

/** The inputs of the search for a breach's cause. */
export interface BreachCase {
  readonly identity: string;
  readonly difference: number;
  readonly tolerance: number;
  /** Cells of the identity with their weights; the first is its left side. */
  readonly terms: readonly (readonly [weight: number, cell: Cell])[];
  readonly cells: Cells;
  readonly evidence: BreachEvidence;
}

/** What filings state apart from the chosen values. */
export interface BreachEvidence {
  /** The value that a filing states for the concept and period of a cell; null if none. */
  statedBy(cell: Cell, filing: number): number | null;
  /** Filings that state anything about the period, newest first. */
  readonly filings: readonly number[];
  /** Another line on the statement of a cell with an amount, of either sign, near the given one. */
  faceLine(cell: Cell, amount: number, tolerance: number): string | null;
  /**
   * Lines on the statement of a cell that precede it and follow all the others, if the filer orders the statement so;
   * subtotals that only repeat `repeated` are omitted. Null if the presentation is unknown.
   */
  linesBefore(cell: Cell, others: readonly Cell[], repeated: number): { concept: string; value: number }[] | null;
}

interface CauseRule {
  readonly cause: string;
  readonly identities: readonly string[];
  readonly codes: readonly string[];
}

/** Amounts outside a scope that explain a difference, in search order. */
const AMOUNTS: readonly CauseRule[] = [
  {
    cause: 'minority_scope',
    identities: ['B2', 'B3', 'I4', 'I5', 'I6', 'I8'],
    codes: ['net_income_minority', 'minority_interest'],
  },
  {
    cause: 'discontinued_scope',
    identities: ['I4', 'I5', 'C1'],
    codes: ['income_discontinued_operations', 'discontinued_cash_flow'],
  },
  { cause: 'equity_method', identities: ['I2b', 'I4', 'I9d', 'I10'], codes: ['equity_method_income'] },
  { cause: 'interest', identities: ['I10', 'I2b'], codes: ['interest_expense', 'interest_income'] },
  { cause: 'temporary_equity', identities: ['B2'], codes: ['temporary_equity'] },
  { cause: 'preferred', identities: ['B2', 'B3', 'I6', 'I7'], codes: ['preferred_dividends', 'preferred_stock'] },
  { cause: 'cash_basis', identities: ['C1'], codes: ['restricted_cash'] },
  { cause: 'fx_variant', identities: ['C1'], codes: ['fx_effect_on_cash'] },
  { cause: 'other_revenue', identities: ['I1', 'I2b'], codes: ['other_revenue', 'other_nonoperating_income'] },
];

/** The first known cause that explains a breach; null if none does. */
export function findCause(breach: BreachCase): string | null {
  const { cells, terms, tolerance } = breach;
  const matches = (amount: number) => Math.abs(Math.abs(breach.difference) - Math.abs(amount)) <= tolerance;
  for (const { cause, identities, codes } of AMOUNTS) {
    if (!identities.includes(breach.identity)) continue;
    for (const code of codes) {
      const cell = cells[codeNumber(code)];
      if (cell && cell.value !== 0 && matches(cell.value)) return cause;
    }
  }
  if (terms.some(([, cell]) => cell.value !== 0 && matches(2 * cell.value))) return 'sign_flip';
  // A term that is a thousand or a million times too small or too large; a missing term is not a matter of scale.
  const isMisscaled = (value: number) =>
    !matches(value) && [999, 999_999, 0.999, 0.999999].some(factor => matches(value * factor));
  if (terms.some(([, cell]) => isMisscaled(cell.value))) return 'scale';
  if (isVintage(breach)) return 'vintage';
  const [left] = terms;
  const line = left ? breach.evidence.faceLine(left[1], breach.difference, tolerance) : null;
  return line === null ? otherLines(breach) : `other_line ${line}`;
}

/** All lines between the terms and their total, each with either sign. */
function otherLines({ terms, difference, tolerance, evidence }: BreachCase): string | null {
  const [left, ...rest] = terms;
  if (left === undefined) return null;
  const others = rest.map(([, cell]) => cell);
  const total = left[0] * left[1].value;
  const lines = evidence.linesBefore(left[1], others, Math.abs(total - difference));
  if (lines === null || lines.length < 2 || lines.length > MAX_OTHER_LINES) return null;
  for (let signs = 0; signs < 2 ** lines.length; signs++) {
    const sum = lines.reduce((of, { value }, at) => of + ((signs >> at) & 1 ? -value : value), 0);
    if (Math.abs(sum - difference) <= tolerance) return `other_lines ${lines.map(line => line.concept).join(' ')}`;
  }
  return null;
}

/** With more lines some choice of signs would fit by chance. */
const MAX_OTHER_LINES = 8;

/** Whether the identity holds in one filing that states all its terms, or terms were derived from filings on two bases. */
function isVintage(breach: BreachCase): boolean {
  if (breach.terms.some(([, cell]) => cell.vintage === 'older')) return true;
  const isSpread = breach.terms.some(([, cell]) => cell.filing !== breach.terms[0]?.[1].filing);
  if (!isSpread) return false;
  if (breach.terms.some(([, cell]) => cell.method === 'derived')) return true;
  for (const filing of breach.evidence.filings) {
    let sum = 0;
    let isWhole = true;
    for (const [weight, cell] of breach.terms) {
      const value = breach.evidence.statedBy(cell, filing);
      if (value === null) {
        isWhole = false;
        break;
      }
      sum += weight * (cell.has('negated') ? -value : value);
    }
    if (isWhole && Math.abs(sum) <= breach.tolerance) return true;
  }
  return false;
}
