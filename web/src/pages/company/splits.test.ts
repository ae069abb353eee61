import { expect, it } from 'vitest';
import type { Period } from './company.ts';
import { period } from './figures-fixture.ts';
import { describeSplit, findSplits, splitsAfter } from './splits.ts';

/** Diluted shares in millions, and as first reported: Apple, which split 4-for-1 in 2020 and 7-for-1 in 2014. */
const SHARES: readonly [year: number, now: number, first: number | null][] = [
  [2020, 17_528, null],
  [2019, 18_596, 4_649],
  [2018, 20_000, 5_000],
  [2017, 5_252, null],
  [2014, 6_123, null],
  [2013, 6_522, 932],
  [2012, 6_617, 945],
  [2011, 937, null],
];

function withShares([year, now, first]: (typeof SHARES)[number]): Period {
  const base = period(year);
  const value = base.values.free_cash_flow;
  if (!value) throw new Error('the fixture lacks free cash flow');
  const reported = { filing_id: 'x:1', filed_at: '2013-10-30T00:00:00Z', restatement: 'recast' as const };
  const shares = {
    ...value,
    value: now * 1e6,
    ...(first === null ? {} : { first_reported: { ...reported, value: first * 1e6 } }),
  };
  return { ...base, values: { weighted_shares_diluted: shares } };
}

it('detects splits from restated share counts and the years left unrestated', () => {
  const periods = SHARES.map(withShares);
  const splits = findSplits(periods);
  expect(splits).toEqual([
    { factor: 4, since: '2018fy' },
    { factor: 7, since: '2012fy' },
  ]);
  expect(splitsAfter('2018fy', splits, periods)).toEqual([]);
  expect(splitsAfter('2017fy', splits, periods).map(describeSplit)).toEqual(['4-for-1 split']);
  expect(splitsAfter('2011fy', splits, periods).map(describeSplit)).toEqual(['4-for-1 split', '7-for-1 split']);
});

it('recognises consolidations and ignores corrections of a few per cent', () => {
  const consolidated = findSplits(
    [
      [2020, 50, 500],
      [2019, 510, null],
    ].map(([year = 0, now = 0, first = null]) => withShares([year, now, first])),
  );
  expect(consolidated.map(describeSplit)).toEqual(['1-for-10 consolidation']);
  expect(findSplits([withShares([2020, 515, 500]), withShares([2019, 500, null])])).toEqual([]);
});
