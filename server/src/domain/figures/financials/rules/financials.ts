import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FaceRow, FactSet } from '../../../filings/facts/model/facts.ts';
import type { AnnualAmounts, Financials, FinancialsAnomaly, KpiPeriod } from '../model/financials.ts';
import { EMPTY_DICTIONARY, type StoredPeriod } from '../model/financials-codec.ts';
import { CONCEPT_NAMES } from './checks/chart.ts';
import { RowDescriber } from './describe-row.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { Packer } from './pack.ts';
import { annualAmounts } from './periods/annual-amounts.ts';
import { nominalYearEnd } from './periods/calendar.ts';
import { filingPeriod } from './periods/filing-period.ts';
import { seeFilings } from './periods/visible-filings.ts';
import { type Prepared, prepareFacts } from './prepare.ts';
import { Publisher } from './publish.ts';
import { buildRows, type PeriodRow } from './rows.ts';

/** All inputs of the canonical financials of one issuer. */
export interface FinancialsInput {
  /** Fact sets of all sources; if two state the same accession, exact dates win over rounded ones. */
  sets: readonly FactSet[];
  /**
   * When each filing became known, by accession (filings.known_at); a missing one is dated by its fact set
   * (visible-filings.ts).
   */
  knownAt: Readonly<Record<string, Instant>>;
  /** Since when filings are void (withdrawn, closed), by accession; a missing one is valid. */
  voidSince?: Readonly<Record<string, Instant>> | undefined;
  /** Standard industrial classification of the registry, four digits; null if unknown. */
  sic: string | null;
  /** Canonical key of the issuer (`cik:320193`), for the reviewed map of extension concepts. */
  canonicalKey: string;
  /** Only filings known by the end of this day (UTC) are visible; null = all. */
  asOf: IsoDate | null;
}

/** Raised whenever the same facts may give other values. */
export const RULES_VERSION = '8';

/** Computes the canonical financials of one issuer from its visible facts. Pure: the same input gives the same result. */
export function normaliseFinancials(input: FinancialsInput): Financials {
  const worked = compute(input);
  if (worked === null) return { ...NO_FINANCIALS, periods: [], filings: {} };
  const publisher = new Publisher(worked.prepared);
  const periods = worked.rows.map(row => publisher.period(row));
  return { ...summaryOf(worked), periods, filings: describeFilings(worked.prepared, publisher.usedFilings) };
}

/** Computes the financials in the packed form of the store, without rendering a full response. */
export function packFinancials(input: FinancialsInput): PackedFinancials {
  const worked = compute(input);
  if (worked === null)
    return { ...NO_FINANCIALS, periods: [], years: [], dictionary: JSON.stringify(EMPTY_DICTIONARY) };
  const packer = new Packer(worked.prepared);
  const periods = worked.rows.map(row => packer.period(row));
  const years = annualAmounts(worked.prepared, worked.rows);
  return { ...summaryOf(worked), periods, years, dictionary: JSON.stringify(packer.dictionary()) };
}

/** Financials without their periods. */
type FinancialsSummary = Omit<Financials, 'periods' | 'filings'>;

export interface PackedFinancials extends FinancialsSummary {
  /** Newest first. */
  periods: StoredPeriod[];
  /** Newest first. */
  years: AnnualAmounts[];
  /** FinancialsDictionary (model/financials-codec.ts) as JSON. */
  dictionary: string;
}

interface Computed {
  prepared: Prepared;
  evaluated: Evaluation;
  /** Newest end first; for the same end the longer duration first, and a trailing year after the fiscal one. */
  rows: PeriodRow[];
}

function compute(input: FinancialsInput): Computed | null {
  const prepared = prepareFacts(input);
  if (prepared === null) return null;
  const evaluated = evaluate(prepared, input);
  const rows = [...buildRows(evaluated)].sort(
    (a, b) => b.end - a.end || a.start - b.start || (a.fiscalPeriod < b.fiscalPeriod ? -1 : 1),
  );
  return { prepared, evaluated, rows };
}

function summaryOf({ prepared, evaluated, rows }: Computed): FinancialsSummary {
  const newest = rows[0];
  const finding = evaluated.types.at(-1);
  return {
    companyType: newest?.chart.companyType ?? finding?.companyType ?? null,
    companyTypeEvidence: [...(finding?.evidence ?? [])],
    accountingStandard: newest === undefined ? null : new RowDescriber(prepared).standard(newest),
    currency: newest === undefined ? null : (prepared.currencies[newest.filing] ?? 'USD'),
    fiscalYearEnd: nominalYearEnd(prepared.years),
    anomalies: gatherAnomalies(prepared, evaluated),
  };
}

const NO_FINANCIALS: FinancialsSummary = {
  companyType: null,
  companyTypeEvidence: [],
  accountingStandard: null,
  currency: null,
  fiscalYearEnd: null,
  anomalies: [],
};

/** The filing's own period in its own vintage, as known when it was filed; null if it contains no statements. */
export function normaliseFilingKpis(input: FinancialsInput, accession: string): KpiPeriod | null {
  const seen = seeFilings(input.sets, input.knownAt, input.asOf, input.voidSince);
  const rank = seen.findIndex(filing => filing.accession === accession);
  if (rank === -1) return null;
  const prepared = prepareFacts(input, seen.slice(0, rank + 1));
  if (prepared === null) return null;
  const row = filingPeriod(prepared, input, rank);
  return row && new Publisher(prepared).period(row);
}

/**
 * Every concept that the rules may read, and so must be loaded. If presentations are known (`faces`), their lines are
 * read too, because a label may make a filer's own concept a total. `filer:` stands for the prefix of any filer of
 * EDINET.
 */
export function readConcepts(faces: Iterable<readonly FaceRow[]> = []): readonly string[] {
  const concepts = new Set(CONCEPT_NAMES);
  for (const rows of faces) for (const row of rows) concepts.add(row.concept);
  return concepts.size === CONCEPT_NAMES.length ? CONCEPT_NAMES : [...concepts];
}

function describeFilings(prepared: Prepared, used: ReadonlySet<number>): Financials['filings'] {
  const described: Financials['filings'] = {};
  for (const [rank, filing] of prepared.filings.entries()) {
    if (used.has(rank))
      described[filing.accession] = { form: filing.form, filed: filing.filed, filedAt: filing.knownAt };
  }
  return described;
}

function gatherAnomalies(prepared: Prepared, evaluated: Evaluation): FinancialsAnomaly[] {
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
