import { type Day, type Instant, parseDay, toInstant, toIsoDate } from '../../../../kernel/dates.ts';
import { MARKET_INDEXES } from '../../../filings/markets/model/market-indexes.ts';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import { type Bars, CLOSE_BASES, type CloseBasis, type Priced } from '../model/price-series.ts';

/** Current end of sessions in market time, including closing auctions. Half days count as full days. */
const CLOSES: Readonly<Record<string, string>> = {
  us: '16:00',
  demo: '16:00',
  jp: '15:30',
  hk: '16:10',
  kr: '15:30',
  cn: '15:00',
  uk: '16:35',
  eu: '17:35',
  br: '18:00',
  in: '15:30',
};

/** Former ends of sessions up to a day; exact times matter because releases often follow the close. */
const FORMER_CLOSES: Readonly<Record<string, { until: string; close: string }>> = {
  jp: { until: '2024-11-04', close: '15:00' },
  kr: { until: '2016-07-31', close: '15:00' },
  hk: { until: '2016-07-24', close: '16:00' },
};

const ZONES = new Map(MARKETS.map(({ marketId, timeZone }) => [marketId, timeZone]));
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The last day whose session had ended at an instant, counting every day; null if the market's hours are unknown. */
export function lastDayEnded(marketId: string, at: Instant): Day | null {
  const zone = ZONES.get(marketId);
  if (zone === undefined) return null;
  const [date = '', time = ''] = clockOf(zone).format(Date.parse(at)).split(' ');
  const [day, close] = [parseDay(date), closeOf(marketId, date)];
  if (day === null || close === null) return null;
  return time >= close ? day : day - 1;
}

/** When the session of a day ends; null if the market's hours are unknown. */
export function sessionEnd(marketId: string, day: Day): Instant | null {
  const [zone, close] = [ZONES.get(marketId), closeOf(marketId, toIsoDate(day))];
  if (close === null || zone === undefined) return null;
  const asIfUtc = Date.parse(`${toIsoDate(day)}T${close}Z`);
  // No clock changes while a session ends, so the offset of this moment also holds at the end.
  const offset = Date.parse(`${clockOf(zone).format(asIfUtc).replace(' ', 'T')}Z`) - asIfUtc;
  return toInstant(asIfUtc - offset);
}

/**
 * Returns the bars without those of sessions that were open at `readAt`: they have a last price but no close yet. Keeps all
 * bars if the market's hours are unknown.
 */
export function endedSessions(of: Priced, bars: Bars, readAt: Instant): Bars {
  const marketId = of.kind === 'listing' ? of.marketId : marketOfIndex(of.indexId);
  if (marketId === null) return bars;
  const count = bars.days.findLastIndex(day => {
    const end = sessionEnd(marketId, day);
    return end === null || Date.parse(end) <= Date.parse(readAt);
  });
  return count === bars.days.length - 1 ? bars : firstOf(bars, count + 1);
}

function marketOfIndex(indexId: string): string | null {
  return MARKET_INDEXES.find(index => index.indexId === indexId)?.marketId ?? null;
}

function firstOf({ days, closes, volumes }: Bars, count: number): Bars {
  const kept: Partial<Record<CloseBasis, readonly number[]>> = {};
  for (const basis of CLOSE_BASES) {
    const column = closes[basis];
    if (column !== undefined) kept[basis] = column.slice(0, count);
  }
  return { days: days.slice(0, count), closes: kept, volumes: volumes?.slice(0, count) ?? null };
}

/** Returns the time of day at which the session of a date ends; null if unknown. */
function closeOf(marketId: string, date: string): string | null {
  const former = FORMER_CLOSES[marketId];
  return former !== undefined && date <= former.until ? former.close : (CLOSES[marketId] ?? null);
}

/** Swedish clocks are ISO 8601: `2024-05-02 16:00`. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock;
}
