import { type Database, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { Registrant } from '../model/identity.ts';
import type { IssuerRelation } from '../model/issuer.ts';

/** A registrant with its stored grouping. */
export interface StoredRegistrant extends Registrant {
  issuerId: string;
  entityId: string;
  /** `market ticker` of its listings by the stored mark: home listing of their entity, another listing, or unmarked. */
  entityHomes: Map<string, boolean | null>;
}

/** Parameters of the joining rules: schemes of numbers, and the number of claimants above which a number is ignored. */
export interface Neighbourhood {
  schemes: readonly string[];
  /** The number in a canonical key, in the form of an identifier; null if it has none. */
  numberOfKey(canonicalKey: string): { scheme: string; identifier: string } | null;
  mostClaimants: number;
}

/**
 * The issuers with all others that a number, a security, a name, a link or a group leads to, transitively: everything that can
 * affect the grouping.
 */
export async function readNeighbours(
  db: Database,
  issuerIds: readonly string[],
  rules: Neighbourhood,
): Promise<StoredRegistrant[]> {
  const found = new Map<string, StoredRegistrant>();
  let next = [...new Set(issuerIds)];
  while (next.length > 0) {
    const some = await readRegistrants(db, next);
    for (const registrant of some) found.set(registrant.issuerId, registrant);
    const ids = some.length === 0 ? [] : await findNeighbours(db, some, rules);
    next = ids.filter(id => !found.has(id));
  }
  return [...found.values()];
}

interface IssuerColumns {
  issuer_id: string;
  entity_id: string;
  canonical_key: string;
  company_name: string;
  country_code: string | null;
  postal_code: string | null;
  market_id: string;
  industry: { scheme: string; code: string } | null;
  fiscal_year_end: string | null;
  successor_key: string | null;
  registries: string[];
  identifiers: { scheme: string; identifier: string }[];
  alternate_names: string[];
  is_abbreviated: boolean;
  stated_from: IsoDate | null;
  stated_to: IsoDate | null;
  former_names: string[];
  isins: string[];
  listings: {
    market_id: string;
    ticker_key: string;
    currency: string | null;
    is_home: boolean;
    status: string;
    is_entity_home: boolean | null;
  }[];
  relations: IssuerRelation[];
}

async function readRegistrants(db: Database, issuerIds: readonly string[]): Promise<StoredRegistrant[]> {
  // Initials and abbreviations are shared by many companies: they find an issuer but identify none.
  const rows = await db.query<IssuerColumns>(sql`
    select issuer_id, entity_id, canonical_key, company_name, country_code, postal_code, market_id, industry,
      fiscal_year_end, successor_key,
      array(select distinct registry from issuer_statements s where s.issuer_id = i.issuer_id order by registry) as registries,
      (select coalesce(json_agg(json_build_object('scheme', scheme, 'identifier', identifier)), '[]')
        from issuer_identifiers o where o.issuer_id = i.issuer_id) as identifiers,
      array(select name from alternate_names o where o.issuer_id = i.issuer_id and kind <> 'short' order by kind, name)
        as alternate_names,
      exists (select from alternate_names o where o.issuer_id = i.issuer_id and kind = 'short' and name = i.company_name)
        as is_abbreviated,
      (select min(issuer::json ->> 'statedOn') from issuer_statements s where s.issuer_id = i.issuer_id) as stated_from,
      (select max(issuer::json ->> 'statedOn') from issuer_statements s where s.issuer_id = i.issuer_id) as stated_to,
      array(select company_name from former_names o where o.issuer_id = i.issuer_id order by 1) as former_names,
      array(select isin from issuer_isins o where o.issuer_id = i.issuer_id
        union select isin from listings o where o.issuer_id = i.issuer_id and isin is not null order by 1) as isins,
      (select coalesce(json_agg(json_build_object('market_id', market_id, 'ticker_key', ticker_key, 'currency', currency,
          'is_home', is_home, 'status', status, 'is_entity_home', is_entity_home)), '[]')
        from listings o where o.issuer_id = i.issuer_id) as listings,
      (select coalesce(json_agg(json_build_object('kind', kind, 'relatedKey', related_key)), '[]')
        from issuer_relations o where o.issuer_id = i.issuer_id) as relations
    from issuers i where issuer_id = any(${[...issuerIds]}::bigint[])`);
  return rows.map(toRegistrant);
}

function toRegistrant(row: IssuerColumns): StoredRegistrant {
  return {
    issuerId: row.issuer_id,
    entityId: row.entity_id,
    canonicalKey: row.canonical_key,
    registries: row.registries,
    // An issuer without a name is named after its key.
    name: row.company_name === row.canonical_key ? '' : nameKey(row.company_name),
    alternateNames: foldAll(row.alternate_names),
    isAbbreviated: row.is_abbreviated,
    formerNames: foldAll(row.former_names),
    countryCode: row.country_code,
    postalCode: row.postal_code,
    marketId: row.market_id,
    industry: row.industry,
    fiscalYearEnd: row.fiscal_year_end,
    identifiers: row.identifiers,
    isins: row.isins,
    listings: row.listings.map(listing => ({
      marketId: listing.market_id,
      tickerKey: listing.ticker_key,
      currency: listing.currency,
      isHome: listing.is_home,
      isTrading: listing.status !== 'delisted',
    })),
    relations: row.relations,
    successorKey: row.successor_key,
    statedOn: row.stated_from === null || row.stated_to === null ? null : { from: row.stated_from, to: row.stated_to },
    entityHomes: new Map(
      row.listings.map(listing => [`${listing.market_id} ${listing.ticker_key}`, listing.is_entity_home]),
    ),
  };
}

function foldAll(names: readonly string[]): string[] {
  return [...new Set(names.map(nameKey))].filter(key => key !== '');
}

/** Ids of all issuers one step away. Of a ambiguous number or name, only enough to detect that it is ambiguous. */
async function findNeighbours(
  db: Database,
  registrants: readonly StoredRegistrant[],
  { schemes, numberOfKey, mostClaimants }: Neighbourhood,
): Promise<string[]> {
  const keys = registrants.map(registrant => registrant.canonicalKey);
  const numbers = registrants
    .flatMap(registrant => [...registrant.identifiers, numberOfKey(registrant.canonicalKey) ?? []].flat())
    .filter(number => schemes.includes(number.scheme));
  const names = [...new Set(registrants.flatMap(registrant => [registrant.name, ...registrant.alternateNames]))].filter(
    name => name !== '',
  );
  const isins = [...new Set(registrants.flatMap(registrant => registrant.isins))];
  const numberKeys = numbers.map(number => `${number.scheme}:${number.identifier}`);
  const successors = registrants.flatMap(registrant => registrant.successorKey ?? []);
  const entities = [...new Set(registrants.map(registrant => registrant.entityId))];
  const rows = await db.query<{ issuer_id: string }>(sql`
    select issuer_id from unnest(${numbers.map(number => number.scheme)}::text[], ${numbers.map(number => number.identifier)}::text[])
        as n (scheme, identifier)
      cross join lateral (
        select issuer_id from issuer_identifiers o where o.scheme = n.scheme and o.identifier = n.identifier
        limit ${mostClaimants + 1}::integer) o
    union
    select issuer_id from issuers where canonical_key = any(${[...numberKeys, ...successors]})
    union
    select issuer_id from issuers where successor_key = any(${[...keys, ...numberKeys]})
    union
    select issuer_id from issuers where entity_id = any(${entities}::bigint[])
    union
    select issuer_id from unnest(${names}::text[]) as n (name_key)
      cross join lateral (
        select issuer_id from issuer_names o where o.name_key = n.name_key and o.matched <> 'former_name'
        limit ${mostClaimants + 1}::integer) o
    union
    select issuer_id from unnest(${isins}::text[]) as n (isin)
      cross join lateral (
        select issuer_id from issuer_isins o where o.isin = n.isin limit ${mostClaimants + 1}::integer) o
    union
    select issuer_id from listings where isin = any(${isins}::text[])
    union
    select issuer_id from issuer_links join issuers on canonical_key = b_key where a_key = any(${keys})
    union
    select issuer_id from issuer_links join issuers on canonical_key = a_key where b_key = any(${keys})`);
  return rows.map(row => row.issuer_id);
}
