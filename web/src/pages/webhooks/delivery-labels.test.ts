import { expect, it } from 'vitest';
import { describeDeliveryError, describeNextAttempt, outcomeLabel } from './delivery-labels.ts';

const attempt = { attempt: 2, sent_at: '2026-11-20T14:33:17Z', status_code: 503, duration_ms: 204 };
const NOW = Date.parse('2026-11-20T14:33:36Z');

it('labels the outcome of a delivery and its next step', () => {
  const waiting = { status: 'pending', next_attempt_at: '2026-11-20T14:34:17Z', attempts: [attempt] } as const;
  expect(outcomeLabel({ ...waiting, attempts: [attempt] })).toBe('Attempt 2 of 6 failed');
  expect(describeNextAttempt({ ...waiting, attempts: [attempt] }, NOW)).toBe('Next attempt in 41 s');
  expect(outcomeLabel({ status: 'pending', next_attempt_at: null, attempts: [] })).toBe('Pending');
  expect(outcomeLabel({ status: 'failed', next_attempt_at: null, attempts: [attempt] })).toBe('Failed: 503');
  expect(describeNextAttempt({ status: 'failed', next_attempt_at: null, attempts: [attempt] }, NOW)).toBe(
    'No further attempts',
  );
});

it('labels why an attempt failed', () => {
  expect(describeDeliveryError('non_2xx', 503)).toBe('it returned 503');
  expect(describeDeliveryError('timeout', null)).toBe('no response within 10 s');
});
