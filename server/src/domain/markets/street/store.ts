import { join, raw, type Sql, sql, type Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import type { StreetSnapshot } from './model.ts';

/** Columns that one part of a response states together. */
const GROUPS = [
  ['recommendation_key', 'recommendation_mean'],
  ['analysts_count'],
  ['counts'],
  ['target_mean', 'target_high', 'target_low', 'currency'],
  ['price'],
].map(columns => {
  const of = (table: string): Sql => join(columns.map(column => raw(`${table}.${column}`)));
  const isTaken = sql`(num_nonnulls(${of('excluded')}) > 0
    and (kept.read_at <= excluded.read_at or num_nonnulls(${of('kept')}) = 0))`;
  return {
    sets: columns.map(
      column =>
        sql`${raw(column)} = case when ${isTaken} then ${raw(`excluded.${column}`)} else ${raw(`kept.${column}`)} end`,
    ),
    changes: sql`(${isTaken} and (${of('kept')}) is distinct from (${of('excluded')}))`,
  };
});

/**
 * Writes analyst snapshots that a source delivered at `readAt`: one per listing and day. Of several responses of a day the
 * later one counts, for each part that it states: a response without targets leaves those of another. Returns the number of
 * new or changed snapshots.
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
    on conflict (source, market_id, ticker_key, as_of) do update set ${join(GROUPS.flatMap(group => group.sets))},
      ticker = case when kept.read_at <= excluded.read_at then excluded.ticker else kept.ticker end,
      document_url = case when kept.read_at <= excluded.read_at then excluded.document_url else kept.document_url end,
      read_at = greatest(kept.read_at, excluded.read_at)
    where ${join(
      GROUPS.map(group => group.changes),
      ' or ',
    )}`);
  await tx.execute(sql`
    update street_snapshots kept set is_newest = kept.as_of = newest.as_of
    from (
      select market_id, ticker_key, max(as_of) as as_of from street_snapshots
      where source = ${source} and (market_id, ticker_key) in (
        select * from unnest(${named.map(item => item.marketId)}::text[], ${named.map(item => item.tickerKey)}::text[]))
      group by market_id, ticker_key
    ) newest
    where kept.source = ${source} and kept.market_id = newest.market_id and kept.ticker_key = newest.ticker_key
      and kept.is_newest <> (kept.as_of = newest.as_of)`);
  return written;
}
