import { type Database, sql, type Transaction } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Access, Credential, Scope } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { WEB_CLIENT_ID } from '../oauth/client-rules.ts';
import { createKeySecret } from './api-keys.ts';

/** Active keys that an account may have. */
export const MAX_KEYS = 100;
const REVOKED_RETENTION_DAYS = 90;

/** A key as its account sees it, without the secret. Instants are ISO 8601. */
export interface AccountKey {
  keyId: string;
  name: string;
  /** The first characters of the key. */
  hint: string;
  scopes: readonly Scope[];
  /** The OAuth client that created it; null if none did. */
  clientId: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  /** Null = never. */
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

/** Keys of an account that are not revoked, newest first. */
export async function listAccountKeys(db: Database, accountId: string): Promise<AccountKey[]> {
  const rows = await db.query<KeyRow>(sql`
    select key_id, name, hint, scopes, client_id, created_at, last_used_at, expires_at
    from api_keys where account_id = ${accountId} and revoked_at is null
    order by created_at desc, key_id`);
  return rows.map(toOwnKey);
}

export interface KeyRequest {
  name: string;
  /** ISO 8601 instant in the future; null = the expiry of the creating credential. */
  expiresAt: string | null;
  /** Null = the scopes of the creating credential. */
  scopes: readonly Scope[] | null;
}

/**
 * Creates a key for the account of a credential. The new key has no more scopes than the credential and, if that is a
 * key, does not outlive it; keys created by an app end when the app is disconnected. Throws `forbidden` for a request
 * beyond these bounds, `conflict` if the account has reached its key limit.
 */
export async function createAccountKey(
  db: Database,
  { account: { accountId }, credential }: Access,
  request: KeyRequest,
  now: Date,
): Promise<AccountKey & { key: string }> {
  const scopes = request.scopes ?? credential.scopes;
  const missing = scopes.find(scope => !credential.scopes.includes(scope));
  if (missing !== undefined) {
    throw new AsfiledError('forbidden', `The credential that creates this key does not have the scope ${missing}.`, {
      scope_required: missing,
    });
  }
  // Keys work at every resource, so a token restricted to one of them must not create a key.
  if (credential.resource !== null && credential.resource !== '/') {
    throw new AsfiledError('forbidden', `A token restricted to ${credential.resource} cannot create keys.`);
  }
  const secret = createKeySecret();
  return db.transaction(async tx => {
    await tx.execute(sql`select from accounts where account_id = ${accountId} for update`);
    const { expiresAt, clientId } = await boundsOf(tx, credential, request.expiresAt);
    const held = await tx.queryOne<{ keys: number }>(sql`
      select count(*)::integer as keys from api_keys
      where account_id = ${accountId} and revoked_at is null
        and (expires_at is null or expires_at > ${now.toISOString()})`);
    if ((held?.keys ?? 0) >= MAX_KEYS) {
      throw new AsfiledError('conflict', `Key limit reached (${MAX_KEYS}). Revoke a key first.`);
    }
    const row = await tx.queryOne<KeyRow>(sql`
      insert into api_keys (account_id, name, digest, hint, expires_at, scopes, client_id, created_at)
      values (${accountId}, ${request.name}, ${secret.digest}, ${secret.hint}, ${expiresAt}, ${[...scopes]},
        ${clientId}, ${now.toISOString()})
      returning key_id, name, hint, scopes, client_id, created_at, last_used_at, expires_at`);
    if (row === null) throw new Error('an insert returned no row');
    await recordAudit(tx, accountId, 'key_created', { id: row.key_id, name: row.name });
    return { ...toOwnKey(row), key: secret.key };
  });
}

interface Bounds {
  /** ISO 8601 instant; null = never. */
  expiresAt: string | null;
  /** The app whose disconnection revokes the key; null if none. */
  clientId: string | null;
}

/**
 * A key does not outlive the key that created it, nor the app that created that one. Access tokens are short-lived and
 * set no bound, because their expiry is not the expiry of the grant.
 */
async function boundsOf(tx: Transaction, credential: Credential, requestedExpiry: string | null): Promise<Bounds> {
  if (credential.kind !== 'key') {
    return { expiresAt: requestedExpiry, clientId: credential.clientId === WEB_CLIENT_ID ? null : credential.clientId };
  }
  const parent = await tx.queryOne<{ expires_at: string | null; client_id: string | null }>(sql`
    select expires_at, client_id from api_keys where key_id = ${credential.id} and revoked_at is null`);
  if (parent === null) throw new AsfiledError('unauthorized', 'The API key was revoked.');
  const { expires_at: end, client_id: clientId } = parent;
  if (requestedExpiry === null || end === null) return { expiresAt: requestedExpiry ?? end, clientId };
  if (Date.parse(requestedExpiry) <= Date.parse(end)) return { expiresAt: requestedExpiry, clientId };
  throw new AsfiledError('forbidden', `A key cannot outlive the key that created it, which expires at ${end}.`);
}

/** Revokes a key of an account; false if the account has no such key or it is already revoked. */
export async function revokeAccountKey(db: Database, accountId: string, keyId: string, now: Date): Promise<boolean> {
  return db.transaction(async tx => {
    const revoked = await tx.queryOne<RevokedRow>(sql`
      update api_keys set revoked_at = ${now.toISOString()}
      where account_id = ${accountId} and key_id = ${keyId} and revoked_at is null
      returning key_id, name`);
    if (revoked === null) return false;
    await recordAudit(tx, accountId, 'key_revoked', { id: revoked.key_id, name: revoked.name });
    return true;
  });
}

/**
 * Revokes the keys that an app created, or those of all apps (`clientId` null). Runs in the transaction that disconnects
 * them.
 */
export async function revokeKeysOfApps(
  tx: Database,
  accountId: string,
  clientId: string | null,
  now: Date,
): Promise<void> {
  const revoked = await tx.query<RevokedRow>(sql`
    update api_keys set revoked_at = ${now.toISOString()}
    where account_id = ${accountId} and revoked_at is null
      and client_id is not null and (${clientId}::text is null or client_id = ${clientId})
    returning key_id, name`);
  for (const { key_id: id, name } of revoked) await recordAudit(tx, accountId, 'key_revoked', { id, name });
}

interface RevokedRow {
  key_id: string;
  name: string;
}

/** Deletes keys that were revoked more than 90 days ago. */
export async function purgeRevokedKeys(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    delete from api_keys where revoked_at < ${now.toISOString()}::timestamptz - make_interval(days => ${REVOKED_RETENTION_DAYS})`);
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
