import { type Database, sql } from '../../../../db/database.ts';
import { DOCUMENTS_ARE_READ, listUnread, whyNotStated } from '../../../filings/filings/views/unread-filings.ts';
import { idsOfPerson } from './role-rows.ts';

/**
 * Why no mandate of a person is known, or none of a relation. Annual reports and proxies of the companies that the person
 * reports on or holds state mandates: `not_reported` if one of them was read, if another mandate of the person is known,
 * or if there is no such company; else `not_covered` with the reports that were not read.
 */
export async function whyNoMandate(db: Database, personId: string) {
  const had = await db.queryOne(sql`select from person_roles where person_id = ${personId}::uuid limit 1`);
  if (had !== null) return { empty_reason: 'not_reported' as const };
  const rows = await db.query<{ issuer_id: string }>(sql`
    with same as materialized (${idsOfPerson(personId)})
    select distinct o.issuer_id
    from (
      select w.issuer_id from insider_owners w join same using (person_id)
      union select s.issuer_id from disclosed_stakes s join same using (person_id)
    ) n join issuers i on i.issuer_id = n.issuer_id join issuers o on o.entity_id = i.entity_id`);
  if (rows.length === 0) return { empty_reason: 'not_reported' as const };
  return whyNotStated(db, {
    issuerIds: rows.map(row => row.issuer_id),
    categories: ['annual_report', 'proxy'],
    isRead: DOCUMENTS_ARE_READ,
  });
}

/**
 * Why a company has no people: `not_reported` only if people were known and all mandates ended; otherwise lists the reports that would state them.
 */
export async function whyNobody(db: Database, issuerIds: readonly string[]) {
  const had = await db.queryOne(sql`
    select from person_roles where issuer_id = any(${[...issuerIds]}::bigint[]) limit 1`);
  if (had !== null) return { empty_reason: 'not_reported' as const };
  const unread = await listUnread(db, {
    issuerIds,
    categories: ['annual_report', 'proxy'],
    isRead: DOCUMENTS_ARE_READ,
  });
  return { empty_reason: 'not_covered' as const, not_covered: unread };
}
