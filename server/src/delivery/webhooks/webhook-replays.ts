import { sql, type Transaction } from '../../db/database.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { type QueuedDelivery, queueAttempts } from './webhook-deliveries.ts';

const MAX_REPLAYS = 10_000;

/** Queues a delivery again; returns the id of the new delivery. */
export async function replayDelivery(
  tx: Transaction,
  jobs: JobSystem,
  webhookId: string,
  deliveryId: string,
): Promise<string> {
  const replay = await tx.queryOne<QueuedDelivery>(sql`
    insert into webhook_deliveries (webhook_id, event_id, event_type, data, next_attempt_at, replay_of)
    select webhook_id, event_id, event_type, data, now(), delivery_id from webhook_deliveries
    where webhook_id = ${webhookId} and delivery_id = ${deliveryId}
    returning webhook_id as "webhookId", delivery_id as "deliveryId"`);
  if (replay === null) throw new Error(`delivery ${deliveryId} no longer exists`);
  await queueAttempts(tx, jobs, [replay]);
  return replay.deliveryId;
}

/** Queues each event again whose latest delivery since `since` failed, oldest first. */
export async function replayFailed(
  tx: Transaction,
  jobs: JobSystem,
  webhookId: string,
  since: string,
): Promise<{ queued: number; isAll: boolean }> {
  // One request at a time, so that concurrent ones queue nothing twice.
  await tx.execute(sql`select from webhooks where webhook_id = ${webhookId} for no key update`);
  const queued = await tx.query<QueuedDelivery>(sql`
    insert into webhook_deliveries (webhook_id, event_id, event_type, data, next_attempt_at, replay_of)
    select webhook_id, event_id, event_type, data, now(), delivery_id from (
      select distinct on (event_id) webhook_id, event_id, event_type, data, status, created_at, delivery_id
      from webhook_deliveries
      where webhook_id = ${webhookId} and created_at >= ${since} and event_id is not null
      order by event_id, created_at desc, (status = 'failed'), delivery_id
    ) as latest
    where status = 'failed'
    order by created_at, delivery_id limit ${MAX_REPLAYS}::integer
    returning webhook_id as "webhookId", delivery_id as "deliveryId"`);
  await queueAttempts(tx, jobs, queued);
  return { queued: queued.length, isAll: queued.length < MAX_REPLAYS };
}
