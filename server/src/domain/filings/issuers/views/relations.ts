import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { ISSUER_RELATION_KINDS } from '../model/issuer.ts';

/** Parents and children of an entity, as registries state them (GLEIF: direct and ultimate parents, funds, branches). */

const relatedEntity = z.object({
  kind: z.enum(ISSUER_RELATION_KINDS).describe('What the parent is to the child.'),
  canonical_key: z.string().describe('Of the entity; of the stated number if the entity is not stored.'),
  company_name: z.string().nullable().describe('Null if the entity is not stored.'),
});

/** Children shown at most, in the order of their names. */
const MAX_CHILDREN = 100;

export const relationFields = {
  parents: z.array(relatedEntity).describe('Entities that registries state above this one.'),
  children: z
    .array(relatedEntity)
    .describe(`Entities that state this one above them, at most ${MAX_CHILDREN}, by name.`),
  children_count: z.int().describe('Of all children.'),
};

type Related = z.output<typeof relatedEntity>;
export interface Relations {
  parents: Related[];
  children: Related[];
  children_count: number;
}

/** The relations of the registrants of an entity; relations among themselves are left out. */
export async function readRelations(db: Database, entityId: string): Promise<Relations> {
  const parents = await db.query<Related>(sql`
    select distinct r.kind, coalesce(e.canonical_key, r.related_key) as canonical_key, e.company_name
    from issuers m join issuer_relations r using (issuer_id)
    left join lateral (
      select p.entity_id from issuers p where p.canonical_key = r.related_key
      union
      select p.entity_id from issuer_identifiers n join issuers p using (issuer_id)
        where n.scheme = split_part(r.related_key, ':', 1) and n.identifier = split_part(r.related_key, ':', 2)
      limit 1) p on true
    left join issuers e on e.issuer_id = p.entity_id
    where m.entity_id = ${entityId} and p.entity_id is distinct from ${entityId}::bigint
    order by 1, 2`);
  const children = await db.query<Related & { total: number }>(sql`
    with keys (key) as (
      select canonical_key from issuers where entity_id = ${entityId}
      union
      select 'lei:' || identifier from issuers join issuer_identifiers using (issuer_id)
      where entity_id = ${entityId} and scheme = 'lei'
    ), found as (
      select distinct r.kind, e.canonical_key, e.company_name
      from keys join issuer_relations r on r.related_key = keys.key
      join issuers c using (issuer_id) join issuers e on e.issuer_id = c.entity_id
      where c.entity_id <> ${entityId}
    )
    select *, (count(*) over ())::integer as total from found
    order by company_name, canonical_key, kind limit ${MAX_CHILDREN}::integer`);
  return {
    parents,
    children: children.map(({ total: _total, ...child }) => child),
    children_count: children[0]?.total ?? 0,
  };
}
