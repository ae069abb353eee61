import { expect, test } from 'vitest';
import { parseDay } from '../../../../kernel/dates.ts';
import type { Priced } from '../model/price-series.ts';
import { endedSessions } from './sessions.ts';

const BARS = {
  days: ['2024-06-05', '2024-06-06', '2024-06-07'].map(day => parseDay(day) ?? 0),
  closes: { split_adjusted: [10, 11, 12], adjusted: [9, 10, 12] },
  volumes: [1, null, 3],
};
const share = (marketId: string): Priced => ({ kind: 'listing', marketId, ticker: 'FICT', mic: null });

test('a bar of a session still open when it was read is not a close', () => {
  expect(endedSessions(share('us'), BARS, '2024-06-07T19:59:59Z')).toEqual({
    days: BARS.days.slice(0, 2),
    closes: { split_adjusted: [10, 11], adjusted: [9, 10] },
    volumes: [1, null],
  });
  expect(endedSessions(share('us'), BARS, '2024-06-07T20:00:00Z')).toBe(BARS);
  expect(endedSessions(share('us'), BARS, '2024-06-01T20:00:00Z').days).toEqual([]);
});

test('sessions end by exchange time, those of indexes by market time', () => {
  // Tokyo closed at 15:00, which is 06:00 UTC.
  expect(endedSessions(share('jp'), BARS, '2024-06-07T05:59:00Z').days).toHaveLength(2);
  expect(endedSessions(share('jp'), BARS, '2024-06-07T06:00:00Z').days).toHaveLength(3);
  expect(endedSessions({ kind: 'index', indexId: 'nikkei225' }, BARS, '2024-06-07T05:59:00Z').days).toHaveLength(2);
  expect(endedSessions({ kind: 'index', indexId: 'sp500' }, BARS, '2024-06-07T05:59:00Z').days).toHaveLength(2);
});

test('all bars are kept if the hours are unknown', () => {
  expect(endedSessions(share('nowhere'), BARS, '2024-06-01T00:00:00Z')).toBe(BARS);
  expect(endedSessions({ kind: 'index', indexId: 'unknown' }, BARS, '2024-06-01T00:00:00Z')).toBe(BARS);
});
