import type { Filer, FilingFile } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { splitSubmission } from '../../../formats/sgml/split-submission.ts';
import type { SubmissionDocument, SubmissionHeader } from '../../../formats/sgml/submission.ts';
import { xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { type Anomaly, AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { documentUrl, fullSubmissionUrl } from '../endpoints.ts';
import { filingAddressOf } from '../filing-address.ts';
import { accessionNumber } from '../identifiers.ts';
import { choosePrimary } from './choose-primary.ts';
import { contentTypeOf } from './content-types.ts';
import { mainCik, type ReportedByDocuments, toFilers, toFiling } from './map-submission-header.ts';

/** A filing outside its container: its header and its files. */
export interface FilingContainer {
  /** Null if no header states form and date. */
  filing: Filing | null;
  filers: Filer[];
  /** In the order of the submission. One of them is primary, or none if undecided. */
  files: FilingFile[];
  /** The header in the registry's words: former names, file numbers, industries; null if it is missing. */
  header: SubmissionHeader | null;
  anomalies: Anomaly[];
}

/** A document on its way to become a file of a filing. */
export interface LooseDocument {
  /** Empty if the filing names none. */
  fileName: string;
  nativeType: string;
  sequence: number | null;
  title: string | null;
  bytes: Buffer;
  /** True for documents in an `<XBRL>` wrapper. */
  isTagged: boolean;
  /** Null: the address that its name gives it in the filing's folder. */
  url: string | null;
}

/**
 * Reads a full submission text (`.txt`, `.nc`, `.hdr.sgml`, of any year) as a filing with its files. `url` is the requested
 * URL. Files have the URLs at which the registry publishes them; files without a name (before about 2001) have the
 * submission's own. Never throws: missing or damaged parts are anomalies.
 */
export function readSubmission(bytes: Buffer, url: string): FilingContainer {
  const log = new AnomalyLog('sec-edgar', url);
  return toContainer({ url, ...takeApart(bytes, log), known: null, log });
}

/** A submission's header and documents, with their anomalies in `log`. */
export function takeApart(bytes: Buffer, log: AnomalyLog): Pick<Ingredients, 'header' | 'documents'> {
  const { header, documents, anomalies } = splitSubmission(bytes);
  for (const { kind, locator, detail } of anomalies) log.add(kind, locator, detail);
  const count = header?.documentCount ?? documents.length;
  if (count !== documents.length && (documents.length > 0 || hasBeginning(bytes))) {
    log.add('document_count', '', `${documents.length} documents of ${count}`);
  }
  return { header, documents: documents.map(document => toLoose(document, log)) };
}

/** A whole submission is marked at its beginning; a header alone has no documents. */
function hasBeginning(bytes: Buffer): boolean {
  return /^(?:<(?:SEC|IMS)-DOCUMENT>|<SUBMISSION>)/m.test(bytes.toString('latin1', 0, 4096));
}

/** Reads a `<DOCUMENT>` incrementally. Paths in its name are cut to their last segment. */
function toLoose(document: SubmissionDocument, log: AnomalyLog): LooseDocument {
  const stated = document.fileName ?? '';
  const fileName = safeName(stated);
  if (fileName !== stated) log.add('unsafe_file_name', `document ${document.sequence ?? '?'}`, stated);
  return {
    fileName,
    nativeType: document.type,
    sequence: document.sequence,
    title: document.description,
    bytes: document.bytes,
    isTagged: document.wrapper === 'XBRL',
    url: null,
  };
}

const MAX_NAME_CHARACTERS = 255;

function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are invalid in a name
  const plain = last.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, MAX_NAME_CHARACTERS);
  return /^\.*$/.test(plain) ? '' : plain;
}

/** The parts of a filing. */
export interface Ingredients {
  /** Address of one of its documents. */
  url: string;
  header: SubmissionHeader | null;
  documents: readonly LooseDocument[];
  /** What is known of the filing if its header is missing. */
  known: { form: string | null; primaryDocument: string | null } | null;
  log: AnomalyLog;
}

