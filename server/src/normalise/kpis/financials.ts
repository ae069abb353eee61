import type { Instant, IsoDate } from '../../kernel/dates.ts';
import type { FaceRow, FactSet } from '../../model/facts.ts';
import type { Financials, FinancialsAnomaly, KpiPeriod } from '../../model/financials.ts';
import { nominalYearEnd } from './calendar.ts';
import { CONCEPT_NAMES } from './chart.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { filingPeriod } from './filing-period.ts';
import { type Prepared, prepareFacts } from './prepare.ts';
import { Publisher } from './publish.ts';
import { buildRows } from './rows.ts';
import { seeFilings } from './visible-filings.ts';

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
export const RULES_VERSION = '4';

/** The canonical financials that the visible facts of one issuer give. Pure: the same input gives the same answer. */
export function normaliseFinancials(input: FinancialsInput): Financials {
  const prepared = prepareFacts(input);
  if (prepared === null) return nothing();
  const evaluated = evaluate(prepared, input);
  const publisher = new Publisher(prepared);
  const periods = buildRows(evaluated).map(row => publisher.period(row));
  periods.sort(comparePeriods);
  const newest = periods[0];
  const finding = evaluated.types.at(-1);
  return {
    companyType: newest?.companyType ?? finding?.companyType ?? null,
    companyTypeEvidence: [...(finding?.evidence ?? [])],
    accountingStandard: newest?.accountingStandard ?? null,
    currency: newest?.currency ?? null,
    fiscalYearEnd: nominalYearEnd(prepared.years),
    periods,
    filings: describeFilings(prepared, publisher.usedFilings),
    anomalies: gatherAnomalies(prepared, evaluated),
  };
}

/** The filing's own period in its own vintage, as known when it was filed; null where it states no statements. */
export function normaliseFilingKpis(input: FinancialsInput, accession: string): KpiPeriod | null {
  const seen = seeFilings(input.sets, input.knownAt, input.asOf);
  const rank = seen.findIndex(filing => filing.accession === accession);
  if (rank === -1) return null;
  const prepared = prepareFacts(input, seen.slice(0, rank + 1));
  if (prepared === null) return null;
  const row = filingPeriod(prepared, input, rank);
  return row && new Publisher(prepared).period(row);
}

/**
 * Every concept that the rules may read: what an answer has to load. Where presentations are known (`faces`), their
 * lines are read too: a filer's own concept may be a total by its label.
 */
export function readConcepts(faces: Iterable<readonly FaceRow[]> = []): readonly string[] {
  const concepts = new Set(CONCEPT_NAMES);
  for (const rows of faces) for (const row of rows) concepts.add(row.concept);
  return concepts.size === CONCEPT_NAMES.length ? CONCEPT_NAMES : [...concepts];
}

function nothing(): Financials {
  return {
    companyType: null,
    companyTypeEvidence: [],
    accountingStandard: null,
    currency: null,
    fiscalYearEnd: null,
    periods: [],
    filings: {},
    anomalies: [],
  };
}

/** Newest end first; of one end the longer duration first, a trailing year after the fiscal one. */
function comparePeriods(a: KpiPeriod, b: KpiPeriod): number {
  if (a.periodEnd !== b.periodEnd) return a.periodEnd < b.periodEnd ? 1 : -1;
  if (a.periodStart !== b.periodStart) return a.periodStart < b.periodStart ? -1 : 1;
  return a.fiscalPeriod < b.fiscalPeriod ? -1 : 1;
}

function describeFilings(prepared: Prepared, used: ReadonlySet<number>): Financials['filings'] {
  const described: Financials['filings'] = {};
  for (const [rank, filing] of prepared.filings.entries()) {
    if (used.has(rank))
      described[filing.accession] = { form: filing.form, filed: filing.filed, filedAt: filing.knownAt };
  }
  return described;
}

function gatherAnomalies(prepared: Prepared, evaluated: Evaluated): FinancialsAnomaly[] {
  const { observations, filings, guard, duplicates } = prepared;
  const at = (entry: number) => ({
    accession: filings[observations.filing[entry] ?? -1]?.accession ?? null,
    detail: `${observations.conceptNames[observations.concept[entry] ?? -1]} = ${observations.value[entry]}`,
  });
  const contradictions = duplicates.filter(({ kept }) => prepared.contradicted.has(kept));
  return [
    ...guard.refusals.map(({ kind, observation }) => ({ kind, ...at(observation) })),
    ...contradictions.map(({ dropped }) => ({ kind: 'inconsistent_duplicate', ...at(dropped) })),
    ...evaluated.notes.map(({ kind, filing, detail }) => ({
      kind,
      accession: filings[filing]?.accession ?? null,
      detail,
    })),
  ];
}
