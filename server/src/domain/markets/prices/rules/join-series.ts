import type { Day, Instant } from '../../../../kernel/dates.ts';
import { type Bars, CLOSE_BASES, type PriceActions } from '../model/price-series.ts';

/** Closes of one share or index by one source, and when the document was read that the newest stand in. */
export interface DatedSeries {
  bars: Bars;
  actions: PriceActions | null;
  readAt: Instant;
}

/**
 * What there is of a series once another document of its source was read. Every split and dividend restates all closes
 * before it, so documents of different days are joined only where the days that both tell of show the same closes:
 * otherwise the one that goes on longer stands alone, of two that end together the one read later.
 */
export function joinSeries(stored: DatedSeries | undefined, told: DatedSeries): DatedSeries {
  if (stored === undefined) return told;
  const [newer, older] = goesOnLonger(stored, told) ? [stored, told] : [told, stored];
  return agree(newer.bars, older.bars) ? withMore(newer, older) : newer;
}

function goesOnLonger(one: DatedSeries, than: DatedSeries): boolean {
  const [last = 0, other = 0] = [one.bars.days.at(-1), than.bars.days.at(-1)];
  return last === other ? one.readAt > than.readAt : last > other;
}

/** Sources round, and some compute with single precision. */
const TOLERANCE = 2e-5;

/** Whether both tell the same of the days that they share, of which there is one at least. */
function agree(one: Bars, other: Bars): boolean {
  if (CLOSE_BASES.some(basis => (one.closes[basis] === undefined) !== (other.closes[basis] === undefined)))
    return false;
  const placeOf = new Map(other.days.map((day, at) => [day, at]));
  let shared = 0;
  for (const [at, day] of one.days.entries()) {
    const place = placeOf.get(day);
    if (place === undefined) continue;
    shared++;
    for (const basis of CLOSE_BASES) {
      const [mine = 0, theirs = 0] = [one.closes[basis]?.[at], other.closes[basis]?.[place]];
      if (Math.abs(mine - theirs) > TOLERANCE * Math.abs(mine)) return false;
    }
  }
  return shared > 0;
}

/** The newer with the days before it that only the older tells of. */
function withMore(newer: DatedSeries, older: DatedSeries): DatedSeries {
  const [first = 0] = newer.bars.days;
  const count = older.bars.days.filter(day => day < first).length;
  if (count === 0) return newer;
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
  return { bars, actions: joinActions(newer, older, first), readAt: newer.readAt };
}

function volumesOf(newer: Bars, older: Bars, count: number): Bars['volumes'] {
  if (newer.volumes === null && older.volumes === null) return null;
  const none = (size: number) => Array<null>(size).fill(null);
  return [...(older.volumes?.slice(0, count) ?? none(count)), ...(newer.volumes ?? none(newer.days.length))];
}

/** A split that one document tells of counts for the closes of the other too: they agree on what they share. */
function joinActions({ actions }: DatedSeries, older: DatedSeries, first: Day): PriceActions | null {
  if (actions === null || older.actions === null) return actions ?? older.actions;
  const before = <T extends { day: Day }>(some: readonly T[]) => some.filter(one => one.day < first);
  return {
    splits: [...before(older.actions.splits), ...actions.splits],
    dividends: [...before(older.actions.dividends), ...actions.dividends],
  };
}
