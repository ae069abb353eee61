import { FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import { type FilingFile, withoutSections } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { foldedText } from '../../../formats/json-object.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { mediaTypeOf } from '../../../kernel/media-types.ts';
import type { Clock } from '../clock-ahead.ts';
import type { DocumentKind } from '../document-kind.ts';
import { failed, formOfResponse, wrongForm } from '../http/response-form.ts';
import { readJsonObjectResponse } from '../http/response-json.ts';
import { unfiled, unpackedName } from '../manifest.ts';
import type {
  ImportFile,
  ManifestRow,
  Parsed,
  RegistryClient,
  ResponseFault,
  SourceDocument,
  Task,
} from '../source.ts';
import { filingKind } from '../source-kind.ts';
import { withTextOfPdfs } from './pdf-text.ts';

/** A document that is a complete filing. */
export interface PublishedDocument {
  nativeId: string;
  fileName: string;
  /** Where people read it. */
  url: string;
}

/** A document with the issuer whose filing it is, by the registry's code of it. */
export interface OwnedDocument<Document extends PublishedDocument> {
  document: Document;
  code: string;
}

/** What a registry's name for a document states about the filing. */
export type FilingHeading = Pick<Filing, 'formType' | 'category' | 'categoryGroup' | 'itemCodes' | 'isAmendment'>;

/** The properties of a filing in the row of a manifest, in addition to {@link FilingHeading}. */
export type StatedHeading = FilingHeading & Pick<Filing, 'title' | 'language'> & Partial<Pick<Filing, 'periodEnd'>>;

/** How a registry publishes filings that are one document each. */
export interface PublishedFilingOptions<Document extends PublishedDocument> {
  registry: string;
  clock: Clock;
  /** For the documentation. */
  shown: string;
  /** Reads the code of an issuer from a column of a manifest; null if invalid. Messages call it `codeName`. */
  code(text: string): string | null;
  codeName: string;
  issuer(code: string): string;
  /** The text after `#` in the URL of a document. It names the issuer, which the document's own URL does not. */
  fragment(owned: OwnedDocument<Document>): string;
  /** The document at a URL without fragment. `code` is null if the fragment names no issuer. Null for other URLs. */
  read(url: string, fragment: string): { document: Document; code: string | null } | null;
  /** The document that the row of a manifest describes, or the fault of a column. */
  locate(row: ManifestRow, of: { code: string; filed: IsoDate; fileName: string }): Document | { lacks: string };
  /** Reads the `form` of a manifest's row; `''` if it states none. */
  heading(form: string, document: Document, log: AnomalyLog): StatedHeading;
  fetch?(client: RegistryClient, url: string): Promise<SourceDocument | null>;
}

/** A kind of filings that are one document each, with the functions that discovery needs. */
export interface PublishedFilingKind<Document extends PublishedDocument> extends DocumentKind {
  /** A task that requests the document of an issuer. */
  task(owned: OwnedDocument<Document>): Task;
}

/** A manifest's row about a document is archived under the document's URL with this suffix. */
const STATED = '/stated.json';

/** Filings that are one document each, usually a PDF, with the manifest's rows of those that are imported. */
export function publishedFiling<Document extends PublishedDocument>(
  options: PublishedFilingOptions<Document>,
): PublishedFilingKind<Document> {
  const urlOf = (owned: OwnedDocument<Document>): string => `${owned.document.url}#${options.fragment(owned)}`;
  const kind = filingKind({
    shown: options.shown,
    states: 'the document, and the text of PDFs',
    read(url) {
      const address = readAddress(options, url);
      if (address === null) return null;
      const { document, code } = address;
      return { filing: document.nativeId, issuer: code === null ? null : options.issuer(code) };
    },
    open: documents =>
      withTextOfPdfs(openDocuments(options, documents), {
        registry: options.registry,
        url: documents[0]?.url ?? '',
      }),
    validate(bytes, url) {
      const address = readAddress(options, url);
      return address === null || address.isStatement ? null : wrongDocument(address.document.fileName, bytes);
    },
    place: file => placeDocument(options, urlOf, file),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return {
    ...kind,
    task: owned => kind.task(owned.document.nativeId, [urlOf(owned)], options.issuer(owned.code)),
  };
}

function readAddress<Document extends PublishedDocument>(
  { read }: PublishedFilingOptions<Document>,
  url: string,
): { document: Document; code: string | null; isStatement: boolean } | null {
  const [plain = '', fragment = ''] = url.split('#');
  const isStatement = plain.endsWith(STATED);
  const found = read(isStatement ? plain.slice(0, -STATED.length) : plain, fragment);
  return found && { ...found, isStatement };
}

/** The fault of a response whose content differs from the type in its file name. */
export function wrongDocument(fileName: string, bytes: Buffer): ResponseFault | null {
  if (/\.pdf$/i.test(fileName)) return wrongForm(bytes, ['pdf']);
  if (/\.zip$/i.test(fileName)) return wrongForm(bytes, ['zip']);
  return formOfResponse(bytes) === 'empty' ? failed('empty_answer', 'no bytes') : null;
}

/**
 * The document of a manifest's row, and the row's data. `cik` contains the issuer's code, `accession` the number of the
 * filing, `filed` its day. The filer is never guessed.
 */
function placeDocument<Document extends PublishedDocument>(
  options: PublishedFilingOptions<Document>,
  urlOf: (owned: OwnedDocument<Document>) => string,
  { row, bytes }: ImportFile,
): { url: string; bytes: Buffer }[] {
  const code = options.code(row.cik);
  if (code === null) throw unfiled(row.path, `no ${options.codeName} (column cik)`);
  const filed = statedDate(row.filed);
  if (filed === null) throw unfiled(row.path, 'no day of publication (column filed)');
  const document = options.locate(row, { code, filed, fileName: unpackedName(row.path) });
  if ('lacks' in document) throw unfiled(row.path, document.lacks);
  const stated = { form: row.form, filed, period: statedDate(row.period) ?? '' };
  const statement = { ...document, url: document.url + STATED };
  return [
    { url: urlOf({ document, code }), bytes },
    { url: urlOf({ document: statement, code }), bytes: Buffer.from(JSON.stringify(stated)) },
  ];
}

/**
 * Opens a filing that is one document, as it was published. Its first bytes determine its type: a page instead of a PDF is a
 * refusal by the registry, not the filing.
 */
function openDocuments<Document extends PublishedDocument>(
  options: PublishedFilingOptions<Document>,
  documents: readonly SourceDocument[],
): Parsed<IssuerRecords[]> {
  const url = documents[0]?.url ?? '';
  const log = new AnomalyLog(options.registry, url);
  const first = readAddress(options, url);
  if (first === null || first.code === null) {
    log.add('unknown_filer', '', 'the URL does not name the filer');
    return { records: [], anomalies: log.list() };
  }
  const files: FilingFile[] = [];
  let filing: Filing | null = null;
  for (const { url: address, bytes } of documents) {
    const named = readAddress(options, address);
    if (named === null) continue;
    if (named.isStatement) filing = readStatement(options, named.document, bytes, log);
    else if (isWhatItSays(named.document, bytes, log)) files.push(toFile(named.document, bytes));
  }
  if (files.length === 0) return { records: [], anomalies: log.list() };
  const { nativeId } = first.document;
  const record: IssuerRecords = {
    canonicalKey: options.issuer(first.code),
    source: FILING_SOURCE + nativeId,
    issuer: null,
    filings: filing === null ? [] : [filing],
    facts: [],
    contents: {
      nativeId,
      filing,
      filers: [],
      files,
      text: withoutSections(
        `The document is published as ${files[0]?.contentType ?? 'a file'}, whose text is not read.`,
      ),
      report: null,
      earningsRelease: null,
    },
    damage: null,
  };
  return { records: [record], anomalies: log.list() };
}

/** A filing that a manifest alone describes is known by the end of its day: nothing counts as known before it was. */
function readStatement<Document extends PublishedDocument>(
  { registry, clock, heading }: PublishedFilingOptions<Document>,
  document: Document,
  bytes: Buffer,
  log: AnomalyLog,
): Filing | null {
  const row = readJsonObjectResponse(bytes.toString('utf8'), log);
  const filed = statedDate(foldedText(row?.filed) ?? '');
  if (row === null || filed === null) return null;
  const stated = heading(foldedText(row.form) ?? '', document, log);
  const published = { filingDate: filed, acceptedAt: null, knownAt: clock.instant(filed, '23:59:59') };
  return {
    ...documentFiling(registry, document, stated),
    ...published,
    periodEnd: statedDate(foldedText(row.period) ?? '') ?? stated.periodEnd ?? null,
    title: stated.title,
    language: stated.language,
  };
}

/** The properties of a filing that its heading and document state, for every source of headings. */
export function documentFiling(
  registry: string,
  { nativeId, fileName, url }: Pick<Filing, 'nativeId'> & { fileName: string | null; url: string },
  { formType, category, categoryGroup, itemCodes, isAmendment }: FilingHeading,
): Omit<Filing, 'filingDate' | 'acceptedAt' | 'knownAt' | 'periodEnd' | 'title' | 'language'> {
  return {
    registry,
    nativeId,
    formType,
    category,
    categoryGroup,
    itemCodes,
    isAmendment,
    amends: null,
    primaryDocument: fileName,
    url,
    hasXbrl: false,
  };
}

const LOOKED_AT_BYTES = 1_024;

/** A PDF has its signature within the first kilobyte (ISO 32000-1, annex H.3.4.1). Only a page begins with a tag. */
function isWhatItSays({ fileName }: PublishedDocument, bytes: Buffer, log: AnomalyLog): boolean {
  const start = bytes
    .toString('utf8', 0, LOOKED_AT_BYTES)
    .replace(/^\uFEFF/, '')
    .trim();
  if (bytes.length === 0) return complain('empty_answer', fileName, 'no bytes', log);
  if (start.startsWith('<') && !/\.html?$/.test(fileName)) {
    return complain('html_instead_of_document', fileName, start.slice(0, 200), log);
  }
  if (fileName.endsWith('.pdf') && !start.includes('%PDF-')) {
    return complain('unexpected_document', fileName, 'no PDF', log);
  }
  return true;
}

function complain(kind: string, fileName: string, detail: string, log: AnomalyLog): false {
  log.add(kind, fileName, detail);
  return false;
}

function toFile({ fileName, url }: PublishedDocument, bytes: Buffer): FilingFile {
  return {
    fileId: fileName,
    role: 'primary',
    fileName,
    nativeType: fileName.slice(fileName.lastIndexOf('.') + 1).toUpperCase(),
    title: null,
    url,
    contentType: mediaTypeOf(fileName),
    bytes,
  };
}

/** A day that a manifest states, `2025-06-30` or `20250630`; null for anything else. */
export function statedDate(text: string): IsoDate | null {
  const dashed = text.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return parseDay(dashed) === null ? null : dashed;
}
