import type { IsoDate } from '../../kernel/dates.ts';
import { importedIdOf } from './filing-address.ts';
import { accessionNumber } from './identifiers.ts';

const WWW = 'https://www.sec.gov';
const DATA = 'https://data.sec.gov';

/** Current tickers of all companies. */
export function tickersUrl(): string {
  return `${WWW}/files/company_tickers.json`;
}

/** The same with exchanges. */
export function tickersExchangeUrl(): string {
  return `${WWW}/files/company_tickers_exchange.json`;
}

/** Who a filer is and its filings of the last year (or the last thousand). `cik` is ten digits. */
export function submissionsUrl(cik: string): string {
  return `${DATA}/submissions/CIK${cik}.json`;
}

/** An older page of filings, as `filings.files[].name` of the first one names it. */
export function submissionsPageUrl(name: string): string {
  return `${DATA}/submissions/${encodeURIComponent(name)}`;
}

/** All facts of a company. `cik` is ten digits. */
export function companyFactsUrl(cik: string): string {
  return `${DATA}/api/xbrl/companyfacts/CIK${cik}.json`;
}

/** Every filing of one day; missing (403 or 404) for days on which EDGAR is closed. */
export function dailyIndexUrl(date: IsoDate): string {
  return `${quarterFolder('daily-index', date)}/master.${date.replaceAll('-', '')}.idx`;
}

/** The days of a quarter that have an index. */
export function dailyIndexListUrl(date: IsoDate): string {
  return `${quarterFolder('daily-index', date)}/index.json`;
}

/** Every filing of the quarter of a day. */
export function fullIndexUrl(date: IsoDate): string {
  return `${quarterFolder('full-index', date)}/master.idx`;
}

function quarterFolder(kind: 'daily-index' | 'full-index', date: IsoDate): string {
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  return `${WWW}/Archives/edgar/${kind}/${date.slice(0, 4)}/QTR${quarter}`;
}

/** A half-month's list of fails to deliver in the published archive. */
export function failsToDeliverUrl(name: string): string {
  return `${WWW}/files/data/fails-deliver-data/${encodeURIComponent(name)}`;
}

/** The newest filings, newest first, at most 100 a page; `start` is the number of entries to skip. */
export function currentFilingsUrl(start: number): string {
  const query = new URLSearchParams({
    action: 'getcurrent',
    count: '100',
    start: String(start),
    type: '',
    owner: 'include',
    output: 'atom',
  });
  return `${WWW}/cgi-bin/browse-edgar?${query}`;
}

/** The folder of a filing under one of its filers, without a slash at the end; a folder of our own for an imported filing. */
function filingFolderUrl(cik: string, accession: string): string {
  if (importedIdOf(accession) !== null) return `${WWW}/Archives/edgar/imported/${encodeURIComponent(accession)}`;
  return `${WWW}/Archives/edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;
}

/**
 * The page that lists a filing's documents: the address to show to people. For an imported filing without its accession number,
 * the registry's list of such filings of the filer up to that day.
 */
export function filingIndexUrl(cik: string, accession: string): string {
  const imported = importedIdOf(accession);
  if (imported !== null) {
    const query = new URLSearchParams({
      action: 'getcompany',
      CIK: imported.cik,
      type: imported.form,
      dateb: imported.filed.replaceAll('-', ''),
      owner: 'include',
    });
    return `${WWW}/cgi-bin/browse-edgar?${query}`;
  }
  return `${filingFolderUrl(cik, accession)}/${accessionNumber(accession) ?? accession}-index.html`;
}

/** One document of a filing. */
export function documentUrl(cik: string, accession: string, name: string): string {
  return `${filingFolderUrl(cik, accession)}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

/** The whole submission as one text. */
export function fullSubmissionUrl(cik: string, accession: string): string {
  return `${filingFolderUrl(cik, accession)}/${accession}.txt`;
}
