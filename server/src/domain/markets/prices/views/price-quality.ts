import { type Day, parseDay } from '../../../../kernel/dates.ts';
import { LONGEST_REST_DAYS } from '../rules/price-moves.ts';
import type { Closes, DaySpan } from './load-closes.ts';
import type { Quote } from './load-quotes.ts';
import type { QualityNote } from './price-shapes.ts';

/** An older price is stale: exchanges close this long only for major holidays. */
const STALE_AFTER_MS = 8 * 86_400_000;

/** Notes about the basis of closes; these do not reduce quality. */
const OF_BASIS: ReadonlySet<QualityNote> = new Set(['paid_close_unknown', 'dividends_not_restated']);

/** Whether these notes make the data partial. */
export function isPartial(notes: readonly QualityNote[]): boolean {
  return notes.some(note => !OF_BASIS.has(note));
}

export function notesOfQuote(last: Quote | null, now: Date): QualityNote[] {
  return last !== null && now.getTime() - Date.parse(last.price_at) > STALE_AFTER_MS ? ['stale'] : [];
}

/** Whether closes reach the newest price; otherwise returns up to it cannot be computed. */
export function reachPrice({ days }: Closes, priceDay: Day): boolean {
  return priceDay - (days.at(-1) ?? Number.NEGATIVE_INFINITY) <= LONGEST_REST_DAYS;
}

/** Notes on missing data and on faults in a span of closes; a note if there are no closes. */
export function notesOfCloses(closes: Closes | null, { from, until }: DaySpan): QualityNote[] {
  if (closes === null) return ['no_closes'];
  const { basis, paidBasis, faults } = closes;
  const dayOf = (date: string): Day => parseDay(date) ?? 0;
  const kinds = faults
    .filter(fault => dayOf(fault.from) <= until && dayOf(fault.until) >= from)
    .map(fault => fault.kind);
  return [
    ...new Set(kinds),
    ...(basis === 'raw' ? (['splits_not_restated'] as const) : []),
    ...(basis === 'adjusted' ? [] : (['dividends_not_restated'] as const)),
    ...(paidBasis === 'adjusted' ? (['paid_close_unknown'] as const) : []),
  ];
}
