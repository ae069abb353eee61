import { type Database, sql } from '../../../../db/database.ts';

/** A filing as a line of a short list. */
export interface NewestFiling {
  company_name: string;
  form_type: string;
  known_at: string;
  url: string;
}

/** The filings that became known last, of all issuers. */
export function newestFilings(db: Database, limit: number): Promise<NewestFiling[]> {
  return db.query<NewestFiling>(sql`
    select i.company_name, g.form_type, g.known_at, g.url
    from filings g join issuers i using (issuer_id)
    order by g.known_at desc, g.native_id, g.issuer_id limit ${limit}::integer`);
}

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
