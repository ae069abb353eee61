import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import {
  type FilingContents,
  type FilingFile,
  type FilingReport,
  type FilingSection,
  type FilingText,
  type ReportedFact,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { FilingTable } from '../../domain/filings/tables/model.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../formats/ixbrl/extract-inline.ts';
import { extractInstance } from '../../formats/xbrl/extract-instance.ts';
import type { XbrlReport } from '../../formats/xbrl/report.ts';
import { startOfDocument, xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import type { XmlDocument } from '../../formats/xbrl/xml-reader.ts';
import { listZipBuffer, readZipBufferMember, ZipError, type ZipMember } from '../../formats/zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { appendAll } from '../../kernel/lists.ts';
import { mediaTypeOf } from '../../kernel/media-types.ts';
import { japanClock } from '../kit/clock-ahead.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import { tablesOf } from '../kit/sections/document-tables.ts';
import { foundSection } from '../kit/sections/found-section.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { filingKind } from '../kit/source-kind.ts';
import { addReport } from '../kit/xbrl/add-report.ts';
import { recordAnomalies } from '../kit/xbrl/record-anomalies.ts';
import { toFilingReport } from '../kit/xbrl/to-filing-report.ts';
import { disclosureOfUrl, importedUrl, issuerKeyOfUrl, PAGES, tokyoIssuer } from './addresses.ts';
import { type SummaryName, summaryNameOf, summaryNameOfLoose } from './summary-name.ts';
import { isResult, toFactSet } from './to-facts.ts';

/** The registry publishes until 23:00: from then on everything of the day is public. */
export const CLOSING_TIME = '23:00';
const MAX_BYTES = 1 << 29;
/** Period, basis, `ed`, standard, summary: `acedjpsm`, since 2024 also `snedjpsy`. Revisions are `rvfc`, `rvdf` … */
const RESULTS = /^[a-z]{2}ed[a-z]{2}s[a-z]$/;

interface PackedFile {
  path: string;
  bytes: Buffer;
  url: string;
}

/**
 * The documents of a disclosure: its XBRL package, a single inline document of one, or its PDF. Their names end in the number
 * of the disclosure; a `#` names the issuer.
 */
export const disclosures = filingKind({
  shown: `${PAGES}{name}{number}.{pdf|zip}#sec_code:{code}`,
  states: 'package if there is one, else PDF: summary figures, statements, forecasts, text; the text of PDFs',
  read(url) {
    const filing = disclosureOfUrl(url);
    return filing === null ? null : { filing, issuer: issuerKeyOfUrl(url) };
  },
  open: documents => withTextOfPdfs(openFiling(documents), { registry: 'tdnet', url: documents[0]?.url ?? '' }),
  validate: (bytes, url) => wrongForm(bytes, /\.pdf(?:#|$)/.test(url) ? ['pdf'] : ['zip']),
  expect: { issuers: { min: 1, max: 1 } },
  accepts: 'inline summaries',
  identify({ name, bytes }) {
    const found = summaryNameOfLoose(name, decodeDocument(bytes));
    return found && importedUrl(found.disclosure, `${found.stem}${found.isOld ? '.xbrl' : '-ixbrl.htm'}`);
  },
});

/** Opens one disclosure. Summaries and their statements are read separately, because both use the same names of contexts. */
function openFiling(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  const url = documents[0]?.url ?? '';
  const nativeId = disclosureOfUrl(url) ?? '';
  const log = new AnomalyLog('tdnet', url.replace(/#.*$/, ''));
  const files = documents.flatMap(document => unpack(document, log));
  const name = files.map(file => nameOfFile(file)).find(item => item !== null) ?? null;
  const noted = issuerKeyOfUrl(url);
  const canonicalKey = noted ?? (name === null ? null : `sec_code:${name.securitiesCode}`);
  if (canonicalKey === null || files.length === 0) {
    if (files.length > 0) log.add('unknown_filer', url, 'neither the address nor a file names the company');
    return { records: [], anomalies: log.list() };
  }
  const tagged = taggedAmong(files);
  const isSummary = (file: PackedFile): boolean => summaryNameOf(file.path) !== null || nameOfFile(file) !== null;
  const report: FilingReport = { facts: [], statements: [], statementsReason: null };
  addReport(report, readReport(tagged.filter(isSummary), [], log));
  const attached = files.filter(file => ATTACHED_TAXONOMY.test(file.path));
  addReport(
    report,
    readReport(
      tagged.filter(file => !isSummary(file)),
      attached,
      log,
    ),
  );
  const { facts } = report;
  const filing = name === null ? null : toFiling(nativeId, name, url, facts);
  const companyName = textOf(facts, 'tse-ed-t:CompanyName') ?? '';
  const contents: FilingContents = {
    nativeId,
    filing,
    filers: [{ canonicalKey, companyName, role: 'filer' }],
    files: files.map((file, at) => toFile(file, at === 0 ? 'primary' : 'attachment')),
    text: readText(files),
    report: facts.length === 0 ? null : report,
    earningsRelease: null,
  };
  const opened: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + nativeId,
    issuer: companyName === '' ? null : tokyoIssuer(canonicalKey, { kind: 'local', name: companyName }, [], null),
    filings: filing === null ? [] : [filing],
    facts: facts.length === 0 || filing === null || name === null ? [] : [toFactSet(facts, filing, name, log)],
    contents,
    damage: null,
  };
  return { records: [opened], anomalies: log.list() };
}

function unpack({ url, bytes }: SourceDocument, log: AnomalyLog): PackedFile[] {
  const plain = url.replace(/#.*$/, '');
  const name = baseName(plain);
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') {
    const member = /^package\/\d+\/(.+)$/.exec(plain)?.[1];
    const isKnown = member !== undefined || bytes.toString('latin1', 0, 4) === '%PDF';
    if (!isKnown) log.add('unexpected_content', plain, bytes.toString('latin1', 0, 40));
    return isKnown ? [{ path: member ?? name, bytes, url: plain }] : [];
  }
  try {
    let left = MAX_BYTES;
    return listZipBuffer(bytes).map((member: ZipMember) => {
      const content = readZipBufferMember(bytes, member, left);
      left -= content.length;
      return { path: member.name, bytes: content, url: `${plain}#${member.name}` };
    });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, plain, error.message);
    return [];
  }
}

/** Since 2014 documents are inline; until 2013 they were plain instances. */
function taggedAmong(files: readonly PackedFile[]): PackedFile[] {
  const inline = files.filter(isInline);
  return inline.length > 0 ? inline : files.filter(isInstance);
}

function isInstance({ bytes }: PackedFile): boolean {
  return xbrlFormOf(bytes) === 'instance';
}

function isInline({ bytes }: PackedFile): boolean {
  return xbrlFormOf(bytes) === 'inline';
}

/** The name of a document, or of the schema that it refers to if it was renamed. */
function nameOfFile({ path, bytes }: PackedFile): SummaryName | null {
  const named = summaryNameOf(path);
  if (named !== null || xbrlFormOf(bytes) === null) return named;
  return summaryNameOfLoose(path, startOfDocument(bytes));
}

/** The linkbases of the statements. Those of a summary only describe the layout of its cells. */
const ATTACHED_TAXONOMY = /(?:^|\/)Attachment\/[^/]*(?:\.xsd|-(?:pre|def|lab(?:-en)?)\.xml)$/;
const NO_STATEMENTS = 'The disclosure is a summary: no statements with linkbases come with it.';

function readReport(files: readonly PackedFile[], taxonomy: readonly PackedFile[], log: AnomalyLog): FilingReport {
  if (files.length === 0) return { facts: [], statements: [], statementsReason: NO_STATEMENTS };
  const named = ({ path, bytes }: PackedFile) => ({ name: baseName(path), source: decodeDocument(bytes) });
  const documents = files.map(named);
  const read = files.every(isInstance) ? readInstances(documents) : extractInline(documents);
  const { report, labels, anomalies } = toFilingReport(read, taxonomy.map(named), {
    language: 'ja',
    documents: new Map(taxonomy.length === 0 ? [] : documents.map(({ name, source }) => [name, source])),
  });
  recordAnomalies([...read.anomalies, ...anomalies], log);
  const statementsReason = taxonomy.length === 0 ? NO_STATEMENTS : (report.statementsReason ?? null);
  return { ...report, statementsReason, labels };
}

/** Instances are read separately: contexts of two may have the same names. */
function readInstances(documents: readonly XmlDocument[]): Pick<XbrlReport, 'facts' | 'anomalies'> {
  const read = documents.map(extractInstance);
  return { facts: read.flatMap(report => report.facts), anomalies: read.flatMap(report => report.anomalies) };
}

function textOf(facts: readonly ReportedFact[], concept: string): string | null {
  return facts.find(fact => fact.concept === concept && fact.value !== null)?.value ?? null;
}

function toFiling(
  nativeId: string,
  { report, disclosure }: SummaryName,
  url: string,
  facts: readonly ReportedFact[],
): Filing | null {
  const stamp = `${disclosure.slice(0, 4)}-${disclosure.slice(4, 6)}-${disclosure.slice(6, 8)}`;
  const knownAt = japanClock.parse(stamp, CLOSING_TIME);
  if (knownAt === null) return null;
  const isResults = RESULTS.test(report);
  const title = textOf(facts, 'tse-ed-t:DocumentName');
  return {
    registry: 'tdnet',
    nativeId,
    formType: report,
    category: isResults ? 'earnings_release' : 'material_event',
    categoryGroup: isResults ? 'periodic' : 'corporate_action',
    filingDate: stamp,
    acceptedAt: null,
    knownAt,
    periodEnd: isResults ? newestResult(facts) : textOf(facts, 'tse-ed-t:FiscalYearEnd'),
    title: title?.replace(/\s+/g, ' ').trim() ?? null,
    language: 'ja',
    itemCodes: [],
    isAmendment: title !== null && /訂正/.test(title),
    amends: null,
    primaryDocument: null,
    url: url.replace(/#.*$/, ''),
    hasXbrl: true,
  };
}

/**
 * Results are of the past: the newest day of a result ends the period. Until 2013 forecasts had elements of their own
 * and dividends were results of the whole year: there the newest balance sheet ends it.
 */
function newestResult(facts: readonly ReportedFact[]): string | null {
  const stated = facts.filter(fact => fact.unit !== null && fact.value !== null);
  const marked = stated
    .filter(fact => fact.dimensions['tse-ed-t:ResultForecastAxis'] && isResult(fact))
    .filter(fact => !('tse-ed-t:AnnualDividendPaymentScheduleAxis' in fact.dimensions));
  const results = marked.length > 0 ? marked : stated.filter(fact => /^tse-ed-t:TotalAssets/.test(fact.concept));
  const ends = results.map(fact => fact.periodEnd);
  return ends.sort().at(-1) ?? null;
}

function toFile({ path, bytes, url }: PackedFile, role: FilingFile['role']): FilingFile {
  const fileName = baseName(path);
  const nativeType = /(?:^|\/)(Summary|Attachment)\//.exec(path)?.[1] ?? 'document';
  return { fileId: path, role, fileName, nativeType, title: null, url, contentType: mediaTypeOf(fileName), bytes };
}

/** The texts of a company about its figures. */
function readText(files: readonly PackedFile[]): FilingText {
  const tables: FilingTable[] = [];
  const sections = files
    .filter(file => /(?:^|\/)qualitative\.html?$/.test(file.path))
    .map((file, at): FilingSection => {
      const source = decodeDocument(file.bytes);
      const document = parseHtml(source);
      appendAll(tables, tablesOf(document, baseName(file.path)));
      const key = at === 0 ? 'qualitative_information' : `qualitative_information_${at + 1}`;
      const place = { key, title: '定性的情報', start: 0, end: source.length };
      return { ...foundSection(document, place, baseName(file.path)), order: at + 1, warnings: document.warnings };
    });
  if (sections.length > 0) return { status: 'found', reason: null, sections, tables };
  return withoutSections('The disclosure has no qualitative information beside its figures.');
}
