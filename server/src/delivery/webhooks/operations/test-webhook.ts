import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownWebhook, webhookDesk } from '../webhook-rows.ts';
import { deliveryError, webhookId } from '../webhook-shapes.ts';

const MESSAGE = 'This is a test of your webhook.';

export const testWebhook = operation({
  name: 'testWebhook',
  route: 'POST /api/user/webhooks/{webhook_id}/test',
  tool: { none: 'webhooks send to a server of the account, which an agent does not run' },
  summary: 'Send one signed test ping',
  description:
    'Sends a webhook.test to the endpoint now, active or not, and waits for its answer, ten seconds at most. It is signed like every delivery, is not tried again, and counts for nothing: neither as a success nor towards deactivation.',
  tag: 'Webhooks',
  plan: 'business',
  scope: 'account:write',
  credits: 0,
  errors: ['not_found', 'delivery_unavailable'],
  input: z.strictObject({ webhook_id: webhookId }),
  output: z
    .object({
      delivered: z.boolean(),
      status_code: z.int().nullable().describe('Null where no answer came.'),
      duration_ms: z.int(),
      error: deliveryError.optional().describe('Absent where it was delivered.'),
      request_id: z.uuid().describe('The webhook-id header that was sent; the delivery is listed under it.'),
    })
    .meta({ id: 'UserWebhookTestResult' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  async run(context, { webhook_id }) {
    const { sender } = webhookDesk(context);
    const row = await ownWebhook(context.db, context, webhook_id);
    const deliveryId = randomUUID();
    const data = { webhook_id, message: MESSAGE };
    const isRotating = row.previous_until !== null && row.previous_until > context.now.toISOString();
    const target = {
      webhookId: webhook_id,
      url: row.url,
      secret: row.secret,
      previousSecret: isRotating ? row.previous_secret : null,
    };
    const attempt = await sender.send(target, { deliveryId, eventType: 'webhook.test', data }, 1);
    const { error, status_code, duration_ms } = attempt;
    // It may have been deleted meanwhile; then there is no list for it to stand in.
    await context.db.execute(sql`
      insert into webhook_deliveries (webhook_id, delivery_id, event_type, data, status, attempts)
      select webhook_id, ${deliveryId}, 'webhook.test', ${JSON.stringify(data)}, ${error === null ? 'delivered' : 'failed'},
        ${JSON.stringify([attempt])}
      from webhooks where webhook_id = ${webhook_id}`);
    return {
      delivered: error === null,
      status_code,
      duration_ms,
      ...(error === null ? {} : { error }),
      request_id: deliveryId,
    };
  },
});
