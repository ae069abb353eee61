import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject, type JsonObject, listOf, trimmedText } from '../../../formats/json-object.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type Instant } from '../../../kernel/dates.ts';
import { addToList, maxOf } from '../../../kernel/lists.ts';
import type { Tally } from '../../../kernel/tally.ts';
import type { Parsed } from '../../kit/source.ts';
import { filingIndexUrl } from '../endpoints.ts';
import { baseForm, categoryOfForm, isAmendment } from '../filings/form-categories.ts';
import { accessionNumber, cik10 } from '../identifiers.ts';
import { type AcceptanceRow, type ClockHabit, clockHabit, knownAt, readAcceptance } from './acceptance.ts';
import { readJsonObject } from './read-json.ts';
import { toSubmissionsIssuer } from './submissions-issuer.ts';

/** One response with its name: a URL or a path in an archive, ending in `CIK##########….json`. */
export interface NamedBytes {
  source: string;
  bytes: Buffer;
}

export interface Submissions {
  /** Ten digits, `''` if no document states it. */
  cik: string;
  /** Null if the first response is not among the documents. */
  issuer: Issuer | null;
  /** Newest first. */
  filings: Filing[];
  /** Names of the older pages in the first response. */
  pages: string[];
  /** `utc` or `new_york`: the clock of the filer's acceptance times; null if undecided. */
  clockHabit: ClockHabit | null;
  /** Why this is less than the registry published; null if it is complete. */
  damage: string | null;
}

/** The columns that rows require; others may be present. */
const COLUMNS = [
  'accessionNumber',
  'filingDate',
  'reportDate',
  'acceptanceDateTime',
  'form',
  'items',
  'isXBRL',
  'isInlineXBRL',
  'primaryDocument',
  'primaryDocDescription',
] as const;
type Column = (typeof COLUMNS)[number];
type Row = Partial<Record<Column, unknown>>;

const REQUIRED: readonly Column[] = ['accessionNumber', 'filingDate', 'form'];
const DAMAGE_KINDS = ['html_instead_of_json', 'truncated_json', 'unexpected_document', 'missing_column'];

/** A row with valid fields. */
interface ReadRow extends AcceptanceRow {
  accession: string;
  cells: Row;
}

/**
 * A filer and all its filings, from the submissions response and its older pages, in any order
 * (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). Filings in two of them count
 * once. Never throws: damage is an anomaly.
 */
export function parseSubmissions(documents: readonly NamedBytes[]): Parsed<Submissions> & { tallies: Tally[] } {
  const logs = documents.map(({ source }) => new AnomalyLog('sec-edgar', source));
  const roots = documents.map(({ bytes }, n) => readJsonObject(bytes, logs[n] ?? unnamedLog()));
  const first = roots.find(root => root.filings !== undefined || root.cik !== undefined);
  const cik = cik10(first?.cik) ?? cikInNames(documents) ?? '';
  const rows = new Map<string, ReadRow>();
  const read = documents.map(() => 0);
  for (const [n, root] of roots.entries()) {
    const log = logs[n] ?? unnamedLog();
    const recent = isJsonObject(root.filings) ? root.filings.recent : root;
    if (!isJsonObject(recent)) {
      log.add('unexpected_document', 'filings.recent', 'expected an object');
      continue;
    }
    for (const row of readRows(recent, log)) {
      if (rows.has(row.accession)) log.leaveOut('repeated_filing');
      else read[n] = (read[n] ?? 0) + 1;
      rows.set(row.accession, row);
    }
  }
  const log = logs[0] ?? unnamedLog();
  const all = [...rows.values()];
  const habit = clockHabit(all);
  const filings = all.map(row => toFiling(row, cik, habit, log)).sort(newestFirst);
  resolveAmendments(filings);
  if (filings.length === 0) log.add('empty_answer', 'filings', 'the response has no filings');
  const issuer = first === undefined ? null : toSubmissionsIssuer(first, cik, filings, log);
  return {
    records: {
      cik,
      issuer,
      filings,
      pages: pageNames(first),
      clockHabit: habit,
      damage: DAMAGE_KINDS.find(kind => logs.some(log => log.count(kind) > 0)) ?? null,
    },
    anomalies: logs.flatMap(log => log.list()),
    tallies: documents.map(({ source }, n) => tallyOf(source, read[n] ?? 0, logs[n] ?? unnamedLog())),
  };
}

/** What became of the rows of a response. A response of which no row can be read counts as one. */
function tallyOf(source: string, read: number, log: AnomalyLog): Tally {
  const isLost = read === 0 && DAMAGE_KINDS.some(kind => log.count(kind) > 0);
  const unread = Math.max(log.unreadEntries(), isLost ? 1 : 0);
  return { registry: 'sec-edgar', source, kind: 'submissions', read, explained: log.leftOut(), unread };
}

function unnamedLog(): AnomalyLog {
  return new AnomalyLog('sec-edgar', 'submissions');
}

function cikInNames(documents: readonly NamedBytes[]): string | null {
  for (const { source } of documents) {
    const digits = /CIK(\d{10})/.exec(source)?.[1];
    if (digits !== undefined) return digits;
  }
  return null;
}

function pageNames(first: JsonObject | undefined): string[] {
  const filings = first?.filings;
  if (!isJsonObject(filings)) return [];
  return listOf(filings.files)
    .map(file => (isJsonObject(file) ? trimmedText(file.name) : null))
    .filter(name => name !== null && /^CIK\d{10}-submissions-\d{3,}\.json$/.test(name))
    .map(String);
}

