import { raw, sql, type Transaction } from '../../db/database.ts';
import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { markChanged } from '../../domain/filings/issuers/store/issuers.ts';

/**
 * Deletes a filing of an issuer with everything that was read from its documents (sources `{kind}/{id}`), whose figures are to be computed again
 * in the same transaction. Does nothing if there is no such filing.
 */
export async function removeFiling(
  tx: Transaction,
  registry: string,
  canonicalKey: string,
  nativeId: string,
): Promise<void> {
  const filing = await tx.queryOne<{ issuer_id: string }>(sql`
    select issuer_id from issuers join issuer_statements using (issuer_id)
    where canonical_key = ${canonicalKey} and registry = ${registry} and source = ${FILING_SOURCE + nativeId}`);
  if (filing === null) return;
  const issuerId = filing.issuer_id;
  const source = FILING_SOURCE + nativeId;
  await tx.execute(sql`
    insert into people_changes (issuer_id)
    select distinct issuer_id from role_statements
    where owner_id = ${issuerId} and registry = ${registry} and source = ${source} and issuer_id is not null`);
  await tx.execute(sql`
    delete from section_passages p using filing_sections s
    where s.issuer_id = ${issuerId} and s.registry = ${registry} and s.native_id = ${nativeId}
      and p.issuer_id = s.issuer_id and p.section_id = s.section_id`);
  await tx.execute(sql`
    delete from anomalies a using issuer_statements s, jsonb_array_elements(s.documents::jsonb) as document
    where s.issuer_id = ${issuerId} and s.registry = ${registry} and s.source = ${source}
      and a.registry = s.registry and a.source = document ->> 'url'`);
  await tx.execute(sql`delete from tallies where registry = ${registry} and source = ${source}`);
  const ofSource = sql`substr(source, strpos(source, '/') + 1) = ${nativeId}`;
  for (const { name, owner, key } of await tablesOfFilings(tx)) {
    const inRegistry = key.includes('registry') ? sql`and registry = ${registry}` : sql``;
    const ofFiling = key.includes('native_id') ? sql`native_id = ${nativeId}` : ofSource;
    await tx.execute(sql`
      delete from ${raw(`"${name}"`)} where ${raw(owner)} = ${issuerId} and ${ofFiling} ${inRegistry}`);
  }
  await markChanged(tx, [issuerId]);
}

/** The tables with rows of single filings, by their id or by the name of their source, and those columns. */
async function tablesOfFilings(tx: Transaction): Promise<{ name: string; owner: string; key: string[] }[]> {
  const rows = await tx.query<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attname in ('owner_id', 'issuer_id', 'registry', 'native_id', 'source')
    group by c.relname order by c.relname`);
  return rows.flatMap(({ name, columns }) => {
    const owner = ['owner_id', 'issuer_id'].find(column => columns.includes(column));
    const key = columns.filter(column => column !== owner && column !== 'issuer_id');
    const isKept = name === 'filing_aliases' || owner === undefined;
    return isKept || !(key.includes('native_id') || key.includes('source')) ? [] : [{ name, owner, key }];
  });
}
