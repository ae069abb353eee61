import { z } from 'zod';
import { type Database, empty, raw, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { uniqueBy } from '../../../../kernel/lists.ts';
import { isoDate } from '../../../kit/fields.ts';
import { ALTERNATE_NAME_KINDS, COMPANY_TYPES } from '../model/issuer.ts';

/** An issuer and its listings, as responses show them. */

export const companyType = z.enum(COMPANY_TYPES).meta({ id: 'CompanyType' });
export const entityRefFields = {
  canonical_key: z.string().describe('One key per entity, such as cik:320193: that of its lead registrant.'),
  company_name: z.string(),
  ticker: z
    .string()
    .nullable()
    .describe('Ticker of the requested listing, else of the home listing; null if unlisted.'),
  market_id: z.string().nullable(),
};

export const entityRef = z.object(entityRefFields).meta({ id: 'EntityRef' });

export const listingRef = z
  .object({ ticker: z.string(), market_id: z.string(), mic: z.string().nullable().describe('ISO 10383.') })
  .meta({ id: 'ListingRef' });

export const listing = listingRef
  .extend({
    exchange: z.string().nullable(),
    isin: z.string().nullable(),
    figi: z.string().nullable(),
    share_class: z.string().nullable(),
    currency: z.string().nullable().describe('ISO 4217.'),
    is_home: z.boolean(),
    status: z.enum(['active', 'suspended', 'delisted']),
    listed_date: isoDate.nullable(),
    delisted_date: isoDate.nullable(),
  })
  .meta({ id: 'Listing' });

const entityFields = {
  ...entityRefFields,
  member_keys: z
    .array(z.string())
    .describe('Canonical keys of all registrants of this company, the lead first. Each of them finds it.'),
  lei: z.string().nullable(),
  identifiers: z.array(z.object({ scheme: z.string(), identifier: z.string() })),
  country_code: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
  legal_form: z.string().nullable(),
  status: z.enum(['active', 'inactive']),
  company_type: companyType.nullable(),
  industry: z.object({ scheme: z.string(), code: z.string(), label: z.string() }).nullable(),
  fiscal_year_end: z.string().nullable().describe('MM-DD, nominal.'),
  alternate_names: z
    .array(
      z.object({
        name: z.string(),
        kind: z
          .enum([...ALTERNATE_NAME_KINDS, 'registered'])
          .describe('registered: the registered name at a registry other than that of the lead.'),
      }),
    )
    .describe('Names other than company_name, each once.'),
  former_names: z.array(z.object({ company_name: z.string(), until_date: isoDate.nullable() })),
  successor_key: z.string().nullable().describe('Canonical key of the successor; null if none is stated.'),
  listings: z.array(listing).describe('Home listing first.'),
};

export const entity = z.object(entityFields).meta({ id: 'Entity' });

export const found = z
  .object({
    ...entityFields,
    matched_on: z.enum(['ticker', 'lei', 'isin', 'identifier', 'name', 'alternate_name', 'former_name']),
    score: z.number().describe('0 to 1; 1 is an exact identifier.'),
  })
  .meta({ id: 'FoundEntity', description: 'An entity with its best match.' });

/** The company fields of responses. */
export interface EntityRefRow {
  canonical_key: string;
  company_name: string;
  /** The requested listing, else the home listing; null if unlisted. */
  ticker: string | null;
  market_id: string | null;
}

/** The company columns of a row. */
export function toEntityRef({ canonical_key, company_name, ticker, market_id }: EntityRefRow): EntityRefRow {
  return { canonical_key, company_name, ticker, market_id };
}

/** The order of the listings `l` of one entity. */
export const HOME_FIRST = sql`coalesce(l.is_entity_home, l.is_home) desc, l.status, l.market_id, l.ticker, l.issuer_id`;

/** Columns of {@link EntityRefRow}; needs {@link entityOfRegistrant}. */
export const ENTITY_REF_COLUMNS = sql`e.canonical_key, e.company_name, l.ticker, l.market_id`;

/**
 * Joins a registrant `issuers i` to the lead `e` of its entity and its representative listing `l`: one of `marketId` if it has
 * one, else the home listing.
 */
export function entityOfRegistrant(marketId?: string): Sql {
  const preferred = marketId === undefined ? empty : sql`l.market_id <> ${marketId}, `;
  return sql`
    join issuers e on e.issuer_id = i.entity_id
    left join lateral (
      select l.ticker, l.market_id from issuers o join listings l on l.issuer_id = o.issuer_id
      where o.entity_id = i.entity_id order by ${preferred} ${HOME_FIRST} limit 1) l on true`;
}

/** True if the company of a registrant `issuers i` has a registrant or a listing in a market. */
export function companyIsIn(marketId: string): Sql {
  return sql`exists (
    select from issuers o left join listings l on l.issuer_id = o.issuer_id
    where o.entity_id = i.entity_id and (o.market_id = ${marketId} or l.market_id = ${marketId}))`;
}

/** Entity references by id. */
export async function loadEntityRefs(db: Database, entityIds: Iterable<string>): Promise<Map<string, EntityRefRow>> {
  const rows = await db.query<EntityRefRow & { entity_id: string }>(sql`
    select i.entity_id, ${ENTITY_REF_COLUMNS} from issuers i ${entityOfRegistrant()}
    where i.issuer_id = any(${[...new Set(entityIds)]}::bigint[])`);
  return new Map(rows.map(row => [row.entity_id, toEntityRef(row)]));
}

/**
 * The entity that each folded name denotes: the only one that has it, else the only one that had it. Entities known by name
 * only are ignored. Ambiguous and unknown names are left out.
 */
export async function resolveNames(db: Database, nameKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ name_key: string; entity_id: string; is_former: boolean }>(sql`
    select n.name_key, i.entity_id, bool_and(n.matched = 'former_name') as is_former
    from issuer_names n join issuers i using (issuer_id)
    where n.name_key = any(${[...new Set(nameKeys)]}::text[]) and n.prominence > 0
    group by n.name_key, i.entity_id`);
  const resolved = new Map<string, string>();
  for (const [key, entities] of Map.groupBy(rows, row => row.name_key)) {
    const present = entities.filter(row => !row.is_former);
    const [only, second] = present.length > 0 ? present : entities;
    if (only !== undefined && second === undefined) resolved.set(key, only.entity_id);
  }
  return resolved;
}

