import { z } from 'zod';
import { type Database, type Sql, sql } from '../../db/database.ts';
import { NOTIFICATION_TYPES } from '../../domain/kit/event-types.ts';
import { instant } from '../../domain/kit/fields.ts';
import { AsfiledError } from '../../kernel/errors.ts';

export const notificationItem = z
  .object({
    id: z.string().describe('UUID of the event; the same for all accounts.'),
    event_type: z.enum(NOTIFICATION_TYPES),
    title: z.string(),
    summary: z.string().nullable(),
    ticker: z.string().nullable().describe('The watched listing; null if the event has none.'),
    market_id: z.string().nullable(),
    company_name: z.string().nullable(),
    category: z.string().nullable().describe('The category of the filing; null for other events.'),
    category_group: z.string().nullable(),
    filing_id: z.string().optional().describe('<registry>:<registry id>; only for filings.'),
    url: z.string().nullable().describe("The regulator's page."),
    created_at: instant,
    read_at: instant.nullable().describe('Null = unread.'),
  })
  .meta({ id: 'NotificationItem' });

export type NotificationItem = z.infer<typeof notificationItem>;

/** A notification as {@link NOTIFICATION_COLUMNS} select it. */
export interface NotificationRow extends Omit<NotificationItem, 'filing_id'> {
  filing_id: string | null;
}

/** Selected from `notifications n join events e`. */
export const NOTIFICATION_COLUMNS = sql`
  n.event_id as id, n.event_type, e.title, e.summary, n.ticker, n.market_id, n.company_name, n.category,
  n.category_group, e.filing_id, e.url, n.created_at, n.read_at`;

export const NOTIFICATION_JOINS = sql`join events e on e.event_id = n.event_id`;

export function toNotification({ filing_id, ...row }: NotificationRow): NotificationItem {
  return filing_id === null ? row : { ...row, filing_id };
}

/** The id of a notification as an input. */
export const notificationId = z.uuid().describe('The id of the notification.');

/** The notification that `selected` returns from `notifications`. Throws if it returns none. */
export async function loadNotification(db: Database, id: string, selected: Sql): Promise<NotificationItem> {
  const row = await db.queryOne<NotificationRow>(sql`
    with n as (${selected})
    select ${NOTIFICATION_COLUMNS} from n ${NOTIFICATION_JOINS}`);
  if (row === null) throw new AsfiledError('not_found', `Notification ${id} not found.`);
  return toNotification(row);
}

/** Unread notifications of an account. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from notifications where account_id = ${accountId} and read_at is null`);
  return row?.count ?? 0;
}
