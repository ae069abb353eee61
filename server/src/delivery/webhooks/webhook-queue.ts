import { z } from 'zod';
import { queue } from '../../jobs/queue.ts';

/** One job is one delivery attempt; the delivery's row counts the attempts. */
export const webhookQueue = queue({
  name: 'webhooks',
  payload: z.object({ webhookId: z.uuid(), deliveryId: z.uuid() }),
  // A job that is retried because its process died is not a failed attempt, so retries are practically unlimited.
  retryLimit: 10_000,
  retryDelaySeconds: 1,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  batchSize: 500,
  // The outcome is stored in the delivery's row.
  retentionSeconds: 3_600,
});

export type WebhookJob = z.output<typeof webhookQueue.payload>;

/** The NOTIFY channel that wakes webhook pumps. */
export const WEBHOOK_CHANNEL = 'asfiled_webhooks';
