import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { groupReports, type PackageFile, reportPathsOf, taxonomyPathsOf } from '../../formats/report-package.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { addToList, appendAll } from '../../kernel/lists.ts';
import { utcClock } from '../kit/clock-ahead.ts';
import { emptyDiscovery, requestsTaggedReports, TAGGED_REPORTS, urlTask } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { BulkPlan, BulkReader, Discovery, RegistryClient, RequestedForms, Task } from '../kit/source.ts';
import { categoryOfSystem } from './describe-report.ts';
import { entityOfAddress } from './entities.ts';
import {
  entityFilingsUrl,
  filingAddressOf,
  filingRowOfPage,
  filingRowUrl,
  isIndexUrl,
  newestFilingsUrl,
  PAGE_SIZE,
  splitNativeId,
} from './filing-address.ts';
import { filings, importedUrlOf } from './filings.ts';
import { indexPages } from './index-pages.ts';
import { type IndexPage, type IndexRow, parseIndexPage } from './parse-index-page.ts';
import { unnumbered } from './unnumbered.ts';

const MAX_DOCUMENT_BYTES = 256 << 20;

/** The index holds some twenty thousand filings; more pages than this are a fault. */
const MAX_PAGES = 1_000;

/** Annual reports of listed European companies in inline XBRL, as XBRL International indexes them. */
export const esef = registry({
  id: 'esef',
  publisher: 'XBRL International (filings.xbrl.org)',
  url: 'https://filings.xbrl.org',
  licence: 'Reports are public by law and their filers’ own; the index is open to all: https://filings.xbrl.org',
  // No limit is published.
  requestsPerSecond: 2,
  hosts: ['filings.xbrl.org'],
  clock: utcClock,
  precedence: { [FILING_SOURCE]: 10, 'index/': 20 },
  documents: [filings, indexPages],
  channels: {
    'new-filings': {
      host: 'filings.xbrl.org',
      cron: '20 * * * *',
      timeZone: 'UTC',
      read: discoverNew,
      readAll: discoverSince,
    },
  },
  defaultForms: { scheduled: [TAGGED_REPORTS], named: [TAGGED_REPORTS] },
  named: discoverNamed,
  discoverRecorded,
  planBulk: planPackage,
  unnumbered,
});

/** An imported report package is one filing: the documents of its first report, and its taxonomy. Null for other archives. */
async function planPackage(reader: BulkReader): Promise<BulkPlan | null> {
  const files: PackageFile[] = [];
  for (const path of reportPathsOf(reader.members)) {
    const bytes = await readMember(reader, path);
    if (bytes !== null) files.push({ path, bytes });
  }
  const [report] = groupReports(files);
  if (report === undefined) return null;
  const documents = report.documents.map(({ path, bytes }) => ({ name: baseName(path), bytes }));
  const url = addressOf(documents);
  const address = url === null ? null : filingAddressOf(url);
  if (url === null || address?.canonicalKey == null) return null;
  const members = [...report.documents.map(document => document.path), ...taxonomyPathsOf(reader.members)];
  const name = url.slice(0, url.lastIndexOf('/'));
  return {
    kind: 'documents',
    name,
    tasks: [{ kind: 'filing', key: address.nativeId, issuerKey: address.canonicalKey, members }],
  };
}

