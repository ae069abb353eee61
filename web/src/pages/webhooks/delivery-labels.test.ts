import { expect, it } from 'vitest';
import { errorWords, nextWords, outcomeWords } from './delivery-labels.ts';

const attempt = { attempt: 2, sent_at: '2026-11-20T14:33:17Z', status_code: 503, duration_ms: 204 };
const NOW = Date.parse('2026-11-20T14:33:36Z');

it('says what became of a delivery and what comes next', () => {
  const waiting = { status: 'pending', next_attempt_at: '2026-11-20T14:34:17Z', attempts: [attempt] } as const;
  expect(outcomeWords({ ...waiting, attempts: [attempt] })).toBe('Try 2 of 6 failed');
  expect(nextWords({ ...waiting, attempts: [attempt] }, NOW)).toBe('Will try again in 41 s');
  expect(outcomeWords({ status: 'pending', next_attempt_at: null, attempts: [] })).toBe('On its way');
  expect(outcomeWords({ status: 'failed', next_attempt_at: null, attempts: [attempt] })).toBe('Failed: 503');
  expect(nextWords({ status: 'failed', next_attempt_at: null, attempts: [attempt] }, NOW)).toBe(
    'Will not be tried again',
  );
});

it('says why an attempt failed', () => {
  expect(errorWords('non_2xx', 503)).toBe('it answered 503');
  expect(errorWords('timeout', null)).toBe('no answer within 10 s');
});
