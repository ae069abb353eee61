import { z } from 'zod';
import { ownWrite } from '../../../accounts/views/own-account.ts';
import { moment } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { replayFailed } from '../webhook-replays.ts';
import { ownWebhook, requireWebhookService } from '../webhook-rows.ts';
import { webhookId } from '../webhook-shapes.ts';

export const replayFailedWebhookDeliveries = operation({
  name: 'replayFailedWebhookDeliveries',
  route: 'POST /api/user/webhooks/{webhook_id}/replay-failed',
  tool: { none: 'webhooks need a server of the account owner' },
  summary: 'Replay all deliveries that failed since a given time',
  description:
    'Queues a new delivery of each event whose latest delivery failed and was created at or after the given time, up to 10,000 per call; is_complete is false if more remain. A repeated call skips events that are pending or delivered meanwhile. The webhook must be active.',
  tag: 'Webhooks',
  plan: 'business',
  ...ownWrite,
  status: 202,
  errors: ['not_found', 'conflict', 'delivery_unavailable'],
  input: z.strictObject({
    webhook_id: webhookId,
    since: moment.describe('Replays deliveries created at or after this time.'),
  }),
  output: z
    .object({ replayed: z.int().describe('Deliveries queued.'), is_complete: z.boolean() })
    .meta({ id: 'UserWebhookReplayOut' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', since: '2026-11-20T00:00:00Z' },
  async run(context, { webhook_id, since }) {
    const { jobs } = requireWebhookService(context);
    const { active } = await ownWebhook(context.db, context, webhook_id);
    if (!active) throw new AsfiledError('conflict', 'Webhook is disabled; enable it first.');
    const { queued, isAll } = await context.db.transaction(tx => replayFailed(tx, jobs, webhook_id, since));
    return { replayed: queued, is_complete: isAll };
  },
});
