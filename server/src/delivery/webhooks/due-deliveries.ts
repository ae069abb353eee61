import { type Database, sql } from '../../db/database.ts';
import type { WebhookJob } from './webhook-queue.ts';
import type { WebhookMessage, WebhookTarget } from './webhook-sender.ts';

/** A due delivery with the current state of its webhook. */
export interface DueDelivery extends WebhookTarget, WebhookMessage {
  /** Previous attempts. */
  attempts: number;
  /** Whether the webhook is active and its owner's plan has webhooks. */
  isEnabled: boolean;
}

/** Loads due deliveries by delivery id, without those that are already settled or whose webhook was deleted. */
export async function loadDueDeliveries(db: Database, jobs: readonly WebhookJob[]): Promise<Map<string, DueDelivery>> {
  const rows = await db.query<DueDelivery>(sql`
    select webhook_id as "webhookId", delivery_id as "deliveryId", event_type as "eventType", data,
      jsonb_array_length(attempts) as attempts, url, secret,
      case when previous_until > now() then previous_secret end as "previousSecret",
      active and plan = 'business' as "isEnabled"
    from unnest(${jobs.map(job => job.webhookId)}::uuid[], ${jobs.map(job => job.deliveryId)}::uuid[])
        as due (webhook_id, delivery_id)
      join webhook_deliveries using (webhook_id, delivery_id)
      join webhooks using (webhook_id)
      join accounts using (account_id)
    where status = 'pending'`);
  return new Map(rows.map(row => [row.deliveryId, row]));
}
