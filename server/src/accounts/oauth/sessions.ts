import { type Database, sql } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-log.ts';

/** A signed-in browser. */
export interface Session {
  sessionId: string;
  /** ISO 8601 instants. */
  signedInAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
  address: string | null;
  userAgent: string | null;
  /** Whether the calling token belongs to this session. */
  isCurrent: boolean;
}

interface SessionRow {
  record_id: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  details: { address?: string; userAgent?: string } | null;
  is_current: boolean;
}

/** The sessions of an account, newest first. `credentialId` is the id of the calling credential. */
export async function listSessions(
  db: Database,
  accountId: string,
  credentialId: string | null,
  now: Date,
): Promise<Session[]> {
  const rows = await db.query<SessionRow>(sql`
    select s.record_id, s.created_at, s.last_used_at, s.expires_at, s.details, exists (
      select from oauth_records t
      where t.model = 'AccessToken' and t.record_id = ${credentialId} and t.account_id = s.account_id
        and t.session_uid = s.session_uid) as is_current
    from oauth_records s
    where s.model = 'Session' and s.account_id = ${accountId} and s.expires_at > ${now.toISOString()}
    order by s.created_at desc, s.record_id`);
  return rows.map(row => ({
    sessionId: row.record_id,
    signedInAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    address: row.details?.address ?? null,
    userAgent: row.details?.userAgent ?? null,
    isCurrent: row.is_current,
  }));
}

/** Ends a session of an account and its tokens; false if the account has no such session. */
export async function endSession(db: Database, accountId: string, sessionId: string): Promise<boolean> {
  const row = await db.queryOne<{ session_uid: string }>(sql`
    select session_uid from oauth_records
    where model = 'Session' and account_id = ${accountId} and record_id = ${sessionId}`);
  if (row === null) return false;
  await db.transaction(async tx => {
    await deleteSession(tx, row.session_uid);
    await recordAudit(tx, accountId, 'session_ended');
  });
  return true;
}

/** Signs out the browser with this oidc-provider session, and ends its tokens. */
export async function signOutSession(db: Database, accountId: string, sessionUid: string): Promise<void> {
  await db.transaction(async tx => {
    await deleteSession(tx, sessionUid);
    await recordAudit(tx, accountId, 'signed_out');
  });
}

async function deleteSession(tx: Database, sessionUid: string): Promise<void> {
  await tx.execute(sql`delete from oauth_records where session_uid = ${sessionUid}`);
}

/**
 * Ends all sessions of an account, disconnects all apps and revokes all tokens. Runs in the transaction that changes the
 * password.
 */
export async function endAllSessions(tx: Database, accountId: string): Promise<void> {
  await tx.execute(sql`delete from oauth_records where account_id = ${accountId}`);
}

/** Registered clients that nobody has approved, beyond which the oldest are deleted. */
const MAX_UNUSED_CLIENTS = 10_000;

/**
 * Deletes expired records, and registered clients without grants: a day after registration if nobody ever approved them,
 * 90 days after the last approval otherwise.
 */
export async function purgeRecords(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`delete from oauth_records where expires_at < ${at}::timestamptz - interval '1 hour'`);
  await db.execute(sql`
    delete from oauth_records c
    where c.model = 'Client'
      and case when c.last_used_at is null then c.created_at < ${at}::timestamptz - interval '1 day'
        else c.last_used_at < ${at}::timestamptz - interval '90 days' end
      and not exists (select from oauth_records g where g.model = 'Grant' and g.client_id = c.client_id)`);
  await db.execute(sql`
    delete from oauth_records where model = 'Client' and digest in (
      select c.digest from oauth_records c
      where c.model = 'Client' and c.last_used_at is null
        and not exists (select from oauth_records g where g.model = 'Grant' and g.client_id = c.client_id)
      order by c.created_at desc, c.digest offset ${MAX_UNUSED_CLIENTS}::integer)`);
}
