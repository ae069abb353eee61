import { type Database, sql } from '../../../../db/database.ts';
import type { FoundEntity } from '../../../filings/issuers/views/find-issuer.ts';
import type { NamedListing } from './load-closes.ts';

/** The requested listing of a company, with its exchange; null if the company is unlisted. */
export async function pricedListing(
  db: Database,
  { entity_id, ticker, market_id }: FoundEntity,
): Promise<Required<NamedListing> | null> {
  if (ticker === null || market_id === null) return null;
  const row = await db.queryOne<{ mic: string | null }>(sql`
    select l.mic from listings l join issuers i using (issuer_id)
    where i.entity_id = ${entity_id} and l.market_id = ${market_id} and l.ticker = ${ticker}
    order by l.mic nulls last, l.issuer_id limit 1`);
  return { ticker, market_id, mic: row?.mic ?? null };
}
