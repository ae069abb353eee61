import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedCloses, seedQuote, share, weekdaysUpTo } from '../../../../../test/seeds/prices.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { getPriceSnapshot } from './get-price-snapshot.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2024-06-10T12:00:00Z') });
const DAYS = weekdaysUpTo('2024-06-07', 300);
/** Rises by one dollar per session, starting at 1. */
const RISING = Object.fromEntries(DAYS.map((day, at) => [day, at + 1]));

beforeAll(async () => {
  for (const ticker of ['FICT', 'BARE']) {
    await seedIssuer(database.db, { key: `cik:${ticker}`, name: `${ticker} Works`, listings: [{ ticker }] });
  }
  await seedCloses(database.db, { of: share('FICT'), closes: RISING });
});
const ask = (query: string) => api.get(`/api/v1/price-snapshot?${query}`);

it('reports a missing benchmark fund', async () => {
  const { json } = await ask('ticker=FICT');
  expect(json).toMatchObject({ data_quality: 'partial', benchmark_fund: 'SPY', event_move: null });
  expect(json.quality_notes).toContain('no_benchmark');
  expect((json.returns as object[])[0]).toEqual({
    horizon: '1w',
    return_pct: 1.694915,
    benchmark_return_pct: null,
    relative_strength: null,
  });
});

it('compares with the fund between the same days', async () => {
  // The second fund of the list has closes; only its last close changes.
  const still = Object.fromEntries(DAYS.map(day => [day, day === '2024-06-07' ? 101 : 100]));
  await seedCloses(database.db, { of: share('IVV'), closes: still });
  const { json } = await ask('ticker=FICT&market_id=us&event_at=2024-05-01T19:59:00Z');
  expect(getPriceSnapshot.output.safeParse(json).error).toBeUndefined();
  expect(json).toMatchObject({
    ticker: 'FICT',
    last_quote: { price: 300 },
    benchmark_fund: 'IVV',
    returns: [
      // 31 May, five sessions earlier: 295.
      { horizon: '1w', return_pct: 1.694915, benchmark_return_pct: 1, relative_strength: 0.694915 },
      { horizon: '1m' },
      { horizon: '3m' },
      { horizon: '6m' },
      { horizon: '1y' },
    ],
    // The session of 1 May had not ended; the base is 30 April, 28 sessions before the last.
    event_move: {
      event_at: '2024-05-01T19:59:00Z',
      base_date: '2024-04-30',
      base_close: 272,
      returns: [
        { horizon: '1d', return_pct: 0.367647, benchmark_return_pct: 0, relative_strength: 0.367647 },
        { horizon: '2d', return_pct: 0.735294 },
        { horizon: '5d', return_pct: 1.838235 },
        { horizon: '20d', return_pct: 7.352941 },
      ],
    },
  });
  const after = await ask('ticker=FICT&event_at=2024-05-01T16:00:00-04:00');
  expect(after.json.event_move).toMatchObject({ base_date: '2024-05-01', base_close: 273 });
  const recent = await ask('ticker=FICT&event_at=2024-06-06T22:00:00Z');
  expect(recent.json.event_move).toMatchObject({
    base_date: '2024-06-06',
    returns: [
      { horizon: '1d', benchmark_return_pct: 1 },
      { return_pct: null },
      { return_pct: null },
      { return_pct: null },
    ],
  });
  expect((await ask('ticker=FICT&event_at=2001-05-01T16:00:00Z')).json.event_move).toBeNull();
});

it('excludes splits and dividends from returns and shows the close as paid', async () => {
  const days = weekdaysUpTo('2024-06-07', 8);
  // A 2:1 split on the sixth day and a dividend of one on the eighth: neither changes the return.
  const [splitDay = '', dividendDay = ''] = [days[5], days[7]];
  await seedIssuer(database.db, { key: 'cik:PAYS', name: 'PAYS Works', listings: [{ ticker: 'PAYS' }] });
  await seedCloses(database.db, {
    of: share('PAYS'),
    basis: 'split_adjusted',
    closes: Object.fromEntries(days.map(day => [day, day < dividendDay ? 50 : 49])),
    others: { adjusted: days.map(() => 49) },
    actions: {
      splits: [{ day: parseDay(splitDay) ?? 0, ratio: 2 }],
      dividends: [{ day: parseDay(dividendDay) ?? 0, amount: 1 }],
    },
  });
  const { json } = await ask(`ticker=PAYS&event_at=${days[1]}T21:00:00Z`);
  expect(json).toMatchObject({
    last_quote: { price: 49, previous_close: 50 },
    event_move: {
      base_date: days[1],
      base_close: 50,
      returns: [{ return_pct: 0 }, { return_pct: 0 }, { return_pct: 0 }, { return_pct: null }],
    },
  });
});

