import { z } from 'zod';
import { ownAccount } from '../../../accounts/views/own-account.ts';
import { type Sql, sql } from '../../../db/database.ts';
import { type OperationContext, operation } from '../../../domain/kit/operation.ts';
import { ownWebhook, toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-rows.ts';
import { isSameSecret, openSecret, sealSecret } from '../webhook-secrets.ts';
import { webhook, webhookFields, webhookId } from '../webhook-shapes.ts';
import { requireSendable } from '../webhook-url.ts';

const PREVIOUS_SIGNS_FOR_MS = 24 * 3_600_000;

export const updateWebhook = operation({
  name: 'updateWebhook',
  route: 'PATCH /api/user/webhooks/{webhook_id}',
  tool: { none: 'webhooks send to a server of the account, which an agent does not run' },
  summary: 'Change a webhook',
  description:
    'Changes what is given and leaves the rest. The answer shows the secret. A new secret signs from now on; for 24 hours the one before it signs too, in X-Webhook-Signature-Previous. Making a webhook active again forgets why it was deactivated and gives it another five days.',
  tag: 'Webhooks',
  plan: 'business',
  scope: 'account:write',
  credits: 0,
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
      const known = openSecret(context, webhook_id, before.secret);
      const isNew = secret !== undefined && !isSameSecret(secret, known);
      const rotation = isNew ? rotated(context, before, secret) : sql`secret = secret`;
      const startsAnew = (active === true && !before.active) || (url !== undefined && url !== before.url);
      const row = await tx.queryOne<WebhookRow>(sql`
        update webhooks set url = ${url ?? before.url}, event_types = ${event_types ?? before.event_types},
          active = ${active ?? before.active},
          deactivated_reason = case when not ${active ?? false}::boolean then deactivated_reason end,
          failing_since = case when not ${startsAnew}::boolean then failing_since end,
          updated_at = ${context.now.toISOString()}, ${rotation}
        where webhook_id = ${webhook_id}
        returning ${WEBHOOK_COLUMNS}`);
      return toWebhook(row ?? before, secret ?? known);
    });
  },
});

/** The secret so far goes on signing for a day. */
function rotated(context: OperationContext, { webhook_id, secret }: WebhookRow, next: string): Sql {
  const until = new Date(context.now.getTime() + PREVIOUS_SIGNS_FOR_MS).toISOString();
  return sql`secret = ${sealSecret(context, webhook_id, next)}, previous_secret = ${secret}, previous_until = ${until}`;
}
