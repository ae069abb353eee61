import { type Database, sql } from '../../db/database.ts';
import { visitors } from './visitor.ts';

/** What the audit log records. */
export const AUDIT_KINDS = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'password_set',
  'two_step_enabled',
  'two_step_disabled',
  'recovery_code_used',
  'key_created',
  'key_revoked',
  'app_connected',
  'app_disconnected',
  'plan_changed',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Facts about an event. */
export interface AuditDetails {
  /** The key or app, and the name it had. */
  id?: string;
  name?: string;
  planBefore?: string;
  planAfter?: string;
}

/**
 * Records an event with the visitor of the current request; without one, a command of an operator. `accountId` is null
 * for a failed sign-in to an address without account. Runs in the transaction of the change, if there is one.
 */
export async function recordAudit(
  db: Database,
  accountId: string | null,
  kind: AuditKind,
  details: AuditDetails = {},
): Promise<void> {
  const { actor = 'operator', actorId = null, address = null, userAgent = null } = visitors.getStore() ?? {};
  await db.execute(sql`
    insert into audit_events (account_id, occurred_at, kind, actor, actor_id, address, user_agent, details)
    values (${accountId}, now(), ${kind}, ${actor}, ${actorId}, ${address}, ${userAgent}, ${JSON.stringify(details)})`);
}

/** An event of the audit log. */
export interface AuditEvent {
  eventId: string;
  accountId: string | null;
  /** ISO 8601 instant. */
  occurredAt: string;
  kind: AuditKind;
  actor: 'owner' | 'key' | 'app' | 'operator';
  actorId: string | null;
  address: string | null;
  userAgent: string | null;
  details: AuditDetails;
}

interface AuditRow {
  event_id: string;
  account_id: string | null;
  occurred_at: string;
  kind: AuditKind;
  actor: AuditEvent['actor'];
  actor_id: string | null;
  address: string | null;
  user_agent: string | null;
  details: AuditDetails;
}

/** Events, newest first, of one account or of all (`accountId` null), older than the event `before`. */
export async function listAudit(
  db: Database,
  { accountId, before, limit }: { accountId: string | null; before: string | null; limit: number },
): Promise<AuditEvent[]> {
  const rows = await db.query<AuditRow>(sql`
    select event_id, account_id, occurred_at, kind, actor, actor_id, address, user_agent, details from audit_events
    where (${accountId}::uuid is null or account_id = ${accountId}) and (${before}::bigint is null or event_id < ${before}::bigint)
    order by event_id desc limit ${limit}::integer`);
  return rows.map(row => ({
    eventId: row.event_id,
    accountId: row.account_id,
    occurredAt: row.occurred_at,
    kind: row.kind,
    actor: row.actor,
    actorId: row.actor_id,
    address: row.address,
    userAgent: row.user_agent,
    details: row.details,
  }));
}

const RETENTION_DAYS = 400;
const UNKNOWN_RETENTION_DAYS = 30;

/** Deletes old events; those of addresses without account sooner. */
export async function purgeAudit(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    delete from audit_events where occurred_at < ${at}::timestamptz - make_interval(days => ${UNKNOWN_RETENTION_DAYS})
      and (account_id is null or occurred_at < ${at}::timestamptz - make_interval(days => ${RETENTION_DAYS}))`);
}
