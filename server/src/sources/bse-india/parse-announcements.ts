import { decodeHTML } from 'entities';
import { foldedText, isJsonObject, type JsonObject, listOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readJsonAnswer } from '../kit/http/answer-json.ts';
import { type AnnouncementHeading, readHeading } from './announcement-headings.ts';
import { announcementId, type DocumentAddress, documentAddressOf } from './document-address.ts';
import { parseMoment, type StatedMoment } from './india-clock.ts';
import { scripCode } from './scrip-codes.ts';

/** One announcement of one share. */
export interface Announcement {
  code: string;
  /** Of the company, as the exchange writes it. */
  name: string;
  /** The exchange’s own number. */
  nativeId: string;
  /** Without the company's name and code, by which the exchange begins it. */
  subject: string;
  heading: AnnouncementHeading;
  /** When the exchange got it; null where the row does not say. */
  submitted: StatedMoment | null;
  /** When it was shown to the public. */
  disseminated: StatedMoment;
  /** Null where the announcement has no attachment. */
  document: DocumentAddress | null;
}

/** A page of announcements. */
export interface AnnouncementPage {
  announcements: Announcement[];
  /** Rows of the page, readable or not. */
  rows: number;
  /** Of all pages; null where the answer does not say. */
  total: number | null;
}

/** What the exchange answers, as a JSON string, where there is nothing. */
const NOTHING = 'No Record Found!';

/**
 * A page of `AnnSubCategoryGetData`, `{ Table: [row], Table1: [{ ROWCNT }] }`; without rows where the exchange says that there are
 * none. Null, with an anomaly, for anything else. Of repeated rows the last is kept.
 */
export function parseAnnouncements(bytes: Buffer, log: AnomalyLog): AnnouncementPage | null {
  const root = readJsonAnswer(bytes.toString('utf8'), log);
  if (root === undefined) return null;
  if (root === NOTHING) return { announcements: [], rows: 0, total: 0 };
  if (!isJsonObject(root) || !Array.isArray(root.Table)) {
    log.add('unexpected_document', '', `expected Table: ${JSON.stringify(root).slice(0, 200)}`);
    return null;
  }
  const announcements = new Map<string, Announcement>();
  for (const [at, row] of listOf(root.Table).entries()) {
    const announcement = isJsonObject(row) ? toAnnouncement(row, `Table/${at}`, log) : null;
    if (announcement === null) log.add('unreadable_row', `Table/${at}`, JSON.stringify(row));
    else announcements.set(`${announcement.code} ${announcement.nativeId}`, announcement);
  }
  const [counted] = objectsOf(root.Table1);
  const total = typeof counted?.ROWCNT === 'number' ? counted.ROWCNT : null;
  return { announcements: [...announcements.values()], rows: root.Table.length, total };
}

function toAnnouncement(row: JsonObject, place: string, log: AnomalyLog): Announcement | null {
  const code = scripCode(foldedText(row.SCRIP_CD) ?? '');
  const nativeId = announcementId(foldedText(row.NEWSID) ?? '');
  const submitted = parseMoment(foldedText(row.News_submission_dt) ?? foldedText(row.DT_TM) ?? '');
  const disseminated = parseMoment(foldedText(row.DissemDT) ?? foldedText(row.NEWS_DT) ?? '');
  const stated = plainText(row.NEWSSUB) ?? plainText(row.HEADLINE);
  if (code === null || nativeId === null || disseminated === null || stated === null) return null;
  const attachment = foldedText(row.ATTACHMENTNAME);
  const document = attachment === null ? null : documentAddressOf(nativeId, attachment);
  if (attachment !== null && document === null) return null;
  const name = plainText(row.SLONGNAME) ?? '';
  const subject = withoutCompany(stated, name, code);
  const heading = { category: plainText(row.CATEGORYNAME), subcategory: plainText(row.SUBCATNAME), subject };
  return {
    code,
    name,
    nativeId,
    subject,
    heading: readHeading(heading, place, log),
    submitted,
    disseminated,
    document,
  };
}

/** Names and subjects have entities of HTML in them (`&amp;`). */
function plainText(value: unknown): string | null {
  const text = foldedText(value);
  return text === null ? null : foldedText(decodeHTML(text));
}

/** Subjects begin with the company and its code, `PAN ELECTRONICS INDIA LTD. - 517397 - Compliances…`. */
function withoutCompany(subject: string, name: string, code: string): string {
  const rest = [`${name} - ${code} - `, `${name} - ${code}-`].find(start => name !== '' && subject.startsWith(start));
  return rest === undefined ? subject : subject.slice(rest.length);
}
