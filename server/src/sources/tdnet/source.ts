import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { startOfDocument, xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { japanClock } from '../kit/clock-ahead.ts';
import { emptyDiscovery, requestsTaggedReports, TAGGED_REPORTS } from '../kit/discovery.ts';
import { startOfMember } from '../kit/packages/start-of-member.ts';
import { type NamedRequest, type RecordedRequest, registry } from '../kit/registry.ts';
import type {
  BulkPlan,
  BulkReader,
  Discovery,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { disclosureOf, disclosureOfUrl, documentUrl, withIssuer } from './addresses.ts';
import { CLOSING_TIME, disclosures } from './disclosures.ts';
import { type Disclosure, dayOfList, listPages, listUrl, parseListPage } from './lists.ts';
import { type SummaryName, summaryNameOf, summaryNameOfLoose } from './summary-name.ts';

/** Pages are kept for a month. */
const DAYS_KEPT = 31;
/** The busiest days have some 3,000 disclosures. */
const MAX_PAGES = 100;

const today: Channel = {
  host: 'www.release.tdnet.info',
  cron: '*/10 8-23 * * 1-5',
  timeZone: 'Asia/Tokyo',
  async read(client, position, forms) {
    const day = dayOf(client);
    return { ...(await discoverDays(client, datesBetween(position ?? day, day), forms)), position: day };
  },
  readAll: (client, since, forms) => discoverDays(client, daysKept(client, since), forms),
};

/** The timely disclosures of listed companies, as the Tokyo Stock Exchange publishes them. */
export const tdnet = registry({
  id: 'tdnet',
  publisher: 'Tokyo Stock Exchange (Japan Exchange Group)',
  url: 'https://www.release.tdnet.info/inbs/I_main_00.html',
  licence: 'No open licence: documents are the issuers’, the service is the exchange’s',
  requestsPerSecond: 1,
  hosts: ['www.release.tdnet.info'],
  clock: japanClock,
  knownBy: CLOSING_TIME,
  // The list knows the hour, which packages don't.
  precedence: { 'list/': 10, [FILING_SOURCE]: 20 },
  documents: [listPages, disclosures],
  channels: { today },
  defaultForms: { scheduled: [TAGGED_REPORTS], named: [TAGGED_REPORTS] },
  named: discoverNamed,
  discoverRecorded,
  planBulk,
});

function dayOf(client: RegistryClient): IsoDate {
  return japanClock.at(client.now()).date;
}

/** The days since a day whose pages the registry still has. */
function daysKept(client: RegistryClient, since: IsoDate | null): IsoDate[] {
  const first = addDays(dayOf(client), -DAYS_KEPT);
  return datesBetween(since !== null && since > first ? since : first, dayOf(client));
}

async function discoverNamed(client: RegistryClient, request: NamedRequest): Promise<Discovery> {
  const urls = await client.list();
  const found =
    urls === null
      ? await discoverDays(client, daysKept(client, request.since), request.forms)
      : await discoverRecorded(client, urls, request);
  return onlyNamed(found, request);
}

async function discoverRecorded(
  client: RegistryClient,
  urls: readonly string[],
  { forms }: RecordedRequest,
): Promise<Discovery> {
  const days = [...new Set(urls.flatMap(url => dayOfList(url) ?? []))].sort();
  const found = await discoverDays(client, days, forms, urls);
  appendAll(found.tasks, unlistedTasks(urls, found.tasks));
  return found;
}

async function discoverDays(
  client: RegistryClient,
  days: readonly IsoDate[],
  forms: RequestedForms,
  mirrored: readonly string[] | null = null,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const day of days) {
    for (const { document, rows } of await readDay(client, day, discovery)) {
      discovery.tasks.push(listPages.archived(document));
      appendAll(
        discovery.tasks,
        rows.flatMap(row => toTask(row, forms, mirrored)),
      );
    }
  }
  return discovery;
}

interface ReadPage {
  document: SourceDocument;
  rows: Disclosure[];
}

/** All pages of a day. Pages that are missing, and fewer rows than the list states, are anomalies. */
async function readDay(client: RegistryClient, day: IsoDate, discovery: Discovery): Promise<ReadPage[]> {
  const read: ReadPage[] = [];
  // Not the URL of a page, because reading the page replaces its anomalies.
  const log = new AnomalyLog('tdnet', `list/${day}`);
  let pages = 1;
  let total: number | null = null;
  for (let page = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const document = await client.get(listUrl(day, page));
    if (document === null) {
      if (page > 1) log.add('missing_page', `page ${page}`, `${listUrl(day, page)} is linked and missing`);
      continue;
    }
    // Anomalies of the page are reported when its task parses it.
    const list = parseListPage(document.bytes, new AnomalyLog('tdnet', document.url), page);
    pages = Math.max(pages, list.pages);
    total ??= list.total;
    read.push({ document, rows: list.rows });
  }
  const count = read.reduce((sum, page) => sum + page.rows.length, 0);
  if (total !== null && total !== count) log.add('count_mismatch', day, `${total} disclosures stated, ${count} listed`);
  appendAll(discovery.anomalies, log.list());
  return read;
}

/** A package states more than a PDF. Of a mirror, documents of all kinds are read. */
function toTask(row: Disclosure, forms: RequestedForms, mirrored: readonly string[] | null): Task[] {
  const name = row.xbrl ?? row.pdf;
  const key = name === null ? null : disclosureOf(name);
  if (name === null || key === null) return [];
  const isRequested = forms === 'all' || (row.xbrl !== null && requestsTaggedReports(forms));
  const isThere = mirrored?.some(url => disclosureOfUrl(url) === key) === true;
  if (mirrored === null ? !isRequested : !isThere) return [];
  const issuerKey = `sec_code:${row.securitiesCode}`;
  const urls = [withIssuer(documentUrl(name), issuerKey)];
  return [disclosures.task(key, urls, issuerKey)];
}

/** Documents of a mirror whose list it lacks: packages name their company themselves. */
function unlistedTasks(urls: readonly string[], known: readonly Task[]): Task[] {
  const keys = new Set(known.filter(task => task.kind === 'filing').map(task => task.key));
  return urls.flatMap(url => {
    const key = disclosureOfUrl(url);
    if (key === null || keys.has(key)) return [];
    return [disclosures.task(key, [url])];
  });
}

/** Lists are of whole days; of the documents only those of the named companies are requested. */
function onlyNamed(found: Discovery, { tickers, ids }: NamedRequest): Discovery {
  const keys = new Set([
    ...tickers.map(ticker => `sec_code:${ticker.toUpperCase()}0`),
    ...ids.map(id => `sec_code:${id}`),
  ]);
  return { ...found, tasks: found.tasks.filter(task => task.issuerKey === null || keys.has(task.issuerKey)) };
}

/** An XBRL package. The registry's name of the zip has the number of the disclosure; otherwise its summary names company and disclosure, in its file name or the address of its schema. */
async function planBulk(reader: BulkReader, file: string): Promise<BulkPlan | null> {
  if (disclosureOf(baseName(file)) !== null) return { kind: 'document', url: documentUrl(baseName(file)) };
  const name = reader.members.map(summaryNameOf).find(item => item !== null) ?? (await nameInside(reader));
  if (name === null) return null;
  const members = [...reader.members].sort(
    (a, b) => Number(summaryNameOf(a) === null) - Number(summaryNameOf(b) === null),
  );
  const issuerKey = `sec_code:${name.securitiesCode}`;
  const task = { kind: 'filing', key: name.disclosure, issuerKey, members };
  return { kind: 'documents', name: `package/${name.disclosure}`, tasks: [task] };
}

async function nameInside(reader: BulkReader): Promise<SummaryName | null> {
  for (const member of reader.members) {
    const start = await startOfMember(reader, member);
    const name = xbrlFormOf(start) === null ? null : summaryNameOfLoose(member, startOfDocument(start));
    if (name !== null) return name;
  }
  return null;
}
