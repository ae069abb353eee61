import type { Day, Instant } from '../../../../kernel/dates.ts';
import { countLeading } from '../../../../kernel/lists.ts';
import { lastDayEnded } from '../../../markets/prices/rules/sessions.ts';

/** Horizons in trading days. */
export const HORIZON_DAYS = [2, 5, 20] as const;
export type HorizonDays = (typeof HORIZON_DAYS)[number];

/** Reasons to exclude an event. */
export const EXCLUSIONS = ['repeated', 'no_closes', 'suspended', 'low_price', 'illiquid', 'faulty_closes'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Events of one company and kind within this many sessions count once. */
const REPEATED_WITHIN_SESSIONS = 20;
/** A share whose last close is older counts as suspended. */
const MAX_CLOSE_AGE_SESSIONS = 5;
const MIN_PRICE = 1;
/** A share with more idle sessions among the last {@link MAX_CLOSE_AGE_SESSIONS} is illiquid. */
const MAX_IDLE_SESSIONS = 3;
/** A series this many sessions behind its market has ended; a smaller gap may be a pending fetch. */
const ENDED_AFTER_SESSIONS = 5;

/** Closes of a share, oldest first, columns of one length. */
export interface StudiedShare {
  marketId: string;
  days: readonly Day[];
  /** Adjusted for splits and dividends. */
  closes: readonly number[];
  /** Unadjusted; null if unknown. */
  paid: readonly number[] | null;
  volumes: readonly (number | null)[] | null;
  /** Ranges of days with implausible closes. */
  faults: readonly { from: Day; until: Day }[];
}

/** Closes of the benchmark index of a market. */
export interface StudiedIndex {
  days: readonly Day[];
  closes: readonly number[];
}

/** The return of a share in excess of its index since the last close before the event, in percent. */
export interface AbnormalReturn {
  abnormalPct: number;
  /** True if the series ended before the horizon, so that its last close counts. */
  isDelisted: boolean;
}

export interface Measured {
  /** Day of the last close before the event. */
  baseDay: Day;
  /** Null if the market has not reached the horizon yet. */
  returns: Record<HorizonDays, AbnormalReturn | null>;
}

/** Measures one event with the closes of the share and of its benchmark index. */
export function measureEvent(knownAt: Instant, share: StudiedShare, index: StudiedIndex): Measured | Exclusion {
  const ended = lastDayEnded(share.marketId, knownAt);
  if (ended === null) return 'no_closes';
  const base = lastUpTo(share.days, ended);
  const baseDay = share.days[base];
  const basePrice = share.closes[base];
  const indexBase = baseDay === undefined ? -1 : lastUpTo(index.days, baseDay);
  const indexPrice = index.closes[indexBase];
  if (baseDay === undefined || basePrice === undefined || indexPrice === undefined) return 'no_closes';
  if (lastUpTo(index.days, ended) - indexBase > MAX_CLOSE_AGE_SESSIONS) return 'suspended';
  if (share.paid !== null && (share.paid[base] ?? 0) < MIN_PRICE) return 'low_price';
  if (isIdle(share, base)) return 'illiquid';
  const from = { base, basePrice, indexBase, indexPrice };
  const horizons = HORIZON_DAYS.map(horizon => [horizon, returnAfter(horizon, share, index, from)] as const);
  const lastDay = share.days[Math.min(base + HORIZON_DAYS[2], share.days.length - 1)] ?? baseDay;
  if (share.faults.some(fault => fault.from <= lastDay && fault.until >= baseDay)) return 'faulty_closes';
  return { baseDay, returns: Object.fromEntries(horizons) as Measured['returns'] };
}

function isIdle({ volumes }: StudiedShare, base: number): boolean {
  if (volumes === null) return false;
  const last = volumes.slice(Math.max(0, base + 1 - MAX_CLOSE_AGE_SESSIONS), base + 1);
  return last.filter(volume => volume === 0).length > MAX_IDLE_SESSIONS;
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
    // The comparison uses the days of the share. An index without the last of them is out of date.
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
 * Returns the indexes of repeated events: those within twenty market sessions of a counted event. Takes the events of one company
 * and kind, oldest first.
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

/** Returns the index of the last day up to a day in sorted days; -1 if there is none. */
function lastUpTo(days: readonly Day[], day: Day): number {
  return countLeading(days, candidate => candidate <= day) - 1;
}
