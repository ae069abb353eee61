import { type Database, sql } from '../../db/database.ts';
import { SharedCount } from '../shared-count.ts';

/** What the store holds, counted. */
export interface StoreCounts {
  /** Companies by market. */
  companies: Record<string, number>;
  /** Filings, and when the newest became known, by market. */
  filings: Record<string, { count: number; newest: string }>;
  /** Markets with canonical financials. */
  financials: Set<string>;
}

/** The counts, at most some seconds old. */
export const storeCounts = new SharedCount<StoreCounts>(count, isEmpty);

async function count(db: Database): Promise<StoreCounts> {
  const [companies, filings, financials] = await Promise.all([
    db.query<{ market_id: string; count: string }>(sql`select market_id, count(*) from issuers group by market_id`),
    db.query<{ market_id: string; count: string; newest: string }>(
      sql`select market_id, count(*), max(known_at) as newest from filings join issuers using (issuer_id) group by market_id`,
    ),
    db.query<{ market_id: string }>(
      sql`select distinct market_id from issuer_financials join issuers using (issuer_id)`,
    ),
  ]);
  return {
    companies: Object.fromEntries(companies.map(row => [row.market_id, Number(row.count)])),
    filings: Object.fromEntries(filings.map(row => [row.market_id, { count: Number(row.count), newest: row.newest }])),
    financials: new Set(financials.map(row => row.market_id)),
  };
}

function isEmpty({ companies, filings }: StoreCounts): boolean {
  return Object.keys(companies).length === 0 && Object.keys(filings).length === 0;
}
