import { addDays, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import type { ReportedFact } from '../../../filings/filings/model/filing-contents.ts';

/** A period, or an instant if it has no start. */
export interface Span {
  start: IsoDate | null;
  end: IsoDate;
}

/** The fiscal calendar of a filing, which defines `fiscal 2024`. */
export interface FiscalCalendar {
  /** The reporting period of the filing. */
  own: Span;
  /** True for annual reports. Sentences without a period in a quarterly report refer to its quarter. */
  isAnnual: boolean;
  /** Returns the span of a fiscal year by the filer's number; null if it is outside the filing's range. */
  year(number: number): Span | null;
}

const YEAR_DAYS = { min: 350, max: 380 };
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';

/**
 * Builds the calendar of a filing from the end of its period, its kind and its tagged years. Years that are not tagged are
 * counted back from the filing's own year.
 */
export function readCalendar(
  periodEnd: IsoDate,
  kind: 'annual' | 'quarterly',
  facts: readonly ReportedFact[],
): FiscalCalendar {
  const isAnnual = kind === 'annual';
  const focus = facts.find(fact => fact.concept === 'dei:DocumentFiscalYearFocus')?.value ?? '';
  const label = /^\d{4}$/.test(focus) ? Number(focus) : Number(periodEnd.slice(0, 4));
  const years = taggedYears(facts);
  const endOfYear = isAnnual ? periodEnd : null;
  const own = { start: isAnnual ? (years.get(periodEnd) ?? startOfYear(periodEnd)) : null, end: periodEnd };
  return {
    own,
    isAnnual,
    year(number) {
      const back = label - number;
      if (back < 0 || back > 5) return null;
      if (endOfYear === null) return back === 0 ? null : yearBefore(years, label, number, periodEnd);
      if (back === 0) return own;
      return yearBefore(years, label, number, endOfYear);
    },
  };
}

/** Returns the starts of the tagged years by their ends. */
function taggedYears(facts: readonly ReportedFact[]): Map<IsoDate, IsoDate> {
  const years = new Map<IsoDate, IsoDate>();
  for (const { periodStart, periodEnd } of facts) {
    if (periodStart === null) continue;
    const days = (parseDay(periodEnd) ?? 0) - (parseDay(periodStart) ?? 0);
    if (days >= YEAR_DAYS.min && days <= YEAR_DAYS.max) years.set(periodEnd, periodStart);
  }
  return years;
}

function yearBefore(years: Map<IsoDate, IsoDate>, label: number, number: number, ownEnd: IsoDate): Span | null {
  const shifted = shiftYears(ownEnd, number - label);
  const near = (parseDay(shifted) ?? 0) - 10;
  for (const [end, start] of years) {
    const day = parseDay(end) ?? 0;
    if (day >= near && day <= near + 20) return { start, end };
  }
  return { start: startOfYear(shifted), end: shifted };
}

function shiftYears(date: IsoDate, by: number): IsoDate {
  const year = Number(date.slice(0, 4)) + by;
  const shifted = `${year}${date.slice(4)}`;
  return parseDay(shifted) === null ? `${year}-02-28` : shifted;
}

function startOfYear(end: IsoDate): IsoDate {
  return addDays(shiftYears(end, -1), 1);
}

const DATE = `(?:${MONTHS}) \\d{1,2}, \\d{4}`;
const DATES = new RegExp(
  `(?:(three|six|nine|twelve|quarters?|years?)(?: months?| fiscal)? ?(?:period)?s? ?ended |as (?:of|at) |at |on |ended )(?:both |each of )?(?:the )?((?:${DATE}|(?:${MONTHS}) \\d{1,2})(?:(?:,? and |, (?:and )?|,? or )(?:${DATE}|(?:${MONTHS}) \\d{1,2}(?!,? \\d)|\\d{4}))*(?:, \\d{4})?)`,
  'gi',
);
const YEARS =
  /\b(?:in|for|during|fiscal|years?|of)(?: each of)?(?: the)?(?: our)?(?: fiscal)?(?: years?)?(?: ended)? ((?:19|20)\d\d(?:(?:,? and |, (?:and )?|,? or )(?:fiscal )?(?:19|20)\d\d)*)(?=[,.;:)]|$| (?:and|or|was|were|which|that|to|from|respectively|with|NIKE|\p{Lu}))/giu;
const SHORTER = /\b(?:quarters?|months?|weeks?|half)\b/i;

/**
 * Returns the periods that a sentence states, in text order, or the filing's own period if it states none. Returns null if a
 * period is ambiguous.
 */
export function readPeriods(sentence: string, calendar: FiscalCalendar): Span[] | null {
  const dated = readDates(sentence, calendar);
  if (dated === null || dated.length > 0) return dated;
  if (SHORTER.test(sentence)) return null;
  const spans: Span[] = [];
  for (const [, list = ''] of sentence.matchAll(YEARS)) {
    for (const year of list.match(/\d{4}/g) ?? []) {
      const span = calendar.year(Number(year));
      if (span === null) return null;
      if (!spans.some(one => one.end === span.end)) spans.push(span);
    }
  }
  if (spans.length > 0) return spans;
  if (/\b(?:19|20)\d\d\b/.test(sentence)) return null;
  return [calendar.own];
}

/** Reads `as of September 28, 2024 and September 30, 2023` and `years ended December 31, 2023 and 2022`. */
function readDates(sentence: string, calendar: FiscalCalendar): Span[] | null {
  const spans: Span[] = [];
  for (const { 0: whole, 1: unit, 2: list = '' } of sentence.matchAll(DATES)) {
    let monthDay: string | null = null;
    const ends: IsoDate[] = [];
    for (const piece of list.match(new RegExp(`${DATE}|(?:${MONTHS}) \\d{1,2}|\\d{4}`, 'gi')) ?? []) {
      const dayText: string = /[A-Z][a-z]+ \d{1,2}/i.exec(piece)?.[0] ?? monthDay ?? '';
      monthDay = dayText;
      const year = /\d{4}$/.exec(piece)?.[0];
      if (year === undefined) continue;
      const end = toDate(dayText, year);
      if (end === null) return null;
      ends.push(end);
    }
    const isInstant = unit === undefined && !/ended/i.test(whole);
    for (const end of ends) spans.push({ start: isInstant ? null : startOf(end, unit, calendar), end });
  }
  return spans.filter((span, place) => spans.findIndex(one => one.end === span.end) === place);
}

const MONTHS_OF: Record<string, number> = { three: 3, quarter: 3, quarters: 3, six: 6, nine: 9 };

function startOf(end: IsoDate, unit: string | undefined, calendar: FiscalCalendar): IsoDate {
  const months = MONTHS_OF[unit?.toLowerCase() ?? ''];
  if (months === undefined) {
    const known = calendar.year(Number(end.slice(0, 4)));
    return known?.end === end && known.start !== null ? known.start : startOfYear(end);
  }
  // A quarter that ends with a month starts on the first of a month. Quarters counted in weeks deviate by a few days.
  const day = parseDay(end) ?? 0;
  return toIsoDate(Math.round(day - months * 30.4368) + 1);
}

function toDate(monthDay: string, year: string): IsoDate | null {
  const [month = '', day = ''] = monthDay.split(' ');
  const place = MONTHS.toLowerCase().split('|').indexOf(month.toLowerCase()) + 1;
  const text = `${year}-${String(place).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return place > 0 && parseDay(text) !== null ? text : null;
}
