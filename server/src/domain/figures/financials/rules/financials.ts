import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FaceRow, FactSet } from '../../../filings/facts/model/facts.ts';
import type { AnnualAmounts, Financials, FinancialsAnomaly, KpiPeriod } from '../model/financials.ts';
import { EMPTY_DICTIONARY, type StoredPeriod } from '../model/financials-codec.ts';
import { CONCEPT_NAMES } from './checks/chart.ts';
import { RowDescriber } from './describe-row.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { Packer } from './pack.ts';
import { annualAmounts } from './periods/annual-amounts.ts';
import { nominalYearEnd } from './periods/calendar.ts';
import { filingPeriod } from './periods/filing-period.ts';
import { seeFilings } from './periods/visible-filings.ts';
import { type Prepared, prepareFacts } from './prepare.ts';
import { Publisher } from './publish.ts';
import { buildRows, type PeriodRow } from './rows.ts';

/** Everything the canonical financials of one issuer may rest on. */
export interface FinancialsInput {
  /** Fact sets of all sources; where two state the same accession, true dates win over rounded ones. */
  sets: readonly FactSet[];
  /** When each filing became known, by accession (filings.known_at); one absent here counts from what its fact set says (visible-filings.ts). */
  knownAt: Readonly<Record<string, Instant>>;
  /** Since when filings say nothing any more (withdrawn, closed), by accession; absent = none of them. */
  voidSince?: Readonly<Record<string, Instant>> | undefined;
  /** Standard industrial classification of the registry, four digits, null where unknown. */
  sic: string | null;
  /** Canonical key of the issuer (`cik:320193`), for the reviewed map of extension concepts. */
  canonicalKey: string;
  /** Only filings known by the end of this day (UTC) are seen; null = all. */
  asOf: IsoDate | null;
}

/** Changes whenever the same facts may give other values. */
export const RULES_VERSION = '8';

/** The canonical financials that the visible facts of one issuer give. Pure: the same input gives the same answer. */
export function normaliseFinancials(input: FinancialsInput): Financials {
  const worked = workOut(input);
  if (worked === null) return { ...NOTHING, periods: [], filings: {} };
  const publisher = new Publisher(worked.prepared);
  const periods = worked.rows.map(row => publisher.period(row));
  return { ...summaryOf(worked), periods, filings: describeFilings(worked.prepared, publisher.usedFilings) };
}

/** The same, packed as the store keeps them: an answer in words is not made where nobody reads it. */
export function packFinancials(input: FinancialsInput): PackedFinancials {
  const worked = workOut(input);
  if (worked === null) return { ...NOTHING, periods: [], years: [], dictionary: JSON.stringify(EMPTY_DICTIONARY) };
  const packer = new Packer(worked.prepared);
  const periods = worked.rows.map(row => packer.period(row));
  const years = annualAmounts(worked.prepared, worked.rows);
  return { ...summaryOf(worked), periods, years, dictionary: JSON.stringify(packer.dictionary()) };
}

/** What financials say beside their periods. */
type FinancialsSummary = Omit<Financials, 'periods' | 'filings'>;

export interface PackedFinancials extends FinancialsSummary {
  /** Newest first. */
  periods: StoredPeriod[];
  /** Newest first. */
  years: AnnualAmounts[];
  /** model/financials-codec.ts FinancialsDictionary as JSON. */
  dictionary: string;
}

interface WorkedOut {
  prepared: Prepared;
  evaluated: Evaluated;
  /** Newest end first; of one end the longer duration first, a trailing year after the fiscal one. */
  rows: PeriodRow[];
}

function workOut(input: FinancialsInput): WorkedOut | null {
  const prepared = prepareFacts(input);
  if (prepared === null) return null;
  const evaluated = evaluate(prepared, input);
  const rows = [...buildRows(evaluated)].sort(
    (a, b) => b.end - a.end || a.start - b.start || (a.fiscalPeriod < b.fiscalPeriod ? -1 : 1),
  );
  return { prepared, evaluated, rows };
}

function summaryOf({ prepared, evaluated, rows }: WorkedOut): FinancialsSummary {
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

const NOTHING: FinancialsSummary = {
  companyType: null,
  companyTypeEvidence: [],
  accountingStandard: null,
  currency: null,
  fiscalYearEnd: null,
  anomalies: [],
};

/** The filing's own period in its own vintage, as known when it was filed; null where it states no statements. */
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
 * Every concept that the rules may read: what an answer has to load. Where presentations are known (`faces`), their
 * lines are read too: a filer's own concept may be a total by its label. `filer:` stands for the prefix of any filer of
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
