import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { type Day, type IsoDate, toIsoDate } from '../../../../kernel/dates.ts';
import {
  type Bars,
  type CloseBasis,
  decodeBars,
  type EncodedBars,
  type PriceActions,
  type PriceFault,
  paidBasis,
  pricedTicker,
  returnBasis,
} from '../model/price-series.ts';
import { LONGEST_REST_DAYS } from '../rules/price-moves.ts';

/** A share as people name it. */
export interface NamedListing {
  market_id: string;
  ticker: string;
  /** ISO 10383; in a market of several exchanges closes are found by it alone. */
  mic?: string | null;
}

/** Days that a question is about, both included. */
export interface DaySpan {
  from: Day;
  until: Day;
}

/** Closes of one share or index as one source states them: sources are never mixed. Columns are of one length, oldest first. */
export interface Closes {
  source: string;
  symbol: string;
  /** ISO 4217; null where nobody states it. */
  currency: string | null;
  days: readonly Day[];
  /** What returns are worked out of: restated for splits and dividends as far as the source restates. */
  closes: readonly number[];
  basis: CloseBasis;
  /** The closes nearest to what was paid on the day. */
  paid: readonly number[];
  paidBasis: CloseBasis;
  /** All that the source states. */
  byBasis: Bars['closes'];
  /** Shares of the day; null where none are stated. */
  volumes: readonly (number | null)[] | null;
  /** Null where the source states no splits and dividends of any share. */
  actions: PriceActions | null;
  /** Closes that can't be what they say; none as a rule. */
  faults: readonly PriceFault[];
}

interface SeriesRow extends EncodedBars {
  key: string;
  source: string;
  symbol: string;
  currency: string | null;
  actions: string;
  faults: string;
}

/** Of a day there is one close at most: so many bytes from the end hold all since a day. */
function since(column: Sql, bytesOfOne: 4 | 8, from: IsoDate): Sql {
  return sql`substring(${column} from greatest(octet_length(${column}) - (last_date - ${from}::date + 1) * ${bytesOfOne}::integer, 0) + 1)`;
}

/**
 * Of several sources the one that says most of the days asked for; of those that say as much the one that goes on longer.
 */
function bestFor({ from, until }: DaySpan): Sql {
  return sql`least(last_date, ${toIsoDate(until)}::date) - greatest(first_date, ${toIsoDate(from)}::date) desc,
    last_date desc, source, symbol`;
}

/** Name of a listing among {@link loadClosesOfListings}'. */
export function priceKey({ market_id, ticker, mic }: NamedListing): string {
  return `${market_id}:${pricedTicker(market_id, ticker, mic ?? null)}`;
}

/**
 * Closes of shares by {@link priceKey}, each from the source that says most of the span; of what has none there is no entry.
 * They begin before the span, where there are such ones, and go on to the newest.
 */
export async function loadClosesOfListings(
  db: Database,
  listings: readonly NamedListing[],
  span: DaySpan,
): Promise<Map<string, Closes>> {
  const keys = [...new Set(listings.map(priceKey))].map(key => key.split(':'));
  const markets = keys.map(([market = '']) => market);
  const tickers = keys.map(([, ...ticker]) => ticker.join(':'));
  const begin = toIsoDate(span.from - LONGEST_REST_DAYS);
  const rows = await db.query<SeriesRow>(sql`
    select distinct on (market_id, ticker_key) market_id || ':' || ticker_key as key, source, symbol, currency, actions, faults,
      ${since(sql`days`, 4, begin)} as days, ${since(sql`raw`, 8, begin)} as raw,
      ${since(sql`split_adjusted`, 8, begin)} as split_adjusted, ${since(sql`adjusted`, 8, begin)} as adjusted,
      ${since(sql`volumes`, 8, begin)} as volumes
    from price_series
    join unnest(${markets}::text[], ${tickers}::text[]) as asked (market_id, ticker_key) using (market_id, ticker_key)
    where last_date >= ${toIsoDate(span.from)} and first_date <= ${toIsoDate(span.until)}
    order by market_id, ticker_key, ${bestFor(span)}`);
  return new Map(rows.map(row => [row.key, toCloses(row)]));
}

function toCloses(row: SeriesRow): Closes {
  const bars: Bars = decodeBars(row);
  const has = (basis: CloseBasis) => bars.closes[basis] !== undefined;
  const basis = returnBasis(has);
  const paid = paidBasis(has);
  return {
    source: row.source,
    symbol: row.symbol,
    currency: row.currency,
    days: bars.days,
    closes: bars.closes[basis] ?? [],
    basis,
    paid: bars.closes[paid] ?? [],
    paidBasis: paid,
    byBasis: bars.closes,
    volumes: bars.volumes,
    actions: JSON.parse(row.actions),
    faults: JSON.parse(row.faults),
  };
}
