import type { Delivery, DeliveryError } from '@asfiled/client';

const ERRORS: Record<DeliveryError, string> = {
  timeout: 'no response within 10 s',
  connection_failed: 'no connection',
  tls_failed: 'TLS handshake failed',
  address_not_public: 'the address is not on the public internet',
  non_2xx: 'the response was not a success',
  answer_too_large: 'the response was longer than 64 KB',
};

/** Why an attempt failed. */
export function describeDeliveryError(error: DeliveryError | undefined, status: number | null): string {
  if (error === 'non_2xx' && status !== null) return `it returned ${status}`;
  return error === undefined ? 'unknown error' : ERRORS[error];
}

type Brief = Pick<Delivery, 'status' | 'next_attempt_at' | 'attempts'>;

const MAX_ATTEMPTS = 6;

/** The outcome of a delivery: `200`, `Attempt 2 of 6 failed`, `Failed`. */
export function outcomeLabel({ status, attempts }: Brief): string {
  const last = attempts.at(-1);
  if (status === 'delivered') return String(last?.status_code ?? 'Delivered');
  if (last === undefined) return 'Pending';
  if (status === 'pending') return `Attempt ${last.attempt} of ${MAX_ATTEMPTS} failed`;
  return last.status_code === null ? 'Failed' : `Failed: ${last.status_code}`;
}

/** The next step: `Next attempt in 41 s`. */
export function describeNextAttempt({ status, next_attempt_at: next }: Brief, nowMs: number): string {
  if (status === 'delivered') return 'Delivered';
  if (status === 'failed' || next === null) return 'No further attempts';
  const seconds = Math.round((Date.parse(next) - nowMs) / 1000);
  return seconds <= 0 ? 'Next attempt is due' : `Next attempt in ${seconds} s`;
}
