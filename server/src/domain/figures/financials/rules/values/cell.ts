import type { Day } from '../../../../../kernel/dates.ts';
import type { KpiValue, Method, ValidationStatus } from '../../model/financials.ts';

const NO_FLAGS: readonly string[] = Object.freeze([]);

/** The value of an earlier filing, as positions. */
export interface FirstReported {
  readonly value: number;
  readonly filing: number;
  readonly restatement: 'amendment' | 'recast' | 'correction';
  /** The day on which a later filing replaced it. */
  readonly until: Day;
}

/** The operands of a difference of periods: runs (placed.ts) of the concept of the cell, and their weights. */
export interface PeriodSource {
  readonly runs: readonly number[];
  readonly weights: readonly number[];
}

/** One canonical value during computation; positions refer to the visible observations and filings. */
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
  /** Half of the unit to which the value is rounded; for a sum, the total over its parts. */
  half = 0;
  flags: readonly string[] = NO_FLAGS;
  basis: string | null = null;
  first: FirstReported | null = null;
  /** The day on which the line had a value for the first time. */
  since: Day = Number.NEGATIVE_INFINITY;
  status: ValidationStatus = 'published';
  /** Its accounting basis, if its operands were restated. */
  vintage: 'older' | 'newest' | null = null;
  /** The first day on which a filing stated the value, if it replaced another; negative infinity if it replaced none. */
  changedOn: Day = Number.NEGATIVE_INFINITY;
  /** The last day on which a filing stated the value; of a computed value the earliest of its operands. */
  lastDay: Day = Number.POSITIVE_INFINITY;
  /** What a difference of periods was derived from. */
  source: PeriodSource | null = null;
  /** Whether it was computed from other codes of the same period. */
  isByFormula = false;
  /** The published value; periods share cells. */
  published: KpiValue | null = null;
  /** The packed value; periods share cells. */
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

/** Cells of one set of codes, indexed by code number. */
export type Cells = (Cell | undefined)[];

/** An empty set of cells. */
export function noCells(codesCount: number): Cells {
  return new Array<Cell | undefined>(codesCount).fill(undefined);
}
