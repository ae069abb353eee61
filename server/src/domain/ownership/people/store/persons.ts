import { type Database, empty, sql, type Transaction } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { idPrefix, type PersonKind } from '../model/person.ts';

/** A person as a source names them. */
export interface NamedPerson {
  scheme: string;
  identifier: string;
  /** Given name first if the order can be determined. */
  name: string;
  nameAsFiled: string;
  /** Other spellings of the name in filings. */
  otherNames?: readonly string[];
  kind: PersonKind;
  /** When the name became known to the public. */
  knownAt: Instant;
  /** Id of the filing that states the name. */
  namedBy: string;
}

/** Two ids share their first eight digits once in four thousand million pairs. */
const MAX_TRIES = 8;

/** The key of a person in the result of {@link claimPersons}. */
export function personKey({ scheme, identifier }: Pick<NamedPerson, 'scheme' | 'identifier'>): string {
  return `${scheme}:${identifier}`;
}

/**
 * Returns the ids of persons by {@link personKey}, creating missing persons. The newest source determines the name;
 * every name as filed is kept. Unchanged rows are not written.
 */
export async function claimPersons(tx: Transaction, named: readonly NamedPerson[]): Promise<Map<string, string>> {
  const newest = new Map<string, NamedPerson>();
  for (const one of named.toSorted(byAge)) newest.set(personKey(one), one);
  // Sorted, so that transactions that name the same persons never deadlock.
  const wanted = [...newest.values()].sort((a, b) => compareText(personKey(a), personKey(b)));
  const ids = await findPersons(tx, wanted);
  for (let tried = 0; ids.size < wanted.length; tried++) {
    if (tried === MAX_TRIES) throw new Error('Could not assign unique ids to persons.');
    const missing = wanted.filter(person => !ids.has(personKey(person)));
    await insertPersons(tx, missing, tried);
    for (const [key, id] of await findPersons(tx, missing)) ids.set(key, id);
  }
  await renamePersons(tx, wanted, ids);
  await insertNames(tx, named, ids);
  return ids;
}

function byAge(a: NamedPerson, b: NamedPerson): number {
  return compareText(a.knownAt, b.knownAt) || compareText(a.namedBy, b.namedBy);
}

async function findPersons(tx: Transaction, wanted: readonly NamedPerson[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ scheme: string; identifier: string; person_id: string }>(sql`
    select scheme, identifier, person_id
    from unnest(${wanted.map(person => person.scheme)}::text[], ${wanted.map(person => person.identifier)}::text[])
      as wanted (scheme, identifier)
    join person_identifiers using (scheme, identifier)`);
  return new Map(rows.map(row => [personKey(row), row.person_id]));
}

/** Retries with another id if the first eight digits of an id are taken. */
async function insertPersons(tx: Transaction, missing: readonly NamedPerson[], tried: number): Promise<void> {
  const rows = missing.map(({ scheme, identifier, ...stated }) => {
    const personId = uuidV5(tried === 0 ? `${scheme}:${identifier}` : `${scheme}:${identifier}#${tried}`);
    return { ...stated, scheme, identifier, personId, prefix: idPrefix(personId) };
  });
  await tx.execute(sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (scheme text, identifier text, name text,
        kind text, "knownAt" timestamptz, "namedBy" text, "personId" uuid, prefix text)
    ), added as (
      insert into persons (person_id, id_prefix, name, kind, named_at, named_by)
      select "personId", prefix, name, kind, "knownAt", "namedBy" from wanted on conflict do nothing returning person_id
    )
    insert into person_identifiers (scheme, identifier, person_id)
    select scheme, identifier, "personId" from wanted join added on added.person_id = "personId"
    on conflict do nothing`);
}

async function renamePersons(
  tx: Transaction,
  wanted: readonly NamedPerson[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = wanted.map(person => ({ ...person, personId: ids.get(personKey(person)) }));
  await tx.execute(sql`
    with stated as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as row ("personId" uuid, name text, kind text, "knownAt" timestamptz, "namedBy" text)
    ), changed as (
      select p.person_id from persons p join stated on "personId" = p.person_id
      where ("knownAt", "namedBy" collate "C") >= (p.named_at, p.named_by collate "C")
        and (stated.name, stated.kind, "knownAt", "namedBy") is distinct from (p.name, p.kind, p.named_at, p.named_by)
      order by p.person_id for update of p
    )
    update persons p set name = stated.name, kind = stated.kind, named_at = "knownAt", named_by = "namedBy"
    from stated join changed on changed.person_id = "personId" where p.person_id = "personId"`);
}

async function insertNames(
  tx: Transaction,
  named: readonly NamedPerson[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = named.flatMap(({ nameAsFiled, otherNames = [], ...person }) => {
    const personId = ids.get(personKey(person));
    return [nameAsFiled, ...otherNames].map(name => ({ personId, name, key: nameKey(name) }));
  });
  await tx.execute(sql`
    insert into person_names (person_id, name, name_key)
    select distinct "personId", name, key
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("personId" uuid, name text, key text)
    order by "personId", name on conflict do nothing`);
}

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