async function readMember(reader: BulkReader, path: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let byteSize = 0;
  for await (const piece of reader.stream(path)) {
    byteSize += piece.length;
    if (byteSize > MAX_DOCUMENT_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Null if the documents do not state their entity. */
function addressOf(documents: readonly { name: string; bytes: Buffer }[]): string | null {
  try {
    return importedUrlOf(documents, documents[0]?.name ?? '');
  } catch (error) {
    if (error instanceof AsfiledError) return null;
    throw error;
  }
}

async function discoverNamed(client: RegistryClient, { tickers, ids, since, forms }: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const ticker of tickers) {
    const reason = `unknown ticker ${ticker}: the registry knows no tickers, name companies by their LEI`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  for (const id of ids.map(text => text.trim().toUpperCase())) {
    if (splitNativeId(id) !== null) discovery.tasks.push(filingTask(id, [filingRowUrl(id)]));
    else if (isLei(id)) await discoverEntity(client, id, since, forms, discovery);
    else discovery.missing.push({ kind: 'entity', key: id, reason: `${id} is not an LEI with valid check digits` });
  }
  return discovery;
}

async function discoverEntity(
  client: RegistryClient,
  lei: string,
  since: IsoDate | null,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  let count = 0;
  await readPages(
    client,
    page => entityFilingsUrl(lei, page),
    discovery,
    rows => {
      const own = rows.filter(row => since === null || row.addedOn >= since);
      appendAll(
        discovery.tasks,
        own.map(row => rowTask(row, forms)),
      );
      count += rows.length;
      return own.length === rows.length;
    },
  );
  if (count > 0) return;
  discovery.missing.push({ kind: 'entity', key: lei, reason: `the index lists no filing of ${lei}` });
}

async function discoverSince(client: RegistryClient, since: IsoDate | null, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  await readPages(client, newestFilingsUrl, discovery, rows => {
    const newer = rows.filter(row => since === null || row.addedOn >= since);
    appendAll(
      discovery.tasks,
      newer.map(row => rowTask(row, forms)),
    );
    return newer.length === rows.length;
  });
  return discovery;
}

/** Filings back to the moment of the last run, inclusive: several filings share one moment. */
async function discoverNew(client: RegistryClient, position: string | null, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  let newest = position;
  await readPages(client, newestFilingsUrl, discovery, rows => {
    const newer = rows.filter(row => position === null || momentOf(row) >= position);
    appendAll(
      discovery.tasks,
      newer.map(row => rowTask(row, forms)),
    );
    for (const row of rows) if (newest === null || momentOf(row) > newest) newest = momentOf(row);
    return position !== null && newer.length === rows.length;
  });
  return newest === null ? discovery : { ...discovery, position: newest };
}

function momentOf(row: IndexRow): string {
  return row.addedAt ?? row.addedOn;
}

/** Reads pages until `take` returns false or the index ends. Filings may move to the next page meanwhile. */
async function readPages(
  client: RegistryClient,
  urlOf: (page: number) => string,
  discovery: Discovery,
  take: (rows: IndexRow[]) => boolean,
): Promise<void> {
  const seen = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const read = await readPage(client, urlOf(page), discovery);
    if (read === null || read.rows.length === 0) return;
    const rows = read.rows.filter(row => !seen.has(row.nativeId));
    for (const row of rows) seen.add(row.nativeId);
    if (!take(rows) || (read.total !== null && page * PAGE_SIZE >= read.total)) return;
  }
  const detail = `more than ${MAX_PAGES} pages; the rest was not read`;
  discovery.anomalies.push({ registry: 'esef', source: urlOf(1), locator: '', kind: 'too_many_pages', detail });
}

/** Null if there is no page, or if a recorded page is unreadable: it then counts as missing. */
async function readPage(client: RegistryClient, url: string, discovery: Discovery): Promise<IndexPage | null> {
  const place = { registry: 'esef', kind: 'index', key: url };
  const document = await orMissing(client, discovery, place, () => client.get(url));
  if (document === null) return null;
  const log = new AnomalyLog('esef', url);
  const page = parseIndexPage(document.bytes, log);
  appendAll(discovery.anomalies, log.list());
  return page;
}

/** A filing by its row: the row itself, its facts, and the package if its form is requested. */
function rowTask(row: IndexRow, forms: RequestedForms): Task {
  const urls = [filingRowUrl(row.nativeId)];
  if (row.jsonUrl !== null) urls.push(row.jsonUrl);
  if (row.packageUrl !== null && isRequested(row, forms)) urls.push(row.packageUrl);
  return filingTask(row.nativeId, urls);
}

function isRequested(row: IndexRow, forms: RequestedForms): boolean {
  if (forms === 'all' || requestsTaggedReports(forms)) return true;
  const category = categoryOfSystem(row.system, row.periodEnd)?.toUpperCase() ?? '';
  return forms.some(form => [row.system.toUpperCase(), category].includes(form.toUpperCase()));
}

function filingTask(nativeId: string, urls: string[]): Task {
  const entity = entityOfAddress(splitNativeId(nativeId)?.entity ?? '');
  return filings.task(nativeId, urls, entity?.canonicalKey ?? null);
}

/** Pages of the index in a mirror, and documents of filings, each with the row of a page that lists it. */
async function discoverRecorded(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const byFiling = new Map<string, string[]>();
  const pageOf = new Map<string, string>();
  for (const url of urls) {
    const address = filingAddressOf(url);
    if (address !== null) addToList(byFiling, address.nativeId, url);
    if (!isIndexUrl(url)) continue;
    const page = await readPage(client, url, discovery);
    if (page === null || page.rows.length === 0) continue;
    if (address === null) discovery.tasks.push(urlTask('index', url, [url]));
    for (const { nativeId, entityName } of page.rows) {
      if (entityName !== null || !pageOf.has(nativeId)) pageOf.set(nativeId, url);
    }
  }
  for (const [nativeId, own] of byFiling) {
    const page = pageOf.get(nativeId);
    const isListed = own.some(isIndexUrl) || page === undefined;
    discovery.tasks.push(filingTask(nativeId, isListed ? own : [filingRowOfPage(page, nativeId), ...own]));
  }
  return discovery;
}
