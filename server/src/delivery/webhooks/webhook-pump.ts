import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { JobPump, PumpJob } from '../../jobs/job-pump.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { EndpointLimiter } from './endpoint-limiter.ts';
import type { AttemptOutcome, WebhookAttempt } from './webhook-attempt.ts';
import { WEBHOOK_CHANNEL, type WebhookJob, webhookQueue } from './webhook-queue.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { recordAttempts } from './webhook-settlement.ts';
import { type DueDelivery, loadDueDeliveries } from './webhook-work.ts';

export interface WebhookPumpOptions {
  db: Database;
  jobs: JobSystem;
  listener: Listener;
  sender: WebhookSender;
  now?: () => Date;
}

/** Deliveries under way, as long as it is stopped. */
export interface WebhookPump {
  /** Takes no more; finishes what is under way, within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Enough that hundreds of webhooks that hang leave room for the others: one that waits costs a socket and little else. */
const IN_FLIGHT = 4_000;
const PER_WEBHOOK = 32;

/** Delivers what is queued; any number of processes may do so. */
export async function startWebhookPump(options: WebhookPumpOptions): Promise<WebhookPump> {
  const { jobs, listener, now = () => new Date() } = options;
  const pace = new EndpointLimiter();
  const pump: JobPump<WebhookJob, AttemptOutcome | null> = await jobs.pump(
    webhookQueue,
    {
      begin: taken => begin(options, pace, taken),
      settle: (tx, results) =>
        recordAttempts(
          tx,
          jobs,
          results.flatMap(({ result }) => (result === null ? [] : [result])),
          now(),
        ),
    },
    { inFlight: IN_FLIGHT, perGroup: PER_WEBHOOK, pausedGroups: () => pace.paused() },
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
  pace: EndpointLimiter,
  taken: readonly PumpJob<WebhookJob>[],
): Promise<AttemptOutcome | null>[] {
  const loading = loadDueDeliveries(
    db,
    taken.map(job => job.payload),
  );
  return taken.map(async ({ payload }) => {
    const work = (await loading).get(payload.deliveryId);
    if (work === undefined) return null;
    const { webhookId, deliveryId, attempts } = work;
    const attempt = work.isWanted ? await attemptOf(sender, pace, work) : null;
    return { webhookId, deliveryId, attemptsBefore: attempts, attempt };
  });
}

async function attemptOf(sender: WebhookSender, pace: EndpointLimiter, work: DueDelivery): Promise<WebhookAttempt> {
  pace.began(work.webhookId);
  const attempt = await sender.send(work, work, work.attempts + 1);
  pace.ended(work.webhookId, attempt.duration_ms);
  return attempt;
}
