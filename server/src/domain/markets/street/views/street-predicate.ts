import type { z } from 'zod';
import { type Sql, sql } from '../../../../db/database.ts';
import { REGISTRY_ENTRIES } from '../../../filings/markets/model/registry-entry.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';
import type { RecommendationCounts, RecommendationKey } from '../model.ts';
import type { streetMatch } from './street-match.ts';

interface StreetRow {
  entity_id: string;
  source: string;
  as_of: string;
  listing_ticker: string;
  listing_market: string;
  mic: string | null;
  recommendation_key: RecommendationKey;
  recommendation_mean: number | null;
  analysts_count: number | null;
  counts: RecommendationCounts | null;
  target_mean: number | null;
  target_high: number | null;
  target_low: number | null;
  currency: string | null;
  price: number | null;
}

/** Sources by trust; the first one with a snapshot of a listing is used. */
const BY_TRUST = [...REGISTRY_ENTRIES].sort((a, b) => a.trust - b.trust).map(entry => entry.registry);

/**
 * Selects one snapshot per company in a span: that of the home listing, else of the listing with most analysts. For each
 * listing the newest snapshot within the span is used.
 */
function snapshotsOf({ after, until }: ScreenSpan): Sql {
  const since = after.slice(0, 10);
  return sql`
    select distinct on (i.entity_id) i.entity_id, seen.source, seen.as_of, seen.ticker as listing_ticker,
      seen.market_id as listing_market, l.mic, seen.recommendation_key,
      seen.recommendation_mean::float8 as recommendation_mean, seen.analysts_count, seen.counts,
      seen.target_mean::float8 as target_mean, seen.target_high::float8 as target_high,
      seen.target_low::float8 as target_low, seen.currency, seen.price::float8 as price
    from street_snapshots newest cross join lateral (
      select s.* from street_snapshots s
      where s.source = newest.source and s.market_id = newest.market_id and s.ticker_key = newest.ticker_key
        and s.as_of <= newest.as_of and s.read_at <= ${until} and s.issuer_id is not null
      order by s.as_of desc limit 1) seen
    join issuers i on i.issuer_id = seen.issuer_id
    left join listings l on l.issuer_id = seen.issuer_id and l.market_id = seen.market_id and l.ticker_key = seen.ticker_key
    where newest.is_newest and newest.issuer_id is not null and newest.as_of >= ${since} and seen.as_of >= ${since}
    order by i.entity_id, coalesce(l.is_entity_home, l.is_home, false) desc, seen.analysts_count desc nulls last,
      array_position(${BY_TRUST}::text[], seen.source), seen.market_id, seen.ticker_key`;
}

/** Companies whose selected snapshot has one of these recommendations. */
export function streetPredicate(keys: readonly RecommendationKey[]): ScreenPredicate<z.input<typeof streetMatch>> {
  return {
    companies: span => sql`
      select entity_id, as_of::timestamp at time zone 'UTC' as matched_at from (${snapshotsOf(span)}) s
      where recommendation_key = any(${[...keys]}::text[])`,
    async matches({ db, entityIds, span }) {
      const rows = await db.query<StreetRow>(sql`
        select * from (${snapshotsOf(span)}) s where entity_id = any(${[...entityIds]}::bigint[])`);
      return new Map(rows.map(row => [row.entity_id, toStreetMatch(row)]));
    },
    anything: sql`select issuer_id from street_snapshots where issuer_id is not null`,
    data: 'analyst opinions',
  };
}

function toStreetMatch(row: StreetRow): z.input<typeof streetMatch> {
  const { counts, target_mean, price } = row;
  const [strong_buy = 0, buy = 0, hold = 0, sell = 0, strong_sell = 0] = counts ?? [];
  return {
    predicate: 'street',
    match_date: row.as_of,
    listing: { ticker: row.listing_ticker, market_id: row.listing_market, mic: row.mic },
    as_of: row.as_of,
    recommendation_key: row.recommendation_key,
    recommendation_mean: row.recommendation_mean,
    analysts_count: row.analysts_count,
    recommendation_counts: counts && { strong_buy, buy, hold, sell, strong_sell },
    target_mean,
    target_high: row.target_high,
    target_low: row.target_low,
    currency: row.currency,
    upside_pct: upside(target_mean, price),
    source: row.source,
  };
}

/** Percent, two decimals. */
function upside(target: number | null, price: number | null): number | null {
  return target === null || price === null || price === 0 ? null : Math.round((target / price - 1) * 10_000) / 100;
}
