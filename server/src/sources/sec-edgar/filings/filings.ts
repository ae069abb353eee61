import { createHash } from 'node:crypto';
import type { IsoDate } from '../../../kernel/dates.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { appendAll } from '../../../kernel/lists.ts';
import { requestsTaggedReports } from '../../kit/discovery.ts';
import { wrongForm } from '../../kit/http/response-form.ts';
import { unpackedName } from '../../kit/manifest.ts';
import type { ImportFile, ManifestRow, RequestedForms, SourceDocument, Task } from '../../kit/source.ts';
import { filingKind } from '../../kit/source-kind.ts';
import { documentUrl, fullSubmissionUrl } from '../endpoints.ts';
import { filingAddressOf, importedId } from '../filing-address.ts';
import { accessionNumber, canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import type { AnnouncedFiling } from '../lists/indexes.ts';
import { parseSubmissions } from '../lists/submissions.ts';
import { baseForm } from './form-categories.ts';
import { dateOfManifest, MANIFEST_PREFIX, manifestText } from './manifest-rows.ts';
import { isFilingIndexName } from './parse-filing-index.ts';

/** Forms with tagged statements; indexes do not state which filings are tagged. */
const TAGGED_FORMS = new Set(['10-K', '10-Q', '20-F', '40-F']);

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

/** An imported file with what its row, its name and its first megabyte state. */
interface ReadFile {
  row: ManifestRow;
  bytes: Buffer;
  name: string;
  start: string;
  accession: string | null;
}

/**
 * Imported files of one filing, or of one filer and day without an accession number in their rows, under the URLs at which the
 * registry publishes them, each with its manifest row. Rows, file names, the header of a submission and the tagged cover page
 * state filer and accession number. A file without an accession number whose row states form and day gets an id of our own.
 * Throws AsfiledError `bad_request` if filer or filing stay unknown: nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  const read = files.map(readFile);
  const cik = firstOf(read, ({ row, start }) => cik10(row.cik) ?? statedCik(start));
  if (cik === null) throw unfiled(files, 'no filer (central index key)');
  const common = firstOf(read, ({ row }) => accessionNumber(row.accession));
  if (common !== null) return placeFiling(read, cik, common);
  const [numbered, others] = partition(read, file => file.accession !== null);
  const [exhibits, primary] = partition(others, ({ row }) => /^EX-/i.test(row.form));
  const filings = Map.groupBy(numbered, file => file.accession ?? '');
  for (const file of primary) filings.set(idByRow(file, cik), [file]);
  if (exhibits.length > 0) {
    const [only, second] = filings.values();
    if (only === undefined || second !== undefined) throw unfiled(exhibits, 'an exhibit of an unknown filing');
    appendAll(only, exhibits);
  }
  return [...filings].flatMap(([id, own]) => placeFiling(own, cik, id));
}

function readFile({ row, bytes }: ImportFile): ReadFile {
  const name = documentNameOf(row.path);
  const start = bytes.toString('latin1', 0, LOOKED_AT_BYTES);
  const inName = /\d{10}-\d{2}-\d{6}/.exec(name)?.[0] ?? '';
  const inHeader = /ACCESSION[ -]NUMBER[>:]\s*(\d{10}-\d{2}-\d{6})/.exec(start)?.[1] ?? '';
  return { row, bytes, name, start, accession: accessionNumber(inName) ?? accessionNumber(inHeader) };
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))];
}

/** The id of a filing whose row states form and day. */
function idByRow({ row, bytes }: ReadFile, cik: string): string {
  const filed = dateOfManifest(row.filed);
  if (row.form === '' || filed === null)
    throw unfiled([{ row, bytes }], 'no accession number, and no form and day of filing');
  return importedId({ cik, form: row.form, filed }, createHash('sha256').update(bytes).digest('hex'));
}

function placeFiling(files: readonly ReadFile[], cik: string, accession: string): { url: string; bytes: Buffer }[] {
  return files.flatMap(({ row, name, start, bytes }) => {
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

function unfiled(files: readonly ImportFile[], reason: string): AsfiledError {
  const path = files[0]?.row.path ?? '';
  return new AsfiledError(
    'bad_request',
    `${path} names ${reason}, neither in its row nor its name nor its first megabyte`,
  );
}

/** `cik` (ten digits) is the filer of the requested folder. */
function filingTask(cik: string, accession: string, urls: string[]): Task {
  return filings.task(accession, urls, canonicalKeyOfCik(cik));
}

/** True if the documents of a form are requested; amendments are requested with their form. */
function isRequestedForm(form: string, forms: RequestedForms): boolean {
  if (forms === 'all') return true;
  const base = baseForm(form);
  if (TAGGED_FORMS.has(base) && requestsTaggedReports(forms)) return true;
  return forms.some(form => baseForm(form) === base);
}

/** The filings with documents in a mirror, each with the URLs of the documents. */
export function recordedFilings(urls: readonly string[]): Task[] {
  const byAccession = new Map<string, Task & { urls: string[] }>();
  for (const url of urls) {
    const address = filingAddressOf(url);
    if (address === null) continue;
    const known = byAccession.get(address.accession);
    if (known !== undefined) known.urls.push(url);
    else byAccession.set(address.accession, { ...filingTask(address.cik, address.accession, []), urls: [url] });
  }
  return [...byAccession.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** True if one of a filing's documents is the whole submission or its index page: these state form and date. */
export function namesItself(task: Task): boolean {
  return (task.urls ?? []).some(url => isSelfNaming(filingAddressOf(url)?.name ?? ''));
}

function isSelfNaming(name: string): boolean {
  return /^\d{10}-\d{2}-\d{6}\.txt$/.test(name) || isFilingIndexName(name);
}

/** Announced filings whose documents are requested, each under its first filer that is not a reporting person. */
export function announcedTasks(announced: readonly AnnouncedFiling[], forms: RequestedForms): Task[] {
  return announced.flatMap(filing => {
    const filer =
      filing.filers.find(filer => filer.role === null || !/reporting/i.test(filer.role)) ?? filing.filers[0];
    if (filer === undefined || !isRequestedForm(filing.form, forms)) return [];
    return [filingTask(filer.cik, filing.accession, [submissionText(filer.cik, filing.accession)])];
  });
}

/** The requested filings of a company's history (`cik` is ten digits), newest first. */
export function companyFilingTasks(
  cik: string,
  history: readonly SourceDocument[],
  forms: RequestedForms,
  since: IsoDate | null,
): Task[] {
  const { records } = parseSubmissions(history.map(({ url, bytes }) => ({ source: url, bytes })));
  return records.filings
    .filter(filing => isRequestedForm(filing.formType, forms) && (since === null || filing.filingDate >= since))
    .sort((a, b) => (a.knownAt > b.knownAt ? -1 : a.knownAt < b.knownAt ? 1 : a.nativeId < b.nativeId ? -1 : 1))
    .map(filing => filingTask(cik, filing.nativeId, [submissionText(cik, filing.nativeId)]));
}

function submissionText(cik: string, accession: string): string {
  return fullSubmissionUrl(plainCik(cik), accession);
}
