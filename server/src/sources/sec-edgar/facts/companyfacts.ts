import type { FactFiling, FactSeries, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import { FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import type { FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject } from '../../../formats/json-object.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { Day } from '../../../kernel/dates.ts';
import { readExactNumber } from '../../../kernel/exact-number.ts';
import type { Parsed } from '../../kit/source.ts';
import { toFactSeries } from '../../kit/xbrl/to-fact-series.ts';
import { cik10 } from '../identifiers.ts';
import { dayOf, FactColumns } from './fact-columns.ts';
import { salvageCompanyFacts } from './salvage-companyfacts.ts';
import { scanCompanyFacts } from './scan-companyfacts.ts';

export interface CompanyFacts {
  /** Ten digits; `''` with an anomaly if the file does not state it. */
  cik: string;
  entityName: string;
  set: FactSet;
  /** Why this is less than the registry published (`truncated_json`, `corrupt_json` …); null if it is complete. */
  damage: string | null;
}

/** One observation as the registry writes it: `{ start?, end, val, accn, fy, fp, form, filed, frame? }`. */
interface RawFact {
  start?: unknown;
  end?: unknown;
  val?: unknown;
  accn?: unknown;
  fy?: unknown;
  fp?: unknown;
  form?: unknown;
  filed?: unknown;
}

/** Anomalies that mean that the registry published more than could be read. */
const DAMAGE_KINDS = ['html_instead_of_json', 'truncated_json', 'corrupt_json', 'unexpected_document', 'empty_answer'];

/**
 * The facts of one company in the registry's companyfacts API: every undimensioned fact of a standard taxonomy in its
 * filings (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). Takes the JSON text as plain bytes.
 * `source` identifies them in anomalies. Never throws: all complete facts of damaged text are kept. A fact with an
 * unreadable date, value or accession is omitted, with an anomaly that states its JSON path. Contradictory facts of one
 * filing are kept, with an anomaly.
 */
export function parseCompanyFacts(bytes: Buffer, source: string): Parsed<CompanyFacts> {
  const quick = new AnomalyLog('sec-edgar', source);
  const columns = new FactColumns(quick);
  const head = scanCompanyFacts(bytes, columns);
  if (head !== null) return gather(head, columns, quick);
  const log = new AnomalyLog('sec-edgar', source);
  return readGenerally(bytes, log);
}

/** Reads text that the scanner does not: by `JSON.parse`, and by salvage if that fails. */
function readGenerally(bytes: Buffer, log: AnomalyLog): Parsed<CompanyFacts> {
  const root = readRoot(bytes, log);
  const columns = new FactColumns(log);
  const reader = new FactReader(columns, log);
  const facts = root.facts;
  if (isJsonObject(facts)) {
    for (const taxonomy of Object.keys(facts)) reader.readTaxonomy(taxonomy, facts[taxonomy]);
  } else if (facts !== undefined) {
    log.add('unexpected_document', 'facts', `expected an object, found ${typeName(facts)}`);
  }
  return gather(root, columns, log);
}

function gather(root: Root, columns: FactColumns, log: AnomalyLog): Parsed<CompanyFacts> {
  const set = columns.finish();
  if (set.series.length === 0) log.add('empty_answer', 'facts', 'the response has no facts');
  const cik = cik10(root.cik);
  if (cik === null) log.add('wrong_type', 'cik', `no CIK: ${JSON.stringify(root.cik) ?? 'absent'}`);
  return {
    records: {
      cik: cik ?? '',
      entityName: typeof root.entityName === 'string' ? root.entityName : '',
      set,
      damage: DAMAGE_KINDS.find(kind => log.count(kind) > 0) ?? null,
    },
    anomalies: log.list(),
  };
}

interface Root {
  cik?: unknown;
  entityName?: unknown;
  facts?: unknown;
}

function readRoot(bytes: Buffer, log: AnomalyLog): Root {
  const text = bytes.toString('utf8');
  try {
    const root: unknown = hasLongDigitRun(bytes) ? parseKeepingDigits(text) : JSON.parse(text);
    if (isJsonObject(root)) return root;
    log.add('unexpected_document', '', `expected an object, found ${typeName(root)}`);
    return {};
  } catch {
    return salvageCompanyFacts(text, log);
  }
}

/** The exact digits of a number that a double cannot represent, instead of the number. */
class LongNumber {
  readonly value: number;
  readonly exact: string;

  constructor(value: number, exact: string) {
    this.value = value;
    this.exact = exact;
  }
}

/**
 * True if 16 or more digits and points are consecutive: only then can a double lose digits of a number. Such a run covers a
 * multiple of 16 and extends 8 bytes from there to one side, so few bytes are inspected.
 */
function hasLongDigitRun(bytes: Buffer): boolean {
  for (let at = 15; at < bytes.length; at += 16) {
    if (!isDigitOrPoint(bytes[at]) || (!isDigitOrPoint(bytes[at - 8]) && !isDigitOrPoint(bytes[at + 8]))) continue;
    let from = at;
    while (isDigitOrPoint(bytes[from - 1])) from--;
    let to = at;
    while (isDigitOrPoint(bytes[to + 1])) to++;
    if (to - from >= 15) return true;
  }
  return false;
}

/** `.` to `9`, with the `/` between them: one comparison, and a false alarm only costs time. */
function isDigitOrPoint(byte: number | undefined): boolean {
  return ((byte ?? 0) - 0x2e) >>> 0 < 12;
}

/** `JSON.parse` with access to the source text of `val` members: some five times slower, so used only at need. */
function parseKeepingDigits(text: string): unknown {
  const revive = (key: string, value: unknown, context?: { source?: string }): unknown => {
    if (key !== 'val' || typeof value !== 'number' || context?.source === undefined) return value;
    const number = readExactNumber(context.source);
    return number === null || number.exact === null ? value : new LongNumber(value, number.exact);
  };
  return JSON.parse(text, revive);
}

/** Reads facts from the result of `JSON.parse`. */
class FactReader {
  readonly #columns: FactColumns;
  readonly #log: AnomalyLog;
  readonly #indexByAccession = new Map<string, number>();
  readonly #conflicting = new Set<string>();
  readonly #days = new Map<unknown, Day>();

  constructor(columns: FactColumns, log: AnomalyLog) {
    this.#columns = columns;
    this.#log = log;
  }

  readTaxonomy(taxonomy: string, concepts: unknown): void {
    const path = `facts.${taxonomy}`;
    if (!isJsonObject(concepts)) {
      this.#log.add('wrong_type', path, `expected an object, found ${typeName(concepts)}`);
      return;
    }
    this.#columns.checkTaxonomy(taxonomy);
    for (const name of Object.keys(concepts)) {
      const concept = concepts[name];
      const units = isJsonObject(concept) ? concept.units : undefined;
      if (!isJsonObject(units)) {
        this.#log.add('wrong_type', `${path}.${name}.units`, `expected an object, found ${typeName(units)}`);
        continue;
      }
      for (const unit of Object.keys(units))
        this.#readUnit(`${taxonomy}:${name}`, unit, units[unit], `${path}.${name}`);
    }
  }

  #readUnit(concept: string, unit: string, rows: unknown, conceptPath: string): void {
    const path = `${conceptPath}.units.${unit}`;
    if (!Array.isArray(rows)) {
      this.#log.add('wrong_type', path, `expected an array, found ${typeName(rows)}`);
      return;
    }
    const series = this.#columns.open(concept, unit, path);
    for (let row = 0; row < rows.length; row++) this.#readFact(series, rows[row], path, row);
    this.#columns.close(series, path);
  }

  #readFact(series: FactSeries, fact: RawFact | null, path: string, row: number): void {
    if (typeof fact !== 'object' || fact === null) {
      this.#log.add('wrong_type', `${path}[${row}]`, `expected an object, found ${typeName(fact)}`);
      return;
    }
    const end = this.#dayOf(fact.end);
    const start = fact.start === undefined || fact.start === null ? null : this.#dayOf(fact.start);
    if (end === undefined || start === undefined || (start !== null && start > end)) {
      this.#log.add('impossible_date', `${path}[${row}]`, `start ${show(fact.start)}, end ${show(fact.end)}`);
      return;
    }
    const number = fact.val;
    const value = number instanceof LongNumber ? number.value : number;
    if (typeof value === 'number' ? !Number.isFinite(value) : value !== null) {
      this.#log.add('bad_value', `${path}[${row}].val`, `${typeName(value)} ${show(value)}`);
      return;
    }
    const filing = this.#filingOf(fact, path, row);
    if (filing < 0) return;
    const exact = number instanceof LongNumber ? number.exact : null;
    this.#columns.add(series, start, end, value as number | null, exact, filing);
  }

  #dayOf(value: unknown): Day | undefined {
    const known = this.#days.get(value);
    if (known !== undefined) return known;
    const day = typeof value === 'string' ? dayOf(value) : undefined;
    if (day !== undefined) this.#days.set(value, day);
    return day;
  }

  /** Index of the fact's filing; -1 if it names none. */
  #filingOf(fact: RawFact, path: string, row: number): number {
    const accession = fact.accn as string;
    const known = this.#indexByAccession.get(accession);
    if (known === undefined) return this.#addFiling(fact, path, row);
    const filing = this.#columns.filings[known];
    if (
      filing !== undefined &&
      (filing.filed !== fact.filed ||
        filing.form !== fact.form ||
        filing.fiscalPeriod !== (fact.fp ?? null) ||
        filing.fiscalYear !== (fact.fy ?? null))
    ) {
      this.#reportLabels(filing, fact, path, row);
    }
    return known;
  }

  #addFiling(fact: RawFact, path: string, row: number): number {
    const { accn, filed, form } = fact;
    if (typeof accn !== 'string' || !/^\d{10}-\d{2}-\d{6}$/.test(accn)) {
      this.#log.add('bad_accession', `${path}[${row}].accn`, show(accn));
      return -1;
    }
    if (typeof filed !== 'string' || dayOf(filed) === undefined) {
      this.#log.add('impossible_date', `${path}[${row}].filed`, show(filed));
      return -1;
    }
    if (typeof form !== 'string') this.#log.add('wrong_type', `${path}[${row}].form`, show(form));
    const index = this.#columns.addFiling({
      accession: accn,
      form: typeof form === 'string' ? form : '',
      filed,
      acceptedAt: null,
      fiscalYear: Number.isInteger(fact.fy) ? (fact.fy as number) : null,
      fiscalPeriod: typeof fact.fp === 'string' ? fact.fp : null,
      periodEnd: null,
    });
    this.#indexByAccession.set(accn, index);
    return index;
  }

  /** Form, dates and fiscal labels belong to the filing: contradictory ones for one accession are reported once. */
  #reportLabels(filing: FactFiling, fact: RawFact, path: string, row: number): void {
    if (this.#conflicting.has(filing.accession)) return;
    this.#conflicting.add(filing.accession);
    const first = show([filing.form, filing.filed, filing.fiscalYear, filing.fiscalPeriod]);
    const second = show([fact.form, fact.filed, fact.fy, fact.fp]);
    this.#log.add('label_conflict', `${path}[${row}]`, `${filing.accession} was ${first}, here ${second}`);
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'absent');
}

