import { sql, type Transaction } from '../../db/database.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { type AttemptOutcome, type DeliveryStatus, RETRY_DELAY_MS, statusAfter } from './webhook-attempt.ts';
import { queueAttempts } from './webhook-deliveries.ts';
import { recordHealth } from './webhook-health.ts';

/** Records attempts, queues retries, and updates the health of the webhooks. */
export async function recordAttempts(
  tx: Transaction,
  jobs: JobSystem,
  outcomes: readonly AttemptOutcome[],
  now: Date,
): Promise<void> {
  // Locks webhooks before their deliveries, in the order of a webhook's deletion, so that the two never deadlock.
  await tx.execute(sql`
    select from webhooks where webhook_id = any(${outcomes.map(({ webhookId }) => webhookId)}::uuid[])
    order by webhook_id for key share`);
  const next = new Date(now.getTime() + RETRY_DELAY_MS);
  const rows = outcomes.map(outcome => toRow(outcome, next));
  // The statement numbers the attempt, because a worker that lost its claim may have written one meanwhile.
  const written = await tx.query<WrittenRow>(sql`
    update webhook_deliveries as delivery set
      attempts = case when due.attempt is null then attempts else attempts ||
        jsonb_set(due.attempt, '{attempt}', to_jsonb(jsonb_array_length(attempts) + 1)) end,
      status = case when delivery.status = 'pending' or due.status = 'delivered' then due.status else delivery.status end,
      next_attempt_at = case when due.status = 'pending' then coalesce(due.next_attempt_at, delivery.next_attempt_at) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due (
      webhook_id uuid, delivery_id uuid, attempts_before int, attempt jsonb, status text, next_attempt_at timestamptz)
    where delivery.webhook_id = due.webhook_id and delivery.delivery_id = due.delivery_id
    returning delivery.webhook_id as "webhookId", delivery.delivery_id as "deliveryId", delivery.status,
      jsonb_array_length(delivery.attempts) = due.attempts_before + 1 as "isNext"`);
  await queueAttempts(
    tx,
    jobs,
    written
      .filter(({ status, isNext }) => status === 'pending' && isNext)
      .map(({ webhookId, deliveryId }) => ({ webhookId, deliveryId, notBefore: next })),
  );
  await recordHealth(tx, outcomes, now);
}

interface WrittenRow {
  webhookId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** False if another worker has written an attempt in between, which then queues the next one. */
  isNext: boolean;
}

function toRow(
  { webhookId, deliveryId, attemptsBefore, attempt }: AttemptOutcome,
  next: Date,
): Record<string, unknown> {
  const status = attempt === null ? 'failed' : statusAfter(attempt);
  return {
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempts_before: attemptsBefore,
    attempt,
    status,
    next_attempt_at: status === 'pending' ? next.toISOString() : null,
  };
}
