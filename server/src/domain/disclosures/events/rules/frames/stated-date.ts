import { readStatedDates, type StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import { addDays, type IsoDate } from '../../../../../kernel/dates.ts';
import type { EventDatePrecision, EventKind } from '../../model.ts';
import type { EventDocument, FiscalYears } from './event-document.ts';
import { type EventAssertion, kindOf } from './event-frames.ts';

/** Words before a date that make it the day of what the clause states. */
const INTRODUCES =
  /\b(?:in|on|during|effective|effective as of|of|about|throughout|for|and|fiscal|,)\s*(?:the |late |early |mid-?|about |fiscal )*$/i;
/** `Since May 2024, several suits were filed`: the first of them. */
const SINCE = /\b(?:since|beginning|starting|between) (?:in |on )?$/i;
/** The end of a period. */
const ENDED = /\bended\s*$/i;
/** The day of a balance, not of an event: `As of December 31, 2024`. */
const STATE_OF = /(?<!\beffective )\b(?:as of|as at|dated)\s*$/i;
/** The day of an agreement: `entered into as of June 3, 2014`. */
const MADE_AS_OF = /\b(?:entered into|made|executed) as of\s*$/i;
/** A year inside a name: `the 2005 License Agreement`. */
const PART_OF_NAME = /^\s?(?:\p{Lu}|(?:\p{L}+ ){1,2}(?:agreement|notes?|plan|settlement|acquisition|program)s?\b)/u;

/**
 * The date of what an assertion states: a day of its own clause, else a day of the clauses that govern it, else what else the
 * sentence states. Null if it states none.
 */
export function dateOf(assertion: EventAssertion): StatedSpan | null {
  const { dates, trigger, sentence, clause } = assertion;
  const { quote } = sentence;
  // Charges and sales under a programme are of a period: `for the three months ended June 30, 2014`.
  const isOfPeriodEnd = OF_PERIOD.has(kindOf(assertion).kind);
  const { kind } = kindOf(assertion);
  const isIntroduced = (date: StatedSpan) =>
    isIntroducedIn(date, quote) ||
    (kind === 'litigation' && SINCE.test(quote.slice(Math.max(0, date.start - 20), date.start))) ||
    (isOfPeriodEnd && ENDED.test(quote.slice(Math.max(0, date.start - 10), date.start)));
  const usable = dates.filter(date => isIntroduced(date) || isDayOfAct(date, assertion));
  const all = readStatedDates(quote);
  const isSubordinate = clause !== null && clause.parent !== null && clause.relation !== 'relative';
  const exact = usable.reduce((least, date) => Math.min(least, daysIn(date)), DAYS_OF_MONTH + 1);
  const ofWhole = all.filter(date => date.end <= trigger.start && daysIn(date) < exact && isIntroduced(date));
  if (isSubordinate && ofWhole.length > 0) return ofWhole.at(-1) ?? null;
  return (
    closest(usable, trigger) ??
    closest(
      all.filter(date => isIntroduced(date)),
      trigger,
    ) ??
    all.find(date => isDay(date) && DATED.test(quote.slice(Math.max(0, date.start - 30), date.start))) ??
    null
  );
}

/** `ceased operations as of June 3, 2014`: behind the verb, the day of what it states. */
function isDayOfAct(date: StatedSpan, { trigger, sentence, form, family }: EventAssertion): boolean {
  const between = sentence.quote.slice(trigger.end, date.start);
  return form === 'verb' && OF_ACTS.has(family) && isDay(date) && /^[^,;\d]{1,80}\bas of $/.test(between);
}

const OF_ACTS: ReadonlySet<string> = new Set([
  'business_suspension part',
  'business_suspension resumed',
  'dissolution approved',
]);

/** The day of an agreement: `an amendment dated June 3, 2014`. */
const DATED = /\bdated(?: as of)?\s*$/i;

const OF_PERIOD: ReadonlySet<EventKind> = new Set(['restructuring', 'equity_offering', 'buyback']);
const DAYS_OF_MONTH = 31;

function daysIn({ first, last }: StatedSpan): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
}

