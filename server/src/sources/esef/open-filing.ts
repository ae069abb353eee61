import { type FactSet, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type {
  FilingContents,
  FilingFile,
  FilingReport,
  FilingSection,
  FilingText,
  PackageMember,
  ReportedFact,
} from '../../domain/filings/filings/model/filing-contents.ts';
import { withoutSections } from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { findPrintedParts } from '../../formats/html-text/printed-parts.ts';
import type { TextDocument } from '../../formats/html-text/text-document.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { listZipBuffer, ZipError } from '../../formats/zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { mediaTypeOf } from '../../kernel/media-types.ts';
import { tablesOf } from '../kit/sections/document-tables.ts';
import { foundSection } from '../kit/sections/found-section.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { toFactFiling } from '../kit/xbrl/to-fact-filing.ts';
import { toFilingFacts } from '../kit/xbrl/to-fact-series.ts';
import {
  categoryOfFacts,
  categoryOfSystem,
  dateOfReport,
  dimensionsOfReport,
  nameOfFiler,
  periodEndOf,
} from './describe-report.ts';
import { entityOfKey } from './entities.ts';
import { filingAddressOf, isIndexUrl, splitNativeId } from './filing-address.ts';
import { fileNameOf, toFiling, toIssuer, toRowIssuer } from './map-filing.ts';
import { type IndexRow, parseIndexPage } from './parse-index-page.ts';
import { type NamedBytes, type ReadReport, readReport } from './read-report.ts';
import { REPORT_PARTS } from './report-parts.ts';
import { decodeStated, STATED_NAME, type Stated } from './stated.ts';
import { toReport } from './to-report.ts';

/** The confidence of a heading as the beginning of a part: annual reports have no parts that all filers share. */
const BY_HEADING = 0.9;

/** Beginning of the names of sources that date a filing by its own documents: any list of the registry knows better. */
const DATED_SOURCE = 'dated/';

/**
 * Opens one filing: its row of the index, and its report in any form. A filing without a row is dated by
 * its manifest or its own text, else by the day on which it was due; an anomaly states which.
 */
export function openFiling(given: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  // They come in another order from the archive than from the registry.
  const documents = [...given].sort((a, b) => (a.url < b.url ? -1 : 1));
  const url = documents[0]?.url ?? '';
  const address = filingAddressOf(url);
  const log = new AnomalyLog('esef', url);
  if (address?.canonicalKey == null) {
    log.add('unknown_entity', url, 'the address names no entity that is known');
    return { records: [], anomalies: log.list() };
  }
  const { nativeId, canonicalKey } = address;
  const row = rowOf(documents, nativeId, log);
  const files = documents.filter(document => !isIndexUrl(document.url) && fileNameOf(document.url) !== STATED_NAME);
  const stated = decodeStated(documents.find(document => fileNameOf(document.url) === STATED_NAME)?.bytes);
  const reportName = row?.reportUrl == null ? null : fileNameOf(row.reportUrl);
  const { report, damage } = readReport(files.map(toNamed), reportName, log);
  const filedFor = row?.periodEnd ?? splitNativeId(nativeId)?.periodEnd ?? null;
  const tagged = report === null ? null : toReport(report, filedFor, log);
  const facts = tagged?.facts ?? [];
  const mismatch = mismatchOf(canonicalKey, report);
  if (mismatch !== null) log.add('entity_mismatch', url, mismatch);
  const isOurs = mismatch === null && facts.length > 0;
  const listed = row === null ? null : completed(toFiling(row), report, facts);
  const dated =
    listed === null && isOurs && report !== null
      ? toDatedFiling({ nativeId, stated, files, facts, report }, log)
      : null;
  const filing = listed ?? dated;
  const isOpened = files.length > 0 && mismatch === null;
  const opened: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + nativeId,
    issuer: (row === null ? null : toRowIssuer(row)) ?? (isOurs ? issuerOfFacts(canonicalKey, facts) : null),
    filings: listed === null ? [] : [listed],
    facts: filing === null || !isOurs ? [] : [toFactSet(facts, filing, log)],
    contents: isOpened ? toContents({ nativeId, filing: listed, row, files, report, tagged }, log) : null,
    damage: mismatch === null ? damage : 'entity_mismatch',
  };
  const records = [opened];
  if (dated !== null) {
    const source = DATED_SOURCE + nativeId;
    records.push({ ...opened, source, issuer: null, filings: [dated], facts: [], contents: null, damage: null });
  }
  return { records, anomalies: log.list() };
}

