import type { Instant } from '../../../../kernel/dates.ts';
import { MARKET_INDEXES } from '../../../filings/markets/model/market-indexes.ts';
import { type Bars, CLOSE_BASES, type CloseBasis, type Priced } from '../model/price-series.ts';
import { sessionEnd } from './sessions.ts';

/**
 * The bars without those of sessions that went on when they were read: these have a last price and no close yet. Kept as they
 * are where the hours of the market are not known.
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
  return MARKET_INDEXES.find(one => one.indexId === indexId)?.marketId ?? null;
}

function firstOf({ days, closes, volumes }: Bars, count: number): Bars {
  const kept: Partial<Record<CloseBasis, readonly number[]>> = {};
  for (const basis of CLOSE_BASES) {
    const column = closes[basis];
    if (column !== undefined) kept[basis] = column.slice(0, count);
  }
  return { days: days.slice(0, count), closes: kept, volumes: volumes?.slice(0, count) ?? null };
}
