import { decodeHTML } from 'entities';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, parseDay } from '../../kernel/dates.ts';
import { type AnnouncementType, readAnnouncementType } from './announcement-types.ts';
import { type AnnouncedAt, fromEpochMs } from './china-clock.ts';
import { type DocumentAddress, documentAddressOf } from './document-address.ts';
import { readObject, textOf } from './read-answer.ts';
import { securityCode } from './security-codes.ts';

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
  /** Null where the announcement has no attachment. */
  document: DocumentAddress | null;
}

/**
 * Announcements of an answer of `hisAnnouncement/query` (`announcements` is null where there are none), of one element of
 * it, or of rows as those keep them who collect them (`ranges`). What is none of these is an anomaly. Of repeated rows the
 * last is kept.
 */
export function parseAnnouncements(bytes: Buffer, log: AnomalyLog): Announcement[] {
  const root = readObject(bytes, log);
  if (root === null) return [];
  const rows = rowsOf(root, log);
  const announcements = new Map<string, Announcement>();
  for (const [at, row] of rows.entries()) {
    const announcement = isJsonObject(row) ? toAnnouncement(row) : null;
    if (announcement === null) log.add('unreadable_row', `announcements/${at}`, JSON.stringify(row));
    else announcements.set(`${announcement.code} ${announcement.nativeId}`, announcement);
  }
  return [...announcements.values()];
}

function rowsOf(root: JsonObject, log: AnomalyLog): unknown[] {
  if ('announcementId' in root) return [root];
  if (isJsonObject(root.ranges)) return collectedRows(root.ranges, log);
  if (!('announcements' in root)) {
    log.add('unexpected_document', '', 'expected announcements');
    return [];
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
  const document = documentAddressOf(link ?? '');
  const nativeId = document?.nativeId ?? /^\w+$/.exec(textOf(row, 'announcementId') ?? '')?.[0];
  const announced = announcedAt(row);
  const title = plainTitle(textOf(row, 'announcementTitle') ?? textOf(row, 'title') ?? '');
  const name = plainTitle(textOf(row, 'secName') ?? textOf(row, 'short_name') ?? '');
  if (code === null || nativeId === undefined || announced === null || title === '') return null;
  if (link !== null && document === null) return null;
  const type = readAnnouncementType(textOf(row, 'announcementType'), title);
  return { code, name, orgId: textOf(row, 'orgId'), title, type, announced, nativeId, document };
}

/** Hits of a search are marked in titles. */
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
