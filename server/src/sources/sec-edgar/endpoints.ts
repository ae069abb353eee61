import type { IsoDate } from '../../kernel/dates.ts';
import { accessionNumber } from './identifiers.ts';

/** Where the registry's hosts stand: the real ones, or a stand-in of a test. No slash at the end. */
export interface EdgarHosts {
  www: string;
  data: string;
}

export const EDGAR_HOSTS: EdgarHosts = { www: 'https://www.sec.gov', data: 'https://data.sec.gov' };

/** Current tickers of all companies. */
export function tickersUrl(hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/files/company_tickers.json`;
}

/** The same with exchanges. */
export function tickersExchangeUrl(hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/files/company_tickers_exchange.json`;
}

/** Tickers of mutual fund classes. */
export function tickersMutualFundsUrl(hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/files/company_tickers_mf.json`;
}

/** Who a filer is and its filings of the last year (or the last thousand). `cik` is ten digits. */
export function submissionsUrl(cik: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.data}/submissions/CIK${cik}.json`;
}

/** An older page of filings, as `filings.files[].name` of the first one names it. */
export function submissionsPageUrl(name: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.data}/submissions/${encodeURIComponent(name)}`;
}

/** All facts of a company. `cik` is ten digits. */
export function companyFactsUrl(cik: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.data}/api/xbrl/companyfacts/CIK${cik}.json`;
}

/** Every filing of one day; a day without EDGAR has none (403 or 404). */
export function dailyIndexUrl(date: IsoDate, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${quarterFolder('daily-index', date, hosts)}/master.${date.replaceAll('-', '')}.idx`;
}

/** The days of a quarter that have an index. */
export function dailyIndexListUrl(date: IsoDate, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${quarterFolder('daily-index', date, hosts)}/index.json`;
}

/** Every filing of a quarter up to now. */
export function fullIndexUrl(date: IsoDate, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${quarterFolder('full-index', date, hosts)}/master.idx`;
}

function quarterFolder(index: string, date: IsoDate, hosts: EdgarHosts): string {
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  return `${hosts.www}/Archives/edgar/${index}/${date.slice(0, 4)}/QTR${quarter}`;
}

/** The newest filings, newest first, at most 100 a page; `start` is the number of entries to skip. */
export function currentFilingsUrl(start: number, formType = '', hosts: EdgarHosts = EDGAR_HOSTS): string {
  const query = new URLSearchParams({
    action: 'getcurrent',
    count: '100',
    start: String(start),
    type: formType,
    owner: 'include',
    output: 'atom',
  });
  return `${hosts.www}/cgi-bin/browse-edgar?${query}`;
}

/** All companyfacts answers in one archive, renewed each night. */
export function bulkCompanyFactsUrl(hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/Archives/edgar/daily-index/xbrl/companyfacts.zip`;
}

/** All submissions answers with their pages in one archive, renewed each night. */
export function bulkSubmissionsUrl(hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/Archives/edgar/daily-index/bulkdata/submissions.zip`;
}

/** The Financial Statement Data Set of a quarter, `2009q3`. */
export function dataSetUrl(edition: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/files/dera/financial-statement-data-sets/${edition}.zip`;
}

/** The folder of a filing under one of its filers, without a slash at the end. */
export function filingFolderUrl(cik: string, accession: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${hosts.www}/Archives/edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;
}

/** The page that lists a filing's documents: the address to show to people. */
export function filingIndexUrl(cik: string, accession: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${filingFolderUrl(cik, accession, hosts)}/${accessionNumber(accession) ?? accession}-index.html`;
}

/** One document of a filing. */
export function documentUrl(cik: string, accession: string, name: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${filingFolderUrl(cik, accession, hosts)}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

/** The whole submission as one text. */
export function fullSubmissionUrl(cik: string, accession: string, hosts: EdgarHosts = EDGAR_HOSTS): string {
  return `${filingFolderUrl(cik, accession, hosts)}/${accession}.txt`;
}
