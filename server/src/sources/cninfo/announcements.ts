import { decodeHTML } from 'entities';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, type IsoDate, parseDay, toInstant, toIsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { address } from '../kit/address.ts';
import { fetchAddress } from '../kit/discovery.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfFilings } from '../kit/empty-records.ts';
import { documentFiling, type PublishedDocument } from '../kit/pdf/published-filing.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { type AnnouncementType, readAnnouncementType } from './announcement-types.ts';
import { chinaClock, documentOfLink } from './filings.ts';
import { readObject, textOf } from './read-response.ts';
import { canonicalKeyOfCode, securityCode, shareIssuer } from './stocks.ts';

const QUERY = 'https://www.cninfo.com.cn/new/hisAnnouncement/query';
/** The registry returns no more rows in a page, even if more are requested. */
const PAGE_SIZE = 30;
const EXPECTED = { filings: { min: 0, max: 100_000 } };

/** Announcements that were imported: `digest` is 16 digits of the SHA-256 of the bytes. */
export const importedAnnouncements = documentKind({
  address: address(`${QUERY}?rows={digest}`),
  source: 'rows/{digest}',
  states: 'filings',
  isOnlyImported: true,
  read: parseAnnouncements,
  map: mapAnnouncements,
  expect: EXPECTED,
  accepts: 'responses of hisAnnouncement/query',
  identify: ({ start, digest }) =>
    /"announcements"\s*:|"announcementId"\s*:|"ranges"\s*:[\s\S]*"pdf_url"\s*:/.test(start)
      ? { digest: digest().slice(0, 16) }
      : null,
});

/** A page of announcements. Each page is a separate source, because a company may be on several. */
export const announcements = documentKind({
  address: address(
    `${QUERY}@@pageNum={page?}&pageSize=${PAGE_SIZE}&column={column?}&tabName=fulltext&plate=&stock={stock?}&searchkey=&secid=&category=&trade=&seDate={days?}&sortName=&sortType=&isHLtitle=false`,
  ),
  source: 'announcements/{of}/{days}/{page}',
  named: ({ stock, column, page }) => ({ of: stock === '' ? column : stock.slice(0, 6), page: page.padStart(3, '0') }),
  states: 'filings',
  task: 'announcements',
  read: parseAnnouncements,
  map: mapAnnouncements,
  expect: EXPECTED,
});

/** A query for a share line (`000001,gssz0000001`), or for all of the mainland exchanges. Days are China's, both included. */
export interface AnnouncementQuery {
  stock: string | null;
  from: IsoDate;
  to: IsoDate;
}

/** The address of a page of a query. Despite its name, `szse` has the shares of Shenzhen, Shanghai and Beijing. */
export function announcementsUrl({ stock, from, to }: AnnouncementQuery, page: number): string {
  return announcements.url({ page: String(page), column: 'szse', stock: stock ?? '', days: `${from}~${to}` });
}

/** Deeper pages take the registry twenty seconds each: the days are halved instead. */
const MAX_PAGES = 100;
/** The most that one day has had, in April, is some 12,000 announcements. */
const MAX_PAGES_OF_A_DAY = 600;

/** A page of a response. */
interface FoundAnnouncements {
  document: SourceDocument;
  announcements: Announcement[];
}

/**
 * Every announcement of a query, page by page; spans with too many pages are halved. Throws AsfiledError `upstream_error` if
 * one day has more than the registry shows.
 */
export async function queryAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
): Promise<FoundAnnouncements[]> {
  const isDay = query.from === query.to;
  const most = isDay ? MAX_PAGES_OF_A_DAY : MAX_PAGES;
  const found: FoundAnnouncements[] = [];
  for (let page = 1; page <= most; page++) {
    const document = await fetchAddress(client, announcementsUrl(query, page));
    if (document === null) return found;
    const log = new AnomalyLog('cninfo', document.url);
    const read = parseAnnouncements(document.bytes, log) ?? [];
    if (read.length > 0 || log.list().length > 0) found.push({ document, announcements: read });
    // The number of pages in a response is usually one too small.
    if (readObject(document.bytes, log)?.hasMore !== true) return found;
  }
  if (!isDay) return queryHalves(client, query);
  throw new AsfiledError('upstream_error', `cninfo: pagination exceeded ${most} pages for ${query.from}`);
}

async function queryHalves(client: RegistryClient, query: AnnouncementQuery): Promise<FoundAnnouncements[]> {
  const [from, to] = [parseDay(query.from) ?? 0, parseDay(query.to) ?? 0];
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await queryAnnouncements(client, { ...query, to: toIsoDate(middle) })),
    ...(await queryAnnouncements(client, { ...query, from: toIsoDate(middle + 1) })),
  ];
}

/** One announcement of one share line. */
export interface Announcement {
  code: string;
  /** Short name of the share. */
  name: string;
  orgId: string | null;
  title: string;
  type: AnnouncementType;
  announced: AnnouncedAt;
  /** The registry's own number. */
  nativeId: string;
  /** Null if the announcement has no attachment. */
  document: PublishedDocument | null;
}

/**
 * Announcements of a response of `hisAnnouncement/query` (`announcements` is null if there are none), of one element of
 * it, or of rows in the form of collections (`ranges`). Null, with an anomaly, for anything else. Later duplicates win.
 */
