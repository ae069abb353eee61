import { type Database, sql, type Transaction } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Access, Credential, Scope } from '../account.ts';
import { WEB_CLIENT_ID } from '../oauth/web-client.ts';
import { createKeySecret } from './api-keys.ts';

/** Keys that an account may have at a time. */
export const MAX_KEYS = 100;
const REVOKED_KEPT_DAYS = 90;

/** A key as its account sees it. Instants are ISO 8601. */
export interface AccountKey {
  keyId: string;
  name: string;
  /** Its first characters. */
  hint: string;
  scopes: readonly Scope[];
  /** The OAuth client that asked for it; null = none did. */
  clientId: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** From then on it is refused; null = never. */
  expiresAt: string | null;
}

interface KeyRow {
  key_id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  client_id: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

/** Keys of an account that were not revoked, the newest first. */
export async function listAccountKeys(db: Database, accountId: string): Promise<AccountKey[]> {
  const rows = await db.query<KeyRow>(sql`
    select key_id, name, hint, scopes, client_id, created_at, last_used_at, expires_at
    from api_keys where account_id = ${accountId} and revoked_at is null
    order by created_at desc, key_id`);
  return rows.map(toOwnKey);
}

export interface KeyRequest {
  name: string;
  /** ISO 8601 instant in the future; null = as long as the credential that asks. */
  expiresAt: string | null;
  /** Null = all that the credential that asks has. */
  scopes: readonly Scope[] | null;
}

/**
 * Makes a key for the account of a credential, which may do no more, and for no longer, than that credential where it is
 * a key; an app's keys end when it is disconnected. Throws `forbidden` where more is asked for, `conflict` where the
 * account has as many keys as it may.
 */
export async function createAccountKey(
  db: Database,
  { account: { accountId }, credential }: Access,
  wanted: KeyRequest,
  now: Date,
): Promise<AccountKey & { key: string }> {
  const scopes = wanted.scopes ?? credential.scopes;
  const missing = scopes.find(scope => !credential.scopes.includes(scope));
  if (missing !== undefined) {
    throw new AsfiledError('forbidden', `A key can do no more than what asks for it, which may not ${missing}.`, {
      scope_required: missing,
    });
  }
  // Keys work at every resource: a token for one of them must not get around that.
  if (credential.resource !== null && credential.resource !== '/') {
    throw new AsfiledError('forbidden', `A token for ${credential.resource} alone makes no keys.`);
  }
  const secret = createKeySecret();
  return db.transaction(async tx => {
    await tx.execute(sql`select from accounts where account_id = ${accountId} for update`);
    const { expiresAt, clientId } = await boundsOf(tx, credential, wanted.expiresAt);
    const held = await tx.queryOne<{ keys: number }>(sql`
      select count(*)::integer as keys from api_keys
      where account_id = ${accountId} and revoked_at is null
        and (expires_at is null or expires_at > ${now.toISOString()})`);
    if ((held?.keys ?? 0) >= MAX_KEYS) {
      throw new AsfiledError('conflict', `This account has ${MAX_KEYS} keys, the most there may be; revoke one first.`);
    }
    const row = await tx.queryOne<KeyRow>(sql`
      insert into api_keys (account_id, name, digest, hint, expires_at, scopes, client_id, created_at)
      values (${accountId}, ${wanted.name}, ${secret.digest}, ${secret.hint}, ${expiresAt}, ${[...scopes]},
        ${clientId}, ${now.toISOString()})
      returning key_id, name, hint, scopes, client_id, created_at, last_used_at, expires_at`);
    if (row === null) throw new Error('an insert returned no row');
    return { ...toOwnKey(row), key: secret.key };
  });
}

interface Bounds {
  /** ISO 8601 instant; null = never. */
  expiresAt: string | null;
  /** The app that the key ends with. */
  clientId: string | null;
}

/**
 * A key ends with the key that asked for it at the latest, and with the app that asked for that; tokens are short-lived
 * and say nothing of how long their grant is good.
 */
async function boundsOf(tx: Transaction, credential: Credential, wanted: string | null): Promise<Bounds> {
  if (credential.kind !== 'key') {
    return { expiresAt: wanted, clientId: credential.clientId === WEB_CLIENT_ID ? null : credential.clientId };
  }
  const own = await tx.queryOne<{ expires_at: string | null; client_id: string | null }>(sql`
    select expires_at, client_id from api_keys where key_id = ${credential.id} and revoked_at is null`);
  if (own === null) throw new AsfiledError('unauthorized', 'The API key was revoked.');
  const { expires_at: end, client_id: clientId } = own;
  if (wanted === null || end === null) return { expiresAt: wanted ?? end, clientId };
  if (Date.parse(wanted) <= Date.parse(end)) return { expiresAt: wanted, clientId };
  throw new AsfiledError('forbidden', `A key ends with the key that asks for it at the latest: ${end}.`);
}

/** Refuses a key of an account from now on; false where it has none of that id, or it was revoked before. */
export async function revokeAccountKey(db: Database, accountId: string, keyId: string, now: Date): Promise<boolean> {
  const revoked = await db.execute(sql`
    update api_keys set revoked_at = ${now.toISOString()}
    where account_id = ${accountId} and key_id = ${keyId} and revoked_at is null`);
  return revoked === 1;
}

/**
 * Refuses from now on the keys that an app asked for, or those of all apps (null), within the transaction that
 * disconnects it or them.
 */
export async function revokeKeysOfApps(
  tx: Database,
  accountId: string,
  clientId: string | null,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update api_keys set revoked_at = ${now.toISOString()}
    where account_id = ${accountId} and revoked_at is null
      and client_id is not null and (${clientId}::text is null or client_id = ${clientId})`);
}

/** Forgets keys that were revoked three months ago. */
export async function purgeRevokedKeys(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    delete from api_keys where revoked_at < ${now.toISOString()}::timestamptz - make_interval(days => ${REVOKED_KEPT_DAYS})`);
}

function toOwnKey(row: KeyRow): AccountKey {
  return {
    keyId: row.key_id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    clientId: row.client_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
