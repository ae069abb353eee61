import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import type { StatedPeriod } from './data-table.ts';
import { remember } from './remember.ts';

const MONTHS =
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?';
const MONTH_KEYS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_OF_YEAR = new RegExp(`\\b(?<month>${MONTHS})\\s?(?<day>\\d{1,2})(?!\\d)(?:st|nd|rd|th)?`, 'gi');
const DAY_FIRST = new RegExp(`\\b(?<day>\\d{1,2})\\s(?<month>${MONTHS})(?![a-z])`, 'gi');
const MONTH_OF_YEAR = new RegExp(`\\b(${MONTHS})\\s(?:19|20)\\d\\d`, 'i');
const IN_DIGITS = /\b(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>(?:19|20)?\d\d)\b|\b(?<iso>(?:19|20)\d\d-\d\d-\d\d)\b/;
const YEAR = /(?<![\d$€£¥.,/-])(?:FY\s?|fiscal\s)?((?:19|20)\d\d)(?![\d/-]|[,.]\d)(?:E|A)?/gi;
const QUARTER =
  /\b(?:(?:Q([1-4])|([1-4])Q)[\s,'’-]?(?:FY\s?)?(?:((?:19|20)\d\d)|['’]?(\d\d))?(?!\d))|\b(first|second|third|fourth)[- ](?:fiscal )?quarter\b/i;
