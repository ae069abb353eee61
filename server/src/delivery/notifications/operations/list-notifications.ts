import { z } from 'zod';
import { ownAccount } from '../../../accounts/views/own-account.ts';
import { type Database, empty, type Sql, sql } from '../../../db/database.ts';
import { CATEGORY_GROUP_LABELS, DOCUMENT_CATEGORIES } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import { NOTIFICATION_TYPES } from '../../../domain/kit/event-types.ts';
import { limit, marketId, moment, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import { countUnread } from '../count-unread.ts';
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  type NotificationRow,
  notificationItem,
  toNotification,
} from '../notification-rows.ts';

const input = z.strictObject({
  limit: limit(100, 50),
  cursor: z.uuid().optional().describe('next_cursor of the page before: the id of its last notification.'),
  unread_only: z.boolean().default(false).describe('Only those that were not read.'),
  since: moment.optional().describe('Only those created after this moment.'),
  since_hours: z.int().min(1).max(87_600).optional().describe('Only those created in the last so many hours.'),
  until: moment.optional().describe('Only those created at or before this moment.'),
  event_types: z.array(z.enum(NOTIFICATION_TYPES)).max(20).optional().describe('Only of these events.'),
  market_ids: z.array(marketId).max(50).optional().describe('Only of listings watched in these markets.'),
  categories: z
    .array(z.enum(DOCUMENT_CATEGORIES.map(({ category }) => category)))
    .max(50)
    .optional()
    .describe('Only of filings of these categories.'),
  category_groups: z
    .array(z.enum(Object.keys(CATEGORY_GROUP_LABELS)))
    .max(20)
    .optional()
    .describe('Only of filings of these groups of categories.'),
  tickers: z.array(ticker).max(500).optional().describe('Only of listings watched under these tickers.'),
});

type Filter = z.output<typeof input>;

const page = z
  .object({
    items: z.array(notificationItem).describe('The one created last first; ties by id.'),
    next_cursor: z.string().nullable().describe('Null at the end.'),
    unread_count: z.int().describe('Of all notifications of the account, whatever is asked for.'),
  })
  .meta({ id: 'NotificationListResponse' });

export type NotificationPage = z.infer<typeof page>;

export const listNotifications = operation({
  name: 'listNotifications',
  route: 'GET /api/user/notifications',
  tool: { none: 'what an account was told is for its owner; agents look for filings themselves' },
  summary: 'What the account was told of, newest first',
  description:
    'Notifications of what the watched companies filed, newest first, with the number of unread ones of all. Pages by next_cursor stay where they are while new notifications arrive. Notifications are kept for 90 days.',
  tag: 'Notifications',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: ['invalid_cursor'],
  input,
  output: page,
  example: { limit: 20, unread_only: true },
  async run(context, filter) {
    const { accountId } = ownAccount(context);
    const { db, now } = context;
    const after = filter.cursor === undefined ? empty : await afterCursor(db, accountId, filter.cursor);
    // The page is found in the index alone; only its rows are then looked up.
    const rows = await db.query<NotificationRow>(sql`
      with page as materialized (
        select n.event_id from notifications n where n.account_id = ${accountId} ${conditions(filter, now)} ${after}
        order by n.created_at desc, n.event_id limit ${filter.limit + 1}::integer)
      select ${NOTIFICATION_COLUMNS} from page
      join notifications n on n.account_id = ${accountId} and n.event_id = page.event_id ${NOTIFICATION_JOINS}
      order by n.created_at desc, n.event_id`);
    const items = rows.slice(0, filter.limit).map(toNotification);
    return {
      items,
      next_cursor: rows.length > filter.limit ? (items.at(-1)?.id ?? null) : null,
      unread_count: await countUnread(db, accountId),
    };
  },
});

async function afterCursor(db: Database, accountId: string, cursor: string): Promise<Sql> {
  const last = await db.queryOne<{ created_at: string }>(sql`
    select created_at from notifications where account_id = ${accountId} and event_id = ${cursor}`);
  if (last === null) {
    throw new AsfiledError(
      'invalid_cursor',
      'This cursor is no notification of this account (any more): start again without one.',
    );
  }
  return sql`and n.created_at <= ${last.created_at}
    and (n.created_at < ${last.created_at} or n.event_id > ${cursor})`;
}

const HOUR_MS = 3_600_000;

function conditions(filter: Filter, now: Date): Sql {
  const { since, since_hours, until, unread_only, event_types, market_ids, categories, category_groups, tickers } =
    filter;
  const sinceHours =
    since_hours === undefined ? undefined : new Date(now.getTime() - since_hours * HOUR_MS).toISOString();
  return sql`
    ${since === undefined ? empty : sql`and n.created_at > ${since}`}
    ${sinceHours === undefined ? empty : sql`and n.created_at >= ${sinceHours}`}
    ${until === undefined ? empty : sql`and n.created_at <= ${until}`}
    ${unread_only ? sql`and n.read_at is null` : empty}
    ${event_types === undefined ? empty : sql`and n.event_type = any(${event_types})`}
    ${market_ids === undefined ? empty : sql`and n.market_id = any(${market_ids})`}
    ${categories === undefined ? empty : sql`and n.category = any(${categories})`}
    ${category_groups === undefined ? empty : sql`and n.category_group = any(${category_groups})`}
    ${tickers === undefined ? empty : sql`and n.ticker_key = any(${tickers.map(tickerKey)})`}`;
}
