import { sql, type Transaction } from '../../../../db/database.ts';
import type { Anomaly } from '../../../../kernel/anomaly-log.ts';
import { filingId, uuidV5 } from '../../../../kernel/ids.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { replaceAnomalies } from '../../../kit/store/anomalies.ts';
import type { Batch } from '../../../part.ts';
import type { DuplicateCandidate, DuplicateFiling } from '../model/duplicate-filing.ts';

/** The filings of the issuers that may have duplicates, by issuer id, ordered by id. */
async function readDuplicateCandidates(
  tx: Transaction,
  registry: string,
  issuerIds: readonly string[],
  categories: readonly string[],
): Promise<Map<string, DuplicateCandidate[]>> {
  const rows = await tx.query<DuplicateCandidate & { issuer_id: string }>(sql`
    select g.issuer_id, g.native_id as "nativeId", g.form_type as "formType", g.category,
      coalesce(a.evidence->>'document_published', g.filing_date::text) as "filingDate", g.period_end as "periodEnd",
      a.alias_id as "aliasId"
    from filings g left join filing_aliases a using (issuer_id, registry, native_id)
    where g.issuer_id = any(${[...issuerIds]}::bigint[]) and g.registry = ${registry}
      and g.category = any(${[...categories]})
    order by g.issuer_id, g.native_id collate "C"`);
  const byIssuer = new Map<string, DuplicateCandidate[]>();
  for (const { issuer_id, ...candidate } of rows) addToList(byIssuer, issuer_id, candidate);
  return byIssuer;
}

/** Records duplicate filings; known pairs stay as they are. */
export async function insertDuplicates(
  tx: Transaction,
  registry: string,
  duplicates: readonly (DuplicateFiling & { issuerId: string })[],
): Promise<void> {
  if (duplicates.length === 0) return;
  const uuidOf = (id: string): string => uuidV5(filingId(registry, id));
  const rows = duplicates.map(duplicate => ({
    ...duplicate,
    aliasUuid: uuidOf(duplicate.aliasId),
    nativeUuid: uuidOf(duplicate.nativeId),
  }));
  await tx.execute(sql`
    insert into filing_aliases (issuer_id, registry, alias_id, alias_uuid, native_id, native_uuid, evidence)
    select "issuerId", ${registry}, "aliasId", "aliasUuid", "nativeId", "nativeUuid", evidence
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, "aliasId" text, "aliasUuid" uuid,
      "nativeId" text, "nativeUuid" uuid, evidence jsonb)
    on conflict do nothing`);
}

/**
 * Merges each pair of duplicates into one row with the documents and publication day of one and the list fields (legal date,
 * form, title, URL) of the other, which is deleted. Call it after every load of filings, because lists state the deleted row
 * again.
 */
async function mergeDuplicateRows(tx: Transaction, registry: string, issuerIds: readonly string[]): Promise<void> {
  const ids = [...issuerIds];
  await tx.execute(sql`
    update filings kept set form_type = alias.form_type, category = alias.category, category_group = alias.category_group,
      filing_date = alias.filing_date, title = alias.title, item_codes = alias.item_codes, is_amendment = alias.is_amendment,
      amends = alias.amends, url = alias.url, precedence = least(kept.precedence, alias.precedence)
    from filing_aliases a join filings alias
      on alias.issuer_id = a.issuer_id and alias.registry = a.registry and alias.native_id = a.alias_id
    where a.issuer_id = any(${ids}::bigint[]) and a.registry = ${registry}
      and kept.issuer_id = a.issuer_id and kept.registry = a.registry and kept.native_id = a.native_id`);
  await tx.execute(sql`
    delete from filings alias using filing_aliases a
    where a.issuer_id = any(${ids}::bigint[]) and a.registry = ${registry}
      and alias.issuer_id = a.issuer_id and alias.registry = a.registry and alias.native_id = a.alias_id`);
}

/**
 * Merges duplicate filings of the issuers. Ambiguous ones stay, with an anomaly `filing_told_twice`. Does nothing for
 * registries without a rule for duplicates.
 */
export async function joinDuplicateFilings(
  tx: Transaction,
  { registry, duplicateRule: rule, issuers: all }: Batch,
): Promise<void> {
  const issuers = all.filter(issuer => issuer.filingsCount > 0);
  if (rule === undefined || issuers.length === 0) return;
  const ids = issuers.map(issuer => issuer.issuerId);
  await mergeDuplicateRows(tx, registry, ids);
  const candidates = await readDuplicateCandidates(tx, registry, ids, rule.categories);
  const anomalies: Anomaly[] = [];
  for (const { issuerId, canonicalKey } of issuers) {
    const { duplicates, doubts } = rule.find(candidates.get(issuerId) ?? []);
    await insertDuplicates(
      tx,
      registry,
      duplicates.map(duplicate => ({ ...duplicate, issuerId })),
    );
    const source = placeOf(canonicalKey);
    for (const ids of doubts) {
      anomalies.push({ registry, source, locator: ids[0] ?? '', kind: 'filing_told_twice', detail: ids.join(', ') });
    }
  }
  await replaceAnomalies(
    tx,
    registry,
    issuers.map(issuer => placeOf(issuer.canonicalKey)),
    anomalies,
  );
  await mergeDuplicateRows(tx, registry, ids);
}

function placeOf(canonicalKey: string): string {
  return `twins/${canonicalKey}`;
}
