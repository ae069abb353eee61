import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { kpiFinancials, kpiValue, kpiYear, seedFinancials, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedCloses, seedQuote, share } from '../../../../../test/seeds/prices.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { getMarketSnapshot } from './get-market-snapshot.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2024-06-10T12:00:00Z') });

/** Share count of a date, known some weeks later. */
function counted(shares: number, date: string, filedAt: string, flags: string[] = []) {
  const accession = '0000900001-24-000001';
  const value = kpiValue(shares, accession, date, { unit: 'shares', periodStart: null, flags });
  const filing = { form: '10-K', filed: filedAt.slice(0, 10), filedAt };
  return kpiFinancials([kpiYear(2023, accession, { shares_outstanding: value })], { [accession]: filing });
}

beforeAll(async () => {
  const ids: Record<string, string> = {};
  for (const ticker of ['FICT', 'BARE', 'ODD', 'LATE', 'QUOT', 'SPLT']) {
    ids[ticker] = await seedIssuer(database.db, {
      key: `cik:${ticker}`,
      name: `${ticker} Works`,
      listings: [{ ticker }],
    });
  }
  const splits = [{ day: parseDay('2024-06-03') ?? 0, ratio: 2 }];
  await seedCloses(database.db, {
    of: share('FICT'),
    basis: 'split_adjusted',
    closes: { '2022-01-03': 99, '2023-06-20': 9, '2024-05-31': 16, '2024-06-06': 12, '2024-06-07': 15 },
    others: { adjusted: [98, 8.5, 15.5, 12, 15] },
    actions: { splits, dividends: [] },
    source: 'yahoo',
  });
  await seedFinancials(database.db, ids.FICT ?? '', counted(1_000, '2024-01-31', '2024-02-20T21:00:00Z'));
  await seedCloses(database.db, {
    of: share('ODD'),
    closes: { '2024-05-01': 10, '2024-05-02': 1_000, '2024-05-03': 10 },
  });
  await seedQuote(database.db, share('ODD'), {
    price: 11,
    priceAt: '2024-06-07T19:59:00Z',
    previousClose: 10,
    delayMinutes: 15,
  });
  await seedFinancials(
    database.db,
    ids.ODD ?? '',
    counted(1_000, '2024-01-31', '2024-02-20T21:00:00Z', ['scale_suspect']),
  );
  await seedCloses(database.db, { of: share('LATE'), basis: 'raw', closes: { '2024-01-02': 5 } });
  await seedFinancials(database.db, ids.LATE ?? '', counted(1_000, '2024-05-31', '2024-06-11T21:00:00Z'));
  await seedQuote(database.db, share('QUOT'), { price: 11, priceAt: '2024-06-07T19:59:00Z' });
  await seedFinancials(database.db, ids.QUOT ?? '', counted(1_000, '2024-01-31', '2024-02-20T21:00:00Z'));
  await seedCloses(database.db, {
    of: share('SPLT'),
    basis: 'split_adjusted',
    closes: { '2024-06-06': 3, '2024-06-07': 3 },
    actions: { splits: [{ day: parseDay('2024-02-10') ?? 0, ratio: 3 }], dividends: [] },
  });
  await seedFinancials(database.db, ids.SPLT ?? '', counted(3_000, '2024-01-31', '2024-02-20T21:00:00Z'));
});
const ask = (ticker: string, query = '') => api.get(`/api/v1/companies/us/${ticker}/market-snapshot${query}`);

it('returns the newest close, the 52-week range and a split-adjusted market cap', async () => {
  const { json } = await ask('fict', '?range=1mo');
  expect(getMarketSnapshot.output.safeParse(json).error).toBeUndefined();
  expect(json).toEqual({
    canonical_key: 'cik:FICT',
    company_name: 'FICT Works',
    ticker: 'FICT',
    market_id: 'us',
    last_quote: {
      ticker: 'FICT',
      market_id: 'us',
      mic: 'XNAS',
      price: 15,
      currency: 'USD',
      price_at: '2024-06-07T20:00:00Z',
      price_type: 'close',
      previous_close: 12,
      change: 3,
      change_pct: 25,
      day_high: null,
      day_low: null,
      volume: null,
      delay_minutes: null,
      source: 'yahoo',
    },
    currency: 'USD',
    market_cap: 30_000,
    shares_outstanding: 1_000,
    shares_outstanding_date: '2024-01-31',
    week52_high: 16,
    week52_low: 9,
    range: '1mo',
    closes: [
      { date: '2024-05-31', close: 16, adjusted_close: 15.5, volume: null },
      { date: '2024-06-06', close: 12, adjusted_close: 12, volume: null },
      { date: '2024-06-07', close: 15, adjusted_close: 15, volume: null },
    ],
    closes_currency: 'USD',
    closes_source: 'yahoo',
    closes_joins: [],
    close_basis: 'split_adjusted',
    adjusted_close_basis: 'adjusted',
    data_quality: 'ok',
    quality_notes: [],
    data_as_of: '2024-06-07T20:00:00Z',
    empty_reason: null,
  });
  expect((await ask('FICT', '?range=max')).json.closes).toHaveLength(5);
  expect((await ask('FICT')).json.closes).toHaveLength(4);
});

