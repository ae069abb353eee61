/** Why a delivery attempt failed. */
export const DELIVERY_ERRORS = [
  'timeout',
  'connection_failed',
  'tls_failed',
  'address_not_public',
  'non_2xx',
  'answer_too_large',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt as stored in `webhook_deliveries.attempts`. */
export interface WebhookAttempt {
  /** From 1. */
  attempt: number;
  /** Instant with milliseconds: the timestamp of the signed envelope. */
  sent_at: string;
  status_code: number | null;
  duration_ms: number;
  error: DeliveryError | null;
  /** `sha256=<hex>` as sent; null if nothing was sent. */
  signature: string | null;
  /** Signed with the previous secret during a rotation; null otherwise. */
  previous_signature: string | null;
  /** The beginning of the response body; null if no response arrived. */
  answer: string | null;
}

/** The outcome of a due delivery. */
export interface AttemptOutcome {
  webhookId: string;
  deliveryId: string;
  /** Attempts made before this one, as known when it began. */
  attemptsBefore: number;
  /** Null if nothing was sent, because the webhook no longer receives events. */
  attempt: WebhookAttempt | null;
}

/** Attempts after the first, for failures that may be transient. */
const MAX_RETRIES = 5;
export const RETRY_DELAY_MS = 60_000;

/** The status of a delivery after an attempt. */
export function statusAfter({ attempt, error, status_code }: WebhookAttempt): DeliveryStatus {
  if (error === null) return 'delivered';
  return attempt > MAX_RETRIES || isFinal(error, status_code) ? 'failed' : 'pending';
}

/** Failures that a retry would repeat: a 4xx, a private address, and an oversized response from a reached endpoint. */
function isFinal(error: DeliveryError, status: number | null): boolean {
  if (error === 'address_not_public' || error === 'answer_too_large') return true;
  return status !== null && status >= 400 && status < 500;
}
