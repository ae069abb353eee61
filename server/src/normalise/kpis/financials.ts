import type { Instant, IsoDate } from '../../kernel/dates.ts';
import type { FactSet } from '../../model/facts.ts';
import type { Financials, KpiPeriod } from '../../model/financials.ts';

/** Everything the canonical financials of one issuer may rest on. */
export interface FinancialsInput {
  /** Fact sets of all sources; where two state the same accession, true dates win over rounded ones. */
  sets: readonly FactSet[];
  /** When each filing became known, by accession (filings.known_at); a filing absent here counts from 06:00 New York on its filed date. */
  knownAt: Readonly<Record<string, Instant>>;
  /** Standard industrial classification of the registry, four digits, null where unknown. */
  sic: string | null;
  /** Canonical key of the issuer (`cik:320193`), for the reviewed map of extension concepts. */
  canonicalKey: string;
  /** Only filings known by the end of this day (UTC) are seen; null = all. */
  asOf: IsoDate | null;
}

/** Changes whenever the same facts may give other values. */
export const RULES_VERSION = '1';

export function normaliseFinancials(_input: FinancialsInput): Financials {
  throw new Error('not built');
}

/** The filing's own period in its own vintage, as known when it was filed; null where it states no statements. */
export function normaliseFilingKpis(_input: FinancialsInput, _accession: string): KpiPeriod | null {
  throw new Error('not built');
}

/** Every concept that the rules may read: what a point-in-time answer has to load. */
export function readConcepts(): readonly string[] {
  throw new Error('not built');
}
