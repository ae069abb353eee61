import { sql, type Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import type { StreetSnapshot } from './model.ts';

/**
 * Writes analyst snapshots that a source delivered at `readAt`: one per listing and day, later ones replace earlier ones.
 * Returns the number of new or changed snapshots.
 */
export async function upsertStreetSnapshots(
  tx: Transaction,
  source: string,
  snapshots: readonly StreetSnapshot[],
  readAt: Instant,
): Promise<number> {
  const rows = new Map(
    snapshots.map(snapshot => {
      const key = tickerKey(snapshot.ticker);
      return [`${snapshot.marketId} ${key}`, { ...snapshot, tickerKey: key }];
    }),
  );
  const named = [...rows.values()];
  const written = await tx.execute(sql`
    insert into street_snapshots as kept (source, market_id, ticker_key, as_of, ticker, recommendation_key,
      recommendation_mean, analysts_count, counts, target_mean, target_high, target_low, currency, price, document_url, read_at)
    select ${source}, "marketId", "tickerKey", ${readAt.slice(0, 10)}, ticker, "recommendationKey", "recommendationMean",
      "analystsCount", counts, "targetMean", "targetHigh", "targetLow", currency, price, "documentUrl", ${readAt}
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as row (
      "marketId" text, "tickerKey" text, ticker text, "recommendationKey" text, "recommendationMean" numeric,
      "analystsCount" integer, counts integer[], "targetMean" numeric, "targetHigh" numeric, "targetLow" numeric,
      currency text, price numeric, "documentUrl" text)
    order by "marketId", "tickerKey"
    on conflict (source, market_id, ticker_key, as_of) do update set ticker = excluded.ticker,
      recommendation_key = excluded.recommendation_key, recommendation_mean = excluded.recommendation_mean,
      analysts_count = excluded.analysts_count, counts = excluded.counts, target_mean = excluded.target_mean,
      target_high = excluded.target_high, target_low = excluded.target_low, currency = excluded.currency,
      price = excluded.price, document_url = excluded.document_url, read_at = excluded.read_at
    where kept.read_at <= excluded.read_at
      and (kept.recommendation_key, kept.recommendation_mean, kept.analysts_count, kept.counts, kept.target_mean,
        kept.target_high, kept.target_low, kept.currency, kept.price) is distinct from (excluded.recommendation_key,
        excluded.recommendation_mean, excluded.analysts_count, excluded.counts, excluded.target_mean,
        excluded.target_high, excluded.target_low, excluded.currency, excluded.price)`);
  await tx.execute(sql`
    update street_snapshots kept set is_newest = kept.as_of = newest.as_of
    from (
      select market_id, ticker_key, max(as_of) as as_of from street_snapshots
      where source = ${source} and (market_id, ticker_key) in (
        select * from unnest(${named.map(one => one.marketId)}::text[], ${named.map(one => one.tickerKey)}::text[]))
      group by market_id, ticker_key
    ) newest
    where kept.source = ${source} and kept.market_id = newest.market_id and kept.ticker_key = newest.ticker_key
      and kept.is_newest <> (kept.as_of = newest.as_of)`);
  return written;
}
