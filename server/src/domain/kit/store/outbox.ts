import { sql, type Transaction } from '../../../db/database.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import type { DeliveredEventType, NoticeType } from '../event-types.ts';

/** An event to announce. */
export interface NewEvent {
  eventType: DeliveredEventType | NoticeType;
  /** Identifies the event within its type, such as `sec-edgar:0000320193-24-000123`. */
  eventKey: string;
  /** The members of the webhook's `data` that are the same for all recipients. */
  data: Record<string, unknown>;
  title: string;
  summary: string | null;
  category: string | null;
  categoryGroup: string | null;
  formType: string | null;
  filingId: string | null;
  url: string | null;
  /** The markets in which it is announced; null = all. */
  marketIds: readonly string[] | null;
  /** The instant at which it became public. */
  knownAt: string;
  /** The watchers of an issuer, or one account. */
  to: { issuerId: string } | { accountId: string };
}

/** Fields of an event that is not about a filing. */
export const ABOUT_NO_FILING = { category: null, categoryGroup: null, formType: null, filingId: null } as const;

/** The NOTIFY channel that wakes announcers. */
export const EVENTS_CHANNEL = 'asfiled_events';

/** The id of an event, derived from its type and key. */
export function eventIdOf({ eventType, eventKey }: Pick<NewEvent, 'eventType' | 'eventKey'>): string {
  return uuidV5(`${eventType} ${eventKey}`);
}

/** Queues events, to be announced when the transaction commits. Leaves events that are already queued unchanged. */
export async function queueEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  // Sorted, so that transactions which queue the same filing for different filers never deadlock.
  const rows = events
    .map(({ to, ...event }) => ({ eventId: eventIdOf(event), ...event, ...to }))
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const unique = [...new Map(rows.map(row => [row.eventId, row])).values()];
  await tx.execute(sql`
    insert into events (event_id, event_type, event_key, data, title, summary, category, category_group, form_type,
      filing_id, url, market_ids, known_at)
    select "eventId", "eventType", "eventKey", data, title, summary, category, "categoryGroup", "formType",
      "filingId", url, "marketIds", "knownAt"
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as event (
      "eventId" uuid, "eventType" text, "eventKey" text, data jsonb, title text, summary text, category text,
      "categoryGroup" text, "formType" text, "filingId" text, url text, "marketIds" text[], "knownAt" timestamptz)
    on conflict (event_id) do nothing`);
  const queued = await tx.execute(sql`
    insert into announcements (event_id, issuer_id, account_id)
    select "eventId", "issuerId", "accountId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      "eventId" uuid, "issuerId" bigint, "accountId" uuid)
    on conflict (event_id, issuer_id, account_id) do nothing`);
  if (queued > 0) await tx.query(sql`select pg_notify(${EVENTS_CHANNEL}, '')`);
}
