import type { IsoDate } from '../../../kernel/dates.ts';
import type { TextEvidence } from '../prose/model.ts';

export const CONCENTRATION_TYPES = ['customer', 'supplier', 'credit', 'geographic'] as const;
export type ConcentrationType = (typeof CONCENTRATION_TYPES)[number];

export const CONCENTRATIONS_OF = ['revenue', 'receivables', 'purchases'] as const;
export type ConcentrationOf = (typeof CONCENTRATIONS_OF)[number];

/** One statement of a filing about a customer, a supplier or a group of them, for one period. */
export interface SupplyStatement {
  concentrationType: ConcentrationType;
  /** The named company; null if none is named. A statement with a name is an observation of an edge. */
  nameAsFiled: string | null;
  /** The counterparty in the filing's words: `Customer A`, `three largest customers`. */
  label: string;
  /** Number of counterparties that the percentage covers together; null for one, or if not stated. */
  groupSize: number | null;
  /** In percent; null if the filing states the relation without a percentage. */
  concentrationPct: number | null;
  concentrationOf: ConcentrationOf | null;
  /** The base of the percentage in the filing's words, such as `sales in the United States`; null for the company's total. */
  concentrationBase: string | null;
  /** "more than 10 %": the percentage is a lower bound. */
  isAtLeast: boolean;
  /** Set for "no customer above 10 %"; null if the statement concerns a counterparty. */
  thresholdPct: number | null;
  /** In whole units of the currency. */
  amount: number | null;
  /** ISO 4217; null without an amount. */
  currency: string | null;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  /** 0 to 1, by the kind of evidence. */
  confidence: number;
  evidence: TextEvidence[];
}

/** The statements of a filing about customers and suppliers. */
export interface SupplyReading {
  /** True if the filing has sections or tagged facts that can hold such statements. */
  isRead: boolean;
  statements: SupplyStatement[];
}
