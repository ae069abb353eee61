import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { FaceRow, FactSet } from '../../../filings/facts/model/facts.ts';
import type {
  AnnualAmounts,
  Financials,
  FinancialsAnomaly,
  KpiPeriod,
  KpiValue,
  TrailingAmounts,
} from '../model/financials.ts';
import { EMPTY_DICTIONARY, type StoredPeriod } from '../model/financials-codec.ts';
import { CODE_NAMES, CONCEPT_NAMES, codeNumber } from './checks/chart.ts';
import { type MissingCodes, RowDescriber } from './describe-row.ts';
import { type Evaluation, evaluate, type IssuerFacts } from './evaluate.ts';
import { LINE_ITEMS } from './line-items.ts';
import { Packer } from './pack.ts';
import { annualAmounts, trailingAmounts } from './periods/annual-amounts.ts';
import { nominalYearEnd } from './periods/calendar.ts';
import { seeFilings } from './periods/visible-filings.ts';
import { type Prepared, prepareFacts } from './prepare.ts';
import { annualRows, buildRows, durationRow, finishFilingRow, newestTrailingRow, type PeriodRow } from './rows.ts';
import { Cell, type Cells } from './values/cell.ts';
import { NO_START } from './values/observations.ts';
import { FY, H1, M9, Q2, Q3, Q4 } from './values/slots.ts';
import { traceInputs } from './values/trace-inputs.ts';

/** Converts computed periods to the model. */
class Publisher {
  readonly #prepared: Prepared;
  readonly #describer: RowDescriber;
  readonly #traces: boolean;
  readonly #used = new Set<number>();
  readonly #usedAccessions = new Set<string>();
  readonly #missingOf = new Map<MissingCodes, Record<string, MissingReason>>();
  readonly #valuesOf = new Map<Cells, Record<string, KpiValue>>();

  constructor(prepared: Prepared, { traces }: { traces: boolean } = { traces: false }) {
    this.#prepared = prepared;
    this.#describer = new RowDescriber(prepared);
    this.#traces = traces;
  }

  period(row: PeriodRow): KpiPeriod {
    const { filings } = this.#prepared;
    this.#used.add(row.filing);
    return {
      fiscalYear: row.fiscalYear,
      fiscalPeriod: row.fiscalPeriod,
      periodStart: this.#describer.date(row.start),
      periodEnd: this.#describer.date(row.end),
      accession: filings[row.filing]?.accession ?? '',
      companyType: row.chart.companyType,
      currency: this.#prepared.currencies[row.filing] ?? 'USD',
      accountingStandard: this.#describer.standard(row),
      status: row.status,
      breaches: [...row.breaches],
      values: this.#cells(row.cells),
      missing: this.#missing(row),
    };
  }

  /** Positions of the filings that a published value or period refers to. */
  get usedFilings(): ReadonlySet<number> {
    const { filings } = this.#prepared;
    if (this.#usedAccessions.size === 0) return this.#used;
    return new Set([
      ...this.#used,
      ...filings.keys().filter(at => this.#usedAccessions.has(filings[at]?.accession ?? '')),
    ]);
  }

  #missing(row: PeriodRow): Record<string, MissingReason> {
    const codes = this.#describer.missing(row);
    const known = this.#missingOf.get(codes);
    if (known) return known;
    const missing = noMembers<MissingReason>();
    for (const [number, reason] of codes) missing[CODE_NAMES[number] ?? ''] = reason;
    this.#missingOf.set(codes, missing);
    return missing;
  }

  #cells(cells: Cells): Record<string, KpiValue> {
    const known = this.#valuesOf.get(cells);
    if (known) return known;
    const values = noMembers<KpiValue>();
    for (let code = 0; code < cells.length; code++) {
      const cell = cells[code];
      if (cell) values[CODE_NAMES[code] ?? ''] = cell.published ?? this.#value(cell);
    }
    this.#valuesOf.set(cells, values);
    return values;
  }

  #value(cell: Cell): KpiValue {
    const { filings, observations } = this.#prepared;
    this.#used.add(cell.filing);
    const { start, end } = cell.dates;
    const value: KpiValue = {
      value: cell.value,
      unit: observations.units[cell.unit] ?? 'pure',
      method: cell.method,
      concept: cell.concept === -1 ? null : (observations.conceptNames[cell.concept] ?? null),
      accession: filings[cell.filing]?.accession ?? '',
      periodStart: start === NO_START ? null : this.#describer.date(start),
      periodEnd: this.#describer.date(end),
      decimals: cell.decimals,
      status: cell.status,
      flags: cell.flags as string[],
    };
    if (cell.exact !== null) value.exact = cell.exact;
    if (cell.formula !== null) value.formula = cell.formula;
    if (cell.basis !== null) value.basis = cell.basis;
    if (cell.first !== null) {
      this.#used.add(cell.first.filing);
      const accession = filings[cell.first.filing]?.accession ?? '';
      value.firstReported = { value: cell.first.value, accession, restatement: cell.first.restatement };
    }
    cell.published = value;
    if (this.#traces) this.#trace(cell, value);
    return value;
  }

  #trace(cell: Cell, value: KpiValue): void {
    const inputs = traceInputs(cell, this.#prepared, input => input.published ?? this.#value(input));
    if (inputs === undefined) return;
    value.inputs = inputs;
    for (const { value: input } of inputs) this.#usedAccessions.add(input.accession);
  }
}

/**
 * A record without members and prototype, which V8 stores as a hash table. Each period has another choice of codes; as
 * members of plain objects every choice would need hidden classes of its own.
 */
function noMembers<Value>(): Record<string, Value> {
  return Object.create(null);
}

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
export const RULES_VERSION = '18';

