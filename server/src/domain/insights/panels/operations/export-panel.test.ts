import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { LAST_DAY, randomPanel, seedPanelCompanies } from '../../../../../test/seeds/panel-companies.ts';
import { seedCloses } from '../../../../../test/seeds/prices.ts';
import { seedRates } from '../../../../../test/seeds/rates.ts';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import { seedSignals } from '../../../../../test/seeds/signals.ts';
import { sql } from '../../../../db/database.ts';
import { replaceMembers } from '../../universe/store.ts';
import { panelManifest } from '../views/panel-manifest.ts';

/** `ASFILED_PANEL_TRIALS` compares so many random panels. */
const TRIALS = Number(process.env.ASFILED_PANEL_TRIALS ?? 24);

const database = useTestDatabase();
const NOW = () => new Date('2024-06-10T12:00:00Z');
const api = useTestApi(database, { now: NOW });

beforeAll(async () => {
  const { db } = database;
  await seedPanelCompanies(db, LAST_DAY);
  await seedRates(db, { CHF: { '2020-01-02': 1.1 } });
  const left = await seedIssuer(db, { key: 'test:left', name: 'Left', sic: '2834' });
  await seedFilings(db, left, [{ nativeId: 'left-1', form: '10-K', filed: '2012-03-01' }]);
  await seedSignals(db, left, [{ kind: 'delisting', variant: 'merger', filed: '2015-03-02', nativeId: 'left-2' }]);
}, 300_000);

type Query = Record<string, string>;
const panel = (query: Query, headers = {}) => api.get(`/api/v1/panel?${new URLSearchParams(query)}`, headers);

interface Row {
  as_of: string;
  canonical_key: string;
  fiscal_year: number | null;
  period_end: string | null;
  currency: string | null;
  values: Record<string, number | null>;
}

/** The rows of a panel of any shape and format. */
function rowsOf({ text }: ApiResponse, { shape = 'wide', format = 'csv', measures = '' }: Query): Row[] {
  const lines =
    format === 'csv'
      ? (parse(text, { columns: true }) as Record<string, string>[]).map(line => fromCsv(line, shape))
      : text
          .split('\n')
          .filter(line => line !== '')
          .map(line => JSON.parse(line));
  if (shape === 'wide') return lines;
  const size = splitMeasures(measures).length;
  return Array.from({ length: lines.length / size }, (_, at) => {
    const ofRow = lines.slice(at * size, (at + 1) * size);
    for (const line of ofRow) expect(line.reason === null, JSON.stringify(line)).toBe(line.value !== null);
    const { measure: _measure, value: _value, reason: _reason, ...row } = ofRow[0];
    return {
      ...row,
      values: Object.fromEntries(ofRow.map((line: { measure: string; value: number }) => [line.measure, line.value])),
    };
  });
}

const orNull = (cell: string | undefined) => (cell === '' || cell === undefined ? null : cell);
const numberOrNull = (cell: string | undefined) => (orNull(cell) === null ? null : Number(cell));

function fromCsv(
  { as_of, canonical_key, fiscal_year, period_end, currency, ...cells }: Record<string, string>,
  shape: string,
) {
  const row = {
    as_of,
    canonical_key,
    fiscal_year: numberOrNull(fiscal_year),
    period_end: orNull(period_end),
    currency: orNull(currency),
  };
  if (shape === 'long')
    return { ...row, measure: cells.measure, value: numberOrNull(cells.value), reason: orNull(cells.reason) };
  return { ...row, values: Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, numberOrNull(cell)])) };
}

const splitMeasures = (measures: string) => measures.split(/,(?![^(]*\))/);

/** What the existing routes return of a day. */
async function expectedRows(day: string, { measures = '', currency, industry }: Query): Promise<Row[]> {
  const universe = await api.get(
    `/api/v1/universe?${new URLSearchParams({ as_of: day, limit: '5000', ...(industry && { industry }) })}`,
  );
  const screen = await api.get(
    `/api/v1/financials/screen?${new URLSearchParams({ as_of: day, columns: measures, limit: '200', ...(currency && { currency }) })}`,
  );
  const items = new Map(
    (screen.json.items as (Omit<Row, 'as_of'> & { entity: { canonical_key: string } })[]).map(item => [
      item.entity.canonical_key,
      item,
    ]),
  );
  const nulls = Object.fromEntries(splitMeasures(measures).map(key => [key, null]));
  return (universe.json.items as { canonical_key: string }[]).map(({ canonical_key }) => {
    const item = items.get(canonical_key);
    return {
      ...{ as_of: day, canonical_key },
      fiscal_year: item?.fiscal_year ?? null,
      period_end: item?.period_end ?? null,
      currency: item?.currency ?? null,
      values: item?.values ?? nulls,
    };
  });
}

