import { type Database, sql } from '../../../../db/database.ts';
import type { Day } from '../../../../kernel/dates.ts';
import { benchmarksOf } from '../../../filings/markets/model/market-indexes.ts';
import { decodeDays } from '../model/price-series.ts';

/** The stored sessions of a market: the days with a close of its benchmark, oldest first. */
export interface Sessions {
  indexId: string;
  days: readonly Day[];
}

/** The sessions by the series of the first index of the market that has closes, the longest one; null if none has. */
export async function loadSessions(db: Database, marketId: string): Promise<Sessions | null> {
  const ids = benchmarksOf(marketId).map(({ indexId }) => indexId);
  const row = await db.queryOne<{ index_id: string; days: Uint8Array }>(sql`
    select index_id, days from price_series where index_id = any(${ids}::text[])
    order by array_position(${ids}::text[], index_id), last_date - first_date desc, last_date desc, source, symbol limit 1`);
  return row === null ? null : { indexId: row.index_id, days: decodeDays(row.days) };
}