/** Computes the canonical financials of one issuer from its visible facts. Pure: the same input gives the same result. */
export function normaliseFinancials(input: FinancialsInput): Financials {
  return publish(input, { traces: false });
}

/** The same with the inputs of every derived and summed value. */
export function traceFinancials(input: FinancialsInput): Financials {
  return publish(input, { traces: true });
}

function publish(input: FinancialsInput, options: { traces: boolean }): Financials {
  const worked = compute(input);
  if (worked === null) return { ...NO_FINANCIALS, periods: [], filings: {} };
  const publisher = new Publisher(worked.prepared, options);
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

/** The amounts of all fiscal years, newest first, as {@link packFinancials} returns them, and of the newest trailing year. */
export interface KnownFigures {
  years: AnnualAmounts[];
  trailing: TrailingAmounts | null;
}

/** Computes figures of whole years without the cost of other periods. */
export function knownFigures(input: FinancialsInput): KnownFigures {
  const prepared = prepareFacts(input);
  if (prepared === null) return { years: [], trailing: null };
  const evaluated = evaluate(prepared, input);
  const trailing = newestTrailingRow(evaluated);
  const rows = annualRows(evaluated).sort((a, b) => b.end - a.end || a.start - b.start);
  return {
    years: annualAmounts(prepared, rows),
    trailing: trailing === null ? null : trailingAmounts(evaluated, trailing),
  };
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

/** Quarters by the year-to-date duration that ends with them. */
const QUARTER_AT_END: ReadonlyMap<number, number> = new Map([
  [H1, Q2],
  [M9, Q3],
  [FY, Q4],
]);

/** Line items of the cash-flow statement, and ratios of them: interim reports state them for the year to date. */
const OF_CASH_FLOW: ReadonlySet<number> = cashFlowCodes();

/** Missing amounts of a quarter for which the year to date is shown. */
const AMOUNTS: ReadonlySet<number> = new Set(
  LINE_ITEMS.filter(item => item.periodType === 'duration' && item.unitKind === 'currency').map(({ code }) =>
    codeNumber(code),
  ),
);

/**
 * The period that a filing reports, from its own statements alone: its year, or its quarter if it states figures of the
 * quarter, or the year to date. Cash flows of a quarter, and amounts that the filing states for the year to date only,
 * are those of the year to date and flagged. Other filings only add the opening balance that averages need.
 */
function filingPeriod(prepared: Prepared, issuer: IssuerFacts, filing: number): PeriodRow | null {
  const own = prepared.own.find(period => period.filing === filing);
  if (!own) return null;
  const { slots } = prepared;
  const place = slots.place(own.start, own.end);
  if (place === -1) return null;
  const year = prepared.years.findIndex(
    (_, at) => place >= slots.durationSlot(at, FY) && place < slots.durationSlot(at + 1, FY),
  );
  const position = place - slots.durationSlot(year, FY);
  const evaluated = evaluate(prepared, issuer, { filing, year });
  const quarter = QUARTER_AT_END.get(position);
  const row =
    own.role === 'interim' && quarter !== undefined && states(prepared, filing, slots.durationSlot(year, quarter))
      ? durationRow(evaluated, year, quarter)
      : null;
  const toDate = durationRow(evaluated, year, position);
  if (!row || !toDate || !states(prepared, filing, place)) {
    const only = row ?? toDate;
    return only && { ...only, filing };
  }
  const cells = row.cells.slice();
  for (const { number } of row.chart.applicable) {
    const isOfCashFlow = OF_CASH_FLOW.has(number);
    if (!isOfCashFlow && (cells[number] || !AMOUNTS.has(number))) continue;
    const cell = toDate.cells[number];
    if (cell) cells[number] = markToDate(cell);
    else if (cells[number]?.isByFormula) cells[number] = undefined;
  }
  return finishFilingRow(row, toDate, cells, filing);
}

/** Whether a filing states a figure of a slot. */
function states({ placed }: Prepared, filing: number, slot: number): boolean {
  for (let run = placed.firstRun(slot); run < placed.firstRun(slot + 1); run++) {
    if (placed.entryBy(run, filing) !== -1) return true;
  }
  return false;
}

function markToDate(cell: Cell): Cell {
  const marked = new Cell(cell.value, cell.method, cell.concept, cell.filing, cell.unit, cell.start, cell.end);
  marked.exact = cell.exact;
  marked.stated = cell.stated;
  marked.formula = cell.formula;
  marked.operands = cell.operands;
  marked.basis = cell.basis;
  marked.decimals = cell.decimals;
  marked.half = cell.half;
  marked.flags = cell.flags;
  marked.isByFormula = cell.isByFormula;
  marked.flag('year_to_date');
  return marked;
}

function cashFlowCodes(): Set<number> {
  const ofStatement = new Set(
    LINE_ITEMS.filter(item => item.statementType === 'cashflow' && item.periodType === 'duration').map(
      ({ code }) => code,
    ),
  );
  const ratios = LINE_ITEMS.filter(
    item =>
      item.statementType === 'ratio' &&
      item.formulas.some(formula => formula.split(/[^a-z_]+/).some(word => ofStatement.has(word))),
  );
  return new Set([...ofStatement, ...ratios.map(({ code }) => code)].map(codeNumber));
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
    ...prepared.misplaced.map(entry => ({ kind: 'misplaced_total', ...at(entry) })),
    ...prepared.foreign.map(({ filing, compared, agreeing }) => ({
      kind: 'statements_of_another_company',
      accession: filings[filing]?.accession ?? null,
      detail: `${agreeing} of ${compared} figures agree with earlier reports`,
    })),
    ...evaluated.notes.map(({ kind, filing, detail }) => ({
      kind,
      accession: filings[filing]?.accession ?? null,
      detail,
    })),
  ];
}
