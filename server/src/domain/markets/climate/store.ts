import { createHash } from 'node:crypto';
import { copyLine, sql, type Transaction } from '../../../db/database.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';
import type { StatedTarget } from './model.ts';

const COLUMNS = [
  'source',
  'target_digest',
  'first_vintage',
  'last_vintage',
  'company_name',
  'name_key',
  'lei',
  'country_code',
  'near_term_status',
  'near_term_classification',
  'near_term_target_year',
  'net_zero_status',
  'net_zero_year',
  'target_text',
  'status_date',
  'status_reason',
] as const;

/**
 * Writes a publisher's lists of climate targets in any order. Returns the number of rows that are new or newly found in a list
 * of that date.
 */
export async function upsertClimateTargets(
  tx: Transaction,
  source: string,
  targets: readonly StatedTarget[],
): Promise<number> {
  let changed = 0;
  for (const [vintage, own] of Map.groupBy(targets, target => target.vintage)) {
    await tx.execute(sql`
      insert into climate_vintages as kept (source, vintage, targets_count, is_fictional)
      values (${source}, ${vintage}, ${own.length}, ${own.every(isFictional)})
      on conflict (source, vintage) do update set
        targets_count = excluded.targets_count, is_fictional = excluded.is_fictional
      where (kept.targets_count, kept.is_fictional) is distinct from (excluded.targets_count, excluded.is_fictional)`);
    changed += await upsertList(tx, source, own);
  }
  return changed;
}

/** The sample marks its companies by their names. */
function isFictional({ companyName }: StatedTarget): boolean {
  return companyName.endsWith('(fictional)');
}

async function upsertList(tx: Transaction, source: string, targets: readonly StatedTarget[]): Promise<number> {
  const byDigest = new Map(targets.map(target => [digestOf(target), target]));
  await tx.execute(sql`
    create temporary table if not exists incoming_targets (like climate_targets) on commit delete rows`);
  const lines = [...byDigest].map(([digest, one]) =>
    copyLine([
      source,
      digest,
      one.vintage,
      one.vintage,
      one.companyName,
      nameKey(one.companyName),
      one.lei,
      one.countryCode,
      one.nearTermStatus,
      one.nearTermClassification,
      one.nearTermTargetYear,
      one.netZeroStatus,
      one.netZeroYear,
      one.targetText,
      one.statusDate,
      one.statusReason,
    ]),
  );
  await tx.copy('incoming_targets', COLUMNS, lines);
  const changed = await tx.execute(sql`
    insert into climate_targets as kept select * from incoming_targets order by target_digest
    on conflict (source, target_digest) do update set
      first_vintage = least(kept.first_vintage, excluded.first_vintage),
      last_vintage = greatest(kept.last_vintage, excluded.last_vintage)
    where excluded.first_vintage < kept.first_vintage or excluded.last_vintage > kept.last_vintage`);
  await tx.execute(sql`delete from incoming_targets`);
  const isins = [...byDigest].flatMap(([digest, { isins }]) => isins.map(isin => ({ isin, digest })));
  await tx.execute(sql`
    insert into climate_target_isins (isin, source, target_digest)
    select isin, ${source}, digest from json_to_recordset(${JSON.stringify(isins)}::json) as row (isin text, digest text)
    order by isin, digest on conflict do nothing`);
  return changed;
}

/** Digest of everything a row states, except the date of the list. */
function digestOf({ vintage: _vintage, ...stated }: StatedTarget): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(stated).sort()))
    .digest('base64url')
    .slice(0, 22);
}
