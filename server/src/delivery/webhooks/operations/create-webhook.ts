import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ownAccount, ownLimits } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-rows.ts';
import { newSecret, sealSecret } from '../webhook-secrets.ts';
import { webhook, webhookFields } from '../webhook-shapes.ts';
import { requireSendable } from '../webhook-url.ts';

export const createWebhook = operation({
  name: 'createWebhook',
  route: 'POST /api/user/webhooks',
  tool: { none: 'webhooks send to a server of the account, which an agent does not run' },
  summary: 'Add a webhook',
  description:
    'From now on the events that the account is notified of are sent to this endpoint, each as a signed POST. The answer shows the secret, and no later read does. More webhooks than the plan allows are a conflict.',
  tag: 'Webhooks',
  plan: 'business',
  scope: 'account:write',
  status: 201,
  credits: 0,
  errors: ['conflict', 'delivery_unavailable'],
  input: z.strictObject(webhookFields),
  output: webhook,
  example: { url: 'https://hooks.example.com/asfiled', event_types: ['filing.discovered'] },
  async run(context, { url, event_types = [], secret = newSecret(), active = true }) {
    requireSendable(url, context);
    const { accountId } = ownAccount(context);
    const limit = ownLimits(context).webhooks;
    const webhookId = randomUUID();
    const sealed = sealSecret(context, webhookId, secret);
    const row = await context.db.transaction(async tx => {
      // One at a time, so that two that come together are both counted.
      await tx.execute(sql`select from accounts where account_id = ${accountId} for no key update`);
      return tx.queryOne<WebhookRow>(sql`
        insert into webhooks (webhook_id, account_id, url, event_types, secret, active, created_at, updated_at)
        select ${webhookId}, ${accountId}, ${url}, ${event_types}, ${sealed}, ${active}, ${context.now.toISOString()},
          ${context.now.toISOString()}
        where (select count(*) from webhooks where account_id = ${accountId}) < ${limit}::integer
        returning ${WEBHOOK_COLUMNS}`);
    });
    if (row !== null) return toWebhook(row, secret);
    throw new AsfiledError('conflict', `The plan allows ${limit} webhooks, and there are as many; delete one first.`, {
      limit,
    });
  },
});
