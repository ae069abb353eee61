import type { Delivery, DeliveryError } from '@asfiled/client';

const ERRORS: Record<DeliveryError, string> = {
  timeout: 'no answer within 10 s',
  connection_failed: 'no connection',
  tls_failed: 'no trusted connection (TLS)',
  address_not_public: 'the address is not on the public internet',
  non_2xx: 'another answer than a success',
  answer_too_large: 'the answer was longer than 64 KB',
};

/** Why an attempt was no success, in words. */
export function errorWords(error: DeliveryError | undefined, status: number | null): string {
  if (error === 'non_2xx' && status !== null) return `it answered ${status}`;
  return error === undefined ? 'for no reason that is known' : ERRORS[error];
}

type Brief = Pick<Delivery, 'status' | 'next_attempt_at' | 'attempts'>;

const MOST_ATTEMPTS = 6;

/** What became of a delivery, or comes next: `200`, `Try 2 of 6 failed`, `Failed`. */
export function outcomeWords({ status, attempts }: Brief): string {
  const last = attempts.at(-1);
  if (status === 'delivered') return String(last?.status_code ?? 'Delivered');
  if (last === undefined) return 'On its way';
  if (status === 'pending') return `Try ${last.attempt} of ${MOST_ATTEMPTS} failed`;
  return last.status_code === null ? 'Failed' : `Failed: ${last.status_code}`;
}

/** What happens next: `Will try again in 41 s`. */
export function nextWords({ status, next_attempt_at: next }: Brief, nowMs: number): string {
  if (status === 'delivered') return 'Delivered';
  if (status === 'failed' || next === null) return 'Will not be tried again';
  const seconds = Math.round((Date.parse(next) - nowMs) / 1000);
  return seconds <= 0 ? 'Is about to be tried' : `Will try again in ${seconds} s`;
}
