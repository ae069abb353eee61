import { z } from 'zod';
import { moment } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { replayFailed } from '../webhook-replays.ts';
import { ownWebhook, webhookDesk } from '../webhook-rows.ts';
import { webhookId } from '../webhook-shapes.ts';

export const replayFailedWebhookDeliveries = operation({
  name: 'replayFailedWebhookDeliveries',
  route: 'POST /api/user/webhooks/{webhook_id}/replay-failed',
  tool: { none: 'webhooks send to a server of the account, which an agent does not run' },
  summary: 'Send everything again that failed since a moment',
  description:
    'Queues each event once more whose last delivery failed and was created at that moment or later, as deliveries of their own, up to 10,000 at a time; is_complete says whether that was all. Asked again, it queues nothing that is under way or was delivered meanwhile. The webhook must be active.',
  tag: 'Webhooks',
  plan: 'business',
  scope: 'account:write',
  status: 202,
  credits: 0,
  errors: ['not_found', 'conflict', 'delivery_unavailable'],
  input: z.strictObject({
    webhook_id: webhookId,
    since: moment.describe('Deliveries created at this moment or later.'),
  }),
  output: z
    .object({ replayed: z.int().describe('Deliveries queued.'), is_complete: z.boolean() })
    .meta({ id: 'UserWebhookReplayOut' }),
  example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', since: '2026-11-20T00:00:00Z' },
  async run(context, { webhook_id, since }) {
    const { jobs } = webhookDesk(context);
    const { active } = await ownWebhook(context.db, context, webhook_id);
    if (!active) throw new AsfiledError('conflict', 'This webhook is not active; make it active first.');
    const { queued, isAll } = await context.db.transaction(tx => replayFailed(tx, jobs, webhook_id, since));
    return { replayed: queued, is_complete: isAll };
  },
});
