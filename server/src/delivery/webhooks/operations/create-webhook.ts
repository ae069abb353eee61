import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ownAccount, ownLimits, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-rows.ts';
import { createSecret, sealSecret } from '../webhook-secrets.ts';
import { webhook, webhookFields } from '../webhook-shapes.ts';
import { requireSendable } from '../webhook-url.ts';

export const createWebhook = operation({
  name: 'createWebhook',
  route: 'POST /api/user/webhooks',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Create a webhook',
  description:
    'Creates a webhook: the endpoint receives the events that the account is notified of, each as a signed POST. The response contains the secret; later reads do not. Returns conflict if the webhook limit of the plan is reached.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownWrite,
  status: 201,
  errors: ['conflict', 'delivery_unavailable'],
  input: z.strictObject(webhookFields),
  output: webhook,
  example: { url: 'https://hooks.example.com/asfiled', event_types: ['filing.discovered'] },
  async run(context, { url, event_types = [], secret = createSecret(), active = true }) {
    requireSendable(url, context);
    const { accountId } = ownAccount(context);
    const limit = ownLimits(context).webhooks;
    const webhookId = randomUUID();
    const sealed = sealSecret(context, webhookId, secret);
    const row = await context.db.transaction(async tx => {
      // Serializes concurrent requests, so that each is counted.
      await tx.execute(sql`select from accounts where account_id = ${accountId} for no key update`);
      return tx.queryOne<WebhookRow>(sql`
        insert into webhooks (webhook_id, account_id, url, event_types, secret, active, created_at, updated_at)
        select ${webhookId}, ${accountId}, ${url}, ${event_types}, ${sealed}, ${active}, ${context.now.toISOString()},
          ${context.now.toISOString()}
        where (select count(*) from webhooks where account_id = ${accountId}) < ${limit}::integer
        returning ${WEBHOOK_COLUMNS}`);
    });
    if (row !== null) return toWebhook(row, secret);
    throw new AsfiledError('conflict', `Webhook limit reached (${limit}). Delete a webhook first.`, {
      limit,
    });
  },
});
