import { sql, type Transaction } from '../../../db/database.ts';
import { toStorableText } from '../../../db/encode-text.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';
import { changedAgainst, digestOfStored, type FilingKey } from '../../kit/store/filing-keys.ts';
import { keepFormerReadings, type TextReadings } from '../../kit/store/readings.ts';
import type { SupplyReading } from './model.ts';
import { SUPPLY_CHAIN_RULES_VERSION } from './rules/read-supply-chain.ts';

/** The statements of a filing about customers and suppliers, encoded for storage. */
export interface EncodedSupplyReading extends FilingKey {
  /** Null if there was nothing to read. */
  digest: string | null;
  rulesVersion: string;
  rows: { nameKey: string | null; statement: string }[];
}

export const SUPPLY_READINGS: TextReadings = {
  subject: 'supply-chain',
  rulesVersion: SUPPLY_CHAIN_RULES_VERSION,
  readings: sql`select issuer_id, registry, native_id, rules_version from supply_readings`,
  records: sql`
    select issuer_id, registry, native_id,
      concat_ws(' ', one ->> 'concentrationType', coalesce(one ->> 'nameAsFiled', one ->> 'label')) as key,
      concat_ws(' · ', (one ->> 'concentrationPct') || ' %', one ->> 'concentrationBase', one ->> 'periodEnd') as said
    from (select issuer_id, registry, native_id, statement::jsonb as one from supply_statements) as stated`,
};

/** Part of every digest. Raise it when the stored form changes, so that readings are stored again. */
const STORED_FORM = 1;

export function encodeSupplyReading(
  { isRead, statements }: SupplyReading,
  filing: FilingKey,
  rulesVersion: string,
): EncodedSupplyReading {
  const rows = statements.map(statement => ({
    nameKey: statement.nameAsFiled === null ? null : toStorableText(nameKey(statement.nameAsFiled)),
    statement: JSON.stringify(statement, (_, value: unknown) =>
      typeof value === 'string' ? toStorableText(value) : value,
    ),
  }));
  const digest = digestOfStored(STORED_FORM, rulesVersion, rows);
  return { ...filing, digest: isRead ? digest : null, rulesVersion, rows: isRead ? rows : [] };
}

/** Replaces the readings of filings. Unchanged readings are not rewritten. Returns the number of changed readings. */
export async function replaceSupplyReadings(
  tx: Transaction,
  readings: readonly EncodedSupplyReading[],
): Promise<number> {
  const changed = await changedAgainst(tx, sql`supply_readings`, readings, reading => reading.digest);
  await keepFormerReadings(tx, SUPPLY_READINGS, changed);
  for (const one of changed) await replaceReading(tx, one);
  return changed.length;
}

async function replaceReading(tx: Transaction, reading: EncodedSupplyReading): Promise<void> {
  const { issuerId, registry, nativeId, digest, rulesVersion, rows } = reading;
  for (const table of [sql`supply_statements`, sql`supply_readings`]) {
    await tx.execute(sql`
      delete from ${table} where issuer_id = ${issuerId} and registry = ${registry} and native_id = ${nativeId}`);
  }
  if (digest === null) return;
  await tx.execute(sql`
    insert into supply_readings (issuer_id, registry, native_id, digest, rules_version, statements_count)
    values (${issuerId}, ${registry}, ${nativeId}, ${digest}, ${rulesVersion}, ${rows.length})
    on conflict (issuer_id, registry, native_id) do update set
      digest = excluded.digest, rules_version = excluded.rules_version, statements_count = excluded.statements_count`);
  await tx.execute(sql`
    insert into supply_statements (issuer_id, registry, native_id, place, name_key, statement)
    select ${issuerId}::bigint, ${registry}::text, ${nativeId}::text, place - 1, name_key, statement
    from unnest(${rows.map(row => row.nameKey)}::text[], ${rows.map(row => row.statement)}::text[])
      with ordinality as row (name_key, statement, place)
    on conflict (issuer_id, registry, native_id, place) do update set
      name_key = excluded.name_key, statement = excluded.statement`);
}
