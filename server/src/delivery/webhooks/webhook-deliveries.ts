import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Database, sql, type Transaction } from '../../db/database.ts';
import { NOTICE_TYPES } from '../../domain/kit/event-types.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
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

/**
 * Queues a delivery of each event to each active webhook that subscribes to its type, for accounts that were notified of
 * it and whose plan has webhooks. Call it in the transaction that notifies, so that notifications, deliveries and jobs
 * commit together. Skips events that were already queued for a webhook. Returns the number of deliveries queued.
 */
export async function queueDeliveries(tx: Transaction, jobs: JobSystem, eventIds: readonly string[]): Promise<number> {
  const queued = await tx.query<QueuedDelivery>(sql`
    insert into webhook_deliveries (webhook_id, event_id, event_type, data, next_attempt_at)
    select webhook.webhook_id, event.event_id, event.event_type,
      jsonb_build_object('canonical_key', notification.canonical_key, 'ticker', notification.ticker,
        'market_id', notification.market_id) || event.data,
      now()
    from notifications as notification
      join events as event using (event_id)
      join accounts as account using (account_id)
      join webhooks as webhook using (account_id)
    where event_id = any(${[...eventIds]}::uuid[])
      and webhook.active and account.plan = 'business'
      and event.event_type <> all(${[...NOTICE_TYPES]}::text[])
      and (webhook.event_types = '{}' or event.event_type = any(webhook.event_types))
    on conflict (webhook_id, event_id) where replay_of is null and event_id is not null do nothing
    returning webhook_id as "webhookId", delivery_id as "deliveryId"`);
  await queueAttempts(tx, jobs, queued);
  return queued.length;
}

export interface QueuedDelivery {
  webhookId: string;
  deliveryId: string;
  /** Defaults to now. */
  notBefore?: Date;
}

/** Queues the next attempt of each delivery, to be made after the transaction commits. */
export async function queueAttempts(
  tx: Transaction,
  jobs: JobSystem,
  deliveries: readonly QueuedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await jobs.send(
    webhookQueue,
    deliveries.map(({ webhookId, deliveryId, notBefore }) => ({
      id: randomUUID(),
      payload: { webhookId, deliveryId },
      group: webhookId,
      ...(notBefore === undefined ? {} : { startAfter: notBefore }),
    })),
    tx,
  );
  if (deliveries.some(({ notBefore }) => notBefore === undefined)) {
    await tx.execute(sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`);
  }
}

const RETENTION_DAYS = 30;

/** Rows per statement, so that none holds its locks for long. */
const BATCH_SIZE = 5_000;

/** Deletes deliveries, with their attempts, older than `retentionDays`. */
export async function purgeDeliveries(db: Database, retentionDays = RETENTION_DAYS): Promise<void> {
  const removed = await db.execute(sql`
    delete from webhook_deliveries where (webhook_id, delivery_id) in (
      select webhook_id, delivery_id from webhook_deliveries
      where created_at < now() - make_interval(days => ${retentionDays}::integer)
      limit ${BATCH_SIZE}::integer)`);
  if (removed === BATCH_SIZE) await purgeDeliveries(db, retentionDays);
}
