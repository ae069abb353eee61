import { type FactSet, FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import {
  type FilingContents,
  type FilingFile,
  type FilingReport,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import { xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { mediaTypeOf } from '../../../kernel/media-types.ts';
import type { Parsed, SourceDocument } from '../../kit/source.ts';
import { decodeDart } from '../code-page-949.ts';
import { issuerOf } from '../endpoints.ts';
import { canonicalKeyOfCorp, compactDate, corpCode } from '../identifiers.ts';
import { emptyIssuer } from '../map-issuer.ts';
import { splitDocument } from './document-sections.ts';
import { type ContainedFile, openContainer } from './filing-container.ts';
import { toFiling } from './map-filing.ts';
import { type DocumentHead, readDocumentHead } from './read-document-head.ts';
import { PERIODIC_REPORTS, reportCodeOf } from './report-types.ts';
import { readSummaryFinancials } from './summary-financials.ts';
import { readXbrlPackage, toXbrlFacts } from './xbrl-report.ts';

/** A document beyond this is kept, but not read as text. */
const MAX_READ_BYTES = 256 << 20;

interface OpenedDocument {
  file: ContainedFile;
  source: string;
  head: DocumentHead;
}

/**
 * Opens one filing: its documents (DART XML, or a page of HTML) as text by sections, its XBRL package as facts and
 * statements. `listed` are filings of a list, which states what the documents lack. Damage is an anomaly; the
 * rest is read.
 */
export function openFiling(
  receipt: string,
  documents: readonly SourceDocument[],
  listed: readonly Filing[],
): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('opendart', documents[0]?.url ?? receipt);
  const { files, damage } = openContainer(documents, log);
  const opened = readDocuments(files, log);
  const main = mainDocument(opened, receipt);
  const report = readXbrlPackage(
    files.filter(file => file.part === 'xbrl'),
    log,
  );
  const requested = issuerOf(documents[0]?.url ?? '')?.slice('dart:'.length) ?? null;
  const code = main?.head.corpCode ?? entityOf(files, report) ?? requested;
  if (code === null) {
    if (files.length > 0) log.add('unknown_company', receipt, 'neither document nor XBRL package names its company');
    return { records: [], anomalies: log.list() };
  }
  const canonicalKey = canonicalKeyOfCorp(code);
  const known = listed.find(candidate => candidate.nativeId === receipt) ?? null;
  const filing = known ?? statedFiling(receipt, main, report);
  const issuer = toFiledIssuer(code, main, report);
  const text = toText(main, filing);
  const summary = report === null ? readSummary(main, text, log) : null;
  const records: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + receipt,
    issuer,
    filings: known === null && filing !== null ? [filing] : [],
    facts: factsOf({ report, summary }, filing, main, log),
    contents: toContents(receipt, filing, issuer, { files, main, report: report ?? summary, opened, text }),
    damage,
  };
  return { records: [records], anomalies: log.list() };
}

interface Opened {
  files: readonly ContainedFile[];
  main: OpenedDocument | undefined;
  report: FilingReport | null;
  opened: readonly OpenedDocument[];
  text: FilingText;
}

/** The facts of the summary tables of a periodic report, which is read only where nothing is tagged. */
function readSummary(main: OpenedDocument | undefined, { sections }: FilingText, log: AnomalyLog): FilingReport | null {
  const section = sections.find(({ sectionKey, status }) => sectionKey === 'summary_financials' && status === 'found');
  if (main === undefined || section === undefined) return null;
  const { periodStart, periodEnd } = main.head;
  const period = periodStart === null || periodEnd === null ? null : { yearStart: periodStart, end: periodEnd };
  const { source, file } = main;
  const facts = readSummaryFinancials({ source, fileName: file.name, section, period }, log);
  return facts.length === 0 ? null : { facts, statements: [], statementsReason: ONLY_SUMMARY };
}

/** The tables state some lines of each statement: other sources of the filing go first. */
function factsOf(
  { report, summary }: { report: FilingReport | null; summary: FilingReport | null },
  filing: Filing | null,
  main: OpenedDocument | undefined,
  log: AnomalyLog,
): FactSet[] {
  if (filing === null) return [];
  const labels = fiscalLabels(filing, main);
  if (report !== null) return [toXbrlFacts(report, filing, labels, log)];
  return summary === null ? [] : [{ ...toXbrlFacts(summary, filing, labels, log), isPartial: true }];
}

const ONLY_SUMMARY = 'The filing has no XBRL package: its facts are those of the summary tables of its document.';

function toContents(receipt: string, filing: Filing | null, issuer: Issuer | null, opened: Opened): FilingContents {
  const { canonicalKey = '', companyName = '' } = issuer ?? {};
  return {
    nativeId: receipt,
    filing,
    filers: issuer === null ? [] : [{ canonicalKey, companyName, role: 'filer' }],
    files: opened.files.map(file => toFile(file, opened)),
    text: opened.text,
    report: opened.report,
    earningsRelease: null,
  };
}

function toFile(file: ContainedFile, { main, opened }: Opened): FilingFile {
  const head = opened.find(document => document.file === file)?.head;
  return {
    fileId: file.name,
    role: main?.file === file ? 'primary' : 'attachment',
    fileName: file.name,
    nativeType: head?.documentName ?? (file.part === 'xbrl' ? 'XBRL' : '첨부'),
    title: head?.documentName ?? null,
    url: file.url,
    contentType: mediaTypeOf(file.name),
    bytes: file.bytes,
  };
}

function toText(main: OpenedDocument | undefined, filing: Filing | null): FilingText {
  if (main !== undefined) return splitDocument(main.source, main.file.name, filing?.title ?? '공시 본문');
  return withoutSections('No document of the filing was fetched.');
}

function readDocuments(files: readonly ContainedFile[], log: AnomalyLog): OpenedDocument[] {
  return files.flatMap(file => {
    if (file.part !== 'document' || !/\.(?:xml|html?)$/i.test(file.name)) return [];
    if (file.bytes.length > MAX_READ_BYTES) {
      log.add('too_large_to_read', file.name, `${file.bytes.length} bytes`);
      return [];
    }
    const { text, encoding, lostCount } = decodeDart(file.bytes);
    if (lostCount > 0) log.add('lost_characters', file.name, `${lostCount} characters are invalid in ${encoding}`);
    return [{ file, source: text, head: readDocumentHead(text) }];
  });
}

/** The document named after the receipt number; names of attachments have a number after it. */
function mainDocument(opened: readonly OpenedDocument[], receipt: string): OpenedDocument | undefined {
  const named = opened.find(({ file }) => file.name === `${receipt}.xml`);
  if (named !== undefined || opened.length === 0) return named ?? opened[0];
  return opened.toSorted((a, b) => b.source.length - a.source.length)[0];
}

const IDENTIFIER = /identifier\s+scheme\s*=\s*["']https?:\/\/dart\.fss\.or\.kr[^"']*["']\s*>\s*(\d{8})\s*</;
/** Contexts may come after the facts, but not after this many bytes of them. */
const SEARCHED_BYTES = 8 << 20;

/** The company that an XBRL package is of: the identifier of its contexts. */
function entityOf(files: readonly ContainedFile[], report: FilingReport | null): string | null {
  const stated = report === null ? null : corpCode(coverText(report, 'dart-gcd:EntityCentralIndexKey'));
  const instance = files.find(({ bytes }) => xbrlFormOf(bytes) === 'instance');
  if (stated !== null || instance === undefined) return stated;
  return corpCode(IDENTIFIER.exec(instance.bytes.toString('latin1', 0, SEARCHED_BYTES))?.[1]);
}

/** The general information of a package (`dart-gcd`) about the report; Korean is last and counts. */
function coverText(report: FilingReport, concept: string): string | null {
  const facts = report.facts.filter(fact => fact.concept === concept && isCurrent(fact.dimensions));
  const korean = facts.findLast(fact => /[가-힣]/.test(fact.value ?? ''));
  return (korean ?? facts[0])?.value ?? null;
}

function isCurrent(dimensions: Readonly<Record<string, string>>): boolean {
  const period = dimensions['dart-gcd:PeriodAxis'];
  return period === undefined || period.includes('PeriodCoveredbytheReportofCurrent');
}

/** Null if nothing states its kind: for pages of the exchange the list does. */
function statedFiling(receipt: string, main: OpenedDocument | undefined, report: FilingReport | null): Filing | null {
  const head = main?.head;
  const cover = (concept: string): string | null => (report === null ? null : coverText(report, concept));
  const formType = head?.documentName ?? cover('dart-gcd:DocumentTitle') ?? '';
  if (formType === '') return null;
  return toFiling(receipt, {
    formType: formType.replace(/\s+/g, ''),
    kind: null,
    remark: '',
    periodEnd: head?.periodEnd ?? compactDate(cover('dart-gcd:DocumentPeriodEndDate')),
    title: formType,
    isAmendment: head?.isCorrection === true || cover('dart-gcd:Amendment') === 'true',
    hasXbrl: report !== null,
    primaryDocument: main?.file.name ?? null,
  });
}

function fiscalLabels(filing: Filing, main: OpenedDocument | undefined) {
  const code = reportCodeOf(main?.head.documentCode) ?? (filing.formType === '사업보고서' ? '11011' : null);
  const isYear = code === '11011' && filing.periodEnd !== null;
  return {
    fiscalYear: isYear ? Number(filing.periodEnd?.slice(0, 4)) : null,
    fiscalPeriod: isYear ? PERIODIC_REPORTS[code].fiscalPeriod : null,
  };
}

function toFiledIssuer(code: string, main: OpenedDocument | undefined, report: FilingReport | null): Issuer | null {
  const name = main?.head.companyName ?? (report === null ? null : coverText(report, 'dart-gcd:EntityRegistrantName'));
  return name === null ? null : emptyIssuer(code, name);
}
