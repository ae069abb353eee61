import type { BasisChange } from '@asfiled/client';
import { expect, it } from 'vitest';
import { describeBefore, mergeChanges, placeOfChange, splitsAfter } from './basis-changes.ts';
import { period } from './figures-fixture.ts';

const CODE = 'weighted_shares_diluted';

function change(given: Partial<BasisChange>): BasisChange {
  return {
    ...{ kind: 'split', date: '2016-10-01', ratio: 4, from: null, to: null, codes: [CODE], filing_id: 'x:2' },
    ...given,
  };
}

it('describes what the periods before a change are', () => {
  expect(describeBefore(change({}))).toBe('before the 4-for-1 split');
  expect(describeBefore(change({ ratio: 1.5 }))).toBe('before the 3-for-2 split');
  expect(describeBefore(change({ ratio: 0.1 }))).toBe('before the 1-for-10 consolidation');
  expect(describeBefore(change({ kind: 'currency', ratio: null, from: 'EUR', to: 'USD' }))).toBe('in EUR');
  expect(describeBefore(change({ kind: 'fiscal_year_end', ratio: null, from: '12-31' }))).toBe('years to 31 December');
});

it('merges the change that the quarters of a year state at their own dates', () => {
  const quarters = [
    change({ date: '2020-01-01', codes: ['eps_diluted'] }),
    change({ date: '2019-10-01' }),
    change({ date: '2014-01-01', ratio: 7 }),
  ];
  expect(mergeChanges(quarters)).toEqual([
    change({ date: '2019-10-01', codes: [CODE, 'eps_diluted'] }),
    change({ date: '2014-01-01', ratio: 7 }),
  ]);
});

it('names the splits that a figure was not restated for', () => {
  const changes = [change({}), change({ kind: 'currency', ratio: null, codes: null })];
  expect(splitsAfter(period(2016), CODE, changes)).toEqual([change({})]);
  expect(splitsAfter(period(2017), CODE, changes)).toEqual([]);
  expect(splitsAfter(period(2016), 'revenue', changes)).toEqual([]);
});

it('places a change before the first period on the new basis', () => {
  const oldestFirst = [period(2016), period(2017), period(2018)];
  expect(placeOfChange(change({}), oldestFirst, 'restated')).toBe(1);
  expect(placeOfChange(change({ date: '2015-10-01' }), oldestFirst, 'restated')).toBeNull();
  expect(placeOfChange(change({ date: '2019-10-01' }), oldestFirst, 'restated')).toBeNull();
});

it('places a split of first reported figures after the newest period that its filing restated', () => {
  const oldestFirst = [period(2016), period(2017), period(2018)];
  const [, , { filing_id }] = oldestFirst as [unknown, unknown, { filing_id: string }];
  // The fixture's operating cash flow of 2017 was restated in the report on 2018.
  const split = change({ codes: ['operating_cash_flow'], filing_id });
  expect(placeOfChange(split, oldestFirst, 'first')).toBe(2);
});
