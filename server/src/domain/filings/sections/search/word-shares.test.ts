import { describe, expect, it } from 'vitest';
import { toSectionQuery } from './section-query.ts';
import { toWordShares } from './word-shares.ts';

const shares = toWordShares(
  new Map([
    ['copper', 0.5],
    ['cobalt', 0.04],
  ]),
  new Map([['f:10-K', 0.3]]),
);

describe('toWordShares', () => {
  it('estimates a word outside the commonest as rarer than these', () => {
    expect(shares.shareOfWord('copper')).toBe(0.5);
    expect(shares.shareOfWord('osmium')).toBe(0.01);
    expect([shares.shareOfTag('f:10-K'), shares.shareOfTag('f:6-K')]).toEqual([0.3, null]);
  });

  it('returns null without statistics', () => {
    expect(toWordShares(new Map(), new Map()).shareOfWord('copper')).toBeNull();
  });
});

describe('shareOf a query', () => {
  const shareOf = (tsquery: string) => toSectionQuery(tsquery)?.shareOf(shares.shareOfWord) ?? null;

  it('adds the shares of alternatives and subtracts exclusions', () => {
    expect(shareOf("'copper'")).toBe(0.5);
    expect(shareOf("'copper' | 'cobalt'")).toBeCloseTo(0.54);
    expect(shareOf("'copper' & !'cobalt'")).toBeLessThan(0.5);
  });

  it('expects words of a query together more often than by chance, but at most as often as the rarer', () => {
    const both = shareOf("'copper' & 'cobalt'") ?? 0;
    expect(both).toBeGreaterThan(0.5 * 0.04);
    expect(both).toBeLessThan(0.04);
    expect(shareOf("'copper' <-> 'cobalt'")).toBe(both);
  });
});
