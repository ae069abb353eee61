import type { Chunk, NounPhrase } from '../../../../formats/prose/phrases.ts';
import { addDays, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { ANY_MONTH, MONTH_NAMES } from '../../../../kernel/months.ts';
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
  /** True for annual reports. Sentences without a period refer to the quarter of a quarterly report, and to the day of others. */
  isAnnual: boolean;
  /** Returns the span of a quarter, or of its first months, in a fiscal year; null unless it ends with the filing’s own quarter. */
  quarter(months: number, place: number | null, year: number): Span | null;
  /** Returns the span of a fiscal year by the filer's number; null if it is outside the filing's range. */
  year(number: number): Span | null;
}

const DAYS_OF_MONTH = 30.4368;
const YEAR_DAYS = { min: 350, max: 380 };

/**
 * Builds the calendar of a filing from the end of its period, its kind and its tagged years. Years that are not tagged are
 * counted back from the filing's own year. `dated` are filings without a period: their own is the day, and their years are those of
 * the calendar.
 */
export function readCalendar(
  periodEnd: IsoDate,
  kind: 'annual' | 'quarterly' | 'dated',
  facts: readonly ReportedFact[],
  texts: readonly string[] = [],
): FiscalCalendar {
  const isAnnual = kind === 'annual';
  const focus = facts.find(fact => fact.concept === 'dei:DocumentFiscalYearFocus')?.value ?? '';
  const label = /^\d{4}$/.test(focus) ? Number(focus) : numberOfYear(periodEnd);
  const years = withStated(taggedYears(facts), isAnnual ? periodEnd : null, texts);
  const endOfYear = isAnnual ? periodEnd : null;
  const own = { start: isAnnual ? (years.get(periodEnd) ?? startOfYear(periodEnd)) : null, end: periodEnd };
  const quarters = { Q1: 1, Q2: 2, Q3: 3 } as Readonly<Record<string, number>>;
  const focused = quarters[facts.find(fact => fact.concept === 'dei:DocumentFiscalPeriodFocus')?.value ?? ''];
  return {
    own,
    isAnnual,
    quarter(months, place, number) {
      const isOwn = focused !== undefined && !isAnnual && (place === null ? months === 3 * focused : place === focused);
      const back = label - number;
      if (!isOwn || back < 0 || back > 1) return null;
      const end = shiftYears(periodEnd, -back);
      const day = parseDay(end) ?? 0;
      return { start: toIsoDate(Math.round(day - months * DAYS_OF_MONTH) + 1), end };
    },
    year(number) {
      const back = label - number;
      if (back < 0 || back > 5) return null;
      if (kind === 'dated') return { start: `${number}-01-01`, end: `${number}-12-31` };
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

/** A year that ends in the first days of January has the number of the year before. */
function numberOfYear(periodEnd: IsoDate): number {
  return Number(addDays(periodEnd, -LATE_DAYS).slice(0, 4));
}

const LATE_DAYS = 10;
const STATED_YEARS = 5;

/**
 * Adds the ends of earlier years that a text states: years of 52 or 53 weeks end on another day each year. The most frequent date
 * near the anniversary is the end.
 */
function withStated(
  years: Map<IsoDate, IsoDate>,
  periodEnd: IsoDate | null,
  texts: readonly string[],
): Map<IsoDate, IsoDate> {
  if (periodEnd === null || years.size > 1 || texts.length === 0) return years;
  const counts = new Map<IsoDate, number>();
  const month = periodEnd.slice(5, 7);
  const near = new Set([0, -1, 1].map(shift => MONTH_NAMES[(Number(month) + 11 + shift) % 12]));
  for (const text of texts) {
    for (const [, name = '', day = '', year = ''] of text.matchAll(STATED_DATE)) {
      if (!near.has(name)) continue;
      const date = toDate(`${name} ${day}`, year);
      if (date !== null) counts.set(date, (counts.get(date) ?? 0) + 1);
    }
  }
  const found = new Map(years);
  let end = periodEnd;
  for (let back = 1; back <= STATED_YEARS; back++) {
    const shifted = parseDay(shiftYears(periodEnd, -back)) ?? 0;
    const [best] = [...counts]
      .filter(([date]) => Math.abs((parseDay(date) ?? 0) - shifted) <= LATE_DAYS)
      .sort((a, b) => b[1] - a[1]);
    if (best === undefined) break;
    found.set(end, addDays(best[0], 1));
    end = best[0];
  }
  if (end !== periodEnd) found.set(end, startOfYear(end));
  return found;
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

const MONTH_WORDS = new Set(ANY_MONTH.toLowerCase().split('|'));

const STATED_DATE = new RegExp(`\\b(${ANY_MONTH}) (\\d{1,2}), ((?:19|20)\\d\\d)`, 'g');
const DATE = `(?:${ANY_MONTH}) \\d{1,2}, \\d{4}`;
const DATES = new RegExp(
  `(?:(?:(?<shorter>three|six) and )?(?<unit>three|six|nine|twelve|quarters?|years?)(?: months?| fiscal)?(?:[- ]month)? ?(?:period)?s? ?ended |as (?:of|at) |at |on |ended )(?:both |each of )?(?:the )?(?<list>(?:${DATE}|(?:${ANY_MONTH}) \\d{1,2})(?:(?:,? and |, (?:and )?|,? or )(?:${DATE}|(?:${ANY_MONTH}) \\d{1,2}(?!,? \\d)|\\d{4}))*(?:, \\d{4})?)`,
  'gi',
);
const YEARS =
  /\b(?:in|for|during|fiscal|years?|of)(?: each of)?(?: the)?(?: our)?(?: fiscal)?(?: years?)?(?: ended)? ((?:19|20)\d\d(?:(?:,? and |, (?:and )?|,? or )(?:fiscal )?(?:19|20)\d\d)*)(?![\d%])/giu;
const SHORTER = /\b(?:quarters?|months?|weeks?|half)\b/i;

/**
 * Returns the periods that a sentence states, in text order, or the filing's own period if it states none. Returns null if a
 * period is ambiguous.
 */
export function readPeriods(sentence: string, calendar: FiscalCalendar): Span[] | null {
  const dated = readDates(sentence, calendar);
  if (dated === null || dated.length > 0) return dated;
  if (SHORTER.test(sentence)) return readQuarters(sentence, calendar);
  const spans: Span[] = [];
  for (const [, list = ''] of sentence.matchAll(YEARS)) {
    for (const year of list.match(/\d{4}/g) ?? []) {
      const span = calendar.year(Number(year));
      if (span === null) return null;
      if (!spans.some(candidate => candidate.end === span.end)) spans.push(span);
    }
  }
  if (spans.length > 0) return spans;
  if (/\b(?:19|20)\d\d\b/.test(sentence)) return null;
  return [calendar.own];
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];
const QUARTER =
  /\b(?:(first|second|third|fourth) (?:fiscal )?quarters?|(?:first )?(six|nine|three) months)(?: of| in)?(?: each of)? (?:the )?(?:fiscal )?(?:years? )?(?:fiscal )?((?:19|20)\d\d)(?:,? (?:and|or) (?:fiscal )?((?:19|20)\d\d))?/gi;

/** Reads `the second quarter of fiscal 2024 and 2023`; null if it does not end with the filing’s own quarter. */
function readQuarters(sentence: string, calendar: FiscalCalendar): Span[] | null {
  const found = [...sentence.matchAll(QUARTER)].slice(0, 1).flatMap(([, ordinal, words = '', ...years]) => {
    const months = ordinal === undefined ? (MONTHS_OF[words.toLowerCase()] ?? 3) : 3;
    const place = ordinal === undefined ? null : QUARTERS.indexOf(ordinal.toLowerCase()) + 1;
    return years.filter(year => year !== undefined).map(year => calendar.quarter(months, place, Number(year)));
  });
  const spans = found.filter(span => span !== null);
  return spans.length === found.length && spans.length > 0 ? spans : null;
}

/** Reads `as of September 28, 2024 and September 30, 2023` and `years ended December 31, 2023 and 2022`. */
function readDates(sentence: string, calendar: FiscalCalendar): Span[] | null {
  const spans: Span[] = [];
  for (const { 0: whole, groups: { shorter, unit, list = '' } = {} } of sentence.matchAll(DATES)) {
    let monthDay: string | null = null;
    const ends: IsoDate[] = [];
    for (const piece of list.match(new RegExp(`${DATE}|(?:${ANY_MONTH}) \\d{1,2}|\\d{4}`, 'gi')) ?? []) {
      const dayText: string = /[A-Z][a-z]+ \d{1,2}/i.exec(piece)?.[0] ?? monthDay ?? '';
      monthDay = dayText;
      const year = /\d{4}$/.exec(piece)?.[0];
      if (year === undefined) continue;
      const end = toDate(dayText, year);
      if (end === null) return null;
      ends.push(end);
    }
    const isInstant = unit === undefined && !/ended/i.test(whole);
    // `three and six months ended June 30, 2024`: two periods. Of several dates the order of their values is open.
    if (shorter !== undefined && ends.length > 1) return null;
    for (const part of shorter === undefined ? [unit] : [shorter, unit])
      for (const end of ends) spans.push({ start: isInstant ? null : startOf(end, part, calendar), end });
  }
  const isSame = (a: Span, b: Span) => a.end === b.end && (a.start === b.start || a.start === null || b.start === null);
  return spans.filter((span, place) => spans.findIndex(candidate => isSame(candidate, span)) === place);
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
  return toIsoDate(Math.round(day - months * DAYS_OF_MONTH) + 1);
}

function toDate(monthDay: string, year: string): IsoDate | null {
  const [month = '', day = ''] = monthDay.split(' ');
  const place = MONTH_NAMES.findIndex(name => name.toLowerCase() === month.toLowerCase()) + 1;
  const text = `${year}-${String(place).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return place > 0 && parseDay(text) !== null ? text : null;
}

const TIME_NOUNS = new Set([
  'year',
  'quarter',
  'month',
  'week',
  'period',
  'day',
  'half',
  'date',
  'end',
  'season',
  'decade',
]);

/** True if words state a period or a date. */
export function statesPeriod(words: string): boolean {
  return /\b(?:19|20)\d\d\b/.test(words);
}

/** True if a noun phrase is a date or a period. `next` and `after` follow it: `each of the years`. */
export function isTemporal({ head, tokens }: NounPhrase, next?: Chunk, after?: Chunk): boolean {
  if (TIME_NOUNS.has(head.lemma) || MONTH_WORDS.has(tokens[0]?.lower ?? '') || MONTH_WORDS.has(head.lower)) return true;
  const isYear = /^(?:19|20)\d\d$/.test(head.text);
  if (
    (isYear &&
      tokens.every(
        token =>
          token === head ||
          /^(?:fiscal|calendar|years?|,|the|late|early|mid)$/.test(token.lower) ||
          MONTH_WORDS.has(token.lower),
      )) ||
    (head.lower === 'fiscal' && tokens.length < 3)
  )
    return true;
  const isPartitive = /^(?:each|both|all|either|any|none|neither|three|two)$/.test(head.lower);
  return isPartitive && next?.kind === 'preposition' && after?.kind === 'noun' && isTemporal(after);
}
