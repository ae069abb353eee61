import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { JobPump, PumpJob } from '../../jobs/job-pump.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { type DueDelivery, loadDueDeliveries } from './due-deliveries.ts';
import { EndpointLimiter } from './endpoint-limiter.ts';
import { recordAttempts } from './record-attempts.ts';
import type { AttemptOutcome, WebhookAttempt } from './webhook-attempt.ts';
import { WEBHOOK_CHANNEL, type WebhookJob, webhookQueue } from './webhook-queue.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface WebhookPumpOptions {
  db: Database;
  jobs: JobSystem;
  listener: Listener;
  sender: WebhookSender;
  now?: () => Date;
}

export interface WebhookPump {
  /** Stops taking deliveries and finishes those in flight, within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** High enough that hundreds of hanging webhooks do not block the others; a waiting delivery costs little but a socket. */
const MAX_IN_FLIGHT = 4_000;
const MAX_PER_WEBHOOK = 32;

/** Sends queued deliveries. Any number of processes may run a pump. */
export async function startWebhookPump(options: WebhookPumpOptions): Promise<WebhookPump> {
  const { jobs, listener, now = () => new Date() } = options;
  const limiter = new EndpointLimiter();
  const pump: JobPump<WebhookJob, AttemptOutcome | null> = await jobs.pump(
    webhookQueue,
    {
      begin: taken => begin(options, limiter, taken),
      settle: (tx, results) =>
        recordAttempts(
          tx,
          jobs,
          results.flatMap(({ result }) => (result === null ? [] : [result])),
          now(),
        ),
    },
    { inFlight: MAX_IN_FLIGHT, perGroup: MAX_PER_WEBHOOK, pausedGroups: () => limiter.paused() },
  );
  const stopListening = listener.on(WEBHOOK_CHANNEL, () => pump.wake());
  return {
    async stop(timeoutMs) {
      stopListening();
      await pump.stop(timeoutMs);
    },
  };
}

function begin(
  { db, sender }: WebhookPumpOptions,
  limiter: EndpointLimiter,
  taken: readonly PumpJob<WebhookJob>[],
): Promise<AttemptOutcome | null>[] {
  const loading = loadDueDeliveries(
    db,
    taken.map(job => job.payload),
  );
  return taken.map(async ({ payload }) => {
    const delivery = (await loading).get(payload.deliveryId);
    if (delivery === undefined) return null;
    const { webhookId, deliveryId, attempts } = delivery;
    const attempt = delivery.isEnabled ? await attemptDelivery(sender, limiter, delivery) : null;
    return { webhookId, deliveryId, attemptsBefore: attempts, attempt };
  });
}

async function attemptDelivery(
  sender: WebhookSender,
  limiter: EndpointLimiter,
  delivery: DueDelivery,
): Promise<WebhookAttempt> {
  limiter.began(delivery.webhookId);
  const attempt = await sender.send(delivery, delivery, delivery.attempts + 1);
  limiter.ended(delivery.webhookId, attempt.duration_ms);
  return attempt;
}
