import type { IsoDate } from '../../../kernel/dates.ts';
import { requestsTaggedReports } from '../../kit/discovery.ts';
import type { RequestedForms, SourceDocument, Task } from '../../kit/source.ts';
import { fullSubmissionUrl } from '../endpoints.ts';
import { filingAddressOf } from '../filing-address.ts';
import { canonicalKeyOfCik, plainCik } from '../identifiers.ts';
import type { AnnouncedFiling } from '../lists/indexes.ts';
import { parseSubmissions } from '../lists/submissions.ts';
import { filings } from './filings.ts';
import { baseForm } from './form-categories.ts';
import { isFilingIndexName } from './parse-filing-index.ts';

/** `cik` (ten digits) is the filer of the requested folder. */
function filingTask(cik: string, accession: string, urls: string[]): Task {
  return filings.task(accession, urls, canonicalKeyOfCik(cik));
}

/** Forms with tagged statements; indexes do not state which filings are tagged. */
const TAGGED_FORMS = new Set(['10-K', '10-Q', '20-F', '40-F']);

/** True if the documents of a form are requested; amendments are requested with their form. */
function isRequestedForm(form: string, forms: RequestedForms): boolean {
  if (forms === 'all') return true;
  const base = baseForm(form);
  if (TAGGED_FORMS.has(base) && requestsTaggedReports(forms)) return true;
  return forms.some(one => baseForm(one) === base);
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
    const filer = filing.filers.find(one => one.role === null || !/reporting/i.test(one.role)) ?? filing.filers[0];
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
    .filter(one => isRequestedForm(one.formType, forms) && (since === null || one.filingDate >= since))
    .sort((a, b) => (a.knownAt > b.knownAt ? -1 : a.knownAt < b.knownAt ? 1 : a.nativeId < b.nativeId ? -1 : 1))
    .map(one => filingTask(cik, one.nativeId, [submissionText(cik, one.nativeId)]));
}

function submissionText(cik: string, accession: string): string {
  return fullSubmissionUrl(plainCik(cik), accession);
}
