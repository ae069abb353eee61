import { expect, test } from 'vitest';
import { findBasisChanges } from './basis-changes.ts';
import { balance, fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';
import { LINE_ITEMS } from './line-items.ts';

interface Year {
  end: string;
  start: string;
  shares: number;
}

/** Annual reports that each show the year before too, restated to the shares of its own year. */
function changesOf(years: readonly Year[], currencyOf: (at: number) => string = () => 'USD') {
  const reports = years.map((year, at) => {
    const shown = [year, ...(at > 0 ? years.slice(at - 1, at) : [])];
    return {
      accession: `r${at}`,
      form: '10-K',
      filed: `${Number(year.end.slice(0, 4)) + 1}-02-20`,
      currency: currencyOf(at),
      durations: Object.fromEntries(
        shown.map(({ start, end }) => [
          `${start}..${end}`,
          flows(8_000_000, {
            WeightedAverageNumberOfDilutedSharesOutstanding: year.shares,
            EarningsPerShareDiluted: Math.round((1_200_000 / year.shares) * 100) / 100,
          }),
        ]),
      ),
      instants: Object.fromEntries(shown.map(({ end }) => [end, balance(5_000_000)])),
    };
  });
  const { periods } = normaliseFinancials(fictionalInput([fictionalFacts(reports)]));
  const annual = periods.filter(period => period.fiscalPeriod === 'fy');
  return findBasisChanges(annual, LINE_ITEMS);
}

const year = (of: number, shares = 1_000_000): Year => ({ start: `${of}-01-01`, end: `${of}-12-31`, shares });

test('finds no change in a series on one basis', () => {
  expect(changesOf([year(2018), year(2019), year(2020)])).toEqual([]);
});

test('marks a split at the oldest year that a later filing restated, with its ratio and that filing', () => {
  const years = [year(2017), year(2018), year(2019), year(2020, 4_000_000), year(2021, 4_000_000)];
  expect(changesOf(years)).toEqual([
    {
      kind: 'split',
      date: '2019-01-01',
      ratio: 4,
      from: null,
      to: null,
      codes: ['eps_diluted', 'weighted_shares_diluted'],
      accession: 'r3',
    },
  ]);
});

test('marks a reverse split', () => {
  expect(changesOf([year(2018), year(2019), year(2020, 100_000)])).toMatchObject([
    { kind: 'split', date: '2019-01-01', ratio: 0.1, accession: 'r2' },
  ]);
});

test('takes new shares for no split', () => {
  expect(changesOf([year(2018), year(2019), year(2020, 1_730_000)])).toEqual([]);
});

test('marks another currency of the reports', () => {
  const changes = changesOf([year(2017), year(2018), year(2019)], at => (at < 2 ? 'EUR' : 'USD'));
  expect(changes).toMatchObject([{ kind: 'currency', date: '2018-01-01', from: 'EUR', to: 'USD', accession: 'r2' }]);
});

test('marks another end of the fiscal year, and no 53rd week', () => {
  const weeks = [
    { start: '2018-01-01', end: '2018-12-30', shares: 1_000_000 },
    { start: '2018-12-31', end: '2020-01-03', shares: 1_000_000 },
  ];
  expect(changesOf(weeks)).toEqual([]);
  const moved = [year(2018), { start: '2019-07-01', end: '2020-06-30', shares: 1_000_000 }];
  expect(changesOf(moved)).toMatchObject([{ kind: 'fiscal_year_end', date: '2019-07-01', from: '12-31', to: '06-30' }]);
});
