import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedCloses, seedQuote, share } from '../../../../../test/seeds/prices.ts';
import { listMarketQuotes } from './list-market-quotes.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  const eu = (ticker: string, mic: string) => ({ ticker, marketId: 'eu', mic });
  await seedIssuer(database.db, { key: 'cik:1', name: 'Fictional Works', listings: [{ ticker: 'FICT', mic: 'XNYS' }] });
  await seedIssuer(database.db, {
    key: 'jcn:1',
    name: 'Kaku',
    marketId: 'jp',
    listings: [{ ticker: '7203', marketId: 'jp' }],
  });
  await seedIssuer(database.db, { key: 'lei:1', name: 'Twin SA', marketId: 'eu', listings: [eu('TWIN', 'XPAR')] });
  await seedIssuer(database.db, { key: 'lei:2', name: 'Twin AS', marketId: 'eu', listings: [eu('TWIN', 'XOSL')] });
  await seedIssuer(database.db, { key: 'lei:3', name: 'Solo SA', marketId: 'eu', listings: [eu('SOLO', 'XPAR')] });
  await seedIssuer(database.db, { key: 'cik:4', name: 'Bare', listings: [{ ticker: 'BARE' }] });
  await seedCloses(database.db, { of: share('FICT'), closes: { '2024-01-02': 10, '2024-01-03': 11 } });
  await seedQuote(database.db, share('7203', 'jp'), { currency: 'JPY', price: 2_500 });
  await seedCloses(database.db, { of: share('SPY'), closes: { '2024-01-02': 470 } });
  // Two exchanges of one market use one ticker for two shares.
  await seedCloses(database.db, {
    of: { ...share('SOLO', 'eu'), mic: 'XPAR' },
    closes: { '2024-01-02': 7 },
    currency: 'EUR',
  });
  await seedQuote(
    database.db,
    { ...share('SOLO', 'eu'), mic: 'XOSL' },
    { symbol: 'SOLO.OL', currency: 'NOK', price: 9 },
  );
});
const ask = (tickers: string) => api.get(`/api/v1/market-quotes/batch?tickers=${encodeURIComponent(tickers)}`);

it('suggests the nearest listings of the market for an unknown symbol', async () => {
  const { json } = await ask('FICTT');
  expect(json.errors).toMatchObject([{ ticker: 'FICTT', error: 'not_found', suggestions: [{ ticker: 'FICT' }] }]);
});

it('returns quotes in request order with an error per unresolved symbol', async () => {
  const { json, status } = await ask('jp:7203, fict,eu:SOLO,SPY,eu:TWIN,BARE,NOBODY,xx:FICT,a:b:c,fict');
  expect([status, listMarketQuotes.output.safeParse(json).error]).toEqual([200, undefined]);
  expect(json).toMatchObject({
    items: [
      { ticker: '7203', market_id: 'jp', price: 2_500, currency: 'JPY', price_type: 'last' },
      { ticker: 'FICT', mic: 'XNYS', price: 11, previous_close: 10, change_pct: 10, price_type: 'close' },
      { ticker: 'SOLO', mic: 'XPAR', price: 7, currency: 'EUR' },
      // A fund without stored filings.
      { ticker: 'SPY', price: 470 },
    ],
    errors: [
      {
        ticker: 'eu:TWIN',
        error: 'ambiguous_ticker',
        candidates: [{ canonical_key: 'lei:1' }, { canonical_key: 'lei:2' }],
      },
      { ticker: 'BARE', error: 'not_covered', entity: { canonical_key: 'cik:4', company_name: 'Bare' } },
      { ticker: 'NOBODY', error: 'not_found' },
      { ticker: 'xx:FICT', error: 'not_found' },
      { ticker: 'a:b:c', error: 'bad_request' },
    ],
    data_as_of: '2024-01-03T21:00:00Z',
    empty_reason: null,
  });
  expect((json.items as object[]).length).toBe(4);
});

it('fails as a whole only for an invalid list', async () => {
  expect((await ask('NOBODY')).json).toMatchObject({ items: [], data_as_of: null, empty_reason: 'not_covered' });
  const sixty = Array.from({ length: 60 }, (_, at) => `T${at}`).join();
  expect((await ask(sixty)).status).toBe(200);
  for (const tickers of [`${sixty},T60`, '', ' , ', 'x'.repeat(4_097)]) {
    const { status, json } = await ask(tickers);
    expect([status, (json.detail as object[])[0]]).toMatchObject([422, { loc: ['query', 'tickers'] }]);
  }
});