function* readRows(columns: JsonObject, log: AnomalyLog): Generator<ReadRow> {
  const lists = COLUMNS.flatMap(name => (Array.isArray(columns[name]) ? [{ name, cells: columns[name] }] : []));
  const missing = REQUIRED.filter(name => !lists.some(list => list.name === name));
  if (missing.length > 0) {
    log.add('missing_column', 'filings.recent', missing.join(', '));
    return;
  }
  const lengths = Object.entries(columns).flatMap(([name, cells]) =>
    Array.isArray(cells) ? [{ name, length: cells.length }] : [],
  );
  const longest = maxOf(lengths.map(({ length }) => length));
  for (const { name, length } of lengths) {
    if (length !== longest) log.add('column_length', `filings.recent.${name}`, `${length} of ${longest} rows`);
  }
  // The cells of a shorter column belong to other filings after an unknown gap, so none is read.
  const whole = lists.filter(({ cells }) => cells.length === longest);
  const broken = REQUIRED.filter(name => !whole.some(list => list.name === name));
  if (broken.length > 0) {
    log.add('missing_column', 'filings.recent', `of another length: ${broken.join(', ')}`);
    return;
  }
  for (let at = 0; at < longest; at++) {
    const cells: Row = {};
    for (const { name, cells: column } of whole) cells[name] = column[at];
    const row = readRow(cells, at, log);
    if (row !== null) yield row;
  }
}

function readRow(cells: Row, at: number, log: AnomalyLog): ReadRow | null {
  const accession = typeof cells.accessionNumber === 'string' ? accessionNumber(cells.accessionNumber) : null;
  const filingDate = dateOrNull(cells.filingDate);
  const form = trimmedText(cells.form);
  if (accession === null || filingDate === null || form === null) {
    const found = JSON.stringify([cells.accessionNumber, cells.filingDate, cells.form]);
    log.add('bad_row', `filings.recent[${at}]`, found);
    return null;
  }
  return { accession, filingDate, form, stated: trimmedText(cells.acceptanceDateTime) ?? '', cells };
}

function toFiling(row: ReadRow, cik: string, habit: ClockHabit | null, log: AnomalyLog): Filing {
  const { accession, filingDate, form, cells } = row;
  const itemCodes = itemsOf(cells.items);
  const category = categoryOfForm(form, itemCodes);
  if (category === null) log.add('unknown_form', `form ${form}`, 'not in the table of categories');
  const acceptedAt = acceptedAtOf(row, habit, log);
  const description = trimmedText(cells.primaryDocDescription);
  return {
    registry: 'sec-edgar',
    nativeId: accession,
    formType: form,
    category: category ?? 'other',
    categoryGroup: categoryGroupOf(category ?? 'other'),
    filingDate,
    acceptedAt,
    knownAt: knownAt(filingDate, acceptedAt),
    periodEnd: dateOrNull(cells.reportDate),
    title: description,
    language: 'en',
    itemCodes,
    isAmendment: isAmendment(form),
    primaryDocument: primaryDocumentOf(cells.primaryDocument),
    url: filingIndexUrl(cik, accession),
    hasXbrl: cells.isXBRL === 1 || cells.isInlineXBRL === 1,
  };
}

function acceptedAtOf(row: ReadRow, habit: ClockHabit | null, log: AnomalyLog): Instant | null {
  const acceptance = readAcceptance(row, habit);
  if (acceptance !== 'undecided') return acceptance;
  log.add('acceptance_undecided', row.accession, `${row.stated} may be UTC or New York time`);
  return null;
}

/** Items of an 8-K (`2.02`, before 2004-08-23 `12`) or a Form D (`06b`). Other forms keep remarks in this column. */
function itemsOf(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const items = value.split(',').map(item => item.trim());
  return [...new Set(items.filter(item => /^\d{1,2}[A-Za-z]?(?:\.\d{1,2})?$/.test(item)))];
}

/** `xslF345X05/form4.xml` is a rendering of `form4.xml`, which is one level up. */
function primaryDocumentOf(value: unknown): string | null {
  return trimmedText(value)?.replace(/^xsl[^/]*\//, '') ?? null;
}

function newestFirst(a: Filing, b: Filing): number {
  if (a.knownAt !== b.knownAt) return a.knownAt < b.knownAt ? 1 : -1;
  return a.nativeId < b.nativeId ? 1 : -1;
}

/** Categories with many filings of one filer and day: only the text of an amendment names the amended filing. */
const NAMED_IN_THE_DOCUMENT = new Set(['insider_transaction', 'insider_sale_notice', 'large_holding']);

/**
 * Sets `amends` on each amendment: the filing of the same form and period that came before it, the newest original one
 * if there are several. If a form may be filed several times for one day (8-K), only a single candidate counts.
 */
function resolveAmendments(filings: readonly Filing[]): void {
  const originals = new Map<string, Filing[]>();
  for (const filing of filings) {
    if (!filing.isAmendment && filing.periodEnd !== null) addToList(originals, keyOf(filing), filing);
  }
  for (const filing of filings) {
    if (!filing.isAmendment || filing.periodEnd === null || NAMED_IN_THE_DOCUMENT.has(filing.category)) continue;
    const earlier = (originals.get(keyOf(filing)) ?? []).filter(original => original.knownAt <= filing.knownAt);
    const isPeriodic = filing.category === 'annual_report' || filing.category === 'interim_report';
    if (earlier.length === 0 || (!isPeriodic && earlier.length > 1)) continue;
    filing.amends = earlier.reduce((newest, candidate) =>
      candidate.knownAt > newest.knownAt ? candidate : newest,
    ).nativeId;
  }
}

function keyOf(filing: Filing): string {
  return `${baseForm(filing.formType)} ${filing.periodEnd}`;
}