/** Puts a filing together: addresses, ids, media types, the primary document. */
export function toContainer({ url, header, documents, known, log }: Ingredients): FilingContainer {
  const address = filingAddressOf(url);
  const accession = accessionNumber(header?.accession ?? '') ?? address?.accession ?? null;
  const cik = address?.cik ?? (header === null ? null : mainCik(header));
  const files = documents.map((document, at) => toFile(document, at, { url, cik, accession }));
  nameApart(files, documents);
  const primary = choosePrimary(
    files.map((file, at) => ({ ...file, sequence: documents[at]?.sequence ?? null })),
    { form: header?.form ?? known?.form ?? null, primaryDocument: known?.primaryDocument ?? null },
  );
  const main = primary === null ? undefined : files[primary];
  if (main !== undefined) {
    main.role = 'primary';
    main.nativeType ||= header?.form ?? known?.form ?? '';
  } else if (files.length > 0) log.add('no_primary_document', '', files.map(file => file.nativeType).join(', '));
  const reported: ReportedByDocuments = {
    cik,
    primaryDocument: main?.fileName ?? null,
    title: main?.title ?? null,
    hasXbrl: documents.some(isTagged),
    amends: main === undefined ? null : amendedBy(main),
  };
  const filing = header === null ? null : toFiling(header, reported, log);
  const filers = header === null ? [] : toFilers(header, log);
  return { filing, filers, files, header, anomalies: log.list() };
}

function toFile(
  document: LooseDocument,
  at: number,
  { url, cik, accession }: { url: string; cik: string | null; accession: string | null },
): FilingFile {
  const contentType = contentTypeOf(document.fileName, document.bytes);
  const fileName = document.fileName || nameOfNameless(document, at, accession, contentType);
  const isPlaced = cik !== null && accession !== null;
  const published = !isPlaced
    ? url
    : document.fileName === ''
      ? fullSubmissionUrl(cik, accession)
      : documentUrl(cik, accession, fileName);
  return {
    fileId: document.sequence === null ? fileName : String(document.sequence),
    role: 'attachment',
    fileName,
    nativeType: document.nativeType,
    title: document.title,
    url: document.url ?? published,
    contentType,
    bytes: document.bytes,
  };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': 'htm',
  'text/plain': 'txt',
  'application/xml': 'xml',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};

/** `0000912057-00-002128-2.txt` for the second document of that filing. */
function nameOfNameless(document: LooseDocument, at: number, accession: string | null, contentType: string): string {
  return `${accession ?? 'document'}-${document.sequence ?? at + 1}.${EXTENSIONS[contentType] ?? 'bin'}`;
}

/** Documents of one sequence number are ordered by name, and those of one name by position. */
function nameApart(files: FilingFile[], documents: readonly LooseDocument[]): void {
  const taken = new Set<string>();
  for (const [at, file] of files.entries()) {
    const choices = [file.fileId, file.fileName, `${file.fileName}~${at + 1}`, `~${at + 1}`];
    file.fileId = choices.find(id => !taken.has(id)) ?? `~${at + 1}~${documents.length}`;
    taken.add(file.fileId);
  }
}

const LOOKED_AT_BYTES = 1 << 16;

function isTagged(document: LooseDocument): boolean {
  if (document.isTagged || /^EX-10[01](?:\.|$)/i.test(document.nativeType)) return true;
  const form = xbrlFormOf(document.bytes);
  return form === 'instance' || form === 'inline';
}

/** Structured amendments (Schedules 13D and 13G, Form 144 …) name the amended filing. */
function amendedBy(primary: FilingFile): string | null {
  if (primary.contentType !== 'application/xml') return null;
  const text = primary.bytes.toString('latin1', 0, LOOKED_AT_BYTES);
  return accessionNumber(/<(?:\w+:)?previousAccessionNumber>\s*([\d-]{18,20})\s*</.exec(text)?.[1] ?? '');
}
