/** Why an attempt to deliver was no success. */
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

/** One attempt as it is kept in `webhook_deliveries.attempts`. */
export interface WebhookAttempt {
  /** From 1. */
  attempt: number;
  /** Instant to the millisecond: the timestamp of the envelope that was sent and signed. */
  sent_at: string;
  status_code: number | null;
  duration_ms: number;
  error: DeliveryError | null;
  /** `sha256=<hex>`, as it was sent; null where nothing was. */
  signature: string | null;
  /** With the secret before, while secrets are changed over. */
  previous_signature: string | null;
  /** The beginning of the answer's body; null where none came. */
  answer: string | null;
}

/** What came of a delivery that was due; without an attempt nothing was sent, because it is not wanted any more. */
export interface AttemptOutcome {
  webhookId: string;
  deliveryId: string;
  /** Attempts made before this one, as it was known when it began. */
  attemptsBefore: number;
  attempt: WebhookAttempt | null;
}

/** Attempts after the first, while they fail in a way that may pass. */
const MORE_ATTEMPTS = 5;
export const RETRY_DELAY_MS = 60_000;

/** What an attempt makes of its delivery. */
export function statusAfter({ attempt, error, status_code }: WebhookAttempt): DeliveryStatus {
  if (error === null) return 'delivered';
  return attempt > MORE_ATTEMPTS || isFinal(error, status_code) ? 'failed' : 'pending';
}

/** Trying again would meet the same: a 4xx says so, an address stays what it is, and who answers at length has heard. */
function isFinal(error: DeliveryError, status: number | null): boolean {
  if (error === 'address_not_public' || error === 'answer_too_large') return true;
  return status !== null && status >= 400 && status < 500;
}
