import type { IsoDate } from '../../kernel/dates.ts';

/** The range of days that a written date covers: a year covers all its days. */
export interface StatedSpan {
  first: IsoDate;
  last: IsoDate;
  /** UTF-16 offsets of the words in the text, end exclusive. */
  start: number;
  end: number;
}

const MONTHS =
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?';
const MONTH_NUMBERS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** `June 30, 2024`, `30 June 2024`, `June 2024`, `2024-06-30`, `the second quarter of 2024`, `fiscal 2024`, `2024`. */
const DATE = new RegExp(
  [
    `\\b(?<month>${MONTHS}) (?<day>\\d{1,2}),? (?<year>(?:19|20)\\d\\d)\\b`,
    `\\b(?<dayBefore>\\d{1,2}) (?<monthAfter>${MONTHS}),? (?<yearAfter>(?:19|20)\\d\\d)\\b`,
    `\\b(?<monthOnly>${MONTHS}),? (?:of )?(?<yearOfMonth>(?:19|20)\\d\\d)\\b`,
    '\\b(?<iso>(?:19|20)\\d\\d-\\d\\d-\\d\\d)\\b',
    `\\b(?<quarter>first|second|third|fourth) (?:fiscal )?quarter (?:of )?(?:fiscal )?(?:year )?(?<yearOfQuarter>(?:19|20)\\d\\d)\\b`,
    '(?<![\\d$€£¥.,-])(?<yearOnly>(?:19|20)\\d\\d)(?![\\d,.]*\\d|%| shares)',
  ].join('|'),
  'gi',
);
/** Matches numbers that look like years but are not: acts, plans, case numbers, standards. */
const NO_DATE =
  /\b(?:Act|Code|Reform|Law|Regulation|Directive) of (?:19|20)\d\d|\b(?:19|20)\d\d (?:Act|Plan|Credit (?:Facility|Agreement)|Notes?|Indenture|Equity|Stock|Incentive|Annual Meeting)\b|\bNo\. ?\S+|\bASU (?:19|20)\d\d-\d+|\b\d+:\d\d-\w+-\d+/g;

/** Returns the dates that a text states, in text order. */
export function readStatedDates(text: string): StatedSpan[] {
  const spans: StatedSpan[] = [];
  for (const { groups = {}, index, 0: words } of text.replace(NO_DATE, blank).matchAll(DATE)) {
    const span = spanOf(groups);
    if (span !== null) spans.push({ ...span, start: index, end: index + words.length });
  }
  return spans;
}

function blank(words: string): string {
  return ' '.repeat(words.length);
}

function spanOf(groups: Record<string, string | undefined>): Pick<StatedSpan, 'first' | 'last'> | null {
  const { iso, yearOnly, quarter, yearOfQuarter } = groups;
  if (iso !== undefined) return { first: iso, last: iso };
  if (yearOnly !== undefined) return { first: `${yearOnly}-01-01`, last: `${yearOnly}-12-31` };
  if (quarter !== undefined && yearOfQuarter !== undefined) {
    const place = QUARTERS.indexOf(quarter.toLowerCase());
    return { first: monthStart(yearOfQuarter, place * 3), last: monthEnd(yearOfQuarter, place * 3 + 2) };
  }
  const year = groups.year ?? groups.yearAfter ?? groups.yearOfMonth;
  const month = MONTH_NUMBERS.indexOf(
    (groups.month ?? groups.monthAfter ?? groups.monthOnly ?? '').slice(0, 3).toLowerCase(),
  );
  if (year === undefined || month < 0) return null;
  const day = groups.day ?? groups.dayBefore;
  if (day === undefined) return { first: monthStart(year, month), last: monthEnd(year, month) };
  const last = monthEnd(year, month);
  const date = `${last.slice(0, 8)}${day.padStart(2, '0')}`;
  return day === '0' || date > last ? null : { first: date, last: date };
}

function monthStart(year: string, month: number): IsoDate {
  return `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

function monthEnd(year: string, month: number): IsoDate {
  return new Date(Date.UTC(Number(year), month + 1, 0)).toISOString().slice(0, 10);
}
