import { z } from 'zod';
import { ownAccount, ownRead } from '../../../accounts/views/own-account.ts';
import { type Database, empty, type Sql, sql } from '../../../db/database.ts';
import { CATEGORY_GROUP_LABELS, DOCUMENT_CATEGORIES } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import { NOTIFICATION_TYPES } from '../../../domain/kit/event-types.ts';
import { limit, marketId, moment, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import {
  countUnread,
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  type NotificationRow,
  notificationItem,
  toNotification,
} from '../notification-rows.ts';

const input = z.strictObject({
  limit: limit(100, 50),
  cursor: z.uuid().optional().describe('next_cursor of the previous page, which is the id of its last notification.'),
  unread_only: z.boolean().default(false).describe('Only unread notifications.'),
  since: moment.optional().describe('Only notifications created after this time.'),
  since_hours: z
    .int()
    .min(1)
    .max(87_600)
    .optional()
    .describe('Only notifications created within this number of hours.'),
  until: moment.optional().describe('Only notifications created at or before this time.'),
  event_types: z.array(z.enum(NOTIFICATION_TYPES)).max(20).optional().describe('Only these event types.'),
  market_ids: z.array(marketId).max(50).optional().describe('Only listings watched in these markets.'),
  categories: z
    .array(z.enum(DOCUMENT_CATEGORIES.map(({ category }) => category)))
    .max(50)
    .optional()
    .describe('Only filings in these categories.'),
  category_groups: z
    .array(z.enum(Object.keys(CATEGORY_GROUP_LABELS)))
    .max(20)
    .optional()
    .describe('Only filings in these category groups.'),
  tickers: z.array(ticker).max(500).optional().describe('Only listings watched under these tickers.'),
});

type Filter = z.output<typeof input>;

const page = z
  .object({
    items: z.array(notificationItem).describe('Newest first; ties in order of id.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    unread_count: z.int().describe('Unread notifications of the account, regardless of the filters.'),
  })
  .meta({ id: 'NotificationListResponse' });

export type NotificationPage = z.infer<typeof page>;

export const listNotifications = operation({
  name: 'listNotifications',
  route: 'GET /api/user/notifications',
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'List notifications',
  description:
    'Notifications about watched companies, newest first, with the total number of unread ones. Pagination by next_cursor is stable while new notifications arrive. Notifications are retained for 90 days.',
  tag: 'Notifications',
  plan: 'free',
  ...ownRead,
  errors: ['invalid_cursor'],
  input,
  output: page,
  example: { limit: 20, unread_only: true },
  async run(context, filter) {
    const { accountId } = ownAccount(context);
    const { db, now } = context;
    const after = filter.cursor === undefined ? empty : await afterCursor(db, accountId, filter.cursor);
    // Finds the page in the index first, and then joins only its rows.
    const rows = await db.query<NotificationRow>(sql`
      with page as materialized (
        select n.event_id from notifications n where n.account_id = ${accountId} ${conditions(accountId, filter, now)} ${after}
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
    throw new AsfiledError('invalid_cursor', 'Cursor is invalid or expired. Start again without one.');
  }
  return sql`and n.created_at <= ${last.created_at}
    and (n.created_at < ${last.created_at} or n.event_id > ${cursor})`;
}

const HOUR_MS = 3_600_000;

function conditions(accountId: string, filter: Filter, now: Date): Sql {
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
    ${tickers === undefined ? empty : sql`and ${isWatchedAs(accountId, tickers.map(tickerKey))}`}`;
}

/** A company that is watched under several listings has one notification of an event: any of the tickers finds it. */
function isWatchedAs(accountId: string, keys: readonly string[]): Sql {
  return sql`(n.ticker_key = any(${[...keys]}::text[]) or n.canonical_key in (
    select lead.canonical_key from watchlist_entries w
    join issuers i on i.issuer_id = w.issuer_id join issuers lead on lead.issuer_id = i.entity_id
    where w.account_id = ${accountId} and w.ticker_key = any(${[...keys]}::text[])))`;
}
