import { type Day, parseDay } from '../../../../kernel/dates.ts';
import { LONGEST_REST_DAYS } from '../rules/price-moves.ts';
import type { Closes, DaySpan } from './load-closes.ts';
import type { Quote } from './load-quotes.ts';
import type { QualityNote } from './price-shapes.ts';

/** A price that is older is not the price of today: no exchange rests so long but for the greatest feasts. */
const STALE_AFTER_MS = 8 * 86_400_000;

/** Notes that say how closes are restated: what is shown is right, on the basis that it names. */
const OF_BASIS: ReadonlySet<QualityNote> = new Set(['paid_close_unknown', 'dividends_not_restated']);

/** Whether prices with such notes are less than whole. */
export function isPartial(notes: readonly QualityNote[]): boolean {
  return notes.some(note => !OF_BASIS.has(note));
}

export function notesOfQuote(last: Quote | null, now: Date): QualityNote[] {
  return last !== null && now.getTime() - Date.parse(last.price_at) > STALE_AFTER_MS ? ['stale'] : [];
}

/** Whether closes go on to the newest price: what ended before it says nothing of returns up to it. */
export function reachPrice({ days }: Closes, priceDay: Day): boolean {
  return priceDay - (days.at(-1) ?? Number.NEGATIVE_INFINITY) <= LONGEST_REST_DAYS;
}

/** What closes lack, and which faults are among those of some days; that there are none, where there are none. */
export function notesOfCloses(closes: Closes | null, { from, until }: DaySpan): QualityNote[] {
  if (closes === null) return ['no_closes'];
  const { basis, paidBasis, faults } = closes;
  const dayOf = (date: string): Day => parseDay(date) ?? 0;
  const kinds = faults.filter(one => dayOf(one.from) <= until && dayOf(one.until) >= from).map(one => one.kind);
  return [
    ...new Set(kinds),
    ...(basis === 'raw' ? (['splits_not_restated'] as const) : []),
    ...(basis === 'adjusted' ? [] : (['dividends_not_restated'] as const)),
    ...(paidBasis === 'adjusted' ? (['paid_close_unknown'] as const) : []),
  ];
}
