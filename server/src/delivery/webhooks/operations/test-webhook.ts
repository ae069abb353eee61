import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../../db/database.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { ownWebhook, requireWebhookService } from '../webhook-rows.ts';
import { deliveryError, webhookId } from '../webhook-shapes.ts';

const MESSAGE = 'This is a test of your webhook.';

export const testWebhook = operation({
  name: 'testWebhook',
  route: 'POST /api/user/webhooks/{webhook_id}/test',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Send a signed test ping',
  description:
    'Sends a webhook.test event to the endpoint immediately, whether or not the webhook is active, and waits up to ten seconds for the response. It is signed like every delivery, is not retried, and affects neither last_success_at nor deactivation.',
  tag: 'Webhooks',
  plan: 'business',
  scope: 'account:write',
  credits: 0,
  errors: ['not_found', 'delivery_unavailable'],
  input: z.strictObject({ webhook_id: webhookId }),
  output: z
    .object({
      delivered: z.boolean(),
      status_code: z.int().nullable().describe('Null if there was no response.'),
      duration_ms: z.int(),
      error: deliveryError.optional().describe('Absent if it was delivered.'),
      request_id: z.uuid().describe('The webhook-id header of the request, which is also the id of the delivery.'),
    })
    .meta({ id: 'UserWebhookTestResult' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  async run(context, { webhook_id }) {
    const { sender } = requireWebhookService(context);
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
    // Inserts nothing if the webhook was deleted meanwhile.
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
