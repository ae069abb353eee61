import { type Database, type Sql, sql, type Transaction } from '../../../db/database.ts';
import { type FilingKey, filingsOf } from './filing-keys.ts';

/** What a subject reads out of the text of filings, and the version of the rules that read it. All members are literal SQL. */
export interface TextReadings {
  subject: string;
  /** Of the current rules: a whole number. */
  rulesVersion: string;
  /** Rows issuer_id, registry, native_id, rules_version. */
  readings: Sql;
  /** Rows issuer_id, registry, native_id, key, said: `key` identifies a record within its filing, `said` is what it states. */
  records: Sql;
}

/** Lists the native ids of a registry's filings that rules of another version read. */
export async function listOutdatedFilings(
  db: Database,
  subjects: readonly TextReadings[],
  registry: string,
): Promise<Set<string>> {
  const outdated = new Set<string>();
  for (const { readings, rulesVersion } of subjects) {
    const rows = await db.query<{ native_id: string }>(sql`
      select native_id from (${readings}) r
      where r.registry = ${registry} and r.rules_version is distinct from ${rulesVersion}`);
    for (const row of rows) outdated.add(row.native_id);
  }
  return outdated;
}

/** Keeps what other rules read of some filings. Call it before their readings are replaced. */
export async function keepFormerReadings(
  tx: Transaction,
  { subject, rulesVersion, readings, records }: TextReadings,
  filings: readonly FilingKey[],
): Promise<void> {
  if (filings.length === 0) return;
  await tx.execute(sql`
    insert into former_readings (issuer_id, registry, native_id, subject, rules_version, records)
    select r.issuer_id, r.registry, r.native_id, ${subject}, r.rules_version, coalesce((
      select jsonb_agg(jsonb_build_object('key', s.key, 'said', s.said) order by s.key, s.said) from (${records}) s
      where s.issuer_id = r.issuer_id and s.registry = r.registry and s.native_id = r.native_id), '[]')
    from ${filingsOf(filings)} join (${readings}) r using (issuer_id, registry, native_id)
    where r.rules_version <> ${rulesVersion}
    on conflict do nothing`);
}

/** A record that rules of two versions read differently. */
export interface RuleChange {
  subject: string;
  change: 'added' | 'gone' | 'changed';
  canonical_key: string;
  registry: string;
  native_id: string;
  /** Version of the rules that read the filing before. */
  since_version: string;
  key: string;
  /** Null if added. */
  before: string | null;
  /** Null if gone. */
  after: string | null;
}

/**
 * Compares the stored records of filings with those that rules of `since`, or of the first version after it, had read. Filings that
 * no earlier rules read are left out.
 */
export function listRuleChanges(
  db: Database,
  { subject, records }: TextReadings,
  since: number,
  registry: string | null,
): Promise<RuleChange[]> {
  return db.query<RuleChange>(sql`
    with former as materialized (
      select distinct on (issuer_id, registry, native_id) issuer_id, registry, native_id, rules_version, records
      from former_readings
      where subject = ${subject} and rules_version ~ '^[0-9]{1,9}$' and rules_version::integer >= ${since}::integer
        and (${registry}::text is null or registry = ${registry})
      order by issuer_id, registry, native_id, rules_version::integer
    ), old as (
      select issuer_id, registry, native_id, one ->> 'key' as key, one ->> 'said' as said,
        row_number() over (partition by issuer_id, registry, native_id, one ->> 'key' order by one ->> 'said') as place
      from former, jsonb_array_elements(records) as one
    ), new as (
      select issuer_id, registry, native_id, s.key, s.said,
        row_number() over (partition by issuer_id, registry, native_id, s.key order by s.said) as place
      from former join (${records}) s using (issuer_id, registry, native_id)
    )
    select ${subject}::text as subject, i.canonical_key, registry, native_id, former.rules_version as since_version, key,
      old.said as before, new.said as after,
      case when old.key is null then 'added' when new.key is null then 'gone' else 'changed' end as change
    from old full join new using (issuer_id, registry, native_id, key, place)
      join former using (issuer_id, registry, native_id)
      join issuers i using (issuer_id)
    where old.said is distinct from new.said
    order by i.canonical_key collate "C", registry collate "C", native_id collate "C", key collate "C", place`);
}
