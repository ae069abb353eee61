import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { operation } from '../../../domain/kit/operation.ts';
import type { WebhookAttempt } from '../webhook-attempt.ts';
import { webhookHeaders } from '../webhook-envelope.ts';
import { bodyOf, type DeliveryRow, deliveryOf, ownWebhook, toAttempt, toDeliveryHead } from '../webhook-rows.ts';
import { deliveryDetail, deliveryId, webhookId } from '../webhook-shapes.ts';

export const getWebhookDelivery = operation({
  name: 'getWebhookDelivery',
  route: 'GET /api/user/webhooks/{webhook_id}/deliveries/{delivery_id}',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Get a delivery with its requests and responses',
  description:
    'The exact headers and body of each attempt, including the signature, so that you can repeat the verification, and the beginning of each response.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownRead,
  errors: ['not_found'],
  input: z.strictObject({ webhook_id: webhookId, delivery_id: deliveryId }),
  output: deliveryDetail,
  example: {
    webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11',
    delivery_id: '4f0c2d1e-7a55-4f0e-8f57-6a3d8f0f9b21',
  },
  async run(context, { webhook_id, delivery_id }) {
    await ownWebhook(context.db, context, webhook_id);
    const row = await deliveryOf(context.db, webhook_id, delivery_id);
    return {
      ...toDeliveryHead(row),
      attempts: row.attempts.map(attempt => ({
        ...toAttempt(attempt),
        request: requestOf(row, attempt),
        answer: attempt.answer,
      })),
    };
  },
});

function requestOf(row: DeliveryRow, attempt: WebhookAttempt) {
  const { signature, previous_signature: previous, sent_at: timestamp } = attempt;
  if (signature === null) return null;
  const headers = webhookHeaders({ deliveryId: row.delivery_id, timestamp, signature, previous });
  return { headers, body: bodyOf(row, attempt) };
}
