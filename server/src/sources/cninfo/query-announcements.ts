import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { ANNOUNCEMENTS } from './endpoints.ts';
import { type Announcement, parseAnnouncements } from './parse-announcements.ts';
import { readObject } from './read-answer.ts';

/** What is asked for: a share line (`000001,gssz0000001`), or all of the mainland exchanges. Days are China's, both included. */
export interface AnnouncementQuery {
  stock: string | null;
  from: IsoDate;
  to: IsoDate;
}

/** The registry gives no more, whatever is asked for. */
const PAGE_SIZE = 30;
/** Deeper pages take it twenty seconds each: the days are halved instead. */
const MOST_PAGES = 100;
/** The most that one day has had, in April, is some 12,000. */
const MOST_PAGES_OF_A_DAY = 600;

/** A page of an answer. */
export interface FoundAnnouncements {
  document: SourceDocument;
  announcements: Announcement[];
}

/** The form of a page of a query. */
export function announcementForm({ stock, from, to }: AnnouncementQuery, page: number): Record<string, string> {
  return {
    pageNum: String(page),
    pageSize: String(PAGE_SIZE),
    // Shares of Shenzhen, Shanghai and Beijing, whatever the name.
    column: 'szse',
    tabName: 'fulltext',
    plate: '',
    stock: stock ?? '',
    searchkey: '',
    secid: '',
    category: '',
    trade: '',
    seDate: `${from}~${to}`,
    sortName: '',
    sortType: '',
    isHLtitle: 'false',
  };
}

/**
 * Every announcement of a query, page by page; of spans with too many pages the halves are asked for. Throws AsfiledError
 * `upstream_error` where one day has more than the registry shows.
 */
export async function queryAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
): Promise<FoundAnnouncements[]> {
  const isDay = query.from === query.to;
  const most = isDay ? MOST_PAGES_OF_A_DAY : MOST_PAGES;
  const found: FoundAnnouncements[] = [];
  for (let page = 1; page <= most; page++) {
    const document = await client.post(ANNOUNCEMENTS, { fields: announcementForm(query, page) });
    if (document === null) return found;
    const log = new AnomalyLog('cninfo', document.url);
    const announcements = parseAnnouncements(document.bytes, log);
    if (announcements.length > 0 || log.list().length > 0) found.push({ document, announcements });
    // The number of pages that the answer states is one too few as a rule.
    if (readObject(document.bytes, log)?.hasMore !== true) return found;
  }
  if (!isDay) return queryHalves(client, query);
  throw new AsfiledError('upstream_error', `cninfo shows no end of the announcements of ${query.from}`);
}

async function queryHalves(client: RegistryClient, query: AnnouncementQuery): Promise<FoundAnnouncements[]> {
  const [from, to] = [parseDay(query.from) ?? 0, parseDay(query.to) ?? 0];
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await queryAnnouncements(client, { ...query, to: toIsoDate(middle) })),
    ...(await queryAnnouncements(client, { ...query, from: toIsoDate(middle + 1) })),
  ];
}