it('uses exchange hours and reports faults among closes of an old event', async () => {
  const days = weekdaysUpTo('2024-06-07', 500);
  const old = days.indexOf('2023-01-10');
  await seedIssuer(database.db, {
    key: 'jcn:FICJ',
    name: 'FICJ Works',
    marketId: 'jp',
    listings: [{ ticker: '9999', marketId: 'jp', mic: 'XTKS' }],
  });
  await seedCloses(database.db, {
    of: share('9999', 'jp'),
    basis: 'split_adjusted',
    currency: 'JPY',
    // One close is in hundredths.
    closes: Object.fromEntries(days.map((day, at) => [day, at === old + 2 ? 5 : 500])),
    others: { adjusted: days.map((_, at) => (at === old + 2 ? 5 : 500)) },
  });
  // Tokyo closed at 15:00, which is 06:00 UTC, so the close of that day is before the release.
  const { json } = await ask('ticker=9999&market_id=jp&event_at=2023-01-10T06:00:00Z');
  expect(json).toMatchObject({
    event_move: { base_date: '2023-01-10', returns: [{ return_pct: 0 }, { return_pct: -99 }, { return_pct: 0 }, {}] },
    data_quality: 'partial',
  });
  expect(json.quality_notes).toContain('unit_mixup');
  expect((await ask('ticker=9999&market_id=jp&event_at=2023-01-10T05:59:00Z')).json.event_move).toMatchObject({
    base_date: '2023-01-09',
  });
  // The closes that this return uses have no fault.
  const later = await ask('ticker=9999&market_id=jp&event_at=2023-06-05T06:00:00Z');
  expect(later.json.quality_notes).not.toContain('unit_mixup');
});

it('computes no returns from closes that ended long before the quote', async () => {
  await seedIssuer(database.db, { key: 'cik:ENDD', name: 'ENDD Works', listings: [{ ticker: 'ENDD' }] });
  const old = weekdaysUpTo('2024-01-05', 60);
  await seedCloses(database.db, { of: share('ENDD'), closes: Object.fromEntries(old.map((day, at) => [day, at + 1])) });
  await seedQuote(database.db, share('ENDD'), { price: 99, priceAt: '2024-06-07T19:59:00Z' });
  const { json } = await ask(`ticker=ENDD&event_at=${old[50]}T21:00:00Z`);
  expect(json).toMatchObject({
    ...{ last_quote: { price: 99 }, returns: [], data_quality: 'partial', empty_reason: null },
    // The returns after an event use the closes of that time.
    event_move: { base_date: old[50], returns: [{ return_pct: 1.960784 }, {}, {}, { return_pct: null }] },
  });
  expect(json.quality_notes).toContain('no_closes');
  const snapshot = (await api.get('/api/v1/companies/us/ENDD/market-snapshot')).json;
  expect(snapshot).toMatchObject({ week52_high: null, week52_low: null, data_quality: 'partial' });
  expect([(snapshot.closes as unknown[]).length, snapshot.quality_notes]).toEqual([
    60,
    ['paid_close_unknown', 'no_closes', 'no_shares'],
  ]);
});

it('reports missing data quality', async () => {
  expect((await ask('ticker=BARE&event_at=2024-05-01T16:00:00Z')).json).toMatchObject({
    last_quote: null,
    data_quality: 'missing',
    returns: [],
    event_move: null,
    empty_reason: 'not_covered',
  });
  expect((await ask('ticker=NOBODY')).status).toBe(404);
  for (const [query, name] of [
    ['ticker=FICT&event_at=yesterday', 'event_at'],
    ['market_id=us', 'ticker'],
    ['ticker=FICT&market_id=', 'market_id'],
  ]) {
    const { status, json } = await ask(query ?? '');
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', name] }]]);
  }
});