it('prefers a later quote to the close and omits doubtful counts with a note', async () => {
  expect((await ask('ODD', '?range=6mo')).json).toMatchObject({
    last_quote: { price: 11, price_type: 'last', change: 1, change_pct: 10, delay_minutes: 15 },
    market_cap: null,
    shares_outstanding: null,
    closes: [{ close: 10 }, { close: 1_000 }, { close: 10 }],
    close_basis: 'adjusted',
    data_quality: 'partial',
    // The closes end a month before the quote.
    quality_notes: ['unit_mixup', 'paid_close_unknown', 'no_closes', 'no_shares'],
  });
});

it('does not apply a split between the count date and the filing', async () => {
  expect((await ask('SPLT')).json).toMatchObject({ shares_outstanding: 3_000, market_cap: 9_000 });
});

it('reports that a quote has no closes', async () => {
  expect((await ask('QUOT')).json).toMatchObject({
    ...{ last_quote: { price: 11 }, market_cap: 11_000, closes: [], week52_high: null, closes_source: null },
    ...{ data_quality: 'partial', quality_notes: ['no_closes'], empty_reason: null },
  });
});

it('takes the 52-week range from the source of that year for any range', async () => {
  await seedIssuer(database.db, { key: 'cik:TWOS', name: 'TWOS Works', listings: [{ ticker: 'TWOS' }] });
  const long = { '2019-07-01': 1, '2021-07-01': 2, '2023-07-03': 3 };
  await seedCloses(database.db, { of: share('TWOS'), source: 'long', closes: long });
  const recent = { '2024-01-08': 40, '2024-03-08': 60, '2024-06-07': 50 };
  await seedCloses(database.db, { of: share('TWOS'), source: 'recent', closes: recent });
  const [month, years] = [await ask('TWOS', '?range=1mo'), await ask('TWOS', '?range=5y')];
  expect([month.json.closes_source, years.json.closes_source]).toEqual(['recent', 'long']);
  for (const { json } of [month, years]) {
    expect(json).toMatchObject({ last_quote: { price: 50 }, week52_high: 60, week52_low: 40 });
  }
});

it('multiplies an old price by the share count of its time', async () => {
  const issuerId = await seedIssuer(database.db, { key: 'cik:OLD', name: 'OLD Works', listings: [{ ticker: 'OLDP' }] });
  await seedCloses(database.db, { of: share('OLDP'), basis: 'split_adjusted', closes: { '2024-03-01': 8 } });
  const [early, late] = ['0000900001-24-000001', '0000900001-24-000002'];
  const count = (shares: number, accession: string, date: string) =>
    kpiValue(shares, accession, date, { unit: 'shares', periodStart: null });
  const filing = (day: string) => ({ form: '10-Q', filed: day, filedAt: `${day}T21:00:00Z` });
  await seedFinancials(
    database.db,
    issuerId,
    kpiFinancials(
      [
        kpiYear(2022, early, { shares_outstanding: count(100, early, '2023-12-31') }),
        kpiYear(2023, late, { shares_outstanding: count(4_000, late, '2024-04-30') }),
      ],
      { [early]: filing('2024-02-01'), [late]: filing('2024-05-20') },
    ),
  );
  expect((await ask('OLDP')).json).toMatchObject({
    shares_outstanding: 100,
    shares_outstanding_date: '2023-12-31',
    market_cap: 800,
    quality_notes: ['stale', 'dividends_not_restated'],
  });
});

it('marks an old price as stale and ignores a count that is not known yet', async () => {
  expect((await ask('LATE', '?range=1mo')).json).toMatchObject({
    last_quote: { price: 5, previous_close: null, change: null },
    market_cap: null,
    closes: [{ date: '2024-01-02', close: 5 }],
    data_quality: 'partial',
    quality_notes: ['stale', 'splits_not_restated', 'dividends_not_restated', 'no_shares'],
  });
});

it('reports missing data without a price and returns 404 for an unknown company', async () => {
  expect((await ask('BARE')).json).toMatchObject({
    last_quote: null,
    market_cap: null,
    week52_high: null,
    closes: [],
    data_quality: 'missing',
    data_as_of: null,
    empty_reason: 'not_covered',
  });
  expect((await ask('NOBODY')).status).toBe(404);
  for (const [query, name] of [
    ['range=3mo', 'range'],
    ['interval=1d', 'interval'],
  ]) {
    const { status, json } = await ask('FICT', `?${query}`);
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', name] }]]);
  }
});

