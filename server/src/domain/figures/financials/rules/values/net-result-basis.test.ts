import { expect, it } from 'vitest';
import { balance, fictionalFacts, fictionalInput, flows } from '../fictional-filer.ts';
import { normaliseFinancials } from '../financials.ts';

const ALONE = 'basis=non_consolidated';

/** Accounts of a company and its group: all lines under `basis`, and the net result under the other basis too. */
function accounts(basis: string, own: number, other: number) {
  const set = fictionalFacts([
    {
      accession: '0009999999-25-000001',
      form: '10-K',
      filed: '2025-02-10',
      periodEnd: '2024-12-31',
      durations: { '2024-01-01..2024-12-31': flows(1000) },
      instants: { '2024-12-31': balance(5000), '2023-12-31': balance(4500) },
    },
  ]);
  const [before = ''] = [ALONE, ''].filter(known => known !== basis);
  const series = set.series.flatMap(one => {
    const stated = { ...one, dimensions: basis };
    if (one.concept !== 'us-gaap:NetIncomeLoss') return [stated];
    const all = (value: number) => one.values.map(() => value);
    return [
      { ...stated, values: all(own) },
      { ...one, dimensions: before, values: all(other) },
    ];
  });
  const { periods } = normaliseFinancials(fictionalInput([{ ...set, series }]));
  return periods.find(period => period.fiscalPeriod === 'fy')?.values.net_income?.value;
}

const [PRETAX, TAX] = [200, 50];

it.each([ALONE, ''])('takes the net result of the other basis if only that is pretax income less tax: %j', basis => {
  expect(accounts(basis, -900, PRETAX - TAX)).toBe(PRETAX - TAX);
});

it('keeps the net result of its own basis if it closes, or if neither does', () => {
  expect(accounts(ALONE, PRETAX - TAX, -900)).toBe(PRETAX - TAX);
  expect(accounts(ALONE, 140, -900)).toBe(140);
});
