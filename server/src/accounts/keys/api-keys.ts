import { createHash, randomBytes } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';
import { type Account, type Plan, SCOPES, type Scope } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';

/** The prefix of every API key; OAuth access tokens do not have it. */
export const KEY_PREFIX = 'afk_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 10;

/** Properties of a new key. */
export interface KeyOptions {
  email: string;
  plan: Plan;
  name: string;
  /** ISO 8601 instant; null = never. */
  expiresAt?: string | null;
  /** Defaults to all scopes. */
  scopes?: readonly Scope[];
}

/** A new key; the secret is shown once. */
export interface CreatedKey {
  key: string;
  keyId: string;
  accountId: string;
  expiresAt: string | null;
}

/** The SHA-256 digest that is stored in place of a key. */
export function digestOfKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Generates a key, with the digest and the hint that are stored for it. */
export function createKeySecret(): { key: string; digest: Buffer; hint: string } {
  const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, digest: digestOfKey(key), hint: key.slice(0, HINT_CHARACTERS) };
}

/**
 * Creates a key for the account of an email address. Creates the account if it does not exist, and sets its plan to
 * `plan` otherwise.
 */
export async function createKey(db: Database, options: KeyOptions): Promise<CreatedKey> {
  const { key, digest, hint } = createKeySecret();
  const expiresAt = options.expiresAt ?? null;
  const email = options.email.trim().toLowerCase();
  return db.transaction(async tx => {
    const before = await tx.queryOne<{ plan: Plan }>(sql`select plan from accounts where email = ${email} for update`);
    const account = await tx.queryOne<{ account_id: string }>(sql`
      insert into accounts (email, plan) values (${email}, ${options.plan})
      on conflict (email) do update set plan = excluded.plan
      returning account_id`);
    const row = await tx.queryOne<{ key_id: string }>(sql`
      insert into api_keys (account_id, name, digest, hint, expires_at, scopes)
      values (${account?.account_id}, ${options.name}, ${digest}, ${hint}, ${expiresAt},
        ${[...(options.scopes ?? SCOPES)]})
      returning key_id`);
    if (!account || !row) throw new Error('an insert returned no row');
    if (before === null) await recordAudit(tx, account.account_id, 'account_created');
    else if (before.plan !== options.plan) {
      const details = { planBefore: before.plan, planAfter: options.plan };
      await recordAudit(tx, account.account_id, 'plan_changed', details);
    }
    await recordAudit(tx, account.account_id, 'key_created', { id: row.key_id, name: options.name });
    return { key, keyId: row.key_id, accountId: account.account_id, expiresAt };
  });
}

/** Revokes a key; false if the key does not exist or is already revoked. */
export async function revokeKey(db: Database, keyId: string, now: Date): Promise<boolean> {
  return db.transaction(async tx => {
    const revoked = await tx.queryOne<{ account_id: string; name: string }>(sql`
      update api_keys set revoked_at = ${now.toISOString()} where key_id = ${keyId} and revoked_at is null
      returning account_id, name`);
    if (revoked === null) return false;
    await recordAudit(tx, revoked.account_id, 'key_revoked', { id: keyId, name: revoked.name });
    return true;
  });
}

/** A key that was not revoked when it was read. */
export interface KnownKey {
  keyId: string;
  account: Account;
  scopes: readonly Scope[];
  /** Milliseconds since 1970, null = never. */
  expiresAtMs: number | null;
}

/** Finds a key by its digest; null if it is unknown or revoked. Records the use, at most once a minute. */
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
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) > USE_RECORDED_EVERY_MS) {
    await recordUse(db, row.key_id, now);
  }
  return {
    keyId: row.key_id,
    account: { accountId: row.account_id, email: row.email, plan: row.plan },
    scopes: row.scopes,
    expiresAtMs: row.expires_at === null ? null : Date.parse(row.expires_at),
  };
}

const USE_RECORDED_EVERY_MS = 60_000;

async function recordUse(db: Database, keyId: string, now: Date): Promise<void> {
  await db.execute(sql`update api_keys set last_used_at = ${now.toISOString()} where key_id = ${keyId}`);
}
