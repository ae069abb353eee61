import { createHash } from 'node:crypto';
import { sql, type Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import { toIsoDate } from '../../../kernel/dates.ts';
import {
  type Bars,
  decodeBars,
  type EncodedBars,
  encodeBars,
  type PriceActions,
  type PricedListing,
  type PriceFault,
  type PriceQuote,
  type PriceSeries,
  pricedTicker,
} from './model/price-series.ts';

/** A stored series. */
export interface StoredSeries {
  /** ISO 4217; null if the source states none. */
  currency: string | null;
  bars: Bars;
  actions: PriceActions | null;
  /** When the document with the newest closes was read. */
  readAt: Instant;
}

/** A series ready to be stored. */
export interface CheckedSeries extends PriceSeries {
  faults: readonly PriceFault[];
  readAt: Instant;
}

/** Locks and returns the stored series of a source by symbol, until the transaction ends; missing series are locked too. */
export async function claimSeries(
  tx: Transaction,
  source: string,
  symbols: readonly string[],
): Promise<Map<string, StoredSeries>> {
  // Sorted, so that concurrent claims never deadlock.
  for (const symbol of [...symbols].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`price_series ${source} ${symbol}`}, 0))`);
  }
  const rows = await tx.query<
    EncodedBars & { symbol: string; currency: string | null; actions: string; read_at: Instant }
  >(sql`
    select symbol, currency, days, raw, split_adjusted, adjusted, volumes, actions, read_at from price_series
    where source = ${source} and symbol = any(${[...symbols]}::text[])`);
  return new Map(
    rows.map(row => {
      const { symbol, currency, read_at: readAt } = row;
      return [symbol, { currency, bars: decodeBars(row), actions: JSON.parse(row.actions), readAt }];
    }),
  );
}

/** Replaces a claimed series. Returns whether anything changed. */
export async function writeSeries(tx: Transaction, source: string, series: CheckedSeries): Promise<boolean> {
  const { symbol, of, currency, bars, actions, faults, readAt } = series;
  const [first, last] = [bars.days.at(0), bars.days.at(-1)];
  if (first === undefined || last === undefined) return false;
  const { days, raw, split_adjusted, adjusted, volumes } = encodeBars(bars);
  const listing = of.kind === 'listing' ? { market: of.marketId, key: tickerOf(of) } : null;
  const indexId = of.kind === 'index' ? of.indexId : null;
  const digest = createHash('sha256')
    .update(JSON.stringify([of, currency, bars, actions, faults]))
    .digest('hex');
  const written = await tx.execute(sql`
    insert into price_series as kept (source, symbol, market_id, ticker_key, index_id, currency, first_date, last_date, days, raw,
      split_adjusted, adjusted, volumes, actions, faults, read_at, digest)
    values (${source}, ${symbol}, ${listing?.market ?? null}, ${listing?.key ?? null}, ${indexId}, ${currency},
      ${toIsoDate(first)}, ${toIsoDate(last)}, ${days}, ${raw}, ${split_adjusted}, ${adjusted}, ${volumes},
      ${JSON.stringify(actions)}, ${JSON.stringify(faults)}, ${readAt}, ${digest})
    on conflict (source, symbol) do update set market_id = excluded.market_id, ticker_key = excluded.ticker_key,
      index_id = excluded.index_id, currency = excluded.currency, first_date = excluded.first_date,
      last_date = excluded.last_date, days = excluded.days, raw = excluded.raw, split_adjusted = excluded.split_adjusted,
      adjusted = excluded.adjusted, volumes = excluded.volumes, actions = excluded.actions, faults = excluded.faults,
      read_at = excluded.read_at, digest = excluded.digest
    where kept.digest <> excluded.digest`);
  return written > 0;
}

/** Writes quotes. Newer quotes replace older ones; of two at one instant the one with a stated delay wins. Returns the number of changes. */
export async function upsertQuotes(tx: Transaction, source: string, quotes: readonly PriceQuote[]): Promise<number> {
  let changed = 0;
  for (const one of [...quotes].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))) {
    const { symbol, of, currency, price, priceAt, previousClose, dayHigh, dayLow, volume, delayMinutes } = one;
    changed += await tx.execute(sql`
      insert into price_quotes as kept (source, symbol, market_id, ticker_key, currency, price, price_at, previous_close,
        day_high, day_low, volume, delay_minutes)
      values (${source}, ${symbol}, ${of.marketId}, ${tickerOf(of)}, ${currency}, ${price}, ${priceAt},
        ${previousClose}, ${dayHigh}, ${dayLow}, ${volume}, ${delayMinutes})
      on conflict (source, symbol) do update set market_id = excluded.market_id, ticker_key = excluded.ticker_key,
        currency = excluded.currency, price = excluded.price, price_at = excluded.price_at,
        previous_close = excluded.previous_close, day_high = excluded.day_high, day_low = excluded.day_low,
        volume = excluded.volume, delay_minutes = excluded.delay_minutes
      where kept is distinct from excluded and (kept.price_at < excluded.price_at or kept.price_at = excluded.price_at
        and (kept.delay_minutes is null or excluded.delay_minutes is not null))`);
  }
  return changed;
}

function tickerOf({ marketId, ticker, mic }: PricedListing): string {
  return pricedTicker(marketId, ticker, mic) ?? ticker;
}
