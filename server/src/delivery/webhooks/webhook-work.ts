import { type Database, sql } from '../../db/database.ts';
import type { WebhookJob } from './webhook-queue.ts';
import type { WebhookMessage, WebhookTarget } from './webhook-sender.ts';

/** A delivery that is due, with its webhook as it stands now. */
export interface DueDelivery extends WebhookTarget, WebhookMessage {
  /** Attempts made before. */
  attempts: number;
  /** Whether the webhook may still get anything: it is active, and its owner's plan has webhooks. */
  isWanted: boolean;
}

/** What is to be delivered, by delivery id; those that are settled already, or whose webhook is gone, are left out. */
export async function loadDueDeliveries(db: Database, jobs: readonly WebhookJob[]): Promise<Map<string, DueDelivery>> {
  const rows = await db.query<DueDelivery>(sql`
    select webhook_id as "webhookId", delivery_id as "deliveryId", event_type as "eventType", data,
      jsonb_array_length(attempts) as attempts, url, secret,
      case when previous_until > now() then previous_secret end as "previousSecret",
      active and plan = 'business' as "isWanted"
    from unnest(${jobs.map(job => job.webhookId)}::uuid[], ${jobs.map(job => job.deliveryId)}::uuid[])
        as due (webhook_id, delivery_id)
      join webhook_deliveries using (webhook_id, delivery_id)
      join webhooks using (webhook_id)
      join accounts using (account_id)
    where status = 'pending'`);
  return new Map(rows.map(row => [row.deliveryId, row]));
}
