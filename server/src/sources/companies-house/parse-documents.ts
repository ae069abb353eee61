import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { RoleStatement } from '../../domain/ownership/people/model/role.ts';
import { type JsonObject, objectsOf } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { readMembers } from '../kit/packages/read-members.ts';
import type { Parsed, ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { isCompanyTable } from './bulk.ts';
import { canonicalKeyOfNumber } from './company-number.ts';
import { openAccounts } from './open-accounts.ts';
import { parseCharges } from './parse-charges.ts';
import { parseCompanyData } from './parse-company-data.ts';
import { parseFilingHistory } from './parse-filing-history.ts';
import { parseControlList, parseOfficers } from './parse-persons.ts';
import { parseProfile } from './parse-profile.ts';
import { parseSearch } from './parse-search.ts';
import { parseStream } from './parse-stream.ts';
import { numberOrNull, readJsonObject } from './read-json.ts';
import { companyNumberOfUrl, type DocumentKind, documentKindOf, sourceNameOf } from './source-names.ts';
import { stateControl, stateOfficers } from './state-people.ts';

/** Everything that some documents of the registry say, by company and source. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const parsed = { records: [] as IssuerRecords[], standings: [] as FilingStanding[], anomalies: [] as Anomaly[] };
  const add = (part: ParsedDocuments): void => {
    for (const one of part.standings ?? []) parsed.standings.push(one);
    for (const one of part.records) parsed.records.push(one);
    for (const one of part.anomalies) parsed.anomalies.push(one);
  };
  const groups = Map.groupBy(documents, one => `${sourceNameOf(one.url)} ${companyNumberOfUrl(one.url)}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const kind = documentKindOf(first.url);
    if (kind === 'filing-history') add(readHistory(group));
    else if (kind === 'officers' || kind === 'charges' || kind === 'persons-with-significant-control') {
      add(readList(group, kind));
    } else for (const one of group) add(readDocument(one, kind));
  }
  return parsed;
}

function readDocument(document: SourceDocument, kind: DocumentKind | null): ParsedDocuments {
  if (kind === null && sourceNameOf(document.url)?.startsWith(FILING_SOURCE) === true) return openAccounts(document);
  const log = new AnomalyLog('companies-house', document.url);
  if (kind === 'stream') return readStream(document, log);
  const records = kind === null ? [] : readKind(document, kind, log);
  return { records, anomalies: log.list() };
}

function readKind({ bytes }: SourceDocument, kind: DocumentKind, log: AnomalyLog): IssuerRecords[] {
  if (kind === 'company-data') return ofIssuers(kind, parseCompanyData(readTable(bytes, log), log));
  const answer = readJsonObject(bytes, log);
  if (answer === null) return [];
  if (kind === 'search') return ofIssuers(kind, parseSearch(answer, log));
  if (kind === 'profile') {
    const issuer = parseProfile(answer, log);
    return issuer === null ? [] : ofIssuers(kind, [issuer]);
  }
  return [];
}

/** The pages of one list of a company. Charges are read for what is wrong with them: the model has no place for them yet. */
function readList(pages: readonly SourceDocument[], kind: DocumentKind): Parsed<IssuerRecords[]> {
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  for (const { url, bytes } of pages) {
    const log = new AnomalyLog('companies-house', url);
    const number = companyNumberOfUrl(url);
    const answer = readJsonObject(bytes, log);
    if (number !== null && answer !== null) {
      const people = readPersons(number, kind, answer, log);
      const [records] = parsed.records;
      if (records === undefined)
        parsed.records.push({ ...recordsOf(number, kind), ...(people === null ? {} : { people }) });
      else if (people !== null) records.people = [...(records.people ?? []), ...people];
    }
    parsed.anomalies.push(...log.list());
  }
  return parsed;
}

/** Whom a page names; null where it names nobody, being about charges or no list at all. */
function readPersons(number: string, kind: DocumentKind, answer: JsonObject, log: AnomalyLog): RoleStatement[] | null {
  if (!Array.isArray(answer.items)) {
    log.add('unexpected_document', '', `${kind} without items`);
    return null;
  }
  const { entries, people } = readEntries(number, kind, answer, log);
  const total = numberOrNull(answer.total_results) ?? numberOrNull(answer.total_count) ?? entries.length;
  const perPage = numberOrNull(answer.items_per_page) ?? total;
  const expected = Math.min(perPage, total - (numberOrNull(answer.start_index) ?? 0));
  const count = objectsOf(answer.items).length;
  if (count < expected) log.add('short_page', '$.items', `${count} entries, expected ${expected}`);
  return people;
}

function readEntries(number: string, kind: DocumentKind, answer: JsonObject, log: AnomalyLog) {
  if (kind === 'charges') return { entries: parseCharges(answer, log), people: null };
  if (kind === 'officers') {
    const entries = parseOfficers(answer, log);
    return { entries, people: stateOfficers(entries) };
  }
  const entries = parseControlList(number, answer, log);
  return { entries, people: stateControl(entries) };
}

/** The table as it is, or inside of the zip in which it is published. */
function readTable(bytes: Buffer, log: AnomalyLog): string {
  if (!bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) return bytes.toString('utf8');
  const texts = [...readMembers(bytes, isCompanyTable, log)].map(member => member.bytes.toString('utf8'));
  return texts[0] ?? '';
}

const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** The pages of one company's filing history belong together. */
function readHistory(pages: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const url = pages[0]?.url ?? '';
  const log = new AnomalyLog('companies-house', url);
  const number = companyNumberOfUrl(url);
  const answers = pages.map(page => readJsonObject(page.bytes, log)).filter(answer => answer !== null);
  if (number === null || answers.length === 0) return { records: [], anomalies: log.list() };
  if (!answers.some(answer => Array.isArray(answer.items))) {
    log.add('unexpected_document', '', 'a filing history without items');
    return { records: [], anomalies: log.list() };
  }
  const { filings, damage } = parseFilingHistory(number, answers, log);
  return { records: [{ ...recordsOf(number, 'filing-history'), filings, damage }], anomalies: log.list() };
}

function readStream({ url, bytes }: SourceDocument, log: AnomalyLog): ParsedDocuments {
  const { companies, standings } = parseStream(bytes.toString('utf8'), log);
  const source = sourceNameOf(url) ?? '';
  const records = companies.map(({ companyNumber, issuer, filings }) => {
    return { ...recordsOf(companyNumber, source), issuer, filings };
  });
  return { records, standings, anomalies: log.list() };
}

function ofIssuers(source: DocumentKind, issuers: readonly Issuer[]): IssuerRecords[] {
  return issuers.map(issuer => ({ ...emptyRecords(issuer.canonicalKey, source), issuer }));
}

function recordsOf(number: string, source: string): IssuerRecords {
  return emptyRecords(canonicalKeyOfNumber(number), source);
}