function toNamed({ url, bytes }: SourceDocument): NamedBytes {
  return { name: fileNameOf(url), bytes };
}

/** Of several responses about a filing, one that names its entity is preferred. */
function rowOf(documents: readonly SourceDocument[], nativeId: string, log: AnomalyLog): IndexRow | null {
  const rows = documents
    .filter(document => isIndexUrl(document.url))
    .flatMap(document => parseIndexPage(document.bytes, log).rows)
    .filter(row => row.nativeId === nativeId);
  return rows.find(row => row.entityName !== null) ?? rows[0] ?? null;
}

/** The reason if the report is about another entity than its URL; null otherwise. */
function mismatchOf(canonicalKey: string, report: ReadReport | null): string | null {
  const lei = /^lei:(.+)$/.exec(canonicalKey)?.[1];
  if (lei === undefined || report?.entity == null || !/iso\/17442/.test(report.entity.scheme)) return null;
  const reported = report.entity.identifier.trim().toUpperCase();
  return reported === lei ? null : `the report is about ${reported}, its address about ${lei}`;
}

/** The report states what a row of the index lacks: language, and whether it is annual or interim. */
function completed(filing: Filing, report: ReadReport | null, facts: readonly ReportedFact[]): Filing {
  const language = filing.language ?? report?.language ?? null;
  if (filing.category !== 'other' || filing.periodEnd === null || facts.length === 0) return { ...filing, language };
  const category = categoryOfFacts(facts, filing.periodEnd);
  return { ...filing, language, category, categoryGroup: categoryGroupOf(category) };
}

interface Undated {
  nativeId: string;
  files: readonly SourceDocument[];
  stated: Stated;
  facts: readonly ReportedFact[];
  report: ReadReport;
}

function toDatedFiling({ nativeId, files, stated, facts, report }: Undated, log: AnomalyLog): Filing | null {
  const system =
    stated.form !== '' ? stated.form : (splitNativeId(nativeId)?.system ?? systemOf(report.entity?.scheme ?? ''));
  const periodEnd = dateOrNull(stated.period) ?? splitNativeId(nativeId)?.periodEnd ?? periodEndOf(facts);
  if (periodEnd === null) {
    log.add('no_period', nativeId, 'no figure of the report ends on any day');
    return null;
  }
  const primaryDocument = report.documents[0]?.name ?? null;
  const filed = dateOrNull(stated.filed);
  const { day, basis } = filed === null ? dateOfReport(facts, periodEnd) : { day: filed, basis: 'manifest' };
  if (filed === null) log.add(`filing_date_from_${basis}`, nativeId, day);
  const category = categoryOfSystem(system, periodEnd) ?? categoryOfFacts(facts, periodEnd);
  return {
    registry: 'esef',
    nativeId,
    formType: system,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate: day,
    acceptedAt: null,
    knownAt: `${day}T23:59:59Z`,
    periodEnd,
    title: null,
    language: report.language,
    itemCodes: [],
    isAmendment: false,
    primaryDocument,
    url: (files.find(file => fileNameOf(file.url) === primaryDocument) ?? files[0])?.url ?? '',
    hasXbrl: true,
  };
}

/** The reporting system of an imported file, by the identifiers of its contexts. */
function systemOf(scheme: string): string {
  if (/kvk/.test(scheme)) return 'NL-KVK';
  if (/dcca/.test(scheme)) return 'DK-DBA';
  return /companieshouse/.test(scheme) ? 'UK-FRC' : 'ESEF';
}

function issuerOfFacts(canonicalKey: string, facts: readonly ReportedFact[]): Issuer | null {
  const name = nameOfFiler(facts);
  return name === null ? null : toIssuer(entityOfKey(canonicalKey), name);
}

interface Opened {
  nativeId: string;
  filing: Filing | null;
  row: IndexRow | null;
  files: readonly SourceDocument[];
  report: ReadReport | null;
  tagged: FilingReport | null;
}

function toContents({ nativeId, filing, row, files, report, tagged }: Opened, log: AnomalyLog): FilingContents {
  return {
    nativeId,
    filing,
    filers: [],
    files: toFiles(files, report, row?.reportUrl ?? null),
    text: textOfReport(report, log),
    report: tagged === null || tagged.facts.length === 0 ? null : tagged,
    earningsRelease: null,
  };
}

