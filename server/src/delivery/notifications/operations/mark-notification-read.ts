import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { loadNotification, notificationId, notificationItem } from '../notification-rows.ts';

export const markNotificationRead = operation({
  name: 'markNotificationRead',
  route: 'PATCH /api/user/notifications/{notification_id}/read',
  tool: { none: 'notifications are for the account owner; agents search filings' },
  summary: 'Mark a notification as read',
  description: 'Marks a notification as read and returns it. One that is already read keeps its read_at.',
  tag: 'Notifications',
  plan: 'free',
  ...ownWrite,
  errors: ['not_found'],
  input: z.strictObject({ notification_id: notificationId }),
  output: notificationItem,
  example: { notification_id: '2f7a6a0e-52a4-5d4a-8f2a-1d3f5a7b9c0d' },
  async run(context, { notification_id: id }) {
    const updated = sql`
      update notifications set read_at = coalesce(read_at, ${context.now.toISOString()})
      where account_id = ${ownAccount(context).accountId} and event_id = ${id} returning *`;
    return loadNotification(context.db, id, updated);
  },
});
