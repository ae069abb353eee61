import type { Database } from '../../src/db/database.ts';
import type {
  Bars,
  CloseBasis,
  PriceActions,
  Priced,
  PricedListing,
  PriceQuote,
  PriceSeries,
} from '../../src/domain/markets/prices/model/price-series.ts';
import { storePriceSeries } from '../../src/domain/markets/prices/part.ts';
import { upsertQuotes } from '../../src/domain/markets/prices/store.ts';
import { parseDay, toIsoDate } from '../../src/kernel/dates.ts';

export interface SeededCloses {
  of: Priced;
  /** By date. */
  closes: Record<string, number>;
  basis?: CloseBasis;
  source?: string;
  currency?: string;
  actions?: PriceActions;
  /** Closes of the same days on another basis. */
  others?: Partial<Record<CloseBasis, number[]>>;
}

/** Stores fictional closes of a share or an index. */
export async function seedCloses(db: Database, seeded: SeededCloses): Promise<void> {
  const { of, closes, basis = 'adjusted', source = 'sample', currency = 'USD' } = seeded;
  const rows = Object.entries(closes).sort(([a], [b]) => (a < b ? -1 : 1));
  const bars: Bars = {
    days: rows.map(([date]) => parseDay(date) ?? 0),
    closes: { [basis]: rows.map(([, close]) => close), ...seeded.others },
    volumes: null,
  };
  const symbol = of.kind === 'index' ? of.indexId : `${of.marketId}:${of.ticker}`;
  const actions = seeded.actions ?? null;
  const series: PriceSeries = { symbol, of, currency, bars, actions };
  await db.transaction(tx => storePriceSeries(tx, source, [series], '2026-01-01T00:00:00Z'));
}

/** Stores the last quote of a share; `quote` overrides the defaults. */
export async function seedQuote(db: Database, of: PricedListing, quote: Partial<PriceQuote>): Promise<void> {
  const row: PriceQuote = {
    symbol: `${of.marketId}:${of.ticker}`,
    of,
    currency: 'USD',
    price: 10,
    priceAt: '2024-01-02T15:00:00Z',
    previousClose: null,
    dayHigh: null,
    dayLow: null,
    volume: null,
    delayMinutes: null,
    ...quote,
  };
  await db.transaction(tx => upsertQuotes(tx, 'sample', [row]));
}

/** A share listed on a market's only exchange. */
export function share(ticker: string, marketId = 'us'): PricedListing {
  return { kind: 'listing', marketId, ticker, mic: null };
}

/** Weekdays up to a date, oldest first. */
export function weekdaysUpTo(date: string, count: number): string[] {
  const days: string[] = [];
  for (let day = parseDay(date) ?? 0; days.length < count; day--) {
    const name = toIsoDate(day);
    if (![0, 6].includes(new Date(`${name}T00:00:00Z`).getUTCDay())) days.unshift(name);
  }
  return days;
}
