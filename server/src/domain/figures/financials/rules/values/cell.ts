import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS, type Day } from '../../../../../kernel/dates.ts';
import type { KpiValue, Method, ValidationStatus } from '../../model/financials.ts';
import type { DimensionalFact } from './observations.ts';

const NO_FLAGS: readonly string[] = Object.freeze([]);

/** The value of an earlier filing, as positions. */
export interface FirstReported {
  readonly value: number;
  readonly filing: number;
  readonly restatement: 'amendment' | 'recast' | 'correction';
  /** The day on which a later filing replaced it. */
  readonly until: Day;
}

/** The dates that a filing states for a fact; the start is NO_START for an instant. */
export interface StatedDates {
  readonly start: Day;
  readonly end: Day;
}

/** The operands of a difference of periods: runs (placed.ts) of the concept of the cell, and their weights. */
export interface PeriodSource {
  readonly runs: readonly number[];
  readonly weights: readonly number[];
}

/** An observation, or the weighted sum of several, that a value was computed from. */
export interface StatedOperand {
  readonly entry: number;
  readonly parts?: readonly StatedOperand[];
  /** Of the parts; absent: 1 each. */
  readonly weights?: readonly number[];
}

/** What a value was computed from: a weighted sum (terms that count as zero are null), or a quotient. */
export type Operands =
  | {
      readonly kind: 'sum';
      readonly terms: readonly (Cell | StatedOperand | DimensionalFact | null)[];
      readonly weights: readonly number[];
    }
  | {
      readonly kind: 'quotient';
      readonly numerator: Cell;
      readonly denominator: Cell;
      /** The balance that the denominator is averaged with; null if it is not averaged. */
      readonly opening: Cell | null;
    };

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
  /** The dates of the stated fact, if they miss those of the period by some days. */
  stated: StatedDates | null = null;
  first: FirstReported | null = null;
  /** The day on which the line had a value for the first time. */
  since: Day = BEFORE_ALL_DAYS;
  status: ValidationStatus = 'published';
  /** Its accounting basis, if its operands were restated. */
  vintage: 'older' | 'newest' | null = null;
  /** The first day on which a filing stated the value, if it replaced another; {@link BEFORE_ALL_DAYS} if it replaced none. */
  changedOn: Day = BEFORE_ALL_DAYS;
  /** The last day on which a filing stated the value; of a computed value the earliest of its operands. */
  lastDay: Day = AFTER_ALL_DAYS;
  /** What a difference of periods was derived from. */
  source: PeriodSource | null = null;
  /** What it was computed from; null if a filing states it. */
  operands: Operands | null = null;
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

  /** The dates of the fact that states the value, else those of its period. */
  get dates(): StatedDates {
    return this.method === 'reported' && this.stated !== null ? this.stated : this;
  }
}

/** Cells of one set of codes, indexed by code number. */
export type Cells = (Cell | undefined)[];

/** An empty set of cells. */
export function noCells(codesCount: number): Cells {
  return new Array<Cell | undefined>(codesCount).fill(undefined);
}
