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

/** A share as named by callers. */
export interface NamedListing {
  market_id: string;
  ticker: string;
  /** ISO 10383; required to find closes in a market with several exchanges. */
  mic?: string | null;
}

/** A span of days, inclusive. */
export interface DaySpan {
  from: Day;
  until: Day;
}

/** Closes of one share or index from one source; sources are never mixed. Columns have equal length, oldest first. */
export interface Closes {
  source: string;
  symbol: string;
  /** ISO 4217; null if no source states it. */
  currency: string | null;
  days: readonly Day[];
  /** Closes for computing returns, restated for splits and dividends as far as the source does so. */
  closes: readonly number[];
  basis: CloseBasis;
  /** Closes nearest to the price paid on the day. */
  paid: readonly number[];
  paidBasis: CloseBasis;
  /** All bases that the source states. */
  byBasis: Bars['closes'];
  /** Shares traded on the day; null if not stated. */
  volumes: readonly (number | null)[] | null;
  /** Null if the source states no splits and dividends for any share. */
  actions: PriceActions | null;
  /** Implausible closes; usually none. */
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

/** A day has at most one close, so this number of bytes from the end covers all closes since a day. */
function since(column: Sql, bytesOfOne: 4 | 8, from: IsoDate): Sql {
  return sql`substring(${column} from greatest(octet_length(${column}) - (last_date - ${from}::date + 1) * ${bytesOfOne}::integer, 0) + 1)`;
}

/** Columns of bars from shortly before a span on. */
function barsSince({ from }: DaySpan): Sql {
  const begin = toIsoDate(from - LONGEST_REST_DAYS);
  return sql`${since(sql`days`, 4, begin)} as days, ${since(sql`raw`, 8, begin)} as raw,
      ${since(sql`split_adjusted`, 8, begin)} as split_adjusted, ${since(sql`adjusted`, 8, begin)} as adjusted,
      ${since(sql`volumes`, 8, begin)} as volumes`;
}

/**
 * Selects the source that covers most of the requested days; ties go to the source with the latest close.
 */
function bestFor({ from, until }: DaySpan): Sql {
  return sql`least(last_date, ${toIsoDate(until)}::date) - greatest(first_date, ${toIsoDate(from)}::date) desc,
    last_date desc, source, symbol`;
}

/** Key of a listing in the result of {@link loadClosesOfListings}. */
export function priceKey({ market_id, ticker, mic }: NamedListing): string {
  return `${market_id}:${pricedTicker(market_id, ticker, mic ?? null)}`;
}

/**
 * Closes of shares by {@link priceKey}, each from the source that covers most of the span. Shares without closes have no entry.
 * Closes start before the span if available and continue to the newest.
 */
export async function loadClosesOfListings(
  db: Database,
  listings: readonly NamedListing[],
  span: DaySpan,
): Promise<Map<string, Closes>> {
  const keys = [...new Set(listings.map(priceKey))].map(key => key.split(':'));
  const markets = keys.map(([market = '']) => market);
  const tickers = keys.map(([, ...ticker]) => ticker.join(':'));
  const rows = await db.query<SeriesRow>(sql`
    select distinct on (market_id, ticker_key) market_id || ':' || ticker_key as key, source, symbol, currency, actions, faults,
      ${barsSince(span)}
    from price_series
    join unnest(${markets}::text[], ${tickers}::text[]) as requested (market_id, ticker_key) using (market_id, ticker_key)
    where last_date >= ${toIsoDate(span.from)} and first_date <= ${toIsoDate(span.until)}
    order by market_id, ticker_key, ${bestFor(span)}`);
  return new Map(rows.map(row => [row.key, toCloses(row)]));
}

/** Closes of one share in a span from every source that has any, most days first. */
export async function loadClosesOfSources(db: Database, listing: NamedListing, span: DaySpan): Promise<Closes[]> {
  const [market = '', ...ticker] = priceKey(listing).split(':');
  const rows = await db.query<SeriesRow>(sql`
    select market_id || ':' || ticker_key as key, source, symbol, currency, actions, faults,
      ${barsSince(span)}
    from price_series
    where market_id = ${market} and ticker_key = ${ticker.join(':')}
      and last_date >= ${toIsoDate(span.from)} and first_date <= ${toIsoDate(span.until)}
    order by ${bestFor(span)}`);
  return rows.map(toCloses);
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
