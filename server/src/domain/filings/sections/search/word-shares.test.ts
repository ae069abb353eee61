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
  it('takes a word that is not among the commonest as rarer than these', () => {
    expect(shares.shareOfWord('copper')).toBe(0.5);
    expect(shares.shareOfWord('osmium')).toBe(0.01);
    expect([shares.shareOfTag('f:10-K'), shares.shareOfTag('f:6-K')]).toEqual([0.3, null]);
  });

  it('tells nothing without statistics', () => {
    expect(toWordShares(new Map(), new Map()).shareOfWord('copper')).toBeNull();
  });
});

describe('shareOf a query', () => {
  const shareOf = (tsquery: string) => toSectionQuery(tsquery)?.shareOf(shares.shareOfWord) ?? null;

  it('adds what is found by either word, and takes off what is excluded', () => {
    expect(shareOf("'copper'")).toBe(0.5);
    expect(shareOf("'copper' | 'cobalt'")).toBeCloseTo(0.54);
    expect(shareOf("'copper' & !'cobalt'")).toBeLessThan(0.5);
  });

  it('expects words of one query together more often than by chance, but never more often than the rarer', () => {
    const both = shareOf("'copper' & 'cobalt'") ?? 0;
    expect(both).toBeGreaterThan(0.5 * 0.04);
    expect(both).toBeLessThan(0.04);
    expect(shareOf("'copper' <-> 'cobalt'")).toBe(both);
  });
});
