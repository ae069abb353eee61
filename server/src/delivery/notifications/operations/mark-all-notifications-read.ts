import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';

export const markAllNotificationsRead = operation({
  name: 'markAllNotificationsRead',
  route: 'POST /api/user/notifications/read-all',
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'Mark all notifications as read',
  description:
    'Marks every unread notification of the account as read. Notifications that arrive meanwhile stay unread.',
  tag: 'Notifications',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: [],
  input: z.strictObject({}),
  output: z.null(),
  example: {},
  async run(context) {
    await context.db.execute(sql`
      update notifications set read_at = ${context.now.toISOString()}
      where account_id = ${ownAccount(context).accountId} and read_at is null`);
    return null;
  },
});
