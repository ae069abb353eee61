import type { Anomaly } from '../model/anomaly.ts';
import type { FactSet } from '../model/facts.ts';
import type { Filing, Issuer } from '../model/issuer.ts';

/** What a connector says of itself: shown by the markets catalog and the documentation. */
export interface SourceDescription {
  /** The registry id of every filing of it: `sec-edgar`. */
  registry: string;
  publisher: string;
  url: string;
  licence: string;
  marketIds: readonly string[];
  /** Ceiling over all processes of an operator. */
  requestsPerSecond: number;
}

/** What a parser made of some bytes, beside the anomalies that it met. Records are never dropped silently. */
export interface Parsed<T> {
  records: T;
  anomalies: Anomaly[];
}

/** What is known of one issuer after its documents were parsed and mapped. */
export interface IssuerRecords {
  issuer: Issuer | null;
  filings: Filing[];
  facts: FactSet[];
}
