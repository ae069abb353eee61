import { FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import { type FilingFile, withoutSections } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { mediaTypeOf } from '../../../kernel/media-types.ts';
import type { Parsed, SourceDocument } from '../source.ts';

/** A document that is a filing by itself. */
export interface PublishedAddress {
  nativeId: string;
  fileName: string;
  /** Where people read it. */
  url: string;
}

/** How a registry of single documents calls them. */
export interface PublishedDocuments<Address extends PublishedAddress> {
  registry: string;
  /** The canonical key of the issuer whose filing an address is; null where it does not say. */
  filerOf(url: string): string | null;
  /** `isStatement`: what a manifest says of the document, in its place beside it. Null for any other address. */
  documentOf(url: string): { address: Address; isStatement: boolean } | null;
  readStatement(bytes: Buffer, address: Address, log: AnomalyLog): Filing | null;
}

/**
 * Opens a filing that is one document, as it was published. Its kind is checked by its first bytes: a page where a PDF was
 * asked for is the registry's refusal, not the filing. Text is read by `withTextOfPdfs`.
 */
export function openPublished<Address extends PublishedAddress>(
  documents: readonly SourceDocument[],
  { registry, filerOf, documentOf, readStatement }: PublishedDocuments<Address>,
): Parsed<IssuerRecords[]> {
  const url = documents[0]?.url ?? '';
  const log = new AnomalyLog(registry, url);
  const canonicalKey = filerOf(url);
  const address = documentOf(url)?.address;
  if (canonicalKey === null || address === undefined) {
    log.add('unknown_filer', '', 'the address does not say whose filing this is');
    return { records: [], anomalies: log.list() };
  }
  const files: FilingFile[] = [];
  let filing: Filing | null = null;
  for (const document of documents) {
    const named = documentOf(document.url);
    if (named === null) continue;
    if (named.isStatement) filing = readStatement(document.bytes, named.address, log);
    else if (isWhatItSays(named.address, document.bytes, log)) files.push(toFile(named.address, document.bytes));
  }
  if (files.length === 0) return { records: [], anomalies: log.list() };
  const record: IssuerRecords = {
    canonicalKey,
    source: FILING_SOURCE + address.nativeId,
    issuer: null,
    filings: filing === null ? [] : [filing],
    facts: [],
    contents: {
      nativeId: address.nativeId,
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

const LOOKED_AT_BYTES = 1_024;

/** A PDF says so within its first kilobyte (ISO 32000-1, annex H.3.4.1); nothing but a page begins with a tag. */
function isWhatItSays({ fileName }: PublishedAddress, bytes: Buffer, log: AnomalyLog): boolean {
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

function toFile({ fileName, url }: PublishedAddress, bytes: Buffer): FilingFile {
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
