import { decodeHTML } from 'entities';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { foldedText, isJsonObject, type JsonObject, listOf, objectsOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfFilings } from '../kit/empty-records.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';
import { documentFiling, type FilingHeading, type PublishedDocument } from '../kit/pdf/published-filing.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { announcementId, attachment, indiaClock } from './filings.ts';
import { readHeading } from './headings.ts';
import { canonicalKeyOfScrip, scripCode, shareIssuer } from './securities.ts';

const PAGES = 'https://api.bseindia.com/BseIndiaAPI/api/AnnSubCategoryGetData/w';

/** Announcements that were imported: `digest` is 16 digits of the SHA-256 of the bytes. */
export const importedAnnouncements = documentKind({
  address: address(`${PAGES}?rows={digest}`),
  source: 'rows/{digest}',
  states: 'filings',
  isOnlyImported: true,
  read: parseAnnouncements,
  map: ({ announcements }, { source }) => mapAnnouncements(announcements, source),
  // A page has some sixty rows; imported responses may have more.
  expect: { filings: { min: 0, max: 5_000 } },
  accepts: 'responses of AnnSubCategoryGetData',
  identify: ({ start, digest }) =>
    /"Table"\s*:/.test(start) && /"NEWSID"\s*:/.test(start) ? { digest: digest().slice(0, 16) } : null,
});

/** A page of announcements; pages count from 1. Each page is a source of its own: a company may be on several. */
export const announcements = documentKind({
  address: address(
    `${PAGES}?pageno={page}&strCat=-1&strPrevDate={from}&strScrip={code}&strSearch=P&strToDate={to}&strType=C`,
  ),
  source: 'announcements/{code}/{from}-{to}/{page}',
  named: ({ code, page }) => ({ code: code || 'all', page: page.padStart(3, '0') }),
  states: 'filings',
  task: 'announcements',
  read: parseAnnouncements,
  map: ({ announcements }, { source }) => mapAnnouncements(announcements, source),
  expect: { filings: { min: 0, max: 5_000 } },
});

/** A query for a share, or for all of them (null). Days are India's, both included. */
export interface AnnouncementQuery {
  code: string | null;
  from: IsoDate;
  to: IsoDate;
}

/** The URL of a page of a query. */
export function announcementsUrl({ code, from, to }: AnnouncementQuery, page: number): string {
  const days = { from: from.replaceAll('-', ''), to: to.replaceAll('-', '') };
  return announcements.url({ code: code ?? '', ...days, page: String(page) });
}

/** The busiest days, in May, have some eighty pages; a share has fewer in its whole life. */
const MAX_PAGES = 400;

/** The pages of a query that hold announcements, and the anomalies of the whole. */
interface FoundAnnouncements {
  pages: { document: SourceDocument; announcements: Announcement[] }[];
  log: AnomalyLog;
}

/**
 * Every page of a query. Fewer rows than the exchange counts are the anomaly `count_mismatch`. Throws AsfiledError
 * `upstream_error` if the pages do not end.
 */
export async function queryAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
): Promise<FoundAnnouncements> {
  const log = new AnomalyLog('bse-india', `announcements/${query.code ?? 'all'}/${query.from}-${query.to}`);
  const found: FoundAnnouncements = { pages: [], log };
  let seen = 0;
  let total: number | null = null;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const document = await client.get(announcementsUrl(query, page));
    // Anomalies of a page are reported when its task parses it.
    const response = document && parseAnnouncements(document.bytes, new AnomalyLog('bse-india', document.url));
    if (document !== null && response !== null && response.rows > 0) {
      found.pages.push({ document, announcements: response.announcements });
      seen += response.rows;
      total = response.total ?? total;
      if (total === null || seen < total) continue;
    }
    if (total !== null && seen !== total) log.add('count_mismatch', 'ROWCNT', `${total} counted, ${seen} listed`);
    return found;
  }
  throw new AsfiledError('upstream_error', `bse-india: pagination exceeded ${MAX_PAGES} pages for ${query.from}`);
}

/** One announcement of one share. */
export interface Announcement {
  code: string;
  /** Of the company, as the exchange writes it. */
  name: string;
  /** The exchange’s own number. */
  nativeId: string;
  /** Without the company's name and code, by which the exchange begins it. */
  subject: string;
  heading: FilingHeading;
  /** When the exchange received it; null if the row states no moment. */
  submitted: StatedMoment | null;
  /** When it was shown to the public. */
  disseminated: StatedMoment;
  /** Null if the announcement has no attachment. */
  document: PublishedDocument | null;
}

/** A page of announcements. */
interface AnnouncementPage {
  announcements: Announcement[];
  /** Rows of the page, readable or not. */
  rows: number;
  /** Of all pages; null if the response does not state it. */
  total: number | null;
}

/** The response, a JSON string, if there are no announcements. */
const NOTHING = 'No Record Found!';

/**
 * A page of `AnnSubCategoryGetData`, `{ Table: [row], Table1: [{ ROWCNT }] }`; without rows if the exchange has no announcements.
 * Null, with an anomaly, for anything else. Later duplicates win.
 */
export function parseAnnouncements(bytes: Buffer, log: AnomalyLog): AnnouncementPage | null {
  const root = readJsonResponse(bytes.toString('utf8'), log);
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
  const fileName = foldedText(row.ATTACHMENTNAME);
  const document = fileName === null ? null : attachment(nativeId, fileName);
  if (fileName !== null && document === null) return null;
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

/** Names and subjects contain HTML entities (`&amp;`). */
function plainText(value: unknown): string | null {
  const text = foldedText(value);
  return text === null ? null : foldedText(decodeHTML(text));
}

/** Subjects begin with the company and its code, `PAN ELECTRONICS INDIA LTD. - 517397 - Compliances…`. */
function withoutCompany(subject: string, name: string, code: string): string {
  const rest = [`${name} - ${code} - `, `${name} - ${code}-`].find(start => name !== '' && subject.startsWith(start));
  return rest === undefined ? subject : subject.slice(rest.length);
}

/** A moment that the exchange states, by India's clock. */
interface StatedMoment {
  date: IsoDate;
  /** In UTC, the first whole second that is not before it: nothing counts as known before it was. */
  instant: Instant;
}

/** Reads `2023-10-20T23:44:22.95`, India's clock; null if the text is no moment. */
export function parseMoment(text: string): StatedMoment | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d{1,7})?$/.exec(text.trim());
  const [, date = '', time = '', fraction = ''] = match ?? [];
  const second = indiaClock.parse(date, time);
  if (second === null) return null;
  return { date, instant: /[1-9]/.test(fraction) ? toInstant(Date.parse(second) + 1_000) : second };
}

function mapAnnouncements(rows: readonly Announcement[], source: string): IssuerRecords[] {
  return recordsOfFilings(rows, source, {
    code: row => row.code,
    canonicalKey: canonicalKeyOfScrip,
    issuer: ({ code, name }) => (name === '' ? null : shareIssuer(code, name)),
    filing: toFiling,
  });
}

function toFiling({ code, nativeId, subject, heading, submitted, disseminated, document }: Announcement): Filing {
  const page = `https://www.bseindia.com/corporates/ann.html?scrip=${code}`;
  return {
    ...documentFiling('bse-india', document ?? { nativeId, fileName: null, url: page }, heading),
    filingDate: (submitted ?? disseminated).date,
    acceptedAt: submitted?.instant ?? null,
    knownAt: disseminated.instant,
    periodEnd: null,
    title: subject,
    language: 'en',
  };
}