it('continues a long range with the closes of another source where its own ends earlier', async () => {
  await seedIssuer(database.db, { key: 'cik:JOIN', name: 'JOIN Works', listings: [{ ticker: 'JOIN' }] });
  await seedCloses(database.db, {
    of: share('JOIN'),
    basis: 'split_adjusted',
    closes: { '2021-01-04': 1, '2022-01-03': 2, '2023-01-03': 3 },
    source: 'stooq',
  });
  await seedCloses(database.db, {
    of: share('JOIN'),
    basis: 'raw',
    closes: { '2023-01-03': 3, '2024-06-06': 4, '2024-06-07': 5 },
    source: 'yahoo',
  });
  const of = async (range: string) => (await ask('JOIN', `?range=${range}`)).json;
  const long = await of('5y');
  expect(getMarketSnapshot.output.safeParse(long).error).toBeUndefined();
  expect(long).toMatchObject({
    closes: [
      { date: '2021-01-04' },
      { date: '2022-01-03' },
      { date: '2023-01-03' },
      { date: '2024-06-06', close: 4 },
      { date: '2024-06-07', close: 5 },
    ],
    closes_source: 'stooq',
    closes_joins: [{ from_date: '2024-06-06', source: 'yahoo', close_basis: 'raw', adjusted_close_basis: 'raw' }],
  });
  expect(await of('1mo')).toMatchObject({
    closes: [{ date: '2024-06-06' }, { date: '2024-06-07' }],
    closes_source: 'yahoo',
    closes_joins: [],
  });
});

it('begins a range with the closes of another source where its own begins later, and never ends a longer one earlier', async () => {
  await seedIssuer(database.db, { key: 'cik:JOINTWO', name: 'JOINTWO Works', listings: [{ ticker: 'JTWO' }] });
  const of = share('JTWO');
  await seedCloses(database.db, { of, closes: { '2020-01-06': 1, '2021-01-04': 2 }, source: 'stooq' });
  await seedCloses(database.db, { of, closes: { '2021-01-05': 3, '2024-06-07': 4 }, source: 'yahoo', basis: 'raw' });
  await seedCloses(database.db, {
    ...{ of, source: 'sample', currency: 'EUR' },
    closes: { '2019-06-10': 9, '2024-06-03': 9 },
  });
  const ofRange = async (range: string) => (await ask('JTWO', `?range=${range}`)).json;
  expect(await ofRange('max')).toMatchObject({
    closes: [{ date: '2020-01-06' }, { date: '2021-01-04' }, { date: '2021-01-05' }, { date: '2024-06-07' }],
    closes_source: 'stooq',
    close_basis: 'adjusted',
    closes_joins: [{ from_date: '2021-01-05', source: 'yahoo', close_basis: 'raw' }],
  });
  for (const range of ['1mo', '1y', '5y', 'max']) {
    expect((await ofRange(range)).closes, range).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ date: '2024-06-07' })]),
    );
  }
});

it('cuts a range where the currency of closes changes, and says so', async () => {
  await seedIssuer(database.db, { key: 'cik:TURN', name: 'TURN Works', listings: [{ ticker: 'TURN' }] });
  const old = { '2022-01-03': 700, '2023-07-03': 800, '2024-01-08': 900 };
  await seedCloses(database.db, { of: share('TURN'), source: 'old', currency: 'DEM', closes: old });
  const recent = { '2024-01-09': 40, '2024-06-07': 50 };
  await seedCloses(database.db, { of: share('TURN'), source: 'new', currency: 'EUR', closes: recent });
  const of = async (range: string) => (await ask('TURN', `?range=${range}`)).json;
  for (const range of ['1y', '5y', 'max']) {
    const answer = await of(range);
    expect(getMarketSnapshot.output.safeParse(answer).error).toBeUndefined();
    expect(answer, range).toMatchObject({
      ...{ currency: 'EUR', closes_currency: 'EUR', closes: [{ close: 40 }, { close: 50 }] },
      ...{ week52_high: 50, week52_low: 40, data_quality: 'partial' },
    });
    expect(answer.quality_notes, range).toContain('other_currency');
  }
  expect((await of('1mo')).quality_notes).not.toContain('other_currency');
});

it('labels closes with their own currency if the newest price has another', async () => {
  await seedIssuer(database.db, { key: 'cik:DUAL', name: 'DUAL Works', listings: [{ ticker: 'DUAL' }] });
  await seedCloses(database.db, { of: share('DUAL'), currency: 'CAD', closes: { '2024-06-06': 14 } });
  await seedQuote(database.db, share('DUAL'), { price: 10, priceAt: '2024-06-07T19:59:00Z' });
  expect((await ask('DUAL')).json).toMatchObject({ currency: 'USD', closes_currency: 'CAD', closes: [{ close: 14 }] });
});

it('keeps the currency of stored closes when an older document of another currency is read', async () => {
  await seedIssuer(database.db, { key: 'cik:KEEP', name: 'KEEP Works', listings: [{ ticker: 'KEEP' }] });
  await seedCloses(database.db, { of: share('KEEP'), currency: 'EUR', closes: { '2024-06-06': 5, '2024-06-07': 6 } });
  await seedCloses(database.db, { of: share('KEEP'), currency: 'DEM', closes: { '2024-06-05': 9, '2024-06-06': 5 } });
  expect((await ask('KEEP')).json).toMatchObject({ closes_currency: 'EUR', closes: [{ close: 5 }, { close: 6 }] });
});
