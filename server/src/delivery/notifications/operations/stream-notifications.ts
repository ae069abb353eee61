import { z } from 'zod';
import { ownAccount } from '../../../accounts/views/own-account.ts';
import { type Database, sql } from '../../../db/database.ts';
import {
  EVENT_STREAM,
  EventStream,
  eventStream,
  operation,
  type StreamedEvent,
} from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { NOTIFICATIONS_CHANNEL } from '../../events/announce.ts';
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  type NotificationRow,
  toNotification,
} from '../notification-rows.ts';

export const streamNotifications = operation({
  name: 'streamNotifications',
  route: 'GET /api/user/notifications/stream',
  tool: { none: 'what an account was told is for its owner; agents look for filings themselves' },
  summary: 'Notifications as they come',
  description:
    'Server-sent events: each new notification of the account as an event called notification, whose data is a NotificationItem and whose id is its id. It goes on until the caller closes it, the key or token is revoked, or the service restarts. A client that was cut off sends the last id that it saw (Last-Event-ID) and misses nothing. A comment every 15 seconds keeps the connection alive; an account may have ten streams open.',
  tag: 'Notifications',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: ['invalid_cursor'],
  input: z.strictObject({
    last_event_id: z
      .uuid()
      .optional()
      .describe(
        'Begin after this notification; the header Last-Event-ID says the same, and counts where both are sent.',
      ),
  }),
  output: eventStream,
  mediaType: EVENT_STREAM,
  example: {},
  async run(context, { last_event_id }) {
    const { db } = context;
    const { accountId } = ownAccount(context);
    let position = await (last_event_id === undefined ? positionOfNow(db) : positionOf(db, accountId, last_event_id));
    return new EventStream(accountId, NOTIFICATIONS_CHANNEL, async () => {
      const rows = await notificationsAfter(db, accountId, position);
      const last = rows.at(-1);
      if (last !== undefined) position = { at: last.created_at, id: last.id };
      return rows.map(toStreamed);
    });
  },
});

interface Position {
  at: string;
  id: string;
}

/** Greater than every id of the moment. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whatever is visible now was told at this moment or before, and nothing will be any more. */
async function positionOfNow(db: Database): Promise<Position> {
  const row = await db.queryOne<{ at: string }>(sql`select last_at as at from announcer_turns`);
  return { at: row?.at ?? new Date(0).toISOString(), id: LAST_ID };
}

async function positionOf(db: Database, accountId: string, id: string): Promise<Position> {
  const row = await db.queryOne<{ at: string }>(sql`
    select created_at as at from notifications where account_id = ${accountId} and event_id = ${id}`);
  if (row !== null) return { at: row.at, id };
  throw new AsfiledError(
    'invalid_cursor',
    'The last event is no notification of this account (any more): list the notifications, and begin without it.',
  );
}

/** Rows of one read; one follows the other until nothing is left. */
const READ_AT_ONCE = 100;

async function notificationsAfter(db: Database, accountId: string, { at, id }: Position): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(sql`
    select ${NOTIFICATION_COLUMNS} from notifications n ${NOTIFICATION_JOINS}
    where n.account_id = ${accountId} and n.created_at >= ${at}
      and (n.created_at > ${at} or n.event_id > ${id})
    order by n.created_at, n.event_id limit ${READ_AT_ONCE}::integer`);
}

function toStreamed(row: NotificationRow): StreamedEvent {
  const item = toNotification(row);
  return { id: item.id, name: 'notification', data: item };
}