/**
 * The text of a report in the parts that have a heading; a document of which hardly any has is one section, `report`.
 * Keys of a second document end in `_2`.
 */
function textOfReport(report: ReadReport | null, log: AnomalyLog): FilingText {
  if (report?.kind !== 'inline') {
    const reason =
      report === null ? 'No document of this filing was fetched.' : 'Only the data file of this report was fetched.';
    return withoutSections(reason);
  }
  const documents = report.documents.map(({ name, bytes }) => ({ name, text: parseHtml(decodeDocument(bytes)) }));
  const sections = documents.flatMap((document, index) => toSections(document, index + 1, log));
  const withText = sections
    .filter(section => section.text.trim() !== '')
    .map((section, at) => ({ ...section, order: at + 1 }));
  if (withText.length === 0) return withoutSections('The document has no text.');
  const tables = documents.flatMap(({ name, text }) => tablesOf(text, name));
  return { status: 'found', reason: null, sections: withText, tables };
}

function toSections(
  { name, text: document }: { name: string; text: TextDocument },
  number: number,
  log: AnomalyLog,
): FilingSection[] {
  for (const warning of document.warnings) log.add('text_limit', name, warning);
  const parts = findPrintedParts(document, REPORT_PARTS);
  const whole = { key: 'report', title: 'Report', start: 0, end: document.source.length };
  return (parts.length === 0 ? [whole] : parts).map((part, at) => {
    const key = number === 1 ? part.key : `${part.key}_${number}`;
    const place = { ...part, key, title: part.title === '' ? 'Front page' : part.title };
    return { ...foundSection(document, place, name), order: at + 1, confidence: parts.length === 0 ? 1 : BY_HEADING };
  });
}

/** The documents of the report, unpacked, then the other documents and packages. */
function toFiles(
  documents: readonly SourceDocument[],
  report: ReadReport | null,
  reportUrl: string | null,
): FilingFile[] {
  const published = new Map(documents.map(document => [fileNameOf(document.url), document]));
  const folder = (reportUrl ?? documents[0]?.url ?? '').replace(/[^/]*$/, '');
  const files = (report?.documents ?? []).map(
    ({ name, bytes }, index): FilingFile => ({
      ...fileOf(name, published.get(name)?.url ?? folder + encodeURIComponent(name), bytes),
      role: index === 0 ? 'primary' : 'attachment',
      nativeType: report?.kind === 'json' ? 'xBRL-JSON' : 'report',
    }),
  );
  const names = new Set(files.map(file => file.fileName));
  for (const { url, bytes } of documents) {
    const name = fileNameOf(url);
    if (!names.has(name)) files.push(withMembers(fileOf(name, url, bytes)));
  }
  return files;
}

function fileOf(fileName: string, url: string, bytes: Buffer): FilingFile {
  const nativeType = nativeTypeOf(fileName);
  const contentType = nativeType === 'package' ? 'application/zip' : mediaTypeOf(fileName);
  return { fileId: fileName, role: 'attachment', fileName, nativeType, title: null, url, contentType, bytes };
}

function nativeTypeOf(fileName: string): string {
  if (/\.json$/i.test(fileName)) return 'xBRL-JSON';
  if (/\.(?:zip|xbri|xbr)$/i.test(fileName)) return 'package';
  return /\.(?:xsd|xml)$/i.test(fileName) ? 'taxonomy' : 'document';
}

function withMembers(file: FilingFile): FilingFile {
  if (file.nativeType !== 'package') return file;
  try {
    const members = listZipBuffer(file.bytes).map(
      ({ name, byteSize }): PackageMember => ({ path: name, contentType: mediaTypeOf(name), byteSize }),
    );
    return { ...file, members };
  } catch (error) {
    if (error instanceof ZipError) return file;
    throw error;
  }
}

/**
 * The numbers of a report, each concept, unit, members and period once. Of several that agree the most exact is kept;
 * if they contradict each other, the first is kept and an anomaly is added.
 */
function toFactSet(facts: readonly ReportedFact[], filing: Filing, log: AnomalyLog): FactSet {
  const dimensionsOf = dimensionsOfReport(facts);
  const dimensioned = facts.map(fact => ({ fact, dimensions: dimensionsOf(fact) }));
  return toFilingFacts(toFactFiling(filing), dimensioned, log);
}
