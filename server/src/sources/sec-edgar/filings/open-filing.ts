import type { EarningsRelease } from '../../../domain/figures/earnings/model/earnings-release.ts';
import { FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type {
  Filer,
  FilingContents,
  FilingExhibit,
  FilingFile,
  FilingReport,
  FilingSection,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import { bareIssuer, type Filing, type Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import { extractInline } from '../../../formats/ixbrl/extract-inline.ts';
import { decodeText } from '../../../formats/sgml/decode-text.ts';
import type { SubmissionHeader } from '../../../formats/sgml/submission.ts';
import { extractInstance } from '../../../formats/xbrl/extract-instance.ts';
import type { XbrlReport } from '../../../formats/xbrl/report.ts';
import { xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { tablesOf } from '../../kit/sections/document-tables.ts';
import type { Parsed, SourceDocument } from '../../kit/source.ts';
import { addReport } from '../../kit/xbrl/add-report.ts';
import type { TaxonomyFile } from '../../kit/xbrl/filing-taxonomy.ts';
import { printedMembers } from '../../kit/xbrl/printed-members.ts';
import { recordAnomalies } from '../../kit/xbrl/record-anomalies.ts';
import { toFilingReport } from '../../kit/xbrl/to-filing-report.ts';
import { coverText, toFactSet } from '../facts/companyfacts.ts';
import { type FilingAddress, filingAddressOf } from '../filing-address.ts';
import { filersOfHoldings, readHoldings } from '../holdings/read-holdings.ts';
import { canonicalKeyOfCik, plainCik } from '../identifiers.ts';
import { filersOf, readOwnership } from '../ownership/parse-ownership.ts';
import { readPeople } from '../people/read-people.ts';
import { doubtsOf } from '../sections/check-sections.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { splitSections } from '../sections/split-sections.ts';
import { filersOfStakes, readStakes } from '../stakes/read-stakes.ts';
import { boundExhibits } from './bound-exhibits.ts';
import { findEarningsRelease } from './earnings-release.ts';
import { categoryOfForm } from './form-categories.ts';
import { dateOfManifest, isManifestName, readManifestRow } from './manifest-rows.ts';
import { formerNamesOf } from './map-submission-header.ts';
import { readFolder, type StatedOfFiling } from './read-folder.ts';
import { daysOfSignatureElements, daysOfSignatures, toSignedFiling } from './signed-filing.ts';

/** Maximum length of an exhibit's source that is read. */
const MAX_EXHIBIT_CHARS = 2_000_000;

/** A larger document is kept, but neither its text nor its facts are read. */
const MAX_READ_BYTES = 256 << 20;

/**
 * Opens one filing: unpacks its container, reads the tagged facts, and splits the text into sections. The documents are
 * those of one accession number, in any format (a whole submission, files of a folder, rows of a manifest). `listed` are the
 * filings of a list, for what documents without a header lack. Damage is an anomaly; everything else is read.
 */
export function openFiling(
  documents: readonly SourceDocument[],
  listed: readonly Filing[] = [],
): Parsed<IssuerRecords[]> {
  const rows = documents.filter(document => isManifestName(filingAddressOf(document.url)?.name ?? ''));
  const filed = documents.filter(document => !rows.includes(document));
  const url = (filed[0] ?? documents[0])?.url ?? '';
  const address = filingAddressOf(url);
  const log = new AnomalyLog('sec-edgar', url);
  if (address === null) return { records: [], anomalies: log.list() };
  const container = readFolder(filed, statedBy(rows));
  const report = readReport(container.files, log);
  const texts = readTexts(container.files, log);
  const known = container.filing ?? listed.find(candidate => candidate.nativeId === address.accession) ?? null;
  const signed = known === null ? dateBySignature(address, container.files, texts, report, statedBy(rows), log) : null;
  const filing = signed ?? (known === null ? null : withCover(known, report));
  const form = filing?.formType ?? texts.find(text => text.isPrimary)?.nativeType ?? '';
  const text = splitSections({
    formType: form,
    periodEnd: filing?.periodEnd ?? null,
    filingDate: filing?.filingDate ?? null,
    itemCodes: filing?.itemCodes ?? [],
    unnamedItems: container.header?.items.filter(item => item === '').length ?? 0,
    documents: texts,
  });
  if (text.status === 'partial') log.add('sections_incomplete', form, text.reason ?? '');
  for (const section of text.sections) {
    const doubts = doubtsOf(section);
    if (doubts.length > 0) log.add('sections_incomplete', `${form} ${section.sectionKey}`, doubts.join(', '));
  }
  const itemised =
    filing === null || container.header === null
      ? filing
      : withItemsFromText(filing, container.header, text.sections.map(itemCodeOfSection));
  const ownership = readOwnership(address.accession, { ...container, filing }, log);
  const schedule = readStakes(address.accession, container, texts, log);
  const holdings = readHoldings(container.files, log);
  const named = [...filersOf(ownership), ...filersOfStakes(schedule), ...filersOfHoldings(holdings)];
  const filers = container.filers.length > 0 ? container.filers : named;
  const contents: FilingContents = {
    nativeId: address.accession,
    filing: itemised,
    filers,
    files: container.files,
    text: { ...text, tables: texts.flatMap(document => tablesOf(document.text, document.fileName)) },
    report,
    earningsRelease: toRelease(form, itemised?.itemCodes ?? [], container.files, texts),
    exhibits: toExhibits(form, texts),
    insiderReport: ownership?.report ?? null,
    stakeReport: schedule?.report ?? null,
    holdingsReport: holdings?.report ?? null,
  };
  const canonicalKey = issuerOf(address.cik, filers);
  // A manifest or a signature may state another day than the registry: any list of the registry is the more reliable.
  const isByManifest = container.header === null && container.filing !== null;
  const dating = signed !== null ? 'signature' : isByManifest ? 'manifest' : null;
  const opened: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + address.accession,
    issuer: toIssuer(canonicalKey, { filers, report, header: container.header }),
    filings: itemised === null || container.filing === null || dating !== null ? [] : [itemised],
    // A cover page alone has no numbers.
    facts: (report === null || itemised === null ? [] : [toFactSet(report, itemised, log)]).filter(
      set => set.series.length > 0,
    ),
    contents,
    people: readPeople(form, filing?.filingDate ?? null, { documents: texts, text }),
    damage: null,
  };
  const anomalies = [...container.anomalies, ...log.list()];
  if (dating === null || itemised === null) return { records: [opened], anomalies };
  // A source of its own has the lowest rank.
  const source = `${dating}/${address.accession}`;
  const dated = { ...opened, source, issuer: null, filings: [itemised], facts: [], contents: null, people: [] };
  return { records: [opened, dated], anomalies };
}

/** `item_2.02` → `2.02`. */
function itemCodeOfSection({ sectionKey }: FilingSection): string {
  return sectionKey.replace(/^item_/, '');
}

/** A filing without a filing date in a header or a list. */
function dateBySignature(
  { cik, accession }: FilingAddress,
  files: readonly FilingFile[],
  texts: readonly SectionDocument[],
  report: FilingReport | null,
  stated: StatedOfFiling,
  log: AnomalyLog,
): Filing | null {
  const file = files.find(({ role }) => role === 'primary');
  if (file === undefined || file.nativeType === '') return null;
  const text = texts.find(({ isPrimary }) => isPrimary);
  const filing = toSignedFiling({
    cik,
    accession,
    formType: file.nativeType,
    periodEnd: coverPeriod(report) ?? stated.period,
    hasXbrl: report !== null,
    fileName: file.fileName,
    signedOn: text === undefined ? daysOfSignatureElements(decodeDocument(file.bytes)) : daysOfSignatures(text),
  });
  if (filing !== null) log.add('filing_date_from_signature', file.fileName, filing.filingDate);
  return filing;
}

function statedBy(rows: readonly SourceDocument[]): StatedOfFiling {
  const stated = rows.flatMap(row => readManifestRow(row.bytes) ?? []);
  const exhibits = stated.filter(({ form }) => /^EX-/i.test(form));
  const first = (of: 'form' | 'filed' | 'period') => {
    const texts = stated.map(row => (of === 'form' && exhibits.includes(row) ? '' : row[of]));
    return texts.find(text => text !== '') ?? null;
  };
  return {
    form: first('form'),
    filed: toDate(first('filed')),
    period: toDate(first('period')),
    primaryDocument: null,
    exhibits: new Map(exhibits.map(({ path, form }) => [path, form])),
  };
}

function toDate(text: string | null): IsoDate | null {
  return text === null ? null : dateOfManifest(text);
}

/** The header has priority; the tagged cover page fills its gaps. */
function withCover(filing: Filing, report: FilingReport | null): Filing {
  if (report === null) return filing;
  return { ...filing, periodEnd: filing.periodEnd ?? coverPeriod(report), hasXbrl: true };
}

function coverPeriod(report: FilingReport | null): IsoDate | null {
  return report === null ? null : toDate(coverText(report, 'dei:DocumentPeriodEndDate'));
}

/** The filer of the requested folder, if the filing is about it. */
function issuerOf(cik: string, filers: readonly Filer[]): string {
  const requested = canonicalKeyOfCik(cik);
  const concerned = filers.filter(filer => filer.role !== 'filed_by' && filer.role !== 'reporting_owner');
  if (concerned.length === 0 || concerned.some(filer => filer.canonicalKey === requested)) return requested;
  return concerned[0]?.canonicalKey ?? requested;
}

/** The filing's statements about its issuer, with its name at that time and those before it. */
function toIssuer(
  canonicalKey: string,
  {
    filers,
    report,
    header,
  }: { filers: readonly Filer[]; report: FilingReport | null; header: SubmissionHeader | null },
): Issuer | null {
  const named = filers.find(filer => filer.canonicalKey === canonicalKey)?.companyName;
  const companyName = named ?? (report === null ? null : coverText(report, 'dei:EntityRegistrantName'));
  if (companyName === null || companyName.trim() === '') return null;
  return {
    ...bareIssuer(canonicalKey, companyName, [
      { scheme: 'cik', identifier: plainCik(canonicalKey.slice('cik:'.length)) },
    ]),
    formerNames: header === null ? [] : formerNamesOf(header, canonicalKey),
  };
}

const LINKBASE = /^EX-101\.(?:SCH|CAL|DEF|LAB|PRE)$/i;
const FEE_EXHIBIT = /^EX-(?:FILING FEES|107)/i;

/** The tagged facts of the inline documents, else of the instance; a fee exhibit is a separate report. */
function readReport(files: readonly FilingFile[], log: AnomalyLog): FilingReport | null {
  const inline = files.filter(isInline);
  const fees = inline.filter(file => FEE_EXHIBIT.test(file.nativeType));
  const main = inline.filter(file => !fees.includes(file));
  const instances = main.length > 0 ? [] : files.filter(isInstance);
  const linkbases = files.filter(file => LINKBASE.test(file.nativeType)).map(toNamedText);
  const reports: FilingReport[] = [];
  const add = (report: XbrlReport, parts: readonly TaxonomyFile[], documents: readonly TaxonomyFile[] = []): void => {
    recordAnomalies(report.anomalies, log);
    const made = toFilingReport(report, parts);
    for (const { kind, locator, detail } of made.anomalies) log.add(kind, locator, detail);
    const printed = documents.map(({ source }) => source);
    const labels = new Map([...made.labels, ...printedMembers(made.report.facts, made.labels, printed)]);
    if (made.report.facts.length > 0) reports.push({ ...made.report, labels });
  };
  const texts = main.map(toNamedText);
  if (main.length > 0) add(extractInline(texts), linkbases, texts);
  for (const instance of instances) add(extractInstance(toNamedText(instance)), linkbases);
  for (const fee of fees) add(extractInline([toNamedText(fee)]), []);
  return reports.length === 0 ? null : joinReports(reports);
}

function isInline(file: FilingFile): boolean {
  if (!/html|xml/.test(file.contentType) || file.bytes.length > MAX_READ_BYTES) return false;
  if (/^(?:XML|EX-10[01]\.INS)$/i.test(file.nativeType)) return false;
  return xbrlFormOf(file.bytes) === 'inline';
}

/** The registry's own extraction of an inline document is of type XML. */
function isInstance(file: FilingFile): boolean {
  return /xml/.test(file.contentType) && file.nativeType !== 'XML' && xbrlFormOf(file.bytes) === 'instance';
}

function toNamedText({ fileName, bytes }: FilingFile): { name: string; source: string } {
  return { name: fileName, source: decodeDocument(bytes) };
}

function joinReports(reports: readonly FilingReport[]): FilingReport {
  const joined: FilingReport = { facts: [], statements: [] };
  for (const report of reports) addReport(joined, report);
  return joined;
}

/** The exhibit that announces results, with its whole text. */
function toRelease(
  form: string,
  itemCodes: readonly string[],
  files: readonly FilingFile[],
  texts: readonly SectionDocument[],
): EarningsRelease | null {
  const byName = new Map(files.map(file => [file.fileName, file]));
  const documents = texts.map(text => ({ ...text, title: byName.get(text.fileName)?.title ?? null }));
  const found = findEarningsRelease(form, itemCodes, documents);
  const file = found === null ? undefined : byName.get(found.fileName);
  const document = texts.find(text => text.fileName === found?.fileName);
  if (found === null || file === undefined || document === undefined) return null;
  const text = renderText(document.text, 0, document.text.source.length);
  const { exhibit, title } = found;
  return { exhibit, title, url: file.url, fileId: file.fileId, text, guidance: [] };
}

/** By form, the exhibits that tell what the form reports. Offers have their releases under (a)(5), beside terms and letters. */
const TELLING_EXHIBITS: readonly { forms: RegExp; exhibits: RegExp }[] = [
  { forms: /^(?:8-K|6-K|425)/, exhibits: /^EX-99/i },
  { forms: /^SC (?:TO|14D9)/, exhibits: /^EX-99\.?\(a\)\(5\)/i },
  { forms: /^(?:10-K|20-F|40-F)/, exhibits: /^EX-13/i },
];

/** Releases and reports to holders that are bound to a filing. */
function toExhibits(form: string, texts: readonly SectionDocument[]): FilingExhibit[] {
  const read = TELLING_EXHIBITS.find(({ forms }) => forms.test(form))?.exhibits;
  if (read === undefined) return [];
  const own = texts
    .filter(text => !text.isPrimary && read.test(text.nativeType))
    .map(({ fileName, nativeType, text }) => ({
      fileName,
      nativeType,
      text: renderText(text, 0, Math.min(text.source.length, MAX_EXHIBIT_CHARS)),
    }));
  const primary = texts.find(text => text.isPrimary);
  // A release that is an exhibit of its own may be bound into the report as well.
  return own.length > 0 || primary === undefined || !read.test('EX-99') ? own : boundExhibits(form, primary);
}

/** The primary document and its exhibits, as text. The registry's renderings and data are not read. */
function readTexts(files: readonly FilingFile[], log: AnomalyLog): SectionDocument[] {
  const texts: SectionDocument[] = [];
  for (const file of files) {
    const isWritten = file.role === 'primary' || /^EX-(?!10[01]\b|101\.)/i.test(file.nativeType);
    if (!isWritten || !/^text\/(?:html|plain)$|xhtml/.test(file.contentType)) continue;
    if (file.bytes.length > MAX_READ_BYTES) {
      log.add('too_large_to_read', file.fileName, `${file.bytes.length} bytes`);
      continue;
    }
    const text = /html/.test(file.contentType)
      ? parseHtml(decodeDocument(file.bytes))
      : parsePlainText(decodeText(file.bytes));
    for (const warning of text.warnings) log.add('text_limit', file.fileName, warning);
    texts.push({ fileName: file.fileName, nativeType: file.nativeType, isPrimary: file.role === 'primary', text });
  }
  return texts;
}

/**
 * The filing with the items that its header counts but does not name (most of those before 2004-08), from the codes found in
 * its text. The header's number decides: if the text does not have exactly that many, none is added.
 */
export function withItemsFromText(filing: Filing, header: SubmissionHeader, codesInText: readonly string[]): Filing {
  const unnamed = header.items.filter(stated => stated === '').length;
  const missing = [...new Set(codesInText)].filter(code => !filing.itemCodes.includes(code));
  if (unnamed === 0 || missing.length !== unnamed) return filing;
  const itemCodes = [...filing.itemCodes, ...missing].sort((a, b) => Number(a) - Number(b));
  const category = categoryOfForm(filing.formType, itemCodes) ?? 'other';
  return { ...filing, itemCodes, category, categoryGroup: categoryGroupOf(category) };
}
