import { z } from 'zod';
import { ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownWebhook } from '../webhook-rows.ts';
import { webhookId } from '../webhook-shapes.ts';

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  route: 'DELETE /api/user/webhooks/{webhook_id}',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and its deliveries. Nothing more is sent to it, including pending retries.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownWrite,
  status: 204,
  errors: ['not_found'],
  input: z.strictObject({ webhook_id: webhookId }),
  output: z.null(),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  async run(context, { webhook_id }) {
    await ownWebhook(context.db, context, webhook_id);
    await context.db.execute(sql`delete from webhooks where webhook_id = ${webhook_id}`);
    return null;
  },
});