/**
 * The numbers of a filing as the registry's summary will state them: those without dimensions, with each concept, unit and
 * period once. Of several consistent facts the most precise is kept. Of contradictory ones the first is kept, with an
 * anomaly.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const plain = report.facts.filter(fact => Object.keys(fact.dimensions).length === 0);
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [toFactFiling(report, filing)],
    series: toFactSeries(
      plain.map(fact => ({ fact, dimensions: '' })),
      log,
    ),
    faces: {},
  };
}

function toFactFiling(report: FilingReport, filing: Filing): FactFiling {
  const year = Number(coverText(report, 'dei:DocumentFiscalYearFocus') ?? '');
  return {
    accession: filing.nativeId,
    form: filing.formType,
    filed: filing.filingDate,
    acceptedAt: filing.acceptedAt,
    fiscalYear: Number.isInteger(year) && year > 1900 ? year : null,
    fiscalPeriod: coverText(report, 'dei:DocumentFiscalPeriodFocus'),
    periodEnd: filing.periodEnd,
  };
}

/** A value of the cover page, of the filer itself and not of a co-registrant. */
export function coverText(report: FilingReport, concept: string): string | null {
  const fact = report.facts.find(fact => fact.concept === concept && Object.keys(fact.dimensions).length === 0);
  return fact?.value ?? null;
}
