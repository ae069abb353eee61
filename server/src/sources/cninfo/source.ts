import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { byDay, lists } from '../kit/channels.ts';
import { discoverEach, emptyDiscovery, fetchAddress, isRequested, urlTask } from '../kit/discovery.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, RequestedForms, Task } from '../kit/source.ts';
import {
  type Announcement,
  type AnnouncementQuery,
  announcements,
  importedAnnouncements,
  queryAnnouncements,
} from './announcements.ts';
import { executives } from './executives.ts';
import { chinaClock, filings } from './filings.ts';
import { introduction } from './introduction.ts';
import { canonicalKeyOfCode, STOCK_LISTS, securityCode, stocks } from './stocks.ts';

/** The exchanges opened in 1990; the registry shows announcements from 2000 on. */
const FIRST_DAY: IsoDate = '2000-01-01';

/** The announcements of the companies that are listed on mainland China's exchanges. */
export const cninfo = registry({
  id: 'cninfo',
  publisher: 'CNINFO (Shenzhen Securities Information Co.)',
  url: 'https://www.cninfo.com.cn',
  licence:
    'Copyright of CNINFO and the issuers: link, do not redistribute; https://www.cninfo.com.cn/new/commonUrl?url=footer/disclaimer',
  // No limit is published; deep pages take the registry twenty seconds.
  requestsPerSecond: 1,
  hosts: ['www.cninfo.com.cn', 'static.cninfo.com.cn'],
  // The headers of the registry's own pages; without them the search responds with a page.
  access: [
    {
      host: 'www.cninfo.com.cn',
      headers: { 'x-requested-with': 'XMLHttpRequest', referer: 'https://www.cninfo.com.cn/new/index' },
    },
  ],
  clock: chinaClock,
  // A company's own page before the lists, and these before its earlier names in announcements. Of a filing its
  // row knows more than the manifest by which its document was filed.
  precedence: {
    introduction: 10,
    executives: 20,
    'stocks/szse': 30,
    'stocks/bj': 40,
    'announcements/': 50,
    'rows/': 60,
    [FILING_SOURCE]: 70,
  },
  documents: [stocks, introduction, executives, importedAnnouncements, announcements, filings],
  channels: {
    stocks: lists({
      host: 'www.cninfo.com.cn',
      cron: '30 5 * * 1-6',
      timeZone: 'Asia/Shanghai',
      tasks: () => STOCK_LISTS.map(name => stocks.task({ name })),
    }),
    announcements: byDay({
      host: 'www.cninfo.com.cn',
      cron: '*/20 7-23 * * *',
      timeZone: 'Asia/Shanghai',
      clock: chinaClock,
      first: 3,
      again: 1,
      most: 30,
      // Announcements after the evening are dated with the next day.
      ahead: 1,
      readDay: (client, day, forms, discovery) =>
        addAnnouncements(client, { stock: null, from: day, to: day }, forms, discovery),
    }),
  },
  // Documents are PDFs without tagged data.
  defaultForms: { scheduled: [], named: [] },
  named: discoverNamed,
});

async function discoverNamed(client: RegistryClient, { names, since, forms }: NamedRequest): Promise<Discovery> {
  const { issuers, tasks } = await readLists(client);
  return discoverEach(names, { ...emptyDiscovery(), tasks }, 'company', async (name, discovery) => {
    const code = securityCode(name.replace(/^cninfo:/i, ''));
    if (code === null) return { notFound: `${name} is not the code of a share (six digits)` };
    const issuer = issuers.get(canonicalKeyOfCode(code));
    if (issuer === undefined) return { notFound: `unknown code ${code}: the registry's lists do not have it` };
    const pages = [introduction.url({ code }), executives.url({ code })];
    discovery.tasks.push(urlTask('company', code, pages, canonicalKeyOfCode(code)));
    const orgId = issuer.identifiers.find(identifier => identifier.scheme === 'cninfo_org_id')?.identifier ?? '';
    const query = { stock: `${code},${orgId}`, from: since ?? FIRST_DAY, to: chinaClock.at(client.now()).date };
    await addAnnouncements(client, query, forms, discovery);
    return null;
  });
}

/** Every code of the lists. Throws AsfiledError `upstream_error` if no list can be read. */
async function readLists(client: RegistryClient): Promise<{ issuers: Map<string, Issuer>; tasks: Task[] }> {
  const issuers = new Map<string, Issuer>();
  const tasks: Task[] = [];
  for (const name of STOCK_LISTS) {
    const document = await fetchAddress(client, stocks.url({ name }));
    if (document === null) continue;
    const log = new AnomalyLog('cninfo', document.url);
    for (const issuer of stocks.read(document.bytes, log, { name }) ?? []) issuers.set(issuer.canonicalKey, issuer);
    tasks.push(stocks.task({ name }));
  }
  if (issuers.size > 0) return { issuers, tasks };
  throw new AsfiledError('upstream_error', 'cninfo returned no list of codes (szse_stock.json, bj_stock.json).');
}

/** A task for each page that holds announcements, and one for each document of a requested form. */
async function addAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  for (const page of await queryAnnouncements(client, query)) {
    discovery.tasks.push(announcements.archived(page.document));
    appendAll(
      discovery.tasks,
      page.announcements.filter(announcement => isRequested(announcement.type, forms)).flatMap(filingTask),
    );
  }
}

function filingTask({ code, document }: Announcement): Task[] {
  return document === null ? [] : [filings.task({ document, code })];
}
