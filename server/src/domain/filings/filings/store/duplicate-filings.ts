import { sql, type Transaction } from '../../../../db/database.ts';
import type { Anomaly } from '../../../../kernel/anomaly-log.ts';
import { filingId, uuidV5 } from '../../../../kernel/ids.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { replaceAnomalies } from '../../../kit/store/anomalies.ts';
import type { Batch } from '../../../part.ts';
import type { DocumentRef } from '../../documents/model.ts';
import { FILING_SOURCE } from '../../facts/model/facts.ts';
import type { DuplicateCandidate, DuplicateFiling } from '../model/duplicate-filing.ts';
import { FILING_COLUMNS } from './filings.ts';

/** The filings of the issuers that may have duplicates, by issuer id, ordered by id. */
async function readDuplicateCandidates(
  tx: Transaction,
  registry: string,
  issuerIds: readonly string[],
  categories: readonly string[],
): Promise<Map<string, DuplicateCandidate[]>> {
  const rows = await tx.query<Omit<DuplicateCandidate, 'urls'> & { issuer_id: string; documents: string | null }>(sql`
    select g.issuer_id, g.native_id as "nativeId", g.form_type as "formType", g.category, g.filing_date as "filingDate",
      g.period_end as "periodEnd", s.documents
    from filings g
    left join issuer_statements s
      on s.issuer_id = g.issuer_id and s.registry = g.registry and s.source = ${FILING_SOURCE} || g.native_id
    where g.issuer_id = any(${[...issuerIds]}::bigint[]) and g.registry = ${registry}
      and g.category = any(${[...categories]})
    order by g.issuer_id, g.native_id collate "C"`);
  const byIssuer = new Map<string, DuplicateCandidate[]>();
  for (const { issuer_id, documents, ...candidate } of rows) {
    const refs = documents === null ? [] : (JSON.parse(documents) as DocumentRef[]);
    addToList(byIssuer, issuer_id, { ...candidate, urls: refs.map(({ url }) => url) });
  }
  return byIssuer;
}

/** Columns of filings that no source states. */
const UNSTATED = ['issuer_id', 'archive_status', 'archive_attempts', 'archive_reason'];

/** Records ids as aliases of filings; known aliases stay as they are. */
export async function insertAliases(
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
    insert into filing_aliases (issuer_id, registry, alias_id, alias_uuid, native_id, native_uuid, evidence, entry, document)
    select row."issuerId", ${registry}, "aliasId", "aliasUuid", "nativeId", "nativeUuid", evidence,
      to_jsonb(entry) - ${UNSTATED}::text[],
      case when entry.native_id is not null then to_jsonb(document) - ${UNSTATED}::text[] end
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, "aliasId" text, "aliasUuid" uuid,
      "nativeId" text, "nativeUuid" uuid, evidence jsonb)
    left join filings entry
      on entry.issuer_id = row."issuerId" and entry.registry = ${registry} and entry.native_id = "aliasId"
    left join filings document
      on document.issuer_id = row."issuerId" and document.registry = ${registry} and document.native_id = "nativeId"
    on conflict do nothing`);
}

/**
 * Restores the two rows of merged filings of the issuers, as they were before. Call it before every load of filings: what is
 * loaded then updates them, and {@link joinDuplicateFilings} compares all that is stated, independent of the order of arrival.
 * Returns the issuers that had merged filings.
 */
export async function separateDuplicateFilings(
  tx: Transaction,
  { registry, duplicateRule: rule, issuers }: Batch,
): Promise<string[]> {
  const ids = idsOfRead(issuers);
  if (rule === undefined || ids.length === 0) return [];
  const merged = sql`a.issuer_id = any(${ids}::bigint[]) and a.registry = ${registry} and a.entry is not null`;
  await tx.execute(sql`
    update filings kept set (${FILING_COLUMNS.values}) = row(${FILING_COLUMNS.of('stated')})
    from filing_aliases a, jsonb_populate_record(null::filings, a.document) stated
    where ${merged} and kept.issuer_id = a.issuer_id and kept.registry = a.registry and kept.native_id = a.native_id`);
  await tx.execute(sql`
    insert into filings (issuer_id, registry, native_id, ${FILING_COLUMNS.values})
    select a.issuer_id, a.registry, a.alias_id, ${FILING_COLUMNS.of('stated')}
    from filing_aliases a, jsonb_populate_record(null::filings, a.entry) stated where ${merged}`);
  const rows = await tx.query<{ issuer_id: string }>(sql`
    delete from filing_aliases a where ${merged} returning a.issuer_id`);
  return [...new Set(rows.map(row => row.issuer_id))];
}

/**
 * Merges each pair of duplicates into one row with the documents of one and the list fields (legal date, form, title, URL) of
 * the other, which is deleted. It is known when both are.
 */
async function mergeDuplicateRows(tx: Transaction, registry: string, issuerIds: readonly string[]): Promise<void> {
  const ids = [...issuerIds];
  await tx.execute(sql`
    update filings kept set form_type = alias.form_type, category = alias.category, category_group = alias.category_group,
      filing_date = alias.filing_date, known_at = greatest(kept.known_at, alias.known_at), title = alias.title,
      item_codes = alias.item_codes, is_amendment = alias.is_amendment, amends = alias.amends, url = alias.url,
      precedence = least(kept.precedence, alias.precedence)
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
 * registries without a rule for duplicates. Returns the issuers that have merged filings.
 */
export async function joinDuplicateFilings(
  tx: Transaction,
  { registry, duplicateRule: rule, issuers: all }: Batch,
): Promise<string[]> {
  const issuers = all.filter(issuer => issuer.filingsCount > 0);
  if (rule === undefined || issuers.length === 0) return [];
  const ids = idsOfRead(issuers);
  const candidates = await readDuplicateCandidates(tx, registry, ids, rule.categories);
  const anomalies: Anomaly[] = [];
  const merged: (DuplicateFiling & { issuerId: string })[] = [];
  for (const { issuerId, canonicalKey } of issuers) {
    const { duplicates, doubts } = rule.find(candidates.get(issuerId) ?? []);
    for (const duplicate of duplicates) merged.push({ ...duplicate, issuerId });
    const source = placeOf(canonicalKey);
    for (const ids of doubts) {
      anomalies.push({ registry, source, locator: ids[0] ?? '', kind: 'filing_told_twice', detail: ids.join(', ') });
    }
  }
  await insertAliases(tx, registry, merged);
  await replaceAnomalies(
    tx,
    registry,
    issuers.map(issuer => placeOf(issuer.canonicalKey)),
    anomalies,
  );
  await mergeDuplicateRows(tx, registry, ids);
  return [...new Set(merged.map(duplicate => duplicate.issuerId))];
}

/** The issuers whose filings a batch loads. */
function idsOfRead(issuers: Batch['issuers']): string[] {
  return issuers.filter(issuer => issuer.filingsCount > 0).map(issuer => issuer.issuerId);
}

function placeOf(canonicalKey: string): string {
  return `twins/${canonicalKey}`;
}
