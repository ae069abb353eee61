import { AsfiledError } from '../../kernel/errors.ts';
import { unpackedName } from '../kit/manifest.ts';
import type { ImportFile, ManifestRow } from '../kit/source.ts';
import { documentUrl, fullSubmissionUrl } from './endpoints.ts';
import { accessionNumber, cik10, plainCik } from './identifiers.ts';

/** Beginning of the file names, inside a filing's folder, under which what a manifest says of its files is kept. */
const MANIFEST_PREFIX = '-manifest.';

const COLUMNS = ['path', 'form', 'cik', 'accession', 'filed', 'period'] as const;
/** Where a document says whose it is: the header of a submission, and the tagged cover of an inline document. */
const LOOKED_AT_BYTES = 1 << 20;

/**
 * Loose files of one filing under the addresses at which the registry publishes them, each with its manifest row beside
 * it. What the rows leave open the files are asked: their names, the header of a submission, the tagged cover page.
 * Throws AsfiledError `bad_request` where filer or accession number stay unknown: nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  const looked = files.map(({ row, bytes }) => ({
    row,
    bytes,
    name: documentNameOf(row.path),
    start: bytes.toString('latin1', 0, LOOKED_AT_BYTES),
  }));
  const accession = firstOf(looked, ({ row, name, start }) => {
    const inName = /\d{10}-\d{2}-\d{6}/.exec(name)?.[0] ?? '';
    const inHeader = /ACCESSION[ -]NUMBER[>:]\s*(\d{10}-\d{2}-\d{6})/.exec(start)?.[1] ?? '';
    return accessionNumber(row.accession) ?? accessionNumber(inName) ?? accessionNumber(inHeader);
  });
  const cik = firstOf(looked, ({ row, start }) => cik10(row.cik) ?? statedCik(start));
  if (accession === null) throw unfiled(files, 'no accession number');
  if (cik === null) throw unfiled(files, 'no filer (central index key)');
  return looked.flatMap(({ row, name, start, bytes }) => {
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

/** True for the file name of a kept manifest row. */
export function isManifestName(name: string): boolean {
  return name.startsWith(MANIFEST_PREFIX);
}

/** What the kept rows of a manifest say of a filing; null where there are none. */
export function readManifestRow(bytes: Buffer): ManifestRow | null {
  const [header = '', line = ''] = bytes.toString('utf8').split('\n');
  if (header !== COLUMNS.join('\t')) return null;
  const cells = line.split('\t');
  const cell = (name: (typeof COLUMNS)[number]) => cells[COLUMNS.indexOf(name)] ?? '';
  return {
    path: cell('path'),
    form: cell('form'),
    cik: cell('cik'),
    accession: cell('accession'),
    filed: cell('filed'),
    period: cell('period'),
  };
}

function manifestText(row: ManifestRow): string {
  return `${COLUMNS.join('\t')}\n${COLUMNS.map(name => row[name].replace(/[\t\r\n]/g, ' ')).join('\t')}\n`;
}

/** Several documents of one filing are often told apart by a prefix that ends in `__`. */
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
