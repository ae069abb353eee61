import { type Database, sql } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { JobPump, PumpJob } from '../../jobs/job-pump.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { recordAttempts } from './record-attempts.ts';
import type { AttemptOutcome, WebhookAttempt } from './webhook-attempt.ts';
import { WEBHOOK_CHANNEL, type WebhookJob, webhookQueue } from './webhook-deliveries.ts';
import type { WebhookMessage, WebhookSender, WebhookTarget } from './webhook-sender.ts';

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
/** Few, because those that a killed process has sent and not recorded are sent again. */
const MAX_YOUNG = { most: 256, withinMs: 250 };

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
    { inFlight: MAX_IN_FLIGHT, young: MAX_YOUNG, perGroup: MAX_PER_WEBHOOK, pausedGroups: () => limiter.paused() },
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

/** A due delivery with the current state of its webhook. */
interface DueDelivery extends WebhookTarget, WebhookMessage {
  /** Previous attempts. */
  attempts: number;
  /** Whether the webhook is active and its owner's plan has webhooks. */
  isEnabled: boolean;
}

/** Loads due deliveries by delivery id, without those that are already settled or whose webhook was deleted. */
async function loadDueDeliveries(db: Database, jobs: readonly WebhookJob[]): Promise<Map<string, DueDelivery>> {
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

/** A webhook whose last delivery took longer gets one delivery at a time until it is faster. */
const SLOW_MS = 2_000;

/** Tracks how fast the endpoints are that this process delivers to, so that slow ones do not use up its capacity. */
class EndpointLimiter {
  readonly #inFlight = new Map<string, number>();
  readonly #slow = new Set<string>();

  began(webhookId: string): void {
    this.#inFlight.set(webhookId, (this.#inFlight.get(webhookId) ?? 0) + 1);
  }

  ended(webhookId: string, durationMs: number): void {
    const left = (this.#inFlight.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#inFlight.set(webhookId, left);
    else this.#inFlight.delete(webhookId);
    if (durationMs > SLOW_MS) this.#slow.add(webhookId);
    else this.#slow.delete(webhookId);
  }

  /** Slow webhooks with a delivery in flight. */
  paused(): string[] {
    return [...this.#slow].filter(webhookId => this.#inFlight.has(webhookId));
  }
}
