import { type Database, sql } from '../../../../db/database.ts';

/** A listing whose issuer has canonical financials, for example calls: Apple if it is stored. */
export async function exampleListing(db: Database): Promise<{ ticker: string; market_id: string } | null> {
  return db.queryOne<{ ticker: string; market_id: string }>(sql`
    select ticker, market_id from (
      (select ticker, market_id, 1 as rank from listings join issuer_financials using (issuer_id)
        where ticker_key = 'AAPL' and market_id = 'us' limit 1)
      union all
      (select ticker, market_id, 2 from listings join issuer_financials using (issuer_id) where is_home limit 1)
    ) l order by rank limit 1`);
}
