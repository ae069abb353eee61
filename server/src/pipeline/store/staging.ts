import type { Readable } from 'node:stream';
import { copyLine, type Database, sql, type Transaction } from '../../db/database.ts';

/** One line of COPY text for {@link stagePieces}. */
export function pieceLine(bulk: string, issuerKey: string, part: string, sequence: number, text: string): string {
  return copyLine([bulk, issuerKey, part, sequence, text]);
}

/**
 * Waits for any process that stages the same bulk file, and locks it for this transaction. Returns whether the file is
 * already staged.
 */
export async function claimStaging(tx: Transaction, bulk: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${bulk}, ${LOCK_SEED}))`);
  return isStaged(tx, bulk);
}

/** Whether all pieces of a bulk file are staged: the mark is set in the same transaction. */
export async function isStaged(db: Database, bulk: string): Promise<boolean> {
  const row = await db.queryOne(sql`
    select 1 from staged_pieces where bulk = ${bulk} and issuer_key = '' and part = '' and sequence = 0`);
  return row !== null;
}

/** Loads all pieces of a bulk file and marks it as staged. */
export async function stagePieces(tx: Transaction, bulk: string, lines: Readable): Promise<void> {
  await tx.execute(sql`delete from staged_pieces where bulk = ${bulk}`);
  await tx.copy('staged_pieces', ['bulk', 'issuer_key', 'part', 'sequence', 'text'], lines);
  await tx.copy('staged_pieces', ['bulk', 'issuer_key', 'part', 'sequence', 'text'], [pieceLine(bulk, '', '', 0, '')]);
}

/** The issuers that a bulk file has pieces of, in order. */
export async function stagedIssuers(db: Database, bulk: string): Promise<string[]> {
  const rows = await db.query<{ issuer_key: string }>(sql`
    select distinct issuer_key from staged_pieces where bulk = ${bulk} and issuer_key <> '' order by issuer_key`);
  return rows.map(row => row.issuer_key);
}

/** One issuer's share of every table of a bulk file. */
export async function readStaged(
  db: Database,
  bulk: string,
  issuerKey: string,
): Promise<{ part: string; text: string }[]> {
  return db.query(sql`
    select part, string_agg(text, '' order by sequence) as text from staged_pieces
    where bulk = ${bulk} and issuer_key = ${issuerKey} group by part order by part`);
}

/** Deletes staged pieces once no run is unfinished. */
export async function clearStaging(db: Database): Promise<void> {
  await db.execute(sql`
    delete from staged_pieces where not exists (select from runs where finished_at is null)`);
}

const LOCK_SEED = 7_203_115;
