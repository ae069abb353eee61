import { z } from 'zod';
import { ownAccount, ownRead } from '../../../accounts/views/own-account.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { countUnread } from '../notification-rows.ts';

export const countUnreadNotifications = operation({
  name: 'countUnreadNotifications',
  route: 'GET /api/user/notifications/unread-count',
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'Count unread notifications',
  description:
    'The number of unread notifications of the account within the retention period, for example for a badge.',
  tag: 'Notifications',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ unread_count: z.int() }).meta({ id: 'NotificationUnreadCountResponse' }),
  example: {},
  async run(context) {
    return { unread_count: await countUnread(context.db, ownAccount(context).accountId) };
  },
});
