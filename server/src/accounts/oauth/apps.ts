import { type Database, sql } from '../../db/database.ts';
import type { Scope } from '../account.ts';
import { revokeKeysOfApps } from '../keys/account-keys.ts';
import { WEB_CLIENT_ID } from './web-client.ts';

/** A client that an account let in. */
export interface ConnectedApp {
  clientId: string;
  name: string;
  /** Where its answers go: a host, or this computer. */
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

/** The apps of an account, those used last first; the web app is none. */
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
 * Takes back what an account allowed a client, its tokens and the keys that it asked for with it; false where it allowed
 * it nothing.
 */
export async function disconnectApp(db: Database, accountId: string, clientId: string): Promise<boolean> {
  return db.transaction(async tx => {
    const grants = await tx.execute(sql`
      delete from oauth_records where model = 'Grant' and account_id = ${accountId} and client_id = ${clientId}`);
    await tx.execute(sql`
      delete from oauth_records where account_id = ${accountId} and client_id = ${clientId}`);
    await revokeKeysOfApps(tx, accountId, clientId, new Date());
    return grants > 0;
  });
}

/** Notes what the client of a grant is called, as it was shown when it was let in. */
export async function describeGrant(
  db: Database,
  grantDigest: Buffer,
  { name, host }: { name: string; host: string },
): Promise<void> {
  await db.execute(sql`
    update oauth_records set details = ${JSON.stringify({ name, host })}
    where model = 'Grant' and digest = ${grantDigest}`);
}
