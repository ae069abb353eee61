import { createHash } from 'node:crypto';
import { type Sql, sql, type Transaction } from '../../../db/database.ts';

/** The key of a row of `filings`. */
export interface FilingKey {
  issuerId: string;
  registry: string;
  nativeId: string;
}

/** Keys as a table `filing (issuer_id, registry, native_id)`. */
export function filingsOf(keys: readonly FilingKey[]): Sql {
  return sql`unnest(${keys.map(key => key.issuerId)}::bigint[], ${keys.map(key => key.registry)}::text[],
    ${keys.map(key => key.nativeId)}::text[]) as filing (issuer_id, registry, native_id)`;
}

/** A key as text, for use in maps. */
export function nameOfFiling({ issuerId, registry, nativeId }: FilingKey): string {
  return `${issuerId} ${registry} ${nativeId}`;
}

/** The digest of what is stored, by which an unchanged entry is recognised. */
export function digestOfStored(...stored: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(stored)).digest('hex');
}

/**
 * Selects the entries whose digest differs from the one stored in `table` (issuer_id, registry, native_id, digest). A digest
 * of null means that no row should be stored.
 */
export async function changedAgainst<T extends FilingKey>(
  tx: Transaction,
  table: Sql,
  filed: readonly T[],
  digestOf: (entry: T) => string | null,
): Promise<T[]> {
  if (filed.length === 0) return [];
  const rows = await tx.query<FilingKey & { digest: string }>(sql`
    select issuer_id as "issuerId", registry, native_id as "nativeId", stored.digest
    from ${filingsOf(filed)} join ${table} as stored using (issuer_id, registry, native_id)`);
  const stored = new Map(rows.map(row => [nameOfFiling(row), row.digest]));
  return filed.filter(entry => (stored.get(nameOfFiling(entry)) ?? null) !== digestOf(entry));
}

/** Deletes the rows of some filings from tables with the columns of a key. */
export async function deleteOfFilings(
  tx: Transaction,
  tables: readonly Sql[],
  keys: readonly FilingKey[],
): Promise<void> {
  for (const table of tables) {
    await tx.execute(sql`
      delete from ${table} as old using ${filingsOf(keys)}
      where old.issuer_id = filing.issuer_id and old.registry = filing.registry and old.native_id = filing.native_id`);
  }
}

/** Adds when each filing became known (an instant) and its filing date. Throws if a filing is not stored. */
export async function withDates<T extends FilingKey>(
  tx: Transaction,
  filed: readonly T[],
): Promise<(T & { knownAt: string; filingDate: string })[]> {
  const rows = await tx.query<FilingKey & { knownAt: string; filingDate: string }>(sql`
    select issuer_id as "issuerId", registry, native_id as "nativeId", g.known_at as "knownAt", g.filing_date as "filingDate"
    from ${filingsOf(filed)} join filings g using (issuer_id, registry, native_id)`);
  const dates = new Map(rows.map(row => [nameOfFiling(row), row]));
  return filed.map(entry => {
    const found = dates.get(nameOfFiling(entry));
    if (found === undefined) throw new Error(`Filing ${nameOfFiling(entry)} is not stored.`);
    return { ...entry, knownAt: found.knownAt, filingDate: found.filingDate };
  });
}

/**
 * An update of the reports `table` of issuers whose filings have other dates than when they were stored; returns the key and the
 * new `known_at` of each.
 */
export function redated(table: Sql, issuerIds: readonly string[]): Sql {
  return sql`
    update ${table} r set known_at = g.known_at, filing_date = g.filing_date
    from filings g
    where r.issuer_id = any(${[...issuerIds]}::bigint[])
      and g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
      and (r.known_at, r.filing_date) is distinct from (g.known_at, g.filing_date)
    returning r.issuer_id, r.registry, r.native_id, r.known_at`;
}
