import { type Dispatcher, request } from 'undici';
import type { JobSystem } from '../../jobs/job-system.ts';
import {
  BlockedAddressError,
  createGuardedDispatcher,
  type GuardOptions,
} from '../../kernel/network/guarded-dispatcher.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { DeliveryError, WebhookAttempt } from './webhook-attempt.ts';
import { signPayload, toEnvelope, webhookHeaders } from './webhook-envelope.ts';

export interface WebhookSenderOptions extends GuardOptions {
  secretBox: SecretBox;
  now?: () => Date;
  /** From the first byte sent to the last one received; ten seconds by default. */
  timeoutMs?: number;
}

/** The address and signing secrets of a webhook. */
export interface WebhookTarget {
  webhookId: string;
  url: string;
  /** Sealed for {@link secretContext}. */
  secret: Buffer;
  /** Signs as well during a rotation; null otherwise. */
  previousSecret: Buffer | null;
}

export interface WebhookMessage {
  /** Sent as `webhook-id`. */
  deliveryId: string;
  eventType: string;
  data: Record<string, unknown>;
}

/** The context that binds a webhook's sealed secrets to it. */
export function secretContext(webhookId: string): string {
  return `webhook ${webhookId}`;
}

const TIMEOUT_MS = 10_000;
const STORED_RESPONSE_BYTES = 4_096;

/** Signs and sends deliveries; one call is one attempt. */
export class WebhookSender {
  readonly allowPrivate: boolean;
  readonly #box: SecretBox;
  readonly #dispatcher: Dispatcher;
  readonly #now: () => Date;
  readonly #timeoutMs: number;

  constructor(options: WebhookSenderOptions) {
    this.allowPrivate = options.allowPrivate;
    this.#box = options.secretBox;
    this.#dispatcher = createGuardedDispatcher(options);
    this.#now = options.now ?? (() => new Date());
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** Never throws for failures of the endpoint; the attempt records them. */
  async send(target: WebhookTarget, message: WebhookMessage, attempt: number): Promise<WebhookAttempt> {
    const context = secretContext(target.webhookId);
    const sentAt = this.#now();
    const envelope = toEnvelope(message.eventType, message.data, sentAt);
    const body = JSON.stringify(envelope);
    const signed = (sealed: Buffer) => signPayload(this.#box.open(sealed, context), envelope.timestamp, body);
    const signature = signed(target.secret);
    const previous = target.previousSecret === null ? null : signed(target.previousSecret);
    const { deliveryId } = message;
    const headers = webhookHeaders({ deliveryId, timestamp: envelope.timestamp, signature, previous });
    const outcome = await this.#post(target.url, headers, body);
    const wasSent = outcome.error !== 'address_not_public';
    return {
      attempt,
      sent_at: envelope.timestamp,
      ...outcome,
      signature: wasSent ? signature : null,
      previous_signature: wasSent ? previous : null,
    };
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  async #post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const startedAt = performance.now();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#timeoutMs);
    let status: number | null = null;
    let answer: string | null = null;
    let error: DeliveryError | null;
    try {
      const options = { dispatcher: this.#dispatcher, signal: timeout.signal, headers, body };
      const response = await request(url, { ...options, method: 'POST' });
      status = response.statusCode;
      answer = await readBeginning(response.body);
      error = status >= 200 && status < 300 ? null : 'non_2xx';
    } catch (failure) {
      error = timeout.signal.aborted ? 'timeout' : errorOf(failure);
    } finally {
      clearTimeout(timer);
    }
    return { status_code: status, duration_ms: Math.round(performance.now() - startedAt), error, answer };
  }
}

type Outcome = Pick<WebhookAttempt, 'status_code' | 'duration_ms' | 'error' | 'answer'>;

/** Reads the whole body, so that the connection can be reused, and returns the first 4 KiB as text without NULs. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes < STORED_RESPONSE_BYTES) kept.push(chunk.subarray(0, STORED_RESPONSE_BYTES - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\u0000', '\uFFFD');
}

function errorOf(failure: unknown): DeliveryError {
  if (failure instanceof BlockedAddressError) return 'address_not_public';
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'answer_too_large';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  return TLS_ERROR.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Codes of certificate and protocol errors of Node and OpenSSL. */
const TLS_ERROR = /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/;

/** Sends test pings and queues deliveries again. */
export interface WebhookService {
  sender: WebhookSender;
  jobs: JobSystem;
}

declare module '../../domain/kit/operation.ts' {
  interface OperationContext {
    /** Absent if this process sends no webhooks. */
    webhooks?: WebhookService | undefined;
  }
}