function parseAnnouncements(bytes: Buffer, log: AnomalyLog): Announcement[] | null {
  const root = readObject(bytes, log);
  const rows = root && rowsOf(root, log);
  if (rows === null) return null;
  const announcements = new Map<string, Announcement>();
  for (const [at, row] of rows.entries()) {
    const announcement = isJsonObject(row) ? toAnnouncement(row) : null;
    if (announcement === null) log.add('unreadable_row', `announcements/${at}`, JSON.stringify(row));
    else announcements.set(`${announcement.code} ${announcement.nativeId}`, announcement);
  }
  return [...announcements.values()];
}

function rowsOf(root: JsonObject, log: AnomalyLog): unknown[] | null {
  if ('announcementId' in root) return [root];
  if (isJsonObject(root.ranges)) return collectedRows(root.ranges, log);
  if (!('announcements' in root)) {
    log.add('unexpected_document', '', 'expected announcements');
    return null;
  }
  const total = typeof root.totalAnnouncement === 'number' ? root.totalAnnouncement : null;
  const rows: unknown[] = Array.isArray(root.announcements) ? root.announcements : [];
  if (root.hasMore === false && total !== null && total > 0 && rows.length === 0) {
    log.add('count_mismatch', 'totalAnnouncement', `no announcements, announced ${total}`);
  }
  return rows;
}

function collectedRows(ranges: JsonObject, log: AnomalyLog): unknown[] {
  return Object.entries(ranges).flatMap(([name, range]) => {
    if (!isJsonObject(range) || !Array.isArray(range.data)) {
      log.add('unexpected_document', `ranges/${name}`, 'expected data');
      return [];
    }
    if (typeof range.count === 'number' && range.count !== range.data.length) {
      log.add('count_mismatch', `ranges/${name}`, `${range.data.length} announcements, announced ${range.count}`);
    }
    return range.data as unknown[];
  });
}

function toAnnouncement(row: JsonObject): Announcement | null {
  const code = securityCode(textOf(row, 'secCode') ?? textOf(row, 'stock_code') ?? '');
  const link = textOf(row, 'adjunctUrl') ?? textOf(row, 'pdf_url');
  const document = documentOfLink(link ?? '');
  const nativeId = document?.nativeId ?? /^\w+$/.exec(textOf(row, 'announcementId') ?? '')?.[0];
  const announced = announcedAt(row);
  const title = plainTitle(textOf(row, 'announcementTitle') ?? textOf(row, 'title') ?? '');
  const name = plainTitle(textOf(row, 'secName') ?? textOf(row, 'short_name') ?? '');
  if (code === null || nativeId === undefined || announced === null || title === '') return null;
  if (link !== null && document === null) return null;
  const type = readAnnouncementType(textOf(row, 'announcementType'), title);
  return { code, name, orgId: textOf(row, 'orgId'), title, type, announced, nativeId, document };
}

/** The search marks its hits in titles. */
function plainTitle(text: string): string {
  return decodeHTML(text.replace(/<\/?em>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

function announcedAt(row: JsonObject): AnnouncedAt | null {
  if (typeof row.announcementTime === 'number') return fromEpochMs(row.announcementTime);
  const text = textOf(row, 'publish_time') ?? '';
  const isStated = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/.test(text) && parseDay(text.slice(0, 10)) !== null;
  const instant: Instant = isStated ? text : '';
  return instant === '' ? null : fromEpochMs(Date.parse(instant));
}

/** When an announcement came out, as China's clock shows it. */
interface AnnouncedAt {
  date: IsoDate;
  /** In UTC. */
  instant: Instant;
  /** False if the registry states a day only, which it writes as midnight. */
  hasTime: boolean;
}

/** Milliseconds since 1970 (UTC) of the registry's `announcementTime`; null if that is before 1990 or after 2099. */
export function fromEpochMs(epochMs: number): AnnouncedAt | null {
  // From 1990, when the exchanges opened, to the end of the century.
  if (!Number.isFinite(epochMs) || epochMs < 631_123_200_000 || epochMs >= 4_102_444_800_000) return null;
  const { date, time } = chinaClock.at(new Date(epochMs));
  return { date, instant: toInstant(epochMs), hasTime: time !== '00:00:00' || epochMs % 1_000 !== 0 };
}

function mapAnnouncements(rows: readonly Announcement[], { source }: { source: string }): IssuerRecords[] {
  return recordsOfFilings(rows, source, {
    code: row => row.code,
    canonicalKey: canonicalKeyOfCode,
    issuer: ({ code, name, orgId }) => (name === '' ? null : shareIssuer(code, name, orgId, null)),
    filing: toFiling,
  });
}

/**
 * An announcement without a time of its own is dated with the day on which it counts as published, as a rule the one
 * after the evening on which it came out: it is known from midnight of that day on, as the registry states.
 */
function toFiling({ code, orgId, nativeId, title, type, announced, document }: Announcement): Filing {
  return {
    ...documentFiling(
      'cninfo',
      document ?? { nativeId, fileName: null, url: detailUrl(code, orgId ?? '', nativeId) },
      type,
    ),
    filingDate: announced.date,
    acceptedAt: announced.hasTime ? announced.instant : null,
    knownAt: announced.instant,
    periodEnd: type.periodEnd,
    title,
    language: type.language,
  };
}

/** Where people read an announcement. */
function detailUrl(code: string, orgId: string, announcementId: string): string {
  const query = new URLSearchParams({ stockCode: code, announcementId, orgId });
  return `https://www.cninfo.com.cn/new/disclosure/detail?${query}`;
}
