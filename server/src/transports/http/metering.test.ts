import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedSmallStore } from '../../../test/seeds/issuers.ts';
import { DEFAULT_PLANS } from '../../accounts/plans.ts';
import { sql } from '../../db/database.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { createLog } from '../../kernel/log.ts';
import { OPERATIONS } from '../operations.ts';
import { createHttpServer } from './create-http-server.ts';

const database = useTestDatabase();
const FAST = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, requestsPerSecond: 10_000, burst: 10_000 } };
const FINANCIALS = '/api/v1/companies/financials?ticker=AURW&line_items=revenue';
const FILINGS = '/api/v1/tickers/AURW/filings';
let now: Date;
let api: TestApi;

beforeAll(() => seedSmallStore(database.db));

beforeEach(async () => {
  now = new Date('2026-05-31T12:00:00Z');
  await database.db.execute(sql`delete from accounts`);
  api = await createTestApi(database.db, { now: () => now, plans: FAST }, 'free');
});

afterEach(() => api.server.close());

async function used(): Promise<number> {
  const row = await database.db.queryOne<{ used: number }>(
    sql`select day_credits as used from accounts where account_id = ${api.accountId}`,
  );
  return row?.used ?? Number.NaN;
}

describe('credits', () => {
  it('are debited by a successful call, and every response states the rest', async () => {
    const { headers } = await api.get(FINANCIALS);
    expect(headers['x-credits-cost']).toBe('10');
    expect(headers['x-credits-remaining']).toBe('90');
    expect(headers['ratelimit-policy']).toBe(
      '"burst";q=10000;w=1, "day";q=100;w=86400;qu="credits", "month";q=1000;w=2678400;qu="credits"',
    );
    expect(headers.ratelimit).toBe('"burst";r=9999;t=1, "day";r=90;t=43200, "month";r=990;t=43200');
    expect((await api.get(FILINGS)).headers['x-credits-remaining']).toBe('89');
  });

  it('are not debited by a 304, by free operations, or by errors', async () => {
    const { headers } = await api.get(FINANCIALS);
    const unchanged = await api.get(FINANCIALS, { 'if-none-match': String(headers.etag) });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers['x-credits-cost']).toBe('0');
    expect(unchanged.headers['x-credits-remaining']).toBe('90');
    for (const [url, status] of [
      ['/api/v1/markets', 200],
      ['/api/v1/entities/search?query=aurora', 200],
      ['/api/v1/entities/lookup?ticker=AURW', 200],
      ['/api/v1/companies/financials?ticker=NOPE', 404],
      ['/api/v1/companies/financials?ticker=DUP', 400],
      ['/api/v1/companies/financials', 422],
    ] as const) {
      expect((await api.get(url)).status).toBe(status);
    }
    expect(await used()).toBe(10);
  });

  it('are not debited when a call fails with an internal error', async () => {
    await database.db.execute(sql`alter table kpi_periods rename to kpi_periods_away`);
    try {
      expect((await api.get('/api/v1/companies/financials?ticker=AURW&fiscal_year=2022')).status).toBe(500);
    } finally {
      await database.db.execute(sql`alter table kpi_periods_away rename to kpi_periods`);
    }
    expect(await used()).toBe(0);
  });

  it('cannot be overspent by concurrent calls', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => api.get(FINANCIALS)));
    expect(responses.filter(response => response.status === 200)).toHaveLength(10);
    expect(responses.filter(response => response.status === 429)).toHaveLength(30);
    expect(await used()).toBe(100);
    const refused = responses.find(response => response.status === 429);
    expect(refused?.json).toMatchObject({
      error: 'quota_exceeded',
      window: 'day',
      limit: 100,
      resets_at: '2026-06-01T00:00:00Z',
    });
    expect(refused?.headers['retry-after']).toBe('43200');
  });

  it('are reserved before the call runs, so that a call beyond the balance does no work', async () => {
    let runs = 0;
    const operations = OPERATIONS.map(operation => ({
      ...operation,
      run: (...call: Parameters<AnyOperation['run']>) => {
        runs += 1;
        return (operation as AnyOperation).run(...call);
      },
    }));
    const server = await createHttpServer({
      db: database.db,
      operations,
      log: createLog('silent'),
      now: () => now,
      plans: FAST,
    });
    const call = (url: string) => server.app.inject({ url, headers: { 'x-api-key': api.key } });
    const responses = await Promise.all(Array.from({ length: 40 }, () => call(FINANCIALS)));
    expect(responses.filter(response => response.statusCode === 200)).toHaveLength(10);
    expect(runs).toBe(10);
    expect((await call(FILINGS)).statusCode).toBe(429);
    expect(runs).toBe(10);
    expect(await used()).toBe(100);
    await server.close();
  });

  it('reset at midnight UTC', async () => {
    for (let call = 0; call < 10; call++) await api.get(FINANCIALS);
    expect((await api.get(FILINGS)).status).toBe(429);
    expect((await api.get(FILINGS)).json.error).toBe('quota_exceeded');
    now = new Date('2026-06-01T00:00:00Z');
    const { status, headers } = await api.get(FILINGS);
    expect([status, headers['x-credits-remaining']]).toEqual([200, '99']);
  });

  it('are debited on a real connection, but not for a client that disconnected', async () => {
    const base = await api.server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'x-api-key': api.key };
    const { headers: answered, body } = await request(`${base}${FINANCIALS}`, { headers });
    await body.dump();
    expect(answered['x-credits-cost']).toBe('10');
    await database.db.transaction(async tx => {
      await tx.execute(sql`lock table kpi_periods in access exclusive mode`);
      const leaving = request(`${base}/api/v1/companies/financials?ticker=AURW&fiscal_year=2023`, {
        headers,
        signal: AbortSignal.timeout(150),
      });
      await expect(leaving).rejects.toThrow();
    });
    await sleep(150);
    expect(await used()).toBe(10);
  });

  it('that are used up still allow free operations and 304 responses', async () => {
    const { headers } = await api.get(FINANCIALS);
    for (let call = 0; call < 9; call++) await api.get(FINANCIALS);
    expect((await api.get('/api/v1/markets')).status).toBe(200);
    expect((await api.get(FILINGS)).status).toBe(429);
    expect((await api.get(FINANCIALS, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });
});
