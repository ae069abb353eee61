import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedSmallStore } from '../../../../test/seeds/issuers.ts';
import { DEFAULT_PLANS } from '../../../accounts/plans.ts';
import { importWatchlist } from './import-watchlist.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let narrow: TestApi;

beforeAll(async () => {
  await seedSmallStore(database.db);
  const plans = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, watchlistEntries: 1, burst: 1_000 } };
  narrow = await createTestApi(database.db, { plans }, 'free');
});
afterAll(() => Promise.all([api.server.close(), narrow.server.close()]));

const ROUTE = '/api/user/watchlist/import';
const importFile = (csv: string, to = api) =>
  to.ask({ method: 'POST', url: ROUTE, payload: { csv }, headers: { 'x-api-key': to.key } });

const FILE = [
  'Ticker,market_id,note,event_types,form_types,colour',
  'aurw,us,ours,filing.discovered,10-K;8-K,red',
  'DUP,,,,,',
  'DUP,uk,the PLC,,',
  'NOBODY,us,,,',
  '',
  'BGT/B,us,,filing.lost,',
  ',us,,,',
].join('\n');

describe(`POST ${ROUTE}`, () => {
  it('stores the valid lines and reports the outcome of each line', async () => {
    const { status, json } = await importFile(FILE);
    expect(status).toBe(200);
    expect(importWatchlist.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ added: 2, updated: 0, unchanged: 0, refused: 4, total: 2, limit: 5_000 });
    expect(json.lines).toEqual([
      { line: 2, ticker: 'aurw', market_id: 'us', outcome: 'added', message: null },
      {
        line: 3,
        ticker: 'DUP',
        market_id: null,
        outcome: 'refused',
        message: expect.stringMatching(/several issuers/),
      },
      { line: 4, ticker: 'DUP', market_id: 'uk', outcome: 'added', message: null },
      { line: 5, ticker: 'NOBODY', market_id: 'us', outcome: 'refused', message: expect.stringMatching(/No listing/) },
      { line: 7, ticker: 'BGT/B', market_id: 'us', outcome: 'refused', message: expect.stringMatching(/event_types/) },
      { line: 8, ticker: null, market_id: 'us', outcome: 'refused', message: expect.stringMatching(/ticker/) },
    ]);
  });

  it('changes nothing when repeated, and updates the entry of a changed line', async () => {
    expect((await importFile(FILE)).json).toMatchObject({ added: 0, unchanged: 2, refused: 4 });
    expect((await importFile(FILE.replace('10-K;8-K', '10-K'))).json).toMatchObject({ updated: 1, unchanged: 1 });
  });

  it('reads the exported file', async () => {
    const payload = { ticker: 'DUP', market_id: 'us', note: '=1+1' };
    await api.send('POST', '/api/user/watchlist', payload);
    const { text } = await api.get('/api/user/watchlist/export');
    const { status, json } = await api.ask({
      method: 'POST',
      url: ROUTE,
      payload: `\uFEFF${text}`,
      headers: { 'x-api-key': api.key, 'content-type': 'text/csv' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ added: 0, updated: 0, unchanged: 3, refused: 0, total: 3 });
  });

  it('fills the plan’s limit and rejects the rest', async () => {
    const { json } = await importFile('ticker\nAURW\nBGT-B', narrow);
    expect(json).toMatchObject({ added: 1, refused: 1, total: 1, limit: 1 });
    expect(json.lines).toMatchObject([
      { outcome: 'added' },
      { outcome: 'refused', message: expect.stringMatching(/pro allows/) },
    ]);
  });

  it('imports one file of an account at a time', async () => {
    const csv = `ticker,market_id\n${'AURW,us\nBGT-B,us\n'.repeat(200)}`;
    const statuses = (await Promise.all([1, 2, 3].map(() => importFile(csv)))).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every(status => status === 200 || status === 409)).toBe(true);
  });

  it('reports what is wrong with an invalid file', async () => {
    for (const csv of ['name\nAURW', 'ticker\n"AURW', `ticker\n${'AURW\n'.repeat(5_001)}`]) {
      const { status, json } = await importFile(csv);
      expect([status, json.error]).toEqual([400, 'bad_request']);
    }
    const long = await importFile('x'.repeat(250_001));
    expect(long.status).toBe(422);
  });
});
