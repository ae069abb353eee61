import { describe, expect, it } from 'vitest';
import { joinCloses } from './join-closes.ts';
import type { Closes } from './load-closes.ts';

function from(source: string, first: number, last: number, currency = 'USD'): Closes {
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return {
    ...{ source, symbol: source, currency, days, closes: days, basis: 'raw', paid: days, paidBasis: 'raw' },
    ...{ byBasis: { raw: days }, volumes: null, actions: null, faults: [] },
  };
}
const parts = (sources: Closes[], span: { from: number; until: number }) =>
  joinCloses(sources, span).map(({ closes, from, until }) => `${closes.source} ${from}–${until}`);

describe('joinCloses', () => {
  const old = from('old', 0, 100);
  const middle = from('middle', 90, 400);
  const recent = from('recent', 380, 500);

  it('continues the source of most days in both directions', () => {
    expect(parts([recent, old, middle], { from: 0, until: 500 })).toEqual([
      'old 0–89',
      'middle 90–400',
      'recent 401–500',
    ]);
    expect(parts([recent, old, middle], { from: 450, until: 500 })).toEqual(['recent 380–500']);
    expect(parts([old], { from: 450, until: 500 })).toEqual([]);
  });

  it('ends with the newest close of all sources, however long the span', () => {
    const foreign = from('foreign', 0, 450, 'EUR');
    const sources = [foreign, recent, middle];
    for (const length of [30, 120, 400, 9_000]) {
      expect(joinCloses(sources, { from: 500 - length, until: 500 }).at(-1)?.until, String(length)).toBe(500);
    }
    expect(parts(sources, { from: 0, until: 500 })).toEqual(['middle 90–400', 'recent 401–500']);
  });

  it('leaves gaps between sources, and takes the source that closes a gap soonest', () => {
    const late = from('late', 300, 500);
    const early = from('early', 200, 250);
    expect(parts([late, early, old], { from: 0, until: 500 })).toEqual(['old 0–100', 'early 200–250', 'late 300–500']);
  });
});