const HALF = /\b(?:H([12])|([12])H)[\s'’-]?((?:19|20)\d\d|\d\d)?\b|\b(first|second) half\b/i;
const TWO_DIGIT_FISCAL = /\b(?:FY|fiscal(?: year)?)[\s'’-]?(\d\d)(?!\d)/i;
const YEAR_TO_DATE = /\byear[- ]to[- ]date\b|\bYTD\b/i;
const AT = /^\s*at\b|\b(?:as (?:of|at)|at (?=[A-Z][a-z]{2}|year|end|period))/i;
const COUNTS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  nine: 9,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  sixteen: 16,
  twenty: 20,
  'twenty-four': 24,
  'twenty-six': 26,
  'twenty-seven': 27,
  'thirty-six': 36,
  'thirty-nine': 39,
  forty: 40,
  'fifty-two': 52,
  'fifty-three': 53,
};
const COUNTED = new RegExp(
  `(?<![-\\d])\\b(${Object.keys(COUNTS)
    .sort((a, b) => b.length - a.length)
    .join('|')}|\\d{1,2})[- ](months?|weeks?|quarters?)\\b`,
  'i',
);
/** Weeks of the usual fiscal quarters and years. */
const MONTHS_OF_WEEKS: Record<number, number> = { 13: 3, 14: 3, 26: 6, 27: 6, 39: 9, 40: 9, 52: 12, 53: 12 };
const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** What a text says of a period, in parts that headings above each other complete. */
export interface PeriodWords {
  date: IsoDate | null;
  /** Month and day without a year, `--12-31`. */
  monthDay: string | null;
  year: number | null;
  months: number | null;
  weeks: number | null;
  isAt: boolean;
  quarter: number | null;
  half: number | null;
  isYearToDate: boolean;
  isFiscal: boolean;
}

/** Longer texts state no period of a column. */
const MAX_CHARS = 240;

/** Reads the parts of a period; null if the text states no period. */
export const readPeriodWords = remember((text): PeriodWords | null => {
  if (text.length > MAX_CHARS) return null;
  const words: PeriodWords = {
    ...{ date: null, monthDay: null, year: null, months: null, weeks: null, isAt: AT.test(text) },
    ...{ quarter: null, half: null, isYearToDate: YEAR_TO_DATE.test(text), isFiscal: false },
  };
  readDuration(text, words);
  const rest = readQuarter(text, words);
  readDate(rest, words);
  const isStated =
    words.date !== null ||
    words.monthDay !== null ||
    words.year !== null ||
    words.months !== null ||
    words.weeks !== null ||
    words.quarter !== null ||
    words.half !== null ||
    words.isYearToDate;
  return isStated ? words : null;
});

function readDuration(text: string, words: PeriodWords): void {
  const [, count = '', unit = ''] = COUNTED.exec(text) ?? [];
  const number = COUNTS[count.toLowerCase()] ?? Number(count);
  if (/^month/i.test(unit)) words.months = number;
  else if (/^week/i.test(unit)) {
    words.weeks = number;
    words.months = MONTHS_OF_WEEKS[number] ?? null;
  } else if (/\b(?:quarters?|quarterly)\s+(?:period\s+)?(?:ended|ending)\b|^(?:for the )?quarters?$/i.test(text))
    words.months = 3;
  else if (/\b(?:fiscal |calendar )?years?\s+(?:ended|ending)\b|^(?:for the )?(?:fiscal )?years?$/i.test(text))
    words.months = 12;
  else if (/\bhalf[- ]years?\s+(?:ended|ending)\b/i.test(text)) words.months = 6;
  words.isFiscal = /\bfiscal\b|\bFY\b|\byears?\b(?! to| over)/i.test(text);
}

/** Returns the text without the words of a quarter or half. */
function readQuarter(text: string, words: PeriodWords): string {
  const quarter = QUARTER.exec(text);
  if (quarter !== null) {
    const [match, before, after, year, short, name] = quarter;
    words.quarter = Number(before ?? after ?? QUARTERS.indexOf((name ?? '').toLowerCase()) + 1);
    if (year !== undefined) words.year = Number(year);
    else if (short !== undefined) words.year = fullYear(short);
    return text.replace(match, ' ');
  }
  const half = HALF.exec(text);
  if (half === null) return text;
  const [match, before, after, year, name] = half;
  words.half = Number(before ?? after ?? QUARTERS.indexOf((name ?? '').toLowerCase()) + 1);
  if (year !== undefined) words.year = fullYear(year);
  return text.replace(match, ' ');
}

function readDate(text: string, words: PeriodWords): void {
  const digits = IN_DIGITS.exec(text)?.groups;
  if (digits !== undefined) {
    const { iso, month = '', day = '', year = '' } = digits;
    words.date = dateOrNull(iso ?? `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    if (words.date !== null) return;
  }
  // Of a range the last day counts.
  const days = [...text.matchAll(DAY_OF_YEAR), ...text.matchAll(DAY_FIRST)];
  const last = days.at(-1)?.groups;
  const years = [...text.matchAll(YEAR)].map(match => Number(match[1]));
  const year = years.at(-1) ?? null;
  if (last !== undefined) {
    const month = MONTH_KEYS.indexOf((last.month ?? '').slice(0, 3).toLowerCase()) + 1;
    const monthDay = `${String(month).padStart(2, '0')}-${(last.day ?? '').padStart(2, '0')}`;
    if (year === null) words.monthDay = monthDay;
    else words.date = dateOrNull(`${year}-${monthDay}`);
    return;
  }
  if (year !== null) {
    words.year ??= year;
    const month = MONTH_OF_YEAR.exec(text)?.[1];
    if (month !== undefined) words.date = endOfMonth(year, MONTH_KEYS.indexOf(month.slice(0, 3).toLowerCase()));
    return;
  }
  const short = TWO_DIGIT_FISCAL.exec(text)?.[1];
  if (short !== undefined) words.year ??= fullYear(short);
}

function endOfMonth(year: number, month: number): IsoDate {
  return new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
}

function fullYear(year: string): number {
  const number = Number(year);
  return year.length === 4 ? number : number + (number > 60 ? 1900 : 2000);
}

/** Joins the words of headings above each other; inner ones have priority. */
export function joinPeriodWords(outer: PeriodWords | null, inner: PeriodWords | null): PeriodWords | null {
  if (outer === null || inner === null) return inner ?? outer;
  const isDated = inner.date !== null || inner.monthDay !== null;
  return {
    date: inner.date ?? (inner.monthDay === null && inner.year === null ? outer.date : null),
    monthDay: inner.monthDay ?? outer.monthDay ?? (inner.year === null ? null : monthDayOf(outer.date)),
    year: inner.year ?? (isDated && inner.date !== null ? null : (outer.year ?? yearOf(outer.date))),
    months: inner.months ?? outer.months,
    weeks: inner.weeks ?? (inner.months === null ? outer.weeks : null),
    isAt: inner.isAt || outer.isAt,
    quarter: inner.quarter ?? outer.quarter,
    half: inner.half ?? outer.half,
    isYearToDate: inner.isYearToDate || outer.isYearToDate,
    isFiscal: inner.isFiscal || outer.isFiscal,
  };
}

function monthDayOf(date: IsoDate | null): string | null {
  return date === null ? null : date.slice(5);
}

function yearOf(date: IsoDate | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** The period that words state together; null if they name no year. */
export function periodOf(words: PeriodWords | null): StatedPeriod | null {
  if (words === null) return null;
  const { monthDay, year, quarter, half, months, weeks, isYearToDate } = words;
  const end = words.date ?? (monthDay === null || year === null ? null : dateOrNull(`${year}-${monthDay}`));
  const hasDuration = months !== null || weeks !== null || quarter !== null || half !== null || isYearToDate;
  if (end !== null) {
    return {
      end,
      months: months ?? (hasDuration && quarter !== null && !isYearToDate ? 3 : null),
      weeks,
      isInstant: !hasDuration || (words.isAt && months === null),
      fiscalYear: null,
      fiscalPeriod: null,
      isYearToDate,
    };
  }
  if (year === null) return null;
  const fiscalPeriod =
    quarter !== null
      ? (`q${quarter}` as 'q1' | 'q2' | 'q3' | 'q4')
      : half !== null
        ? (`h${half}` as 'h1' | 'h2')
        : months === 12 || words.isFiscal
          ? 'fy'
          : null;
  const ofFiscal = quarter !== null ? 3 : half !== null ? 6 : fiscalPeriod === 'fy' ? 12 : null;
  return {
    end: null,
    months: isYearToDate ? null : (months ?? ofFiscal),
    weeks,
    isInstant: false,
    fiscalYear: year,
    fiscalPeriod,
    isYearToDate,
  };
}
