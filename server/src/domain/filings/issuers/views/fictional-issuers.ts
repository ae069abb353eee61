import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import { DEMO_MARKET } from '../../markets/model/markets.ts';

/**
 * Ids of the fictional issuers that a list over all companies leaves out: those of the sample once the store has data of the
 * kind from other issuers. None if the request names a market. `hasReal` selects a row if the store has such data.
 */
export async function fictionalIssuersToHide(
  db: Database,
  marketId: string | undefined,
  hasReal: (fictional: readonly string[]) => Sql,
): Promise<string[]> {
  if (marketId !== undefined) return [];
  const rows = await db.query<{ issuer_id: string }>(sql`
    select issuer_id from issuers where market_id = ${DEMO_MARKET} order by issuer_id`);
  const fictional = rows.map(row => row.issuer_id);
  if (fictional.length === 0) return [];
  return (await db.queryOne(hasReal(fictional))) === null ? [] : fictional;
}

/** A condition that leaves out some issuers, to follow another condition. */
export function andNot(column: Sql, excluded: readonly string[]): Sql {
  return excluded.length === 0 ? empty : sql`and ${column} <> all(${[...excluded]}::bigint[])`;
}

/** {@link fictionalIssuersToHide} of lists of filings. */
export function fictionalFilersToHide(db: Database, marketId?: string): Promise<string[]> {
  return fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`select from filings g where g.issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
}
