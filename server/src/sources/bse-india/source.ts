import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { byDay, lists } from '../kit/channels.ts';
import { discoverEach, emptyDiscovery, fetchAddress, isRequested } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, RequestedForms, Task } from '../kit/source.ts';
import {
  type Announcement,
  type AnnouncementQuery,
  announcements,
  importedAnnouncements,
  parseAnnouncements,
  queryAnnouncements,
} from './announcements.ts';
import { DOCUMENTS, documents, filings, indiaClock, OLDER_DOCUMENTS } from './filings.ts';
import { canonicalKeyOfScrip, STATUSES, securities } from './securities.ts';

/** Announcements are available from about then on. */
const FIRST_DAY: IsoDate = '2005-01-01';

/** The announcements of companies with shares listed on the exchange of Mumbai. */
export const bseIndia = registry({
  id: 'bse-india',
  publisher: 'BSE Limited (Bombay Stock Exchange)',
  url: 'https://www.bseindia.com/corporates/ann.html',
  licence: 'No open licence: documents are the issuers’, the service is the exchange’s; link, do not redistribute',
  // No limit is published.
  requestsPerSecond: 1,
  hosts: ['api.bseindia.com', 'www.bseindia.com'],
  // Without a referer the exchange responds with a page.
  access: [
    { host: 'api.bseindia.com', headers: { referer: 'https://www.bseindia.com/', accept: 'application/json' } },
    { host: 'www.bseindia.com', headers: { referer: 'https://www.bseindia.com/' } },
  ],
  clock: indiaClock,
  // The lists state symbol, ISIN and the current name of a company. The row of a filing states more than a manifest.
  precedence: {
    'securities/active': 10,
    'securities/suspended': 20,
    'securities/delisted': 30,
    'announcements/': 40,
    'rows/': 50,
    [FILING_SOURCE]: 60,
  },
  documents: [importedAnnouncements, announcements, securities, filings, ...documents],
  channels: {
    securities: lists({
      host: 'api.bseindia.com',
      cron: '30 5 * * 1-6',
      timeZone: 'Asia/Kolkata',
      tasks: listTasks,
    }),
    announcements: byDay({
      host: 'api.bseindia.com',
      cron: '*/15 7-23 * * *',
      timeZone: 'Asia/Kolkata',
      clock: indiaClock,
      first: 3,
      // Announcements are added up to midnight.
      again: 1,
      most: 30,
      readDay: (client, day, forms, discovery) =>
        addAnnouncements(client, { code: null, from: day, to: day }, forms, discovery),
    }),
  },
  // Documents are PDFs without tagged data.
  defaultForms: { scheduled: [], named: [] },
  named: discoverNamed,
  recorded: addRecordedDocuments,
});

function listTasks(): Task[] {
  return STATUSES.map(status => securities.task({ status }));
}

async function discoverNamed(client: RegistryClient, { names, since, forms }: NamedRequest): Promise<Discovery> {
  const { issuers, tasks } = await readLists(client);
  return discoverEach(names, { ...emptyDiscovery(), tasks }, 'share', async (name, discovery) => {
    const code = codeOf(name.trim().toUpperCase(), issuers);
    if (code === null) return { notFound: `unknown ${name}: the exchange lists no share with this symbol or code` };
    const query = { code, from: since ?? FIRST_DAY, to: indiaClock.at(client.now()).date };
    await addAnnouncements(client, query, forms, discovery);
    return null;
  });
}

/** The code of a share by its symbol (`ABB`), its code (`500002`) or its canonical key; null if no list has it. */
function codeOf(name: string, issuers: readonly Issuer[]): string | null {
  const key = canonicalKeyOfScrip(name.replace(/^BSE:/, ''));
  const issuer = issuers.find(
    issuer => issuer.canonicalKey === key || issuer.listings.some(({ ticker }) => ticker.toUpperCase() === name),
  );
  return issuer?.identifiers[0]?.identifier ?? null;
}

/** Every share of the lists. Throws AsfiledError `upstream_error` if no list can be read. */
async function readLists(client: RegistryClient): Promise<{ issuers: Issuer[]; tasks: Task[] }> {
  const issuers: Issuer[] = [];
  const tasks: Task[] = [];
  for (const status of STATUSES) {
    const document = await fetchAddress(client, securities.url({ status }));
    if (document === null) continue;
    appendAll(issuers, securities.read(document.bytes, new AnomalyLog('bse-india', document.url), { status }) ?? []);
    tasks.push(securities.task({ status }));
  }
  if (issuers.length > 0) return { issuers, tasks };
  throw new AsfiledError('upstream_error', 'bse-india returned no list of shares (ListofScripData).');
}

/** A task for each page that holds announcements, and one for each document of a requested form. */
async function addAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  const { pages, log } = await queryAnnouncements(client, query);
  appendAll(discovery.anomalies, log.list());
  for (const page of pages) {
    discovery.tasks.push(announcements.archived(page.document));
    appendAll(
      discovery.tasks,
      page.announcements.filter(announcement => isRequested(announcement.heading, forms)).flatMap(filingTask),
    );
  }
}

function filingTask({ code, document }: Announcement): Task[] {
  return document === null ? [] : [filings.task({ document, code })];
}

/** Documents of a mirror by the announcements that name them: their URLs do not state a company. */
async function addRecordedDocuments(
  client: RegistryClient,
  urls: readonly string[],
  discovery: Discovery,
): Promise<void> {
  const tasks = new Map<string, Task>();
  for (const url of urls) {
    const opened = announcements.open(url);
    if (opened === null) continue;
    const page = { registry: 'bse-india', kind: 'announcements', key: opened.source ?? url };
    const document = await orMissing(client, discovery, page, () => client.get(url));
    const read = document && parseAnnouncements(document.bytes, new AnomalyLog('bse-india', url));
    for (const task of read?.announcements.flatMap(filingTask) ?? []) {
      const plain = task.urls?.[0]?.replace(/#.*$/, '') ?? '';
      if ([plain, plain.replace(DOCUMENTS, OLDER_DOCUMENTS)].some(value => urls.includes(value)))
        tasks.set(task.key, task);
    }
  }
  appendAll(discovery.tasks, tasks.values());
}
