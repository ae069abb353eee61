import { createHash } from 'node:crypto';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { FilingContents } from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { parsePlainText } from '../../formats/html-text/plain-text/parse-plain-text.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { recordsOfFilings } from '../kit/empty-records.ts';
import type { FilingHeading } from '../kit/pdf/published-filing.ts';
import { readTable } from '../kit/read-table.ts';
import { foundSection } from '../kit/sections/found-section.ts';
import { canonicalKeyOfShare, shareCode, taiwanClock } from './boards.ts';
import { shareIssuer } from './companies.ts';
import { datedList } from './open-data.ts';
import { dateOfRepublic, type Row, timeOfDay } from './read-rows.ts';

/** The announcements of material information of a day. */
export const announcements = datedList({
  set: 't187ap04',
  name: 'announcements',
  states: 'filings with their text: material information',
  needed: ['出表日期', '發言日期', '發言時間', '公司代號', '公司名稱', '主旨', '符合條款', '事實發生日', '說明'],
  expect: { filings: { min: 1, max: 20_000 } },
  timeOf: row => dateOfRepublic(row.cell('出表日期')),
  entries: readAnnouncements,
  map: (all, { source }) => mapAnnouncements(all, source),
});

/** An announcement of one company. */
interface Announcement {
  code: string;
  name: string;
  filing: Filing;
  /** Its explanation, each item in a paragraph. */
  text: string;
}

function readAnnouncements(rows: readonly Row[], log: AnomalyLog, url: string): Announcement[] {
  const announcements = new Map<string, Announcement>();
  for (const row of rows) {
    const announcement = toAnnouncement(row, url);
    if (announcement === null) log.add('bad_row', row.locator, `${row.cell('公司代號')} ${row.cell('主旨')}`);
    else announcements.set(announcement.filing.nativeId, announcement);
  }
  return [...announcements.values()];
}

function mapAnnouncements(all: readonly Announcement[], source: string): IssuerRecords[] {
  const records = recordsOfFilings(all, source, {
    code: ({ code }) => code,
    canonicalKey: canonicalKeyOfShare,
    issuer: ({ code, name }) => shareIssuer(code, name),
    filing: ({ filing }) => filing,
  });
  const contents = Map.groupBy(all, ({ code }) => canonicalKeyOfShare(code));
  return records.map(record => ({
    ...record,
    furtherContents: (contents.get(record.canonicalKey) ?? []).map(toContents),
  }));
}

function toAnnouncement(row: Row, url: string): Announcement | null {
  const code = shareCode(row.cell('公司代號'));
  const date = dateOfRepublic(row.cell('發言日期'));
  const time = timeOfDay(row.cell('發言時間'));
  const acceptedAt = date === null || time === null ? null : taiwanClock.parse(date, time);
  const subject = row.cell('主旨');
  if (code === null || date === null || time === null || acceptedAt === null || subject === '') return null;
  // The exchange numbers announcements of one second; the files lack that number.
  const digest = createHash('sha256').update(subject).digest('hex').slice(0, 8);
  const clause = row.cell('符合條款');
  return {
    code,
    name: row.cell('公司名稱'),
    text: row.items('說明').join('\n\n'),
    filing: {
      registry: 'mops',
      nativeId: `${code}-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${digest}`,
      ...headingOf(subject, clause),
      filingDate: date,
      acceptedAt,
      knownAt: acceptedAt,
      // The day of the fact that is announced.
      periodEnd: dateOfRepublic(row.cell('事實發生日')),
      title: subject,
      language: 'zh',
      amends: null,
      primaryDocument: null,
      url,
      hasXbrl: false,
    },
  };
}

/** Words of subjects; the first match counts. */
const CATEGORIES = readTable(new URL('./headings.tsv', import.meta.url)).map(([words = '', category = '']) => ({
  words: new RegExp(words, 'u'),
  category,
}));

const AMENDED = /^[（(]?(?:更正|補充|更補正|修正)/u;

/** Clauses of the exchanges' rules have different numbers and hold several matters, so that the subject decides. */
function headingOf(subject: string, clause: string): FilingHeading {
  const category = CATEGORIES.find(({ words }) => words.test(subject))?.category ?? 'material_event';
  return {
    formType: '重大訊息',
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes: clause === '' ? [] : [clause],
    isAmendment: AMENDED.test(subject),
  };
}

function toContents({ filing, text }: Announcement): FilingContents {
  const document = parsePlainText(text);
  const place = { key: 'document', title: filing.title ?? '', start: 0, end: text.length };
  const sections = text === '' ? [] : [foundSection(document, place, '說明')];
  return {
    nativeId: filing.nativeId,
    filing,
    filers: [],
    files: [],
    text: { status: sections.length === 0 ? 'sections_not_found' : 'found', reason: null, sections },
    report: null,
    earningsRelease: null,
  };
}