/** Entity references by entity id, with a listing of the requested market if there is one. */
export async function entityRefsOf(
  db: Database,
  entityIds: readonly string[],
  marketId: string | undefined,
): Promise<Map<string, EntityRefRow>> {
  const rows = await db.query<EntityRefRow & { entity_id: string }>(sql`
    select i.entity_id, ${ENTITY_REF_COLUMNS}
    from issuers i ${entityOfRegistrant(marketId)} where i.issuer_id = any(${[...entityIds]}::bigint[])`);
  return new Map(rows.map(({ entity_id, ...row }) => [entity_id, row]));
}

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
export interface RequestedListing {
  ticker: string | null;
  market_id: string | null;
}

/**
 * The wire shape of an entity; `ticker` and `market_id` are those of the requested listing, else of the home listing.
 */
export function toEntity(row: EntityRow, requested: RequestedListing | null = null): Entity {
  const listings = toListings(row.listings);
  const shown = (requested?.ticker ? requested : null) ?? listings[0] ?? { ticker: null, market_id: null };
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

/** Members of an entity that registries give without dates: as of a day they are those of now. */
const UNDATED_MEMBERS = [
  'member_keys',
  'lei',
  'identifiers',
  'country_code',
  'legal_form',
  'status',
  'company_type',
  'industry',
  'fiscal_year_end',
  'alternate_names',
] as const;

/** {@link UNDATED_MEMBERS} by their paths in a response, of the entities in the given members. */
export function undatedMembers(...holders: readonly string[]): string[] {
  return holders.flatMap(holder => UNDATED_MEMBERS.map(member => `${holder}.${member}`));
}

/**
 * An entity by its name and listings of a day, as far as registries date them. Listings whose end has no date count as active; former
 * names without a date are left out; no registry dates a successor.
 */
export function entityOn<Shown extends Entity>(shown: Shown, day: IsoDate): Shown {
  const dated = shown.former_names.flatMap(({ company_name, until_date }) =>
    until_date === null ? [] : [{ company_name, until_date }],
  );
  const later = dated
    .filter(({ until_date }) => until_date >= day)
    .sort((a, b) => (a.until_date < b.until_date ? -1 : 1));
  const listings = shown.listings
    .filter(({ listed_date }) => listed_date === null || listed_date <= day)
    .map(listing => listingOn(listing, day));
  return {
    ...shown,
    company_name: later[0]?.company_name ?? shown.company_name,
    former_names: dated.filter(({ until_date }) => until_date < day),
    successor_key: null,
    listings,
  };
}

function listingOn(listing: Listing, day: IsoDate): Listing {
  const { delisted_date: end } = listing;
  return end !== null && end <= day
    ? { ...listing, status: 'delisted' }
    : { ...listing, status: 'active', delisted_date: null };
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
