import type { z } from 'zod';
import { sql } from '../db/database.ts';
import type { entity, listing } from './shapes.ts';

type Entity = z.output<typeof entity>;
type Listing = z.output<typeof listing>;

/** A whole entity as {@link ENTITY_COLUMNS} select it, from `issuers i`. */
export interface EntityRow {
  issuer_id: string;
  canonical_key: string;
  company_name: string;
  country_code: string | null;
  legal_form: string | null;
  status: Entity['status'];
  company_type: Entity['company_type'];
  industry: Entity['industry'];
  fiscal_year_end: string | null;
  successor_key: string | null;
  updated_at: string;
  identifiers: Entity['identifiers'];
  former_names: Entity['former_names'];
  listings: Listing[];
}

/** Columns of {@link EntityRow}; needs `issuers i left join issuer_financials f using (issuer_id)`. */
export const ENTITY_COLUMNS = sql`
  i.issuer_id, i.canonical_key, i.company_name, i.country_code, i.legal_form, i.status,
  coalesce(f.company_type, i.company_type) as company_type, i.industry,
  coalesce(f.fiscal_year_end, i.fiscal_year_end) as fiscal_year_end, i.successor_key, i.updated_at,
  (select coalesce(json_agg(json_build_object('scheme', scheme, 'identifier', identifier)
     order by scheme, identifier), '[]') from issuer_identifiers where issuer_id = i.issuer_id) as identifiers,
  (select coalesce(json_agg(json_build_object('company_name', company_name, 'until_date', until_date)
     order by until_date desc nulls last, company_name), '[]') from former_names where issuer_id = i.issuer_id) as former_names,
  (select coalesce(json_agg(json_build_object('ticker', ticker, 'market_id', market_id, 'mic', mic,
     'exchange', exchange, 'isin', isin, 'figi', figi, 'share_class', share_class, 'currency', currency,
     'is_home', is_home, 'status', status, 'listed_date', listed_date, 'delisted_date', delisted_date)
     order by is_home desc, status, market_id, ticker), '[]') from listings where issuer_id = i.issuer_id) as listings`;

/** The listing that a question was about, as far as it was about one. */
export interface AskedListing {
  ticker: string | null;
  market_id: string | null;
}

/** An entity in the words of the contract; `ticker` and `market_id` are the asked listing's, else the home one's. */
export function toEntity(row: EntityRow, asked: AskedListing | null = null): Entity {
  const shown = (asked?.ticker ? asked : null) ?? row.listings[0] ?? { ticker: null, market_id: null };
  return {
    canonical_key: row.canonical_key,
    company_name: row.company_name,
    ticker: shown.ticker,
    market_id: shown.market_id,
    lei: row.identifiers.find(({ scheme }) => scheme === 'lei')?.identifier ?? null,
    identifiers: row.identifiers,
    country_code: row.country_code,
    legal_form: row.legal_form,
    status: row.status,
    company_type: row.company_type,
    industry: row.industry,
    fiscal_year_end: row.fiscal_year_end,
    former_names: row.former_names,
    successor_key: row.successor_key,
    listings: row.listings,
  };
}
