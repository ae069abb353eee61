import { z } from 'zod';
import { ownAccount } from '../../../accounts/views/own-account.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { countUnread } from '../count-unread.ts';

export const countUnreadNotifications = operation({
  name: 'countUnreadNotifications',
  route: 'GET /api/user/notifications/unread-count',
  tool: { none: 'what an account was told is for its owner; agents look for filings themselves' },
  summary: 'How many notifications are unread',
  description: 'The number of notifications that the account has not read, of those that are kept: what a bell shows.',
  tag: 'Notifications',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ unread_count: z.int() }).meta({ id: 'NotificationUnreadCountResponse' }),
  example: {},
  async run(context) {
    return { unread_count: await countUnread(context.db, ownAccount(context).accountId) };
  },
});
