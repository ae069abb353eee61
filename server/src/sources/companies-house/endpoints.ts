import type { IsoDate } from '../../kernel/dates.ts';

export const API_HOST = 'api.company-information.service.gov.uk';
export const DOWNLOAD_HOST = 'download.companieshouse.gov.uk';
export const STREAM_HOST = 'stream.companieshouse.gov.uk';

/** Entries of a page of a filing history; the registry gives at most 100. */
export const FILINGS_PER_PAGE = 50;
/** Entries of a page of officers, charges and persons with significant control where none are asked for. */
export const DEFAULT_PER_PAGE = 35;

/** Who a company is. `number` has its eight characters in all of these. */
export function profileUrl(number: string): string {
  return `https://${API_HOST}/company/${number}`;
}

/** Filings from the newest on; `start` entries are skipped. */
export function filingHistoryUrl(number: string, start: number): string {
  return `${profileUrl(number)}/filing-history?items_per_page=${FILINGS_PER_PAGE}&start_index=${start}`;
}

/** A list of what belongs to a company; later pages name their size, the first one leaves it to the registry. */
export function companyListUrl(number: string, list: CompanyList, start: number): string {
  const url = `${profileUrl(number)}/${list}`;
  return start === 0 ? url : `${url}?items_per_page=${DEFAULT_PER_PAGE}&start_index=${start}`;
}

export type CompanyList = 'officers' | 'charges' | 'persons-with-significant-control';

/** All accounts that were filed electronically and processed on a day, one member for each company. */
export function dailyAccountsUrl(date: IsoDate): string {
  return `https://${DOWNLOAD_HOST}/Accounts_Bulk_Data-${date}.zip`;
}

/** What people look at: a company's filings. */
export function publicFilingHistoryUrl(number: string): string {
  return `https://find-and-update.company-information.service.gov.uk/company/${number}/filing-history`;
}

/** What people look at: one filing. */
export function publicFilingUrl(number: string, transactionId: string): string {
  return `${publicFilingHistoryUrl(number)}/${encodeURIComponent(transactionId)}/document`;
}
