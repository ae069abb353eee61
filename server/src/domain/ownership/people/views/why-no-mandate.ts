import { type Database, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import {
  DOCUMENTS_ARE_READ,
  listUnread,
  type ReportQuestion,
  whyNotStated,
} from '../../../filings/filings/views/unread-filings.ts';
import { idsOfPerson } from './role-rows.ts';

/**
 * Why no mandate of a person is known, or none of a relation. Annual reports and proxies of the companies that the person
 * reports on or holds state mandates: `not_reported` if one of them was read, if another mandate of the person is known,
 * or if there is no such company; `not_published_yet` if a mandate became known only later than `until`; else `not_covered` with the reports that were not read.
 */
export async function whyNoMandate(db: Database, personId: string, until: Instant | null = null) {
  const had = await db.queryOne(sql`select from person_roles where person_id = ${personId}::uuid limit 1`);
  if (had !== null)
    return { empty_reason: until === null ? ('not_reported' as const) : ('not_published_yet' as const) };
  const rows = await db.query<{ issuer_id: string }>(sql`
    with same as materialized (${idsOfPerson(personId)})
    select distinct o.issuer_id
    from (
      select w.issuer_id from insider_owners w join same using (person_id)
      union select s.issuer_id from disclosed_stakes s join same using (person_id)
    ) n join issuers i on i.issuer_id = n.issuer_id join issuers o on o.entity_id = i.entity_id`);
  if (rows.length === 0) return { empty_reason: 'not_reported' as const };
  return whyNotStated(db, { ...reportsOf(rows.map(row => row.issuer_id)), knownBefore: until });
}

function reportsOf(issuerIds: readonly string[]): ReportQuestion {
  return { issuerIds, categories: ['annual_report', 'proxy'], isRead: DOCUMENTS_ARE_READ };
}

/**
 * Why a company has no people: `not_reported` only if people were known and all mandates ended; otherwise lists the reports that would
 * state them. As known before an instant: `not_reported` if such a report was read.
 */
export async function whyNobody(db: Database, issuerIds: readonly string[], until: Instant | null = null) {
  if (until !== null) return whyNotStated(db, { ...reportsOf(issuerIds), knownBefore: until });
  const had = await db.queryOne(sql`
    select from person_roles where issuer_id = any(${[...issuerIds]}::bigint[]) limit 1`);
  if (had !== null) return { empty_reason: 'not_reported' as const };
  const unread = await listUnread(db, reportsOf(issuerIds));
  return { empty_reason: 'not_covered' as const, not_covered: unread };
}
