import { z } from 'zod';
import { queue } from '../../jobs/queue.ts';

/** One attempt to deliver; the attempts themselves are counted in the delivery's row. */
export const webhookQueue = queue({
  name: 'webhooks',
  payload: z.object({ webhookId: z.uuid(), deliveryId: z.uuid() }),
  // A process that dies in the middle is no failed attempt: its jobs are delivered again, however often.
  retryLimit: 10_000,
  retryDelaySeconds: 1,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  batchSize: 500,
  // What became of a delivery stands in its row.
  doneKeptSeconds: 3_600,
});

export type WebhookJob = z.output<typeof webhookQueue.payload>;

/** What wakes those who deliver: PostgreSQL's NOTIFY on this channel. */
export const WEBHOOK_CHANNEL = 'asfiled_webhooks';
