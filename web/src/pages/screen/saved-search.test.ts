import { expect, it } from 'vitest';
import { readCriteria, toInput } from './criteria.ts';
import { MEASURES } from './measures.ts';
import { toScreenSearch } from './saved-search.ts';

it('opens saved parameters so that the page asks the API for the same', () => {
  const query = {
    filters: 'revenue.gte.4e8',
    where: 'revenue_growth > 10%',
    columns: 'revenue,net_income',
    sort: '-net_income',
    fiscal_year_from: 2020,
    market_id: 'us',
    currency: 'USD',
    tickers: 'us.AAPL',
  };
  const criteria = readCriteria(toScreenSearch(query), MEASURES);
  expect(criteria?.ignored).toEqual([]);
  expect(criteria && toInput(criteria)).toMatchObject(query);
});

it('leaves out what the page cannot show', () => {
  expect(toScreenSearch({ sort: '-(revenue / total_assets)', market_id: 'us' })).toEqual({ market: 'us' });
});
