import type { Day, Instant } from '../../../../kernel/dates.ts';
import { lastDayEnded } from '../../../markets/prices/rules/sessions.ts';

/** Trading days after an event at whose end returns are taken. */
export const HORIZON_DAYS = [2, 5, 20] as const;
export type HorizonDays = (typeof HORIZON_DAYS)[number];

/** Why an event is not measured. */
export const EXCLUSIONS = ['repeated', 'no_closes', 'suspended', 'low_price', 'illiquid', 'faulty_closes'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Sessions in which the same kind of event of the same company counts once. */
const REPEATED_WITHIN_SESSIONS = 20;
/** A last close that is older is none of a share that is traded. */
const OLDEST_CLOSE_SESSIONS = 5;
const LEAST_PRICE = 1;
/** Of the last {@link OLDEST_CLOSE_SESSIONS} sessions: with more of them without a trade the close is no price. */
const MOST_IDLE_SESSIONS = 3;
/** A series that stops so many sessions before its market's has ended; before that it may just not be fetched yet. */
const ENDED_AFTER_SESSIONS = 5;

/** Closes of a share, oldest first, columns of one length. */
export interface StudiedShare {
  marketId: string;
  days: readonly Day[];
  /** Restated for splits and dividends. */
  closes: readonly number[];
  /** As paid on the day; null where that is not known. */
  paid: readonly number[] | null;
  volumes: readonly (number | null)[] | null;
  /** Days between which closes can't be what they say. */
  faults: readonly { from: Day; until: Day }[];
}

/** Closes of the index that a market's shares are measured against. */
export interface StudiedIndex {
  days: readonly Day[];
  closes: readonly number[];
}

/** What the share made beyond its market from the last close before the event, in percent. */
export interface AbnormalReturn {
  abnormalPct: number;
  /** Whether the series ended before the horizon: its last close stands for the later ones. */
  isDelisted: boolean;
}

export interface Measured {
  /** Of the last close before the event. */
  baseDay: Day;
  /** Null where the market itself has not come so far yet. */
  returns: Record<HorizonDays, AbnormalReturn | null>;
}

/** Measures one event by closes of the share and of its market's index. */
export function measureEvent(knownAt: Instant, share: StudiedShare, index: StudiedIndex): Measured | Exclusion {
  const ended = lastDayEnded(share.marketId, knownAt);
  if (ended === null) return 'no_closes';
  const base = lastUpTo(share.days, ended);
  const baseDay = share.days[base];
  const basePrice = share.closes[base];
  const indexBase = baseDay === undefined ? -1 : lastUpTo(index.days, baseDay);
  const indexPrice = index.closes[indexBase];
  if (baseDay === undefined || basePrice === undefined || indexPrice === undefined) return 'no_closes';
  if (lastUpTo(index.days, ended) - indexBase > OLDEST_CLOSE_SESSIONS) return 'suspended';
  if (share.paid !== null && (share.paid[base] ?? 0) < LEAST_PRICE) return 'low_price';
  if (isIdle(share, base)) return 'illiquid';
  const from = { base, basePrice, indexBase, indexPrice };
  const horizons = HORIZON_DAYS.map(horizon => [horizon, returnAfter(horizon, share, index, from)] as const);
  const lastDay = share.days[Math.min(base + HORIZON_DAYS[2], share.days.length - 1)] ?? baseDay;
  if (share.faults.some(fault => fault.from <= lastDay && fault.until >= baseDay)) return 'faulty_closes';
  return { baseDay, returns: Object.fromEntries(horizons) as Measured['returns'] };
}

function isIdle({ volumes }: StudiedShare, base: number): boolean {
  if (volumes === null) return false;
  const last = volumes.slice(Math.max(0, base + 1 - OLDEST_CLOSE_SESSIONS), base + 1);
  return last.filter(volume => volume === 0).length > MOST_IDLE_SESSIONS;
}

interface Base {
  base: number;
  basePrice: number;
  indexBase: number;
  indexPrice: number;
}

function returnAfter(
  horizon: number,
  share: StudiedShare,
  index: StudiedIndex,
  { base, basePrice, indexBase, indexPrice }: Base,
): AbnormalReturn | null {
  const end = base + horizon;
  const endDay = share.days[end];
  if (endDay !== undefined) {
    const lastIndexDay = index.days.at(-1);
    // The index is compared by the share's own days: where it says nothing of the last of them, it is not up to date.
    if (lastIndexDay === undefined || lastIndexDay < endDay) return null;
    return abnormal(share.closes[end], basePrice, index.closes[lastUpTo(index.days, endDay)], indexPrice, false);
  }
  const last = share.days.length - 1;
  const sessionsSince = index.days.length - 1 - lastUpTo(index.days, share.days[last] ?? 0);
  const hasEnded = sessionsSince > ENDED_AFTER_SESSIONS && indexBase + horizon < index.days.length;
  return hasEnded ? abnormal(share.closes[last], basePrice, index.closes[indexBase + horizon], indexPrice, true) : null;
}

function abnormal(
  price: number | undefined,
  basePrice: number,
  indexClose: number | undefined,
  indexPrice: number,
  isDelisted: boolean,
): AbnormalReturn | null {
  if (price === undefined || indexClose === undefined) return null;
  return { abnormalPct: (price / basePrice - indexClose / indexPrice) * 100, isDelisted };
}

/**
 * Of events of one company and kind, oldest first, the places of those that follow one that counts within twenty sessions of
 * the market: they tell of the same.
 */
export function placesOfRepeated(moments: readonly Instant[], marketId: string, index: StudiedIndex): Set<number> {
  const repeated = new Set<number>();
  let counted: number | null = null;
  for (const [place, at] of moments.entries()) {
    const session = lastUpTo(index.days, lastDayEnded(marketId, at) ?? 0);
    if (counted !== null && session - counted <= REPEATED_WITHIN_SESSIONS) repeated.add(place);
    else counted = session;
  }
  return repeated;
}

/** The place of the last of ordered days up to a day; -1 where the first is later. */
function lastUpTo(days: readonly Day[], day: Day): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? Number.POSITIVE_INFINITY) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
