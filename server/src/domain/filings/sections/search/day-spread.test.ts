import { describe, expect, it } from 'vitest';
import { toDayDistribution } from './day-spread.ts';

// A thousand rows: half of them of the days 100 to 199, half of 200 to 209.
const spread = toDayDistribution(1_000, [100, 200, 210]);

describe('toDaySpread', () => {
  it('estimates the number of rows between two days', () => {
    expect(spread.rowsBetween(100, 210)).toBe(1_000);
    expect(spread.rowsBetween(0, 999)).toBe(1_000);
    expect(spread.rowsBetween(150, 205)).toBe(500);
    expect(spread.rowsBetween(300, 400)).toBe(0);
    expect(spread.rowsBetween(205, 150)).toBe(0);
  });

  it('estimates how far back a number of rows reaches', () => {
    expect(spread.dayBack(210, 100)).toBe(208);
    expect(spread.dayBack(210, 750)).toBe(150);
    expect(spread.dayBack(210, 5_000)).toBe(100);
    expect(spread.dayBack(100_000, 500)).toBe(200);
  });

  it('always moves back, however many rows one day has', () => {
    const oneDay = toDayDistribution(1_000_000, [500, 500, 500]);
    expect(oneDay.dayBack(501, 10)).toBeLessThan(501);
    expect(oneDay.dayBack(500, 10)).toBeLessThan(500 + 1);
  });

  it('estimates nothing for a table that was never analysed', () => {
    expect(toDayDistribution(-1, []).rowsBetween(0, 1_000)).toBe(0);
    expect(toDayDistribution(0, []).dayBack(5, 10)).toBeLessThan(0);
  });
});
