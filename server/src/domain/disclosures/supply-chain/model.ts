import type { IsoDate } from '../../../kernel/dates.ts';

export const CONCENTRATION_TYPES = ['customer', 'supplier', 'credit', 'geographic'] as const;
export type ConcentrationType = (typeof CONCENTRATION_TYPES)[number];

export const CONCENTRATIONS_OF = ['revenue', 'receivables', 'purchases'] as const;
export type ConcentrationOf = (typeof CONCENTRATIONS_OF)[number];

/** The words, or the tagged fact, that say so. */
export interface SupplyEvidence {
  sectionKey: string | null;
  /** The whole sentence. */
  quote: string | null;
  /** UTF-16 offsets in the section's text, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  /** The element of the fact, and its value in percent; null where no fact is behind it. */
  elementId: string | null;
  value: number | null;
}

/** What one filing says of one customer, supplier or group of them, for one period. */
export interface SupplyStatement {
  concentrationType: ConcentrationType;
  /** The company that is named: a statement of it is an observation of an edge. Null where none is. */
  nameAsFiled: string | null;
  /** What the filing calls it: `Customer A`, `three largest customers`. */
  label: string;
  /** How many the percentage is of together; null for one, and where the filing does not say. */
  groupSize: number | null;
  /** In percent; null where the relation is stated without. */
  concentrationPct: number | null;
  concentrationOf: ConcentrationOf | null;
  /** What the percentage is of, in the filing's words, where that is not the company's whole: `sales in the United States`. */
  concentrationBase: string | null;
  /** "more than 10 %": the percentage is a lower bound. */
  isAtLeast: boolean;
  /** "no customer above 10 %"; null where the statement is of somebody. */
  thresholdPct: number | null;
  /** In whole units of the currency. */
  amount: number | null;
  /** ISO 4217; null without an amount. */
  currency: string | null;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  /** 0 to 1, by what the statement rests on. */
  confidence: number;
  evidence: SupplyEvidence[];
}

/** What a filing says of those who supply its company and buy from it. */
export interface SupplyReading {
  /** Whether there was something to read: sections in which such statements stand, or tagged facts. */
  isRead: boolean;
  statements: SupplyStatement[];
}
