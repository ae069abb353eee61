import { z } from 'zod';
import { ownAccount, ownRead } from '../../../accounts/views/own-account.ts';
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
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'Stream notifications',
  description:
    'Server-sent events: each new notification of the account is an event named notification, with a NotificationItem as data and its id as event id. The stream continues until the client closes it, the key or token is revoked, or the service restarts. A client that reconnects with the last id it received (Last-Event-ID) misses nothing. A comment every 15 seconds keeps the connection alive. An account may have ten open streams.',
  tag: 'Notifications',
  plan: 'free',
  ...ownRead,
  errors: ['invalid_cursor'],
  input: z.strictObject({
    last_event_id: z
      .uuid()
      .optional()
      .describe('Start after this notification. The header Last-Event-ID has the same meaning and takes precedence.'),
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

/** Sorts after every id of the same instant. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The position after all visible notifications: the announcer assigns later instants to new ones. */
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
    'The last event id is invalid or expired. List the notifications, then start without it.',
  );
}

/** Rows per read; reads repeat until none are left. */
const READ_BATCH_SIZE = 100;

async function notificationsAfter(db: Database, accountId: string, { at, id }: Position): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(sql`
    select ${NOTIFICATION_COLUMNS} from notifications n ${NOTIFICATION_JOINS}
    where n.account_id = ${accountId} and n.created_at >= ${at}
      and (n.created_at > ${at} or n.event_id > ${id})
    order by n.created_at, n.event_id limit ${READ_BATCH_SIZE}::integer`);
}

function toStreamed(row: NotificationRow): StreamedEvent {
  const item = toNotification(row);
  return { id: item.id, name: 'notification', data: item };
}
