import { z } from 'zod';
import { ownAccount, ownRead } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { loadNotification, notificationId, notificationItem } from '../notification-rows.ts';

export const getNotification = operation({
  name: 'getNotification',
  route: 'GET /api/user/notifications/{notification_id}',
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'Get a notification',
  description: 'A notification of the account by its id. Does not mark it as read.',
  tag: 'Notifications',
  plan: 'free',
  ...ownRead,
  errors: ['not_found'],
  input: z.strictObject({ notification_id: notificationId }),
  output: notificationItem,
  example: { notification_id: '2f7a6a0e-52a4-5d4a-8f2a-1d3f5a7b9c0d' },
  async run(context, { notification_id: id }) {
    const { accountId } = ownAccount(context);
    const selected = sql`select * from notifications where account_id = ${accountId} and event_id = ${id}`;
    return loadNotification(context.db, id, selected);
  },
});
