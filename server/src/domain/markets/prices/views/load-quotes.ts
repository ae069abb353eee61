import type { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { type Instant, toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { decodeDays, decodeNumbers } from '../model/price-series.ts';
import { changePct } from '../rules/price-moves.ts';
import { sessionEnd } from '../rules/sessions.ts';
import { type NamedListing, priceKey } from './load-closes.ts';
import type { quote } from './price-shapes.ts';

export type Quote = z.input<typeof quote>;

interface PricedRow {
  key: string;
  source: string;
  currency: string;
}

interface QuoteRow extends PricedRow {
  price: number;
  price_at: Instant;
  previous_close: number | null;
  day_high: number | null;
  day_low: number | null;
  volume: number | null;
  delay_minutes: number | null;
}

/** The last two closes of a series. */
interface CloseRow extends PricedRow {
  days: Uint8Array;
  closes: Uint8Array;
  volumes: Uint8Array | null;
}

/**
 * The newest price of each share by `priceKey`: a quote or the last close, whichever is later. Shares without a price have no
 * entry.
 */
export async function loadQuotes(db: Database, listings: readonly NamedListing[]): Promise<Map<string, Quote>> {
  const quotes = new Map<string, Quote>();
  if (listings.length === 0) return quotes;
  const named = new Map(listings.map(listing => [priceKey(listing), listing]));
  const [lasts, closes] = await Promise.all([lastQuotes(db, [...named.keys()]), lastCloses(db, [...named.keys()])]);
  for (const [key, { market_id, ticker, mic = null }] of named) {
    const listing = { ticker, market_id, mic };
    const [last, close] = [lasts.get(key), closes.get(key)];
    const found = [
      ...(last === undefined ? [] : [ofQuote(listing, last)]),
      ...(close === undefined ? [] : [ofClose(listing, close)]),
    ].sort((a, b) => (a.price_at > b.price_at ? -1 : 1));
    if (found[0] !== undefined) quotes.set(key, found[0]);
  }
  return quotes;
}

async function lastQuotes(db: Database, keys: readonly string[]): Promise<Map<string, QuoteRow>> {
  const rows = await db.query<QuoteRow>(sql`
    select distinct on (key) key, source, currency, price, price_at, previous_close, day_high, day_low, volume, delay_minutes
    from unnest(${[...keys]}::text[]) as key
    join price_quotes q on q.market_id = split_part(key, ':', 1) and q.ticker_key = substr(key, strpos(key, ':') + 1)
    order by key, price_at desc, source, symbol`);
  return new Map(rows.map(row => [row.key, row]));
}

async function lastCloses(db: Database, keys: readonly string[]): Promise<Map<string, CloseRow>> {
  const rows = await db.query<CloseRow>(sql`
    select key, source, currency, substring(days from greatest(octet_length(days) - 8, 0) + 1) as days,
      substring(closes from greatest(octet_length(closes) - 16, 0) + 1) as closes,
      substring(volumes from greatest(octet_length(volumes) - 8, 0) + 1) as volumes
    from unnest(${[...keys]}::text[]) as key
    join lateral (
      select source, currency, days, coalesce(raw, split_adjusted, adjusted) as closes, volumes from price_series s
      where s.market_id = split_part(key, ':', 1) and s.ticker_key = substr(key, strpos(key, ':') + 1)
        and s.currency is not null
      order by last_date desc, first_date, source, symbol limit 1) s on true`);
  return new Map(rows.map(row => [row.key, row]));
}

type ListingOfQuote = Pick<Quote, 'ticker' | 'market_id' | 'mic'>;

function ofQuote(listing: ListingOfQuote, row: QuoteRow): Quote {
  const { price, price_at, previous_close, day_high, day_low, volume, delay_minutes, currency, source } = row;
  return {
    ...listing,
    price: plainNumber(price),
    currency,
    price_at,
    price_type: 'last',
    ...changeOf(price, previous_close),
    day_high,
    day_low,
    volume,
    delay_minutes,
    source,
  };
}

function ofClose(listing: ListingOfQuote, { days, closes, volumes, currency, source }: CloseRow): Quote {
  const day = decodeDays(days).at(-1) ?? 0;
  const numbers = decodeNumbers(closes);
  const price = numbers.at(-1) ?? 0;
  const volume = volumes === null ? null : (decodeNumbers(volumes).at(-1) ?? null);
  return {
    ...listing,
    price: plainNumber(price),
    currency,
    price_at: sessionEnd(listing.market_id, day) ?? `${toIsoDate(day)}T23:59:59Z`,
    price_type: 'close',
    ...changeOf(price, numbers.length > 1 ? (numbers[0] ?? null) : null),
    day_high: null,
    day_low: null,
    volume: Number.isNaN(volume) ? null : volume,
    delay_minutes: null,
    source,
  };
}

function changeOf(price: number, previous: number | null): Pick<Quote, 'previous_close' | 'change' | 'change_pct'> {
  if (previous === null) return { previous_close: null, change: null, change_pct: null };
  return {
    previous_close: plainNumber(previous),
    // Removes floating-point noise.
    change: plainNumber(Number((price - previous).toPrecision(12))),
    change_pct: changePct(previous, price),
  };
}
