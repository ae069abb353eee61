import { z } from 'zod';
import { ownWrite } from '../../../accounts/views/own-account.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { replayDelivery } from '../webhook-replays.ts';
import { deliveryOf, ownWebhook, requireWebhookService, toDelivery } from '../webhook-rows.ts';
import { delivery, deliveryId, webhookId } from '../webhook-shapes.ts';

export const replayWebhookDelivery = operation({
  name: 'replayWebhookDelivery',
  route: 'POST /api/user/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Replay a delivery',
  description:
    'Queues the same event again as a new delivery with its own id, and returns that delivery before it is sent. The webhook must be active and the delivery must not be pending. Test pings cannot be replayed.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownWrite,
  status: 202,
  errors: ['not_found', 'conflict', 'delivery_unavailable'],
  input: z.strictObject({ webhook_id: webhookId, delivery_id: deliveryId }),
  output: delivery,
  example: {
    webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11',
    delivery_id: '4f0c2d1e-7a55-4f0e-8f57-6a3d8f0f9b21',
  },
  async run(context, { webhook_id, delivery_id }) {
    const { jobs } = requireWebhookService(context);
    const { active } = await ownWebhook(context.db, context, webhook_id);
    const { status, event_type } = await deliveryOf(context.db, webhook_id, delivery_id);
    if (!active) throw new AsfiledError('conflict', 'Webhook is disabled; enable it first.');
    if (status === 'pending') throw new AsfiledError('conflict', 'This delivery is still pending.');
    if (event_type === 'webhook.test') {
      throw new AsfiledError('conflict', 'Test pings cannot be replayed. Send a new one.');
    }
    const replay = await context.db.transaction(tx => replayDelivery(tx, jobs, webhook_id, delivery_id));
    return toDelivery(await deliveryOf(context.db, webhook_id, replay));
  },
});