describe('GET /api/v1/panel', () => {
  it('has the cells of financials/screen for the companies of the universe, as of each day', async () => {
    const random = randomNumbers(11);
    let [known, unknown] = [0, 0];
    for (let trial = 0; trial < TRIALS; trial++) {
      const question = randomPanel(random, '2024-02-01');
      const response = await panel(question);
      expect(response.status, response.text).toBe(200);
      const expected: Row[] = [];
      for (const day of [...new Set(question.days.split(','))].sort())
        expected.push(...(await expectedRows(day, question)));
      expect(rowsOf(response, question), JSON.stringify(question)).toEqual(expected);
      for (const value of expected.flatMap(row => Object.values(row.values))) value === null ? unknown++ : known++;
    }
    expect(known).toBeGreaterThan(TRIALS * 10);
    expect(unknown).toBeGreaterThan(TRIALS);
  });

  it('has the multiples of valuation on the day of a close', async () => {
    const measures = 'market_cap,price_to_sales,price_to_book,earnings_yield';
    const { json } = await api.get('/api/v1/companies/us/P7/valuation?from=2015-01-01&to=2016-12-31&interval=month');
    const points = json.points as { date: string; values: Record<string, number | null> }[];
    expect(points.length).toBeGreaterThan(20);
    const question = { measures, days: points.map(({ date }) => date).join() };
    const rows = rowsOf(await panel(question), question).filter(row => row.canonical_key === 'cik:8');
    expect(rows.map(({ values }) => values)).toEqual(
      points.map(({ values }) => Object.fromEntries(measures.split(',').map(code => [code, values[code]]))),
    );
  });

  it('keeps a company after it left its market, and selects by listing status as of each day', async () => {
    const days = '2015-03-01,2015-03-02';
    const of = async (query: Query) =>
      rowsOf(await panel({ measures: 'revenue', days, industry: '2834', ...query }), {})
        .filter(row => row.canonical_key === 'test:left')
        .map(row => row.as_of);
    expect(await of({})).toEqual(['2015-03-01', '2015-03-02']);
    expect(await of({ listing_status: 'delisted' })).toEqual(['2015-03-02']);
  });

  it('explains null values in the long form', async () => {
    const reasonsOf = async (query: Query, key: string) => {
      const { text } = await panel({ shape: 'long', format: 'ndjson', days: '2014-12-31', ...query });
      const lines = text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line));
      return Object.fromEntries(
        lines.filter(line => line.canonical_key === key).map(line => [line.measure, line.reason]),
      );
    };
    const measures = 'revenue,inventory,default(inventory, 0),net_income / (revenue - revenue),market_cap';
    expect(await reasonsOf({ measures }, 'cik:7')).toEqual({
      revenue: null,
      inventory: 'not_reported',
      'default(inventory, 0)': null,
      'net_income / (revenue - revenue)': 'not_applicable',
      market_cap: null,
    });
    expect(await reasonsOf({ measures: 'revenue,market_cap' }, 'cik:1')).toMatchObject({ market_cap: 'not_covered' });
    expect(await reasonsOf({ measures: 'revenue' }, 'test:left')).toEqual({ revenue: 'not_covered' });
    expect(await reasonsOf({ measures: 'revenue,asset_turnover,inventory', currency: 'CHF' }, 'cik:7')).toEqual({
      revenue: 'no_exchange_rate',
      asset_turnover: null,
      inventory: 'not_reported',
    });
  });

  it('has a manifest with columns, days, counts and the digest of the bytes', async () => {
    const question = {
      measures: 'revenue,gross_profitability,slope(revenue, 4)',
      start: '2014-01-01',
      end: '2014-12-31',
      step: 'quarter',
    };
    const response = await panel(question);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const path = /<([^>]+)>; rel="describedby"/.exec(String(response.headers.link))?.[1] ?? '';
    const { json, status, headers } = await api.get(path);
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBeUndefined();
    const manifest = panelManifest.parse(json);
    const rows = rowsOf(response, question);
    expect(manifest).toMatchObject({
      question: { shape: 'wide', format: 'csv' },
      computed_at: '2024-06-10T12:00:00.000Z',
      not_computed: 0,
      rows: rows.length,
      company_days: rows.length,
      bytes: Buffer.byteLength(response.text),
      sha256: createHash('sha256').update(response.text).digest('hex'),
    });
    expect(manifest.columns.map(({ name, type, unit }) => [name, type, unit])).toEqual([
      ['as_of', 'date', null],
      ['canonical_key', 'text', null],
      ['fiscal_year', 'integer', null],
      ['period_end', 'date', null],
      ['currency', 'text', null],
      ['revenue', 'number', 'currency'],
      ['gross_profitability', 'number', 'fraction'],
      ['slope(revenue, 4)', 'number', 'currency'],
    ]);
    expect(manifest.measures[1]).toMatchObject({ formula: 'gross_profit / total_assets' });
    expect(manifest.days.map(({ as_of }) => as_of)).toEqual(['2014-03-31', '2014-06-30', '2014-09-30', '2014-12-31']);
    for (const day of manifest.days) {
      const ofDay = rows.filter(row => row.as_of === day.as_of);
      expect(day).toEqual({
        as_of: day.as_of,
        known_until: new Date(Date.parse(day.as_of) + 86_400_000).toISOString(),
        companies: ofDay.length,
        without_figures: ofDay.filter(row => row.fiscal_year === null).length,
        nulls: ofDay.flatMap(row => Object.values(row.values)).filter(value => value === null).length,
      });
    }
    const stranger = await createTestApi(database.db, { now: NOW }, 'pro');
    expect((await stranger.get(path)).status).toBe(404);
    await stranger.server.close();
  });

  it('sends the same bytes compressed', async () => {
    const question = { measures: 'revenue', start: '2013-01-01', end: '2014-12-31' };
    const plain = await panel(question);
    for (const coding of ['gzip', 'br', 'zstd']) {
      const { key, server } = api;
      const packed = await server.app.inject({
        url: `/api/v1/panel?${new URLSearchParams(question)}`,
        headers: { 'x-api-key': key, 'accept-encoding': coding },
      });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect((await unpacked(coding, packed.rawPayload)).toString()).toBe(plain.text);
    }
  });

  it('costs ten credits for each thousand companies and days begun, debited before the first byte', async () => {
    const rows = async (query: Query) =>
      Number((await panel({ measures: 'revenue', ...query })).headers['x-credits-cost']);
    expect(await rows({ days: '2014-01-01' })).toBe(10);
    expect(await rows({ start: '2015-01-01', end: '2015-12-31', step: 'day' })).toBe(40);
    const free = await createTestApi(database.db, { now: NOW }, 'free');
    const remaining = async (query: Query) => {
      const { status, headers, json } = await free.get(
        `/api/v1/panel?${new URLSearchParams({ measures: 'revenue', ...query })}`,
      );
      return status === 200 ? Number(headers['x-credits-remaining']) : json.error;
    };
    expect(await remaining({ start: '2015-01-01', end: '2015-12-31', step: 'day' })).toBe(60);
    expect(await remaining({ start: '2014-06-01', end: '2016-12-31', step: 'day' })).toBe('quota_exceeded');
    expect(await remaining({ days: '2014-01-01' })).toBe(50);
    await free.server.close();
  });

  it('charges nothing for a request of the headers alone, nor for an invalid question', async () => {
    const { key, server } = api;
    const url = '/api/v1/panel?measures=revenue&days=2014-01-01';
    const head = await server.app.inject({ method: 'HEAD', url, headers: { 'x-api-key': key } });
    expect(head.headers['x-credits-cost']).toBeUndefined();
    for (const [query, message] of [
      [{ measures: 'revenue' }, 'is required without days'],
      [{ measures: 'revenue,revenue', days: '2014-01-01' }, 'has "revenue" twice'],
      [{ measures: 'revenues', days: '2014-01-01' }, 'the nearest is "revenue"'],
      [{ measures: 'revenue', days: '2014-01-01', start: '2014-01-01' }, 'cannot be combined'],
      [{ measures: 'revenue', days: '2024-06-10' }, 'which is not over'],
      [
        { measures: 'revenue', start: '2024-06-01', end: '2024-06-09', step: 'quarter' },
        'has no last day of a quarter',
      ],
      [{ measures: 'revenue', start: '2014-01-01', step: 'day' }, 'gives more than 1000 days'],
    ] as const) {
      const { status, text } = await panel(query as Query);
      expect(status, text).toBe(422);
      expect(text).toContain(JSON.stringify(message).slice(1, -1));
    }
    expect((await panel({ measures: 'revenue', days: '2014-01-01', index: 'none' })).status).toBe(404);
  });

  it('has the sessions of a market, if all of the span are stored', async () => {
    const closes = { '2015-03-02': 10, '2015-03-03': 11, '2015-03-05': 12 };
    await seedCloses(database.db, { of: { kind: 'index', indexId: 'sp500' }, closes });
    const daysOfPanel = async (query: Query) => {
      const { status, text } = await panel({ measures: 'revenue', step: 'session', ...query });
      return status === 200 ? [...new Set(text.match(/^\d{4}-\d\d-\d\d/gm))] : `${status} ${text}`;
    };
    expect(await daysOfPanel({ market_id: 'us', start: '2015-03-03', end: '2015-03-08' })).toEqual([
      '2015-03-03',
      '2015-03-05',
    ]);
    expect(await daysOfPanel({ market_id: 'us', start: '2015-03-03', end: '2015-04-30' })).toMatch(
      /^404 .*Stored closes of sp500: 2015-03-02 to 2015-03-05/,
    );
    expect(await daysOfPanel({ market_id: 'jp', start: '2015-03-03', end: '2015-03-08' })).toMatch(
      /^404 .*any index: none/,
    );
    expect(await daysOfPanel({ start: '2015-03-03', end: '2015-03-08' })).toMatch(/^422 .*exactly one market_id/);
  });

  it('selects the members of an index on each day', async () => {
    const memberships = [
      { company: 'cik:7', from: '2014-01-01', to: '2015-01-01' },
      { company: 'cik:8', from: '2014-07-01', to: null },
    ];
    await database.db.transaction(tx =>
      replaceMembers(
        tx,
        { indexId: 'fict', marketId: 'us', importedAt: '2024-01-01T00:00:00Z' },
        { knownFrom: '2014-01-01', memberships, contradictions: [] },
      ),
    );
    const { text } = await panel({ measures: 'revenue', index: 'fict', days: '2014-06-30,2014-12-31,2015-06-30' });
    expect(text.match(/^[-\d]+,cik:\d+/gm)).toEqual([
      ...['2014-06-30,cik:7', '2014-12-31,cik:7', '2014-12-31,cik:8', '2015-06-30,cik:8'],
    ]);
    const early = await panel({ measures: 'revenue', index: 'fict', days: '2013-12-31,2014-12-31' });
    expect(early.status).toBe(404);
  });

  it('names the day of a value that exceeds the range of numbers, and refunds the credits', async () => {
    const before = await creditsUsed();
    const { status, text } = await panel({ measures: 'revenue * 1e308', days: '2014-12-31' });
    expect(status, text).toBe(400);
    expect(text).toContain('for a company on 2014-12-31');
    await expect.poll(creditsUsed).toBe(before);
  });
});

async function creditsUsed(): Promise<number> {
  const row = await database.db.queryOne<{ used: number }>(sql`
    select day_credits as used from accounts where account_id = ${api.accountId}`);
  return row?.used ?? Number.NaN;
}

async function unpacked(coding: string, bytes: Buffer): Promise<Buffer> {
  const { brotliDecompressSync, gunzipSync, zstdDecompressSync } = await import('node:zlib');
  return coding === 'gzip'
    ? gunzipSync(bytes)
    : coding === 'br'
      ? brotliDecompressSync(bytes)
      : zstdDecompressSync(bytes);
}
