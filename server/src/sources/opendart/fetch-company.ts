import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { ask } from './ask.ts';
import {
  allAccountsUrl,
  companyUrl,
  holdingsUrl,
  listUrl,
  mainAccountsUrl,
  type PeriodicReport,
  periodicUrl,
} from './endpoints.ts';
import { monthsBefore } from './filings/report-period.ts';
import { PERIODIC_REPORTS, readReportName, reportCodeOfListed } from './filings/report-types.ts';
import { corpCode, todayInSeoul } from './identifiers.ts';
import { toListedFiling } from './parse-list.ts';
import { textOf } from './read-response.ts';

/** The first year of which the registry has accounts and tables. */
export const FIRST_DAY: IsoDate = '2015-01-01';
/** A company has some thousand filings. */
const MAX_PAGES = 200;
/** Tables of the newest annual report about persons. */
const PERSON_TABLES = ['hyslrSttus', 'exctvSttus'];

/** A filing and the company that it is about. */
export interface ListedFiling {
  corpCode: string;
  filing: Filing;
}

/** Pages of a list of filings, newest first, with their rows. */
export interface ListedPages {
  documents: SourceDocument[];
  filings: ListedFiling[];
}

/** Every page of a list of filings; `code` null is that of all companies, three months at most. */
export async function fetchList(
  client: RegistryClient,
  code: string | null,
  from: IsoDate,
  until: IsoDate,
): Promise<ListedPages> {
  const listed: ListedPages = { documents: [], filings: [] };
  for (let page = 1; page <= MAX_PAGES; page++) {
    const requested = await ask(client, listUrl(code, from, until, page));
    if (requested === null || requested.response.state === 'none') break;
    listed.documents.push(requested.document);
    for (const row of requested.response.rows) {
      const filing = toListedFiling(row, null);
      const company = corpCode(row.corp_code);
      if (filing !== null && company !== null) listed.filings.push({ corpCode: company, filing });
    }
    if (page >= Number(requested.response.root.total_page ?? 0)) break;
  }
  return listed;
}

/** Profile, filings, accounts and reports of holdings of a company; empty if the registry does not know it. */
export async function fetchCompany(
  client: RegistryClient,
  code: string,
  since: IsoDate | null,
): Promise<SourceDocument[]> {
  const profile = await ask(client, companyUrl(code));
  if (profile === null || profile.response.state === 'none') return [];
  const until = todayInSeoul(client.now());
  const listed = await fetchList(client, code, since ?? FIRST_DAY, until);
  const documents = [profile.document, ...listed.documents];
  const yearEndMonth = Number(textOf(profile.response.root, 'acc_mt') ?? 12);
  const reports = periodicReports(listed.filings, yearEndMonth);
  for (const years of reports) appendAll(documents, await fetchAccounts(client, code, years));
  const newest = reports.find(([first]) => first?.reportCode === '11011')?.[0];
  const urls = [
    ...(newest === undefined ? [] : PERSON_TABLES.map(endpoint => periodicUrl(endpoint, code, newest))),
    holdingsUrl('majorstock', code),
    holdingsUrl('elestock', code),
  ];
  for (const url of urls) {
    const requested = await ask(client, url);
    if (requested !== null) documents.push(requested.document);
  }
  return documents;
}

/**
 * The periodic reports of a list, newest first, each with its possible years: the business year is named after
 * the year in which it begins or ends.
 */
function periodicReports(filings: readonly ListedFiling[], yearEndMonth: number): PeriodicReport[][] {
  const reports = new Map<string, PeriodicReport[]>();
  for (const { filing } of filings) {
    const name = readReportName(filing.title ?? '');
    const reportCode = reportCodeOfListed(name, yearEndMonth % 12);
    if (reportCode === null || name.periodEnd === null) continue;
    const yearStart = Number(monthsBefore(name.periodEnd, PERIODIC_REPORTS[reportCode].months - 1).slice(0, 4));
    const years = yearEndMonth === 12 ? [yearStart] : [yearStart, yearStart + 1];
    reports.set(
      `${name.periodEnd} ${reportCode}`,
      years.map(year => ({ businessYear: String(year), reportCode })),
    );
  }
  return [...reports.values()];
}

/** All accounts on both bases; the main ones if the registry has no others. */
async function fetchAccounts(
  client: RegistryClient,
  code: string,
  years: readonly PeriodicReport[],
): Promise<SourceDocument[]> {
  for (const report of years) {
    const urls = [allAccountsUrl(code, report, 'CFS'), allAccountsUrl(code, report, 'OFS')];
    const documents: SourceDocument[] = [];
    let isThere = false;
    for (const url of urls) {
      const requested = await ask(client, url);
      if (requested === null) continue;
      documents.push(requested.document);
      isThere ||= requested.response.state === 'ok';
    }
    if (isThere) return documents;
    const main = await ask(client, mainAccountsUrl(code, report));
    if (main?.response.state === 'ok') return [...documents, main.document];
  }
  return [];
}
