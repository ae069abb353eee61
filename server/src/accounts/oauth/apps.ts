import { type Database, sql } from '../../db/database.ts';
import type { Scope } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { revokeKeysOfApps } from '../keys/account-keys.ts';
import { WEB_CLIENT_ID } from './client-rules.ts';

/** An OAuth client that an account granted access. */
export interface ConnectedApp {
  clientId: string;
  name: string;
  /** The host of its redirect address, or `this computer`. */
  host: string;
  scopes: Scope[];
  /** ISO 8601 instants. */
  connectedAt: string;
  lastUsedAt: string | null;
}

interface AppRow {
  client_id: string;
  name: string | null;
  host: string | null;
  scopes: Scope[];
  connected_at: string;
  last_used_at: string | null;
}

/** The apps of an account, most recently used first, without the web app. */
export async function listApps(db: Database, accountId: string, now: Date): Promise<ConnectedApp[]> {
  const rows = await db.query<AppRow>(sql`
    select g.client_id, max(g.details->>'name') as name, max(g.details->>'host') as host,
      array(select distinct scope from oauth_records o, unnest(o.scopes) as scope
        where o.model = 'Grant' and o.account_id = ${accountId} and o.client_id = g.client_id order by 1) as scopes,
      min(g.created_at) as connected_at, max(g.last_used_at) as last_used_at
    from oauth_records g
    where g.model = 'Grant' and g.account_id = ${accountId} and g.client_id <> ${WEB_CLIENT_ID}
      and g.expires_at > ${now.toISOString()}
    group by g.client_id
    order by max(g.last_used_at) desc nulls last, g.client_id`);
  return rows.map(row => ({
    clientId: row.client_id,
    name: row.name ?? row.client_id,
    host: row.host ?? '',
    scopes: row.scopes,
    connectedAt: row.connected_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Revokes the grants of a client, with its tokens and the keys that it created; false if the account has no grant for
 * it.
 */
export async function disconnectApp(db: Database, accountId: string, clientId: string): Promise<boolean> {
  return db.transaction(async tx => {
    const grants = await tx.query<{ name: string | null }>(sql`
      delete from oauth_records where model = 'Grant' and account_id = ${accountId} and client_id = ${clientId}
      returning details->>'name' as name`);
    await tx.execute(sql`
      delete from oauth_records where account_id = ${accountId} and client_id = ${clientId}`);
    await revokeKeysOfApps(tx, accountId, clientId, new Date());
    if (grants.length === 0) return false;
    const name = grants.find(grant => grant.name !== null)?.name;
    await recordAudit(tx, accountId, 'app_disconnected', { id: clientId, ...(name ? { name } : {}) });
    return true;
  });
}

/**
 * Stores the name and host of a grant's client as the consent page showed them, and that the client is in use. Records
 * the approval in the audit log.
 */
export async function describeGrant(
  db: Database,
  grantDigest: Buffer,
  { name, host }: { name: string; host: string },
): Promise<void> {
  await db.transaction(async tx => {
    const grant = await tx.queryOne<{ account_id: string; client_id: string }>(sql`
      update oauth_records set details = ${JSON.stringify({ name, host })}
      where model = 'Grant' and digest = ${grantDigest} returning account_id, client_id`);
    if (grant === null) return;
    await tx.execute(sql`
      update oauth_records set last_used_at = now() where model = 'Client' and client_id = ${grant.client_id}`);
    await recordAudit(tx, grant.account_id, 'app_connected', { id: grant.client_id, name });
  });
}
