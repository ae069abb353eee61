import { type Database, sql } from '../../db/database.ts';

/** Somebody who is signed in, in one browser. */
export interface Session {
  sessionId: string;
  /** ISO 8601 instants. */
  signedInAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
  address: string | null;
  userAgent: string | null;
  /** Whether it is that of the token that asks. */
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

/** The sessions of an account, the newest first. `credentialId` is that of whoever asks. */
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

/** Ends a session of an account and the tokens that it lent out; false where the account has none of that id. */
export async function endSession(db: Database, accountId: string, sessionId: string): Promise<boolean> {
  const row = await db.queryOne<{ session_uid: string }>(sql`
    select session_uid from oauth_records
    where model = 'Session' and account_id = ${accountId} and record_id = ${sessionId}`);
  if (row === null) return false;
  await endSessionByUid(db, row.session_uid);
  return true;
}

/** The same by the name that the library has for a session. */
export async function endSessionByUid(db: Database, sessionUid: string): Promise<void> {
  await db.execute(sql`delete from oauth_records where session_uid = ${sessionUid}`);
}

/**
 * Ends every session of an account, disconnects every app and refuses every token of theirs: what a changed password
 * asks for. Within the transaction of whoever changes it.
 */
export async function endAllSessions(tx: Database, accountId: string): Promise<void> {
  await tx.execute(sql`delete from oauth_records where account_id = ${accountId}`);
}

/** Forgets what has expired, and clients that registered themselves and are not used. */
export async function purgeRecords(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`delete from oauth_records where expires_at < ${at}::timestamptz - interval '1 hour'`);
  await db.execute(sql`
    delete from oauth_records c
    where c.model = 'Client' and c.created_at < ${at}::timestamptz - interval '90 days' and not exists (
      select from oauth_records g where g.model = 'Grant' and g.client_id = c.client_id)`);
}
