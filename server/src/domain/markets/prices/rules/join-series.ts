import type { Day, Instant } from '../../../../kernel/dates.ts';
import { type Bars, CLOSE_BASES, type PriceActions } from '../model/price-series.ts';

/** Closes of one share or index from one source, and when the document with the newest closes was read. */
export interface DatedSeries {
  /** ISO 4217; null if the source states none. */
  currency: string | null;
  bars: Bars;
  actions: PriceActions | null;
  readAt: Instant;
}

/**
 * Merges the stored closes with those of another document of the same source. Every split and dividend restates all
 * earlier closes, so two documents are joined only if they agree on the days that both contain, and on the currency.
 * Otherwise the one that ends later replaces the other; if both end on the same day, the one read later.
 */
export function joinSeries(stored: DatedSeries | undefined, reported: DatedSeries): DatedSeries {
  if (stored === undefined) return reported;
  const [newer, older] = goesOnLonger(stored, reported) ? [stored, reported] : [reported, stored];
  return sameCurrency(newer, older) && agree(newer.bars, older.bars) ? withMore(newer, older) : newer;
}

function goesOnLonger(series: DatedSeries, than: DatedSeries): boolean {
  const [last = 0, other = 0] = [series.bars.days.at(-1), than.bars.days.at(-1)];
  return last === other ? series.readAt > than.readAt : last > other;
}

/** A document that states no currency is in that of the other. */
function sameCurrency({ currency }: DatedSeries, other: DatedSeries): boolean {
  return currency === null || other.currency === null || currency === other.currency;
}

/** Sources round, and some compute in single precision. */
const TOLERANCE = 2e-5;

/** Whether both have the same closes on their common days, of which there must be at least one. */
function agree(left: Bars, right: Bars): boolean {
  if (CLOSE_BASES.some(basis => (left.closes[basis] === undefined) !== (right.closes[basis] === undefined)))
    return false;
  const placeOf = new Map(right.days.map((day, at) => [day, at]));
  let shared = 0;
  for (const [at, day] of left.days.entries()) {
    const place = placeOf.get(day);
    if (place === undefined) continue;
    shared++;
    for (const basis of CLOSE_BASES) {
      const [mine = 0, theirs = 0] = [left.closes[basis]?.[at], right.closes[basis]?.[place]];
      if (Math.abs(mine - theirs) > TOLERANCE * Math.abs(mine)) return false;
    }
  }
  return shared > 0;
}

/** The newer series, preceded by the days that only the older one has. */
function withMore(newer: DatedSeries, older: DatedSeries): DatedSeries {
  const [first = 0] = newer.bars.days;
  const currency = newer.currency ?? older.currency;
  const count = older.bars.days.filter(day => day < first).length;
  if (count === 0) return { ...newer, currency };
  const closes: Partial<Record<(typeof CLOSE_BASES)[number], number[]>> = {};
  for (const basis of CLOSE_BASES) {
    const [before, after] = [older.bars.closes[basis], newer.bars.closes[basis]];
    if (before !== undefined && after !== undefined) closes[basis] = [...before.slice(0, count), ...after];
  }
  const bars = {
    days: [...older.bars.days.slice(0, count), ...newer.bars.days],
    closes,
    volumes: volumesOf(newer.bars, older.bars, count),
  };
  return { currency, bars, actions: joinActions(newer, older, first), readAt: newer.readAt };
}

function volumesOf(newer: Bars, older: Bars, count: number): Bars['volumes'] {
  if (newer.volumes === null && older.volumes === null) return null;
  const none = (size: number) => Array<null>(size).fill(null);
  return [...(older.volumes?.slice(0, count) ?? none(count)), ...(newer.volumes ?? none(newer.days.length))];
}

/** A split in one document also applies to the closes of the other, because they agree on their common days. */
function joinActions({ actions }: DatedSeries, older: DatedSeries, first: Day): PriceActions | null {
  if (actions === null || older.actions === null) return actions ?? older.actions;
  const before = <T extends { day: Day }>(some: readonly T[]) => some.filter(item => item.day < first);
  return {
    splits: [...before(older.actions.splits), ...actions.splits],
    dividends: [...before(older.actions.dividends), ...actions.dividends],
  };
}
