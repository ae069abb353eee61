import { AsfiledError } from '../../../kernel/errors.ts';
import { wrongForm } from '../../kit/http/response-form.ts';
import { unpackedName } from '../../kit/manifest.ts';
import type { ImportFile } from '../../kit/source.ts';
import { filingKind } from '../../kit/source-kind.ts';
import { documentUrl, fullSubmissionUrl } from '../endpoints.ts';
import { filingAddressOf } from '../filing-address.ts';
import { accessionNumber, canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import { MANIFEST_PREFIX, manifestText } from './manifest-rows.ts';

/** The documents of a filing: the whole submission, or single documents of its folder. */
export const filings = filingKind({
  shown: 'https://www.sec.gov/Archives/edgar/data/{cik}/{accession}/{file}',
  states: 'files, sections, tagged facts, statements as filed, ownership, holdings, people, events',
  read(url) {
    const address = filingAddressOf(url);
    return address && { filing: address.accession, issuer: canonicalKeyOfCik(address.cik) };
  },
  // The code that opens filings is several times larger than that of summaries: threads that open no filings do not load it.
  open: async (documents, _, { listed }) => (await import('./open-filing.ts')).openFiling(documents, listed),
  validate: (bytes, url) => (url.endsWith('.zip') ? wrongForm(bytes, ['zip']) : null),
  placeTogether: placeImport,
});

/** The header of a submission and the tagged cover of an inline document are in the first megabyte. */
const LOOKED_AT_BYTES = 1 << 20;

/**
 * Imported files of one filing under the URLs at which the registry publishes them, each with its manifest row. Rows, file
 * names, the header of a submission and the tagged cover page state filer and accession number. Throws AsfiledError
 * `bad_request` if either stays unknown: nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  const read = files.map(({ row, bytes }) => ({
    row,
    bytes,
    name: documentNameOf(row.path),
    start: bytes.toString('latin1', 0, LOOKED_AT_BYTES),
  }));
  const accession = firstOf(read, ({ row, name, start }) => {
    const inName = /\d{10}-\d{2}-\d{6}/.exec(name)?.[0] ?? '';
    const inHeader = /ACCESSION[ -]NUMBER[>:]\s*(\d{10}-\d{2}-\d{6})/.exec(start)?.[1] ?? '';
    return accessionNumber(row.accession) ?? accessionNumber(inName) ?? accessionNumber(inHeader);
  });
  const cik = firstOf(read, ({ row, start }) => cik10(row.cik) ?? statedCik(start));
  if (accession === null) throw unfiled(files, 'no accession number');
  if (cik === null) throw unfiled(files, 'no filer (central index key)');
  return read.flatMap(({ row, name, start, bytes }) => {
    const stated = { ...row, path: name, cik: plainCik(cik), accession };
    return [
      { url: isSubmission(start) ? fullSubmissionUrl(cik, accession) : documentUrl(cik, accession, name), bytes },
      {
        url: documentUrl(cik, accession, `${MANIFEST_PREFIX}${name}.tsv`),
        bytes: Buffer.from(manifestText(stated)),
      },
    ];
  });
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** The names of several documents of one filing often have a prefix that ends in `__`. */
function documentNameOf(path: string): string {
  const name = unpackedName(path);
  return name.slice(name.lastIndexOf('__') < 0 ? 0 : name.lastIndexOf('__') + 2);
}

function isSubmission(start: string): boolean {
  return /^\s*(?:-----BEGIN PRIVACY-ENHANCED MESSAGE-----|<SEC-DOCUMENT>|<SUBMISSION>|<IMS-DOCUMENT>|<SEC-HEADER>)/.test(
    start,
  );
}

function statedCik(start: string): string | null {
  const header = /CENTRAL INDEX KEY:\s*(\d{1,10})|<CIK>\s*(\d{1,10})/.exec(start);
  const cover = /name="dei:EntityCentralIndexKey"[^>]*>\s*(?:<[^>]*>\s*)*(\d{1,10})/.exec(start);
  const context = /scheme="http:\/\/www\.sec\.gov\/CIK"[^>]*>\s*(\d{10})\s*</.exec(start);
  return cik10(header?.[1] ?? header?.[2] ?? cover?.[1] ?? context?.[1]);
}

function unfiled(files: readonly ImportFile[], what: string): AsfiledError {
  const path = files[0]?.row.path ?? '';
  return new AsfiledError(
    'bad_request',
    `${path} names ${what}, neither in its row nor its name nor its first megabyte`,
  );
}
