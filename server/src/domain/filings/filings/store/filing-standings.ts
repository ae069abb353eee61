import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import type { FilingStanding } from '../model/filing-standing.ts';

/**
 * Writes statuses of filings: the first moment of one status and the last of several statuses count, in any order
 * (model/filing-standing.ts `laterStanding`). A status of a merged duplicate applies to the filing that it was merged into. An
 * unstated moment is now.
 */
export async function upsertStandings(
  tx: Transaction,
  registry: string,
  standings: readonly FilingStanding[],
): Promise<void> {
  const first = new Map<string, FilingStanding>();
  for (const standing of standings) if (!first.has(standing.nativeId)) first.set(standing.nativeId, standing);
  if (first.size === 0) return;
  await tx.execute(sql`
    insert into filing_standings as kept (registry, native_id, status, since)
    select ${registry}, coalesce(alias.native_id, row."nativeId"), row.status, coalesce(row.since, date_trunc('second', now()))
    from json_to_recordset(${JSON.stringify([...first.values()])}::json) as row ("nativeId" text, status text, since timestamptz)
    left join filing_aliases alias on alias.alias_id = row."nativeId" and alias.registry = ${registry}
    on conflict (registry, native_id) do update set status = excluded.status, since = excluded.since
    where case when kept.status = excluded.status then excluded.since < kept.since else excluded.since > kept.since end`);
}

/** The keys of the issuers of filings, by either id of a filing; unknown filings are left out. */
export async function issuersOfFilings(
  db: Database,
  registry: string,
  nativeIds: readonly string[],
): Promise<string[]> {
  if (nativeIds.length === 0) return [];
  const rows = await db.query<{ canonical_key: string }>(sql`
    select canonical_key from filings join issuers using (issuer_id)
    where registry = ${registry} and native_id = any(${[...nativeIds]})
    union select canonical_key from filing_aliases join issuers using (issuer_id)
    where registry = ${registry} and alias_id = any(${[...nativeIds]}) order by 1`);
  return rows.map(row => row.canonical_key);
}
