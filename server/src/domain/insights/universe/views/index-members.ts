import { type Database, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';

/** Whether the company of a lead `i` was a member of an index on a day; begins with `and`. */
export function isMember(indexId: string, day: IsoDate): Sql {
  return sql`and i.issuer_id in (
    select o.entity_id from index_members m join index_lists x using (index_id)
      join listings l on l.ticker_key = m.company and l.market_id = x.market_id
      join issuers o on o.issuer_id = l.issuer_id
    where ${ofDay(indexId, day)}
    union all
    select o.entity_id from index_members m join issuers o on o.canonical_key = m.company where ${ofDay(indexId, day)})`;
}

/** Throws `not_found` if no members of an index are stored for a day. */
export async function requireMembers(db: Database, indexId: string, day: IsoDate): Promise<void> {
  const lists = await db.query<{ index_id: string; known_from: IsoDate }>(sql`
    select index_id, known_from from index_lists order by index_id`);
  const list = lists.find(one => one.index_id === indexId);
  if (list === undefined) {
    const stored = lists.length === 0 ? 'none' : lists.map(one => one.index_id).join(', ');
    throw new AsfiledError('not_found', `No members of the index ${indexId} are stored. Stored: ${stored}.`);
  }
  if (day < list.known_from)
    throw new AsfiledError('not_found', `Members of the index ${indexId} are known from ${list.known_from} on.`);
}

/** Counts the members of a day, and those of them that no company of the store has. */
export async function countMembers(
  db: Database,
  indexId: string,
  day: IsoDate,
): Promise<{ members: number; unknown: number }> {
  const row = await db.queryOne<{ members: number; unknown: number }>(sql`
    select count(*)::integer as members, (count(*) filter (where
      not exists (select from issuers i where i.canonical_key = m.company)
      and not exists (select from listings l where l.ticker_key = m.company and l.market_id = x.market_id)))::integer as unknown
    from index_members m join index_lists x using (index_id) where ${ofDay(indexId, day)}`);
  return row ?? { members: 0, unknown: 0 };
}

function ofDay(indexId: string, day: IsoDate): Sql {
  return sql`m.index_id = ${indexId} and m.from_date <= ${day}::date and m.to_date > ${day}::date`;
}
