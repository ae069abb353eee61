import { type Database, empty, sql, type Transaction } from '../../../../db/database.ts';
import type { PersonKind } from '../model/person.ts';

/** A merge of two persons. */
export interface StoredMerge {
  mergeId: string;
  keptId: string;
  keptName: string;
  absorbedId: string;
  absorbedName: string;
  kind: PersonKind;
  rule: string;
  evidence: string;
  state: 'active' | 'undone';
  madeAt: string;
}

const MERGE_COLUMNS = sql`
  m.merge_id as "mergeId", m.kept_id as "keptId", k.name as "keptName", m.absorbed_id as "absorbedId",
  a.name as "absorbedName", k.kind, m.rule, m.evidence, m.state, m.made_at as "madeAt"`;
const MERGE_JOINS = sql`join persons k on k.person_id = m.kept_id join persons a on a.person_id = m.absorbed_id`;

/** Merges, newest first; only those of one person if an id prefix is given. */
export async function listMerges(db: Database, prefix: string | null, limit: number): Promise<StoredMerge[]> {
  const ofPerson = prefix === null ? empty : sql`where ${prefix} in (k.id_prefix, a.id_prefix)`;
  return db.query<StoredMerge>(sql`
    select ${MERGE_COLUMNS} from person_merges m ${MERGE_JOINS} ${ofPerson}
    order by m.merge_id desc limit ${limit}::integer`);
}

/**
 * Undoes a merge permanently: no rule repeats it. Marks the issuers of both persons for gathering. Null if the merge
 * does not exist.
 */
export async function undoMerge(tx: Transaction, mergeId: string): Promise<StoredMerge | null> {
  await tx.execute(sql`
    update person_merges set state = 'undone', changed_at = case when state = 'undone' then changed_at else now() end
    where merge_id = ${mergeId}`);
  const merge = await tx.queryOne<StoredMerge>(sql`
    select ${MERGE_COLUMNS} from person_merges m ${MERGE_JOINS} where m.merge_id = ${mergeId}`);
  if (merge === null) return null;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct issuer_id from person_roles
    where person_id in (${merge.keptId}::uuid, ${merge.absorbedId}::uuid) order by issuer_id`);
  return merge;
}
