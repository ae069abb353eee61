import { createHash, randomBytes } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';
import { type Account, type Plan, SCOPES, type Scope } from '../account.ts';

/** What every key begins with; tokens of OAuth clients do not. */
export const KEY_PREFIX = 'afk_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 10;

/** What is asked for a new key. */
export interface KeyOptions {
  email: string;
  plan: Plan;
  name: string;
  /** ISO 8601 instant from which the key is refused, null = never. */
  expiresAt?: string | null;
  /** What the key may do; by default all that its account may. */
  scopes?: readonly Scope[];
}

/** A key as it is shown, once, to whom it was made for. */
export interface CreatedKey {
  key: string;
  keyId: string;
  accountId: string;
  expiresAt: string | null;
}

/** The SHA-256 digest under which a key is kept; the key itself is kept nowhere. */
export function digestOfKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** A secret as keys are made of, and what is kept of it. */
export function createKeySecret(): { key: string; digest: Buffer; hint: string } {
  const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, digest: digestOfKey(key), hint: key.slice(0, HINT_CHARACTERS) };
}

/**
 * Makes a key for the account of an email address; the account is made when there is none, and set to `plan` when it
 * has another one.
 */
export async function createKey(db: Database, wanted: KeyOptions): Promise<CreatedKey> {
  const { key, digest, hint } = createKeySecret();
  const expiresAt = wanted.expiresAt ?? null;
  return db.transaction(async tx => {
    const account = await tx.queryOne<{ account_id: string }>(sql`
      insert into accounts (email, plan) values (${wanted.email.trim().toLowerCase()}, ${wanted.plan})
      on conflict (email) do update set plan = excluded.plan
      returning account_id`);
    const row = await tx.queryOne<{ key_id: string }>(sql`
      insert into api_keys (account_id, name, digest, hint, expires_at, scopes)
      values (${account?.account_id}, ${wanted.name}, ${digest}, ${hint}, ${expiresAt},
        ${[...(wanted.scopes ?? SCOPES)]})
      returning key_id`);
    if (!account || !row) throw new Error('an insert returned no row');
    return { key, keyId: row.key_id, accountId: account.account_id, expiresAt };
  });
}

/** Refuses a key from now on; false where there is no such key, or it was revoked before. */
export async function revokeKey(db: Database, keyId: string, now: Date): Promise<boolean> {
  const revoked = await db.execute(sql`
    update api_keys set revoked_at = ${now.toISOString()} where key_id = ${keyId} and revoked_at is null`);
  return revoked > 0;
}

/** A key that is good to call with, as of the moment it was read. */
export interface KnownKey {
  keyId: string;
  account: Account;
  scopes: readonly Scope[];
  /** Milliseconds since 1970, null = never. */
  expiresAtMs: number | null;
}

/** The key of a digest, null where it is unknown or revoked. Notes the use, at most once a minute. */
export async function findKey(db: Database, digest: Buffer, now: Date): Promise<KnownKey | null> {
  const row = await db.queryOne<{
    key_id: string;
    account_id: string;
    email: string;
    plan: Plan;
    expires_at: string | null;
    last_used_at: string | null;
    scopes: Scope[];
  }>(sql`
    select k.key_id, k.account_id, a.email, a.plan, k.expires_at, k.last_used_at, k.scopes
    from api_keys k join accounts a using (account_id)
    where k.digest = ${digest} and k.revoked_at is null`);
  if (!row) return null;
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) > USE_NOTED_EVERY_MS) {
    await noteUse(db, row.key_id, now);
  }
  return {
    keyId: row.key_id,
    account: { accountId: row.account_id, email: row.email, plan: row.plan },
    scopes: row.scopes,
    expiresAtMs: row.expires_at === null ? null : Date.parse(row.expires_at),
  };
}

const USE_NOTED_EVERY_MS = 60_000;

async function noteUse(db: Database, keyId: string, now: Date): Promise<void> {
  await db.execute(sql`update api_keys set last_used_at = ${now.toISOString()} where key_id = ${keyId}`);
}
