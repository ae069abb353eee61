import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';

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
