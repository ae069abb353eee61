import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPress, wireRelease } from '../../../../../test/seeds/press.ts';
import { raw, sql } from '../../../../db/database.ts';
import { screenPress } from './screen-press.ts';

const database = useTestDatabase();
const PATH = '/api/v1/press/screen';
const api = useTestApi(database, { now: () => now });
let now = new Date('2026-06-30T00:00:00Z');

beforeAll(async () => {
  const { db } = database;
  for (const n of [1, 2, 3]) {
    const listings = [{ ticker: `FICT${n}`, mic: 'XNAS' }];
    await seedIssuer(db, { key: `cik:99000${n}`, name: `Fictional Works ${n}`, listings });
  }
  const listings = [{ ticker: 'FIP', marketId: 'eu', mic: 'XPAR' }];
  await seedIssuer(db, { key: 'lei:fictional', name: 'Fictional SA', marketId: 'eu', listings });
  const results = { subjects: ['Earnings'] };
  await seedPress(db, [
    wireRelease('1-en', '2026-06-20T10:00:00Z', { listings: ['Nasdaq:FICT1'], ...results }),
    wireRelease('2-en', '2026-06-21T10:00:00Z', { listings: ['Nasdaq:FICT1'], ...results }),
    wireRelease('3-en', '2026-06-22T10:00:00Z', { listings: ['Nasdaq:FICT1'], subjects: ['Partnerships'] }),
    wireRelease('4-en', '2026-06-21T10:00:00Z', { listings: ['Nasdaq:FICT2', 'Paris:FIP'], ...results }),
    wireRelease('5-en', '2026-05-01T10:00:00Z', { listings: ['Nasdaq:FICT3'], ...results }),
    wireRelease('6-en', '2026-07-02T10:00:00Z', { listings: ['Nasdaq:FICT3'], ...results }),
    wireRelease('7-en', '2026-06-25T10:00:00Z', { listings: ['Nasdaq:NOBODY'], ...results }),
  ]);
  await db.execute(sql`update press_releases set stored_at = published_at`);
  await db.execute(sql`update press_newest set stored_at = published_at`);
});

interface Card {
  entity: { company_name: string };
  match: { press_release: { press_release_id: string } };
}
const cards = (json: Record<string, unknown>) =>
  (json.items as Card[]).map(
    ({ entity, match }) =>
      `${entity.company_name}: ${match.press_release.press_release_id.replace('globenewswire:', '')}`,
  );

describe('GET /api/v1/press/screen', () => {
  it('returns the latest release of 21 days per company and tier, latest first', async () => {
    const { json, headers } = await api.read(screenPress, PATH);
    expect(headers['x-credits-cost']).toBe('1');
    expect(cards(json)).toEqual([
      'Fictional Works 1: 3-en',
      'Fictional Works 1: 2-en',
      'Fictional Works 2: 4-en',
      'Fictional SA: 4-en',
    ]);
    expect(json).toMatchObject({
      window_days: 21,
      next_cursor: null,
      data_as_of: '2026-06-22T10:00:00Z',
      empty_reason: null,
    });
    expect((json.items as unknown[])[2]).toMatchObject({
      entity: { canonical_key: 'cik:990002', ticker: 'FICT2' },
      match: {
        predicate: 'press',
        match_date: '2026-06-21',
        press_release: { ticker: 'FICT2', tier: 1, also_tagged: [{ ticker: 'FIP', market_id: 'eu', mic: 'XPAR' }] },
      },
    });
  });

  it('filters by tier, market and window', async () => {
    expect(cards((await api.get(`${PATH}?tier=2`)).json)).toEqual(['Fictional Works 1: 3-en']);
    expect(cards((await api.get(`${PATH}?market_id=eu`)).json)).toEqual(['Fictional SA: 4-en']);
    const long = await api.get(`${PATH}?window=3m&tier=1&market_id=us`);
    expect(long.json).toMatchObject({ window_days: 90 });
    expect(cards(long.json)).toContain('Fictional Works 3: 5-en');
    expect(cards((await api.get(`${PATH}?window_days=1`)).json)).toEqual([]);
    expect((await api.get(`${PATH}?window_days=1`)).json).toMatchObject({
      empty_reason: 'not_covered',
      not_covered: ['press releases since 2026-06-29'],
      data_as_of: null,
    });
    expect((await api.get(`${PATH}?tier=3&market_id=eu`)).json).toMatchObject({
      items: [],
      empty_reason: 'not_reported',
    });
    expect((await api.get(`${PATH}?market_id=jp`)).json).toMatchObject({
      empty_reason: 'not_covered',
      not_covered: ['press releases since 2026-06-09 of the market jp'],
    });
    expect((await api.get(`${PATH}?window=7d&window_days=7`)).status).toBe(200);
    expect((await api.get(`${PATH}?window=7d&window_days=8`)).status).toBe(422);
    expect((await api.get(`${PATH}?window=8d`)).status).toBe(422);
  });

  it('pages through the state at the time of the first page', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const given: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await api.get(`${PATH}?limit=1${given}`);
      seen.push(...cards(json));
      cursor = json.next_cursor as string | null;
      // A later release does not change the following pages; a new request starts with it.
      if (seen.length === 1) {
        now = new Date('2026-07-03T00:00:00Z');
        await seedPress(database.db, [
          wireRelease('8-en', '2026-06-29T10:00:00Z', { listings: ['Nasdaq:FICT2'], subjects: ['Earnings'] }),
        ]);
        for (const table of ['press_releases', 'press_newest']) {
          await database.db.execute(
            sql`update ${raw(table)} set stored_at = '2026-07-01' where press_release_id = 'globenewswire:8-en'`,
          );
        }
      }
    }
    expect(seen).toEqual([
      'Fictional Works 1: 3-en',
      'Fictional Works 1: 2-en',
      'Fictional Works 2: 4-en',
      'Fictional SA: 4-en',
    ]);
    expect(cards((await api.get(`${PATH}?limit=2`)).json)).toEqual([
      'Fictional Works 3: 6-en',
      'Fictional Works 2: 8-en',
    ]);
  });

  it('rejects a cursor of another query', async () => {
    const { json } = await api.get(`${PATH}?limit=1`);
    const { status, json: refused } = await api.get(`${PATH}?limit=1&tier=1&cursor=${String(json.next_cursor)}`);
    expect([status, refused.error]).toEqual([400, 'invalid_cursor']);
  });
});
