import type { StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import type { IsoDate } from '../../../../../kernel/dates.ts';
import type { EventDatePrecision } from '../../model.ts';
import type { EventDocument } from './event-document.ts';
import type { EventAssertion } from './event-frames.ts';

/** Words before a date that make it the day of what the clause states. */
const INTRODUCES =
  /\b(?:in|on|during|effective|of|about|throughout|for|and|fiscal|,)\s*(?:the |late |early |mid-?|about |fiscal )*$/i;
/** The day of a balance, not of an event: `As of December 31, 2024`. */
const STATE_OF = /\b(?:as of|as at|dated)\s*$/i;
/** A year inside a name: `the 2005 License Agreement`. */
const PART_OF_NAME = /^\s?(?:\p{Lu}|\p{L}+ (?:agreement|notes?|plan|settlement|acquisition|program)\b)/u;

/** The date of what an assertion states: the one before its trigger, else the next. Null if the sentence states none. */
export function dateOf({ dates, trigger, sentence }: EventAssertion): StatedSpan | null {
  const { quote } = sentence;
  const usable = dates.filter(date => isIntroduced(date, quote));
  const before = usable.filter(date => date.end <= trigger.start);
  const leading = before.find(date => date.start < 40);
  return before.at(-1) ?? leading ?? usable.find(date => date.start >= trigger.end) ?? null;
}

function isIntroduced({ start, end }: StatedSpan, quote: string): boolean {
  const isYear = end - start === 4;
  if (isYear && PART_OF_NAME.test(quote.slice(end, end + 40))) return false;
  const before = quote.slice(Math.max(0, start - 30), start);
  return start === 0 || (INTRODUCES.test(before) && !STATE_OF.test(before));
}

/** How exactly a date is stated. */
export function precisionOf({ first, last }: StatedSpan): EventDatePrecision {
  if (first === last) return 'day';
  if (first.slice(0, 7) === last.slice(0, 7)) return 'month';
  return first.slice(5) === '01-01' && last.slice(5) === '12-31' ? 'year' : 'quarter';
}

/** Whether the filing reports the event first: in its period or after, and not in the future. The middle of a period counts. */
export function isOfPeriod(span: StatedSpan, { since, until }: EventDocument): boolean {
  const day = precisionOf(span) === 'month' ? span.last : middleOf(span);
  return (since === null || day >= since) && (until === null || span.first <= until);
}

function middleOf({ first, last }: StatedSpan): IsoDate {
  return new Date((Date.parse(`${first}T00:00:00Z`) + Date.parse(`${last}T00:00:00Z`)) / 2).toISOString().slice(0, 10);
}