function isDay({ first, last }: StatedSpan): boolean {
  return first === last;
}

function closest(dates: readonly StatedSpan[], trigger: EventAssertion['trigger']): StatedSpan | null {
  const before = dates.filter(date => date.end <= trigger.start);
  return before.at(-1) ?? dates.find(date => date.start >= trigger.end) ?? null;
}

function isIntroducedIn({ start, end }: StatedSpan, quote: string): boolean {
  const isYear = end - start === 4;
  if (isYear && PART_OF_NAME.test(quote.slice(end, end + 40))) return false;
  const before = quote.slice(Math.max(0, start - 30), start);
  return start === 0 || (INTRODUCES.test(before) && !STATE_OF.test(before)) || MADE_AS_OF.test(before);
}

/** How exactly a date is stated. */
export function precisionOf({ first, last }: StatedSpan): EventDatePrecision {
  if (first === last) return 'day';
  if (first.slice(0, 7) === last.slice(0, 7)) return 'month';
  return first.slice(5) === '01-01' && last.slice(5) === '12-31' ? 'year' : 'quarter';
}

/** The period whose last day a date is: `the year ended June 30, 2014`. The date itself, if it ends none. */
export function periodOf(date: StatedSpan, quote: string): StatedSpan {
  const [, words = ''] = PERIOD_ENDED.exec(quote.slice(Math.max(0, date.start - 40), date.start)) ?? [];
  const months = words === '' || !isDay(date) ? 0 : monthsIn(words.toLowerCase());
  if (months === 0) return date;
  const first = new Date(`${date.last}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  return { ...date, first: first.toISOString().slice(0, 10) };
}

/** The calendar days of `fiscal 2013` or `the third quarter of 2013`. The date itself, if it is no fiscal period. */
export function inCalendar(date: StatedSpan, quote: string, fiscal: FiscalYears | null): StatedSpan {
  const isQuarter = precisionOf(date) === 'quarter';
  const isFiscal =
    isQuarter || /\bfiscal\b/i.test(quote.slice(Math.max(0, date.start - 'fiscal year '.length), date.end));
  const isWhole = /^\d{4}-(?:01|04|07|10)-01$/.test(date.first) && date.first !== date.last;
  if (fiscal === null || !isFiscal || !isWhole) return date;
  const months = fiscal.endMonth - 12 + fiscal.shift * 12;
  return { ...date, first: addMonths(date.first, months), last: addDays(addMonths(addDays(date.last, 1), months), -1) };
}

function addMonths(date: IsoDate, months: number): IsoDate {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

const PERIOD_ENDED =
  /\b((?:three|six|nine|twelve) months|(?:fiscal |calendar )?years?|(?:fiscal )?quarters?)(?: periods?)? ended\s*$/i;
const MONTHS_OF: Readonly<Record<string, number>> = { three: 3, six: 6, nine: 9, twelve: 12 };

function monthsIn(words: string): number {
  return MONTHS_OF[words.split(' ')[0] ?? ''] ?? (words.includes('quarter') ? 3 : 12);
}

/** Results of a quarter or a year are reported within this time after its end. */
const RESULTS_DAYS = 100;

/**
 * Whether the filing reports the event first: in its period or after, and not in the future. The middle of a period counts; of a
 * quarter or a year that a current report names, the end.
 */
export function isOfPeriod(span: StatedSpan, { since, until, isCurrent }: EventDocument): boolean {
  if (isCurrent && until !== null && daysIn(span) > DAYS_OF_MONTH)
    return span.last >= addDays(until, -RESULTS_DAYS) && span.first <= until;
  return (since === null || middleOf(span) >= since) && (until === null || span.first <= until);
}

function middleOf({ first, last }: StatedSpan): IsoDate {
  return new Date((Date.parse(`${first}T00:00:00Z`) + Date.parse(`${last}T00:00:00Z`)) / 2).toISOString().slice(0, 10);
}
