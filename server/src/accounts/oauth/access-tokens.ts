import { type Database, sql } from '../../db/database.ts';
import type { Access, Plan, Scope } from '../account.ts';

/** An access token that was valid when it was read. */
export interface KnownToken {
  access: Access;
  /** Milliseconds since 1970. */
  expiresAtMs: number;
}

interface TokenRow {
  record_id: string;
  account_id: string;
  email: string;
  plan: Plan;
  client_id: string;
  scopes: Scope[];
  resource: string;
  expires_at: string;
  last_used_at: string | null;
}

/**
 * Finds an access token by its digest; null if it is unknown or revoked, itself or by its grant or session. Records the
 * use, at most once a minute.
 */
export async function findAccessToken(db: Database, digest: Buffer, now: Date): Promise<KnownToken | null> {
  const row = await db.queryOne<TokenRow>(sql`
    select t.record_id, t.account_id, a.email, a.plan, t.client_id, t.scopes, t.resource, t.expires_at, t.last_used_at
    from oauth_records t join accounts a using (account_id)
    where t.model = 'AccessToken' and t.digest = ${digest} and t.resource is not null
      and exists (select from oauth_records g where g.model = 'Grant' and g.digest = t.grant_digest)
      and (t.session_uid is null or exists (
        select from oauth_records s
        where s.model = 'Session' and s.session_uid = t.session_uid and s.account_id = t.account_id
          and s.expires_at > ${now.toISOString()}))`);
  if (!row) return null;
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) > USE_RECORDED_EVERY_MS) {
    await recordUse(db, digest, now);
  }
  return {
    access: {
      account: { accountId: row.account_id, email: row.email, plan: row.plan },
      credential: {
        kind: 'token',
        id: row.record_id,
        scopes: row.scopes,
        clientId: row.client_id,
        resource: row.resource,
      },
    },
    expiresAtMs: Date.parse(row.expires_at),
  };
}

const USE_RECORDED_EVERY_MS = 60_000;

/** Records the use of the token, its app and its session. */
async function recordUse(db: Database, digest: Buffer, now: Date): Promise<void> {
  await db.execute(sql`
    update oauth_records r set last_used_at = ${now.toISOString()}
    from oauth_records t
    where t.model = 'AccessToken' and t.digest = ${digest}
      and ((r.model = 'AccessToken' and r.digest = t.digest)
        or (r.model = 'Grant' and r.digest = t.grant_digest)
        or (r.model = 'Session' and r.session_uid = t.session_uid))`);
}
