import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { type Sql, sql } from '../../../db/database.ts';
import { type OperationContext, operation } from '../../../domain/kit/operation.ts';
import { ownWebhook, toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-rows.ts';
import { isSameSecret, openSecret, sealSecret } from '../webhook-secrets.ts';
import { webhook, webhookFields, webhookId } from '../webhook-shapes.ts';
import { requireSendable } from '../webhook-url.ts';

const ROTATION_MS = 24 * 3_600_000;

export const updateWebhook = operation({
  name: 'updateWebhook',
  route: 'PATCH /api/user/webhooks/{webhook_id}',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Update a webhook',
  description:
    'Updates the given fields and keeps the others. The response contains the secret. A new secret takes effect immediately; for 24 hours, deliveries are also signed with the previous one, in X-Webhook-Signature-Previous. Enabling a webhook again clears its deactivation reason and restarts the five-day failure period.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownWrite,
  errors: ['not_found', 'delivery_unavailable'],
  input: z.strictObject({ webhook_id: webhookId, ...webhookFields, url: webhookFields.url.optional() }),
  output: webhook,
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', active: true },
  async run(context, { webhook_id, url, event_types, secret, active }) {
    if (url !== undefined) requireSendable(url, context);
    return context.db.transaction(async tx => {
      await tx.execute(sql`
        select from webhooks
        where webhook_id = ${webhook_id} and account_id = ${ownAccount(context).accountId} for no key update`);
      const before = await ownWebhook(tx, context, webhook_id);
      const currentSecret = openSecret(context, webhook_id, before.secret);
      const isNew = secret !== undefined && !isSameSecret(secret, currentSecret);
      const rotation = isNew ? rotated(context, before, secret) : sql`secret = secret`;
      const resetsHealth = (active === true && !before.active) || (url !== undefined && url !== before.url);
      const row = await tx.queryOne<WebhookRow>(sql`
        update webhooks set url = ${url ?? before.url}, event_types = ${event_types ?? before.event_types},
          active = ${active ?? before.active},
          deactivated_reason = case when not ${active ?? false}::boolean then deactivated_reason end,
          failing_since = case when not ${resetsHealth}::boolean then failing_since end,
          updated_at = ${context.now.toISOString()}, ${rotation}
        where webhook_id = ${webhook_id}
        returning ${WEBHOOK_COLUMNS}`);
      return toWebhook(row ?? before, secret ?? currentSecret);
    });
  },
});

/** Keeps the current secret as the previous one for a day. */
function rotated(context: OperationContext, { webhook_id, secret }: WebhookRow, next: string): Sql {
  const until = new Date(context.now.getTime() + ROTATION_MS).toISOString();
  return sql`secret = ${sealSecret(context, webhook_id, next)}, previous_secret = ${secret}, previous_until = ${until}`;
}
