import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { addToList, appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { withBulkFiles } from '../kit/or-missing.ts';
import { type NamedRequest, type RecordedRequest, registry } from '../kit/registry.ts';
import type { BulkFile, Discovery, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { accounts } from './accounts.ts';
import { appointments } from './appointments.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { charges } from './charges.ts';
import { companyData, DOWNLOAD_HOST } from './company-data.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { API_HOST, type CompanyPages } from './company-pages.ts';
import { control, controlSnapshot } from './control.ts';
import { findDuplicateAccounts } from './duplicate-accounts.ts';
import { filingHistory, london } from './filing-history.ts';
import { officers } from './officers.ts';
import { profile } from './profile.ts';
import { dateOf, readPage, totalOf } from './read-response.ts';
import { search } from './search.ts';
import { STREAM_HOST, stream, streams } from './stream.ts';
import { unnumbered } from './unnumbered.ts';

const KEYS_FROM = 'free, from https://developer.company-information.service.gov.uk';
/** Days of accounts that the first run goes back; the registry keeps 60. */
const DAYS_AT_FIRST = 7;
/** So many days after a day its accounts are requested again if they had no file. */
const DAYS_LATE = 7;
/** Only the largest companies have lists of thousands of entries. */
const MAX_PAGES = 400;

/** Zips that are loaded as bulk files. */
const bulkFiles = sourceKind({
  shown: { address: `https://${DOWNLOAD_HOST}/{name}.zip`, source: null, states: 'bulk files' },
  read: url =>
    url.startsWith(`https://${DOWNLOAD_HOST}/`) && url.endsWith('.zip') ? { source: null, issuer: null } : null,
  validate: bytes => wrongForm(bytes, ['zip']),
});

const accountsDaily: Channel = {
  host: DOWNLOAD_HOST,
  cron: '30 9 * * 2-6',
  timeZone: 'Europe/London',
  read: (client, position) => discoverDays(client, position ?? addDays(today(client), -DAYS_AT_FIRST)),
  readAll: async (client, since) => (since === null ? emptyDiscovery() : discoverDays(client, addDays(since, -1))),
};

/** The table of live companies, made at the beginning of each month. */
const companyTable: Channel = {
  host: DOWNLOAD_HOST,
  cron: '15 10 2-10 * *',
  timeZone: 'Europe/London',
  read: (client, position) =>
    discoverEdition(client, position, `${today(client).slice(0, 7)}-01`, day => `BasicCompanyDataAsOneFile-${day}`),
};

/** The snapshot of persons with significant control, made each morning: one of a week is read. */
const controlSnapshots: Channel = {
  host: DOWNLOAD_HOST,
  cron: '45 10 * * 6',
  timeZone: 'Europe/London',
  read: (client, position) =>
    discoverEdition(client, position, today(client), day => `persons-with-significant-control-snapshot-${day}`),
};

/** The officers of companies whose officers changed by a filing; the registry publishes no list of all. */
const changedOfficers: Channel = {
  host: API_HOST,
  cron: '20 * * * *',
  timeZone: 'Europe/London',
  read: async (_client, _position, _forms, issuers) => {
    const tasks = issuers.map(({ canonicalKey }) => ({ ...companyTask(canonicalKey, null, null), kind: 'officers' }));
    return { ...emptyDiscovery(), tasks };
  },
};

/** Appointments, terminations and changes of details of officers, of companies and of limited liability partnerships. */
const FORMS_OF_OFFICERS = [
  ...['AP01', 'AP02', 'AP03', 'AP04', 'TM01', 'TM02', 'CH01', 'CH02', 'CH03', 'CH04'],
  ...['LLAP01', 'LLAP02', 'LLTM01', 'LLCH01', 'LLCH02'],
];

const documents = [
  accounts,
  companyData,
  stream,
  search,
  controlSnapshot,
  appointments,
  profile,
  filingHistory,
  officers,
  control,
  charges,
  bulkFiles,
] as const;

/** The register of companies of the United Kingdom, and the accounts that they file. */
export const companiesHouse = registry({
  id: 'companies-house',
  publisher: 'Companies House',
  url: 'https://find-and-update.company-information.service.gov.uk',
  licence: 'Public register, free for any use; https://www.gov.uk/guidance/companies-house-data-products',
  // The registry allows 600 in five minutes.
  requestsPerSecond: 1.8,
  hosts: [API_HOST, DOWNLOAD_HOST, STREAM_HOST],
  access: [
    { host: API_HOST, key: { setting: 'ASFILED_COMPANIES_HOUSE_KEY', place: { kind: 'basic' }, from: KEYS_FROM } },
    {
      host: STREAM_HOST,
      key: { setting: 'ASFILED_COMPANIES_HOUSE_STREAM_KEY', place: { kind: 'basic' }, from: KEYS_FROM },
    },
  ],
  knownAtOfDay: london.endOf,
  // What the registry states of a company today ranks before lists of another day, and those before the accounts of a year.
  precedence: {
    profile: 10,
    'stream/': 20,
    'company-data': 30,
    'filing-history': 40,
    search: 50,
    'appointments/': 55,
    [FILING_SOURCE]: 60,
  },
  documents,
  channels: {
    'company-data': companyTable,
    'control-snapshot': controlSnapshots,
    'accounts-daily': accountsDaily,
    officers: changedOfficers,
  },
  asksAboutIssuers: {
    channel: 'officers',
    forms: FORMS_OF_OFFICERS,
    task: 'officers',
    url: [`https://${API_HOST}/company/`, '/officers'],
  },
  streams,
  unnumbered,
  readsEachCopy: true,
  duplicateRule: { categories: ['annual_report', 'interim_report'], find: findDuplicateAccounts },
  named: async (_, request) => discoverNamed(request),
  discoverRecorded,
  fetchers: {
    company: fetchCompany,
    officers: (client, task) => fetchPages(client, officers, task.key, null),
  },
  needsSince: true,
  planBulk,
  splitBulk,
  // The table of live companies unpacks to 2.6 GB.
  maxTableBytes: 16 * 2 ** 30,
});

function discoverNamed({ tickers, ids, since }: NamedRequest): Discovery {
  const discovery = emptyDiscovery();
  const numbers = new Set<string>();
  for (const id of ids) {
    const number = companyNumber(id.replace(/^uk:/, ''));
    if (number !== null) numbers.add(number);
    else
      discovery.missing.push({ kind: 'company', key: id, reason: `${id} is not a company number (eight characters)` });
  }
  for (const ticker of tickers) {
    const reason = `companies-house has no tickers: name ${ticker} by its company number (--id)`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  appendAll(
    discovery.tasks,
    [...numbers].sort().map(number => companyTask(canonicalKeyOfNumber(number), null, since)),
  );
  return discovery;
}

/** Everything in a mirror: bulk files, documents about many companies, and each company's documents together. */
async function discoverRecorded(
  client: RegistryClient,
  urls: readonly string[],
  { since }: RecordedRequest,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const bulk: string[] = [];
  const companies = new Map<string, string[]>();
  for (const url of urls) {
    const opened = documents.map(kind => kind.open(url)).find(found => found !== null) ?? null;
    if (opened === null) continue;
    if (opened.issuer !== null) addToList(companies, opened.issuer, url);
    else if (url.endsWith('.zip')) bulk.push(url);
    else if (opened.source !== null) discovery.tasks.push(urlTask(opened.task.kind, url, [url]));
  }
  for (const [issuerKey, own] of [...companies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    discovery.tasks.push(companyTask(issuerKey, own.sort(), since));
  }
  return withBulkFiles(client, discovery, 'companies-house', bulk);
}

/**
 * The accounts of each day after `position`, and of the days before it that had no file. Days without accounts (weekends, and
 * as yet today) have none; a file may be late. The position is the last day that was read, and the days without a file that are
 * requested again: `2024-05-07 2024-05-04 2024-05-05`.
 */
async function discoverDays(client: RegistryClient, position: string): Promise<Discovery> {
  const [last = '', ...gaps] = position.split(' ');
  const bulk: BulkFile[] = [];
  const until = today(client);
  const since = addDays(until, -DAYS_LATE);
  const absent: IsoDate[] = [];
  let readTo = last;
  for (const day of [...gaps.filter(gap => gap >= since), ...datesBetween(addDays(last, 1), until)]) {
    const zip = await client.download(`https://${DOWNLOAD_HOST}/Accounts_Bulk_Data-${day}.zip`);
    if (zip === null) {
      absent.push(day);
      continue;
    }
    bulk.push(zip);
    if (day > readTo) readTo = day;
  }
  const open = absent.filter(day => day < readTo && day >= since);
  return { ...emptyDiscovery(), bulk, position: [readTo, ...open].join(' ') };
}

/** The edition of a day, unless it was read before or is not published yet. */
async function discoverEdition(
  client: RegistryClient,
  position: IsoDate | null,
  day: IsoDate,
  nameOf: (day: IsoDate) => string,
): Promise<Discovery> {
  if (position !== null && position >= day) return emptyDiscovery();
  const zip = await client.download(`https://${DOWNLOAD_HOST}/${nameOf(day)}.zip`);
  return zip === null ? emptyDiscovery() : { ...emptyDiscovery(), bulk: [zip], position: day };
}

function companyTask(issuerKey: string, urls: string[] | null, since: IsoDate | null): Task {
  return { kind: 'company', key: issuerKey.slice('uk:'.length), issuerKey, documents: null, urls, since };
}

/** Requests the documents that discovery found, or all that the registry has of a company. */
async function fetchCompany(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.urls !== null) return fetchUrls(client, task.urls);
  const documents = await fetchUrls(client, [profile.url({ number: task.key })]);
  appendAll(documents, await fetchPages(client, filingHistory, task.key, task.since));
  for (const list of [officers, control, charges]) appendAll(documents, await fetchPages(client, list, task.key, null));
  return documents;
}

/** The pages of a list, newest entries first, as far back as `since`. */
async function fetchPages(
  client: RegistryClient,
  list: CompanyPages,
  number: string,
  since: IsoDate | null,
): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (let at = 0; at < MAX_PAGES; at++) {
    const document = await client.get(list.url(number, at * list.perPage));
    if (document === null) break;
    pages.push(document);
    // Anomalies of the page are reported when its task parses it.
    const page = readPage(document.bytes, new AnomalyLog('companies-house', document.url));
    if (page === null || (at + 1) * list.perPage >= (totalOf(page) ?? 0)) break;
    const oldest = page.items.flatMap(item => dateOf(item.date) ?? []).at(-1);
    if (since !== null && oldest !== undefined && oldest < since) break;
  }
  return pages;
}

function today(client: RegistryClient): IsoDate {
  return london.dateAt(client.now());
}
