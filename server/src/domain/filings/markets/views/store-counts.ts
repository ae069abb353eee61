import { type Database, sql } from '../../../../db/database.ts';
import { SharedCount } from '../../../kit/responses/shared-count.ts';
import type { Capability } from '../model/registry-entry.ts';

/** Counts of the store. */
export interface StoreCounts {
  /** Companies by market; one that is registered in several counts in each. */
  companies: Record<string, number>;
  registries: RegistryCounts[];
}

/** Counts of one registry's companies in one market. */
export interface RegistryCounts {
  marketId: string;
  registry: string;
  /** A filing of several filers counts for each of them. */
  filings: number;
  /** When the newest filing became known. */
  newest: string;
  capabilities: Capability[];
}

/** The counts, at most some seconds old. */
export const storeCounts = new SharedCount<StoreCounts>(count, isEmpty);

interface Found {
  market_id: string;
  registry: string;
}

async function count(db: Database): Promise<StoreCounts> {
  const [companies, filings, ...found] = await Promise.all([
    db.query<{ market_id: string; count: string }>(sql`
      select market_id, count(*) from (select distinct market_id, entity_id from issuers) i group by market_id`),
    db.query<Found & { count: string; newest: string; documents: boolean }>(sql`
      select market_id, registry, count(*), max(known_at) as newest, bool_or(archive_status = 'stored') is true as documents
      from filings join issuers using (issuer_id) group by market_id, registry order by market_id, registry`),
    db.query<Found>(sql`
      select distinct market_id, registry from fact_sources join issuer_financials using (issuer_id) join issuers using (issuer_id)`),
    db.query<Found>(sql`
      select distinct market_id, registry from filing_texts t join issuers using (issuer_id) where t.status <> 'sections_not_found'`),
    db.query<Found>(sql`
      select distinct market_id, registry from filing_reports join issuers using (issuer_id) where facts_count > 0`),
    db.query<Found>(sql`
      select distinct market_id, registry from filing_reports join issuers using (issuer_id) where statements_count > 0`),
    db.query<Found>(sql`select distinct market_id, registry from earnings_releases join issuers using (issuer_id)`),
  ]);
  return {
    companies: Object.fromEntries(companies.map(row => [row.market_id, Number(row.count)])),
    registries: filings.map(row => {
      const has = FOUND.filter((_, place) => found[place]?.some(candidate => isSame(candidate, row)));
      return {
        marketId: row.market_id,
        registry: row.registry,
        filings: Number(row.count),
        newest: row.newest,
        capabilities: ['filings', ...has, ...(row.documents ? (['documents'] as const) : [])],
      };
    }),
  };
}

/** The capabilities that the queries above find, in their order. */
const FOUND = ['financials', 'sections', 'facts', 'statements', 'earnings_events'] as const;

function isSame(a: Found, b: Found): boolean {
  return a.market_id === b.market_id && a.registry === b.registry;
}

function isEmpty({ companies, registries }: StoreCounts): boolean {
  return Object.keys(companies).length === 0 && registries.length === 0;
}
