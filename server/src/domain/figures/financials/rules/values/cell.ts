import type { Day } from '../../../../../kernel/dates.ts';
import type { KpiValue, Method, ValidationStatus } from '../../model/financials.ts';

const NO_FLAGS: readonly string[] = Object.freeze([]);

/** What an earlier filing said, as positions. */
export interface FirstReported {
  readonly value: number;
  readonly filing: number;
  readonly restatement: 'amendment' | 'recast' | 'correction';
}

/** One canonical value while it is worked out; positions point into the observations and filings seen. */
export class Cell {
  value: number;
  exact: string | null = null;
  method: Method;
  /** Number of the stating concept, -1 for formulas over codes. */
  concept: number;
  formula: string | null = null;
  filing: number;
  unit: number;
  start: Day;
  end: Day;
  decimals: number | 'INF' | null = null;
  /** Half of what the value is rounded to; of a sum that of all its parts. */
  half = 0;
  flags: readonly string[] = NO_FLAGS;
  basis: string | null = null;
  first: FirstReported | null = null;
  status: ValidationStatus = 'published';
  /** Worked out from other codes of the same period. */
  isByFormula = false;
  /** The value as it was published; periods share cells. */
  published: KpiValue | null = null;
  /** The value as it is packed for the store. */
  packed: string | null = null;

  constructor(value: number, method: Method, concept: number, filing: number, unit: number, start: Day, end: Day) {
    this.value = value;
    this.method = method;
    this.concept = concept;
    this.filing = filing;
    this.unit = unit;
    this.start = start;
    this.end = end;
  }

  flag(word: string): void {
    if (!this.flags.includes(word)) this.flags = [...this.flags, word];
  }

  has(word: string): boolean {
    return this.flags.includes(word);
  }
}

/** Cells of one set of codes, by code number; every code has its place. */
export type Cells = (Cell | undefined)[];

/** No cell for any of so many codes. */
export function noCells(codesCount: number): Cells {
  return new Array<Cell | undefined>(codesCount).fill(undefined);
}
