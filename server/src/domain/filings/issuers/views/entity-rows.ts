import type { z } from 'zod';
import { raw, type Sql, sql } from '../../../../db/database.ts';
import { uniqueBy } from '../../../../kernel/unique-by.ts';
import type { entity, listing } from './shapes.ts';

type Entity = z.output<typeof entity>;
type Listing = z.output<typeof listing>;

/** An entity as {@link ENTITY_COLUMNS} selects it: its lead, and the identifiers and names of all its registrants. */
export interface EntityRow {
  entity_id: string;
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
  member_ids: string[];
  member_keys: string[];
  identifiers: Entity['identifiers'];
  /** Latest first. */
  former_names: Entity['former_names'];
  /** The lead's first; includes the registered names of the other registrants. */
  alternate_names: Entity['alternate_names'];
  /** Home listing first; a listing that two registries state appears twice. */
  listings: Listing[];
}

/** Columns of {@link EntityRow}; needs {@link ENTITY_JOINS}. Other registrants supply what the lead does not state. */
export const ENTITY_COLUMNS = sql`
  i.entity_id, i.canonical_key, i.company_name, m.country_code, m.legal_form, i.status,
  coalesce(f.company_type, m.company_type) as company_type, m.industry,
  coalesce(f.fiscal_year_end, m.fiscal_year_end) as fiscal_year_end, i.successor_key, m.updated_at, m.member_ids, m.member_keys,
  (select coalesce(json_agg(json_build_object('scheme', scheme, 'identifier', identifier) order by scheme, identifier), '[]')
    from (select distinct scheme, identifier from issuer_identifiers where issuer_id = any(m.member_ids)) n) as identifiers,
  (select coalesce(json_agg(json_build_object('company_name', company_name, 'until_date', until_date)
     order by until_date desc nulls last, company_name), '[]') from former_names where issuer_id = any(m.member_ids)) as former_names,
  (select coalesce(json_agg(json_build_object('kind', kind, 'name', name) order by place, kind, name), '[]') from (
     select kind, name, array_position(m.member_ids, issuer_id) as place
     from alternate_names where issuer_id = any(m.member_ids)
     union all
     select 'registered', o.company_name, array_position(m.member_ids, o.issuer_id)
     from issuers o where o.entity_id = i.entity_id and o.issuer_id <> i.issuer_id) n) as alternate_names,
  (select coalesce(json_agg(json_build_object('ticker', ticker, 'market_id', market_id, 'mic', mic,
     'exchange', exchange, 'isin', isin, 'figi', figi, 'share_class', share_class, 'currency', currency,
     'is_home', coalesce(is_entity_home, is_home), 'status', status, 'listed_date', listed_date, 'delisted_date', delisted_date)
     order by coalesce(is_entity_home, is_home) desc, status, market_id, ticker, issuer_id), '[]')
   from listings where issuer_id = any(m.member_ids)) as listings`;

const LEAD_FIRST = sql`o.issuer_id <> o.entity_id, o.issuer_id`;

/** The value of the first registrant that states one. */
function firstStated(column: 'country_code' | 'legal_form' | 'company_type' | 'industry' | 'fiscal_year_end'): Sql {
  const stated = raw(`o.${column}`);
  return sql`(array_agg(${stated} order by ${LEAD_FIRST}) filter (where ${stated} is not null))[1] as ${raw(column)}`;
}

/**
 * Follows `from … join issuers i`, where `i` is the lead of an entity: joins all its registrants (`m`), the lead first.
 */
export const ENTITY_JOINS = sql`
  cross join lateral (
    select array_agg(o.issuer_id order by ${LEAD_FIRST}) as member_ids,
      array_agg(o.canonical_key order by ${LEAD_FIRST}) as member_keys, max(o.updated_at) as updated_at,
      ${firstStated('country_code')}, ${firstStated('legal_form')}, ${firstStated('company_type')},
      ${firstStated('industry')}, ${firstStated('fiscal_year_end')}
    from issuers o where o.entity_id = i.entity_id) m
  left join lateral (
    select company_type, fiscal_year_end from issuer_financials where issuer_id = any(m.member_ids)
    order by array_position(m.member_ids, issuer_id) limit 1) f on true`;

/** The listing that the request named, if any. */
export interface AskedListing {
  ticker: string | null;
  market_id: string | null;
}

/**
 * The wire shape of an entity; `ticker` and `market_id` are those of the requested listing, else of the home listing.
 */
export function toEntity(row: EntityRow, asked: AskedListing | null = null): Entity {
  const listings = toListings(row.listings);
  const shown = (asked?.ticker ? asked : null) ?? listings[0] ?? { ticker: null, market_id: null };
  return {
    canonical_key: row.canonical_key,
    company_name: row.company_name,
    ticker: shown.ticker,
    market_id: shown.market_id,
    member_keys: row.member_keys,
    lei: row.identifiers.find(({ scheme }) => scheme === 'lei')?.identifier ?? leiAmong(row.member_keys),
    identifiers: row.identifiers,
    country_code: row.country_code,
    legal_form: row.legal_form,
    status: row.status,
    company_type: row.company_type,
    industry: row.industry,
    fiscal_year_end: row.fiscal_year_end,
    alternate_names: toAlternateNames(row),
    former_names: uniqueBy(row.former_names, ({ company_name }) => spellingOf(company_name)),
    successor_key: row.successor_key,
    listings,
  };
}

const LEI_KEY = 'lei:';

function leiAmong(keys: readonly string[]): string | null {
  return keys.find(key => key.startsWith(LEI_KEY))?.slice(LEI_KEY.length) ?? null;
}

/** Each name once, without names equal to the company name. */
function toAlternateNames({ company_name, alternate_names }: EntityRow): Entity['alternate_names'] {
  const own = spellingOf(company_name);
  // The kind that another source states says more of a name than `registered`.
  const ordered = [...alternate_names].sort(
    (a, b) => Number(a.kind === 'registered') - Number(b.kind === 'registered'),
  );
  return uniqueBy(ordered, ({ name }) => spellingOf(name)).filter(({ name }) => spellingOf(name) !== own);
}

/** Names are equal if they differ only in case, width, blanks, commas and full stops. */
function spellingOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim();
}

/** Each listing once, combined from the registries that state it; at most one is the home listing. */
function toListings(stated: readonly Listing[]): Listing[] {
  const byPlace = new Map<string, Listing>();
  for (const listing of stated) {
    const place = `${listing.market_id} ${listing.ticker.toUpperCase()}`;
    const known = byPlace.get(place);
    byPlace.set(place, known ? filledFrom(known, listing) : listing);
  }
  return [...byPlace.values()].map((listing, place) =>
    place > 0 && listing.is_home ? { ...listing, is_home: false } : listing,
  );
}

function filledFrom(known: Listing, other: Listing): Listing {
  return {
    ...known,
    mic: known.mic ?? other.mic,
    exchange: known.exchange ?? other.exchange,
    isin: known.isin ?? other.isin,
    figi: known.figi ?? other.figi,
    share_class: known.share_class ?? other.share_class,
    currency: known.currency ?? other.currency,
    listed_date: known.listed_date ?? other.listed_date,
    delisted_date: known.delisted_date ?? other.delisted_date,
  };
}
