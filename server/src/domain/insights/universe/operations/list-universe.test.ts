import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import { type SeedSignal, seedSignals } from '../../../../../test/seeds/signals.ts';
import { sql } from '../../../../db/database.ts';
import { LIFE_EVENT_KINDS } from '../rules/departure.ts';
import { readMembers } from '../rules/read-members.ts';
import { replaceMembers } from '../store.ts';

const database = useTestDatabase();
const NOW = new Date('2026-06-01T00:00:00Z');
let api: TestApi;

interface Item {
  canonical_key: string;
  listing_status: string;
  first_filed_at: string;
  last_filed_at: string;
  departure: { reason: string | null; filing_id: string } | null;
}

const ask = (query: Record<string, string>) => api.get(`/api/v1/universe?${new URLSearchParams(query)}`);
const universe = async (query: Record<string, string> = {}) =>
  (await ask({ limit: '5000', ...query })).json.items as Item[];
const keys = (items: readonly Item[]) => items.map(item => item.canonical_key);

/** A company with listings, its first filing in 2012, and events. */
async function seedCompany(
  name: string,
  marketId: string,
  events: readonly SeedSignal[],
  listed = true,
): Promise<string> {
  const listings = listed ? [{ ticker: name.toUpperCase(), marketId }] : [];
  const id = await seedIssuer(database.db, { key: `test:${name}`, name, marketId, listings, sic: '2834' });
  await seedFilings(database.db, id, [{ nativeId: `${name}-first`, form: '10-K', filed: '2012-03-01' }]);
  if (events.length > 0) await seedSignals(database.db, id, events);
  return id;
}

beforeAll(async () => {
  api = await createTestApi(database.db, { now: () => NOW });
  await seedCompany('lives', 'us', []);
  const bought = await seedCompany('bought', 'us', [
    { kind: 'delisting', variant: 'merger', filed: '2018-05-02', nativeId: 'm1' },
  ]);
  await database.db.execute(
    sql`update listings set status = 'delisted', delisted_date = '2018-05-12' where issuer_id = ${bought}`,
  );
  await seedCompany(
    'failed',
    'us',
    [
      { kind: 'bankruptcy', variant: 'ch11', filed: '2015-02-02', nativeId: 'f1' },
      { kind: 'delisting', variant: 'exchange', filed: '2015-03-02', nativeId: 'f2' },
    ],
    false,
  );
  await seedCompany('abroad', 'jp', []);
});

describe('GET /api/v1/universe', () => {
  it('keeps companies that left, with the reason and the filing that states it', async () => {
    const items = await universe();
    expect(items).toMatchObject([
      { canonical_key: 'test:abroad', listing_status: 'listed', departure: null },
      {
        canonical_key: 'test:bought',
        listing_status: 'delisted',
        departure: { reason: 'acquired', filing_id: 'sec-edgar:m1' },
      },
      {
        canonical_key: 'test:failed',
        listing_status: 'delisted',
        departure: { reason: 'bankrupt', filing_id: 'sec-edgar:f2' },
      },
      { canonical_key: 'test:lives', listing_status: 'listed', departure: null },
    ]);
  });

  it('shows a company as listed on days before its departure became known, and none before its first filing', async () => {
    const [, before] = await universe({ as_of: '2018-05-01' });
    expect(before).toMatchObject({ canonical_key: 'test:bought', listing_status: 'listed', departure: null });
    const [, after] = await universe({ as_of: '2018-05-02' });
    expect(after).toMatchObject({ listing_status: 'delisted', departure: { reason: 'acquired' } });
    const { json } = await ask({ as_of: '2012-02-29' });
    expect(json).toMatchObject({
      items: [],
      empty_reason: 'not_covered',
      as_of: '2012-02-29',
      known_until: '2012-03-01T00:00:00.000Z',
    });
  });

  it('filters by market, industry and listing status, and pages in a stable order', async () => {
    expect(keys(await universe({ market_id: 'jp' }))).toEqual(['test:abroad']);
    expect(keys(await universe({ listing_status: 'delisted', as_of: '2016-01-01' }))).toEqual(['test:failed']);
    expect(keys(await universe({ industry: '28', market_id: 'us,jp' }))).toHaveLength(4);
    expect(await universe({ industry: '29' })).toEqual([]);
    const first = (await ask({ limit: '3' })).json;
    const second = (await ask({ limit: '3', cursor: String(first.next_cursor) })).json;
    expect(keys([...(first.items as Item[]), ...(second.items as Item[])])).toEqual(keys(await universe()));
    expect(second.next_cursor).toBeNull();
    expect((await ask({ limit: '3', market_id: 'us', cursor: String(first.next_cursor) })).status).toBe(400);
  });

  it('gives the same response for a day, whatever becomes known later', async () => {
    const random = randomNumbers(3);
    const variants = ['merger', 'exchange', 'voluntary', 'transfer', 'ch11', 'going_private', 'priced', 'terminated'];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) ids.push(await seedCompany(`random${at}`, 'kr', []));
    const answers = new Map<string, Item[]>();
    for (let year = 2013; year < 2021; year++) {
      for (const [at, id] of ids.entries()) {
        if (random() < 0.4) continue;
        const month = 1 + Math.floor(random() * 12);
        const filed = `${year}-${String(month).padStart(2, '0')}-15`;
        await seedSignals(database.db, id, [
          { kind: pick(LIFE_EVENT_KINDS), variant: pick(variants), filed, nativeId: `r${at}-${year}` },
        ]);
        if (random() < 0.2)
          await database.db.execute(
            sql`update listings set status = 'delisted', delisted_date = ${filed}::date
              where issuer_id = ${id} and delisted_date is null`,
          );
      }
      for (const [day, answer] of answers) expect(await universe({ market_id: 'kr', as_of: day }), day).toEqual(answer);
      for (const monthDay of ['06-30', '12-31']) {
        const day = `${year}-${monthDay}`;
        answers.set(day, await universe({ market_id: 'kr', as_of: day }));
      }
    }
    const statuses = [...answers.values()].flat().map(item => item.departure?.reason ?? item.listing_status);
    expect(new Set(statuses).size).toBeGreaterThan(5);
  });
});

describe('GET /api/v1/universe with an index', () => {
  beforeAll(async () => {
    const list = readMembers(
      'Symbol\nLIVES\nNOBODY\n',
      'date,add,remove\n2017-01-03,,OTHER\n2019-01-02,LIVES,BOUGHT\n',
    );
    await database.db.transaction(tx =>
      replaceMembers(tx, { indexId: 'fict10', marketId: 'us', importedAt: NOW.toISOString() }, list),
    );
  });

  it('lists its members on the day, those that left it later included', async () => {
    expect(keys(await universe({ index: 'fict10', as_of: '2018-12-31' }))).toEqual(['test:bought']);
    expect(keys(await universe({ index: 'fict10', as_of: '2019-01-02' }))).toEqual(['test:lives']);
    expect(keys(await universe({ index: 'fict10' }))).toEqual(['test:lives']);
  });

  it('counts its members, and those that are no stored company', async () => {
    expect((await ask({ index: 'fict10' })).json).toMatchObject({ index_members: 2, index_members_unknown: 1 });
  });

  it('is not found before its members are known, or without a list', async () => {
    const early = await ask({ index: 'fict10', as_of: '2016-12-31' });
    expect([early.status, early.json.message]).toEqual([404, expect.stringContaining('known from 2017-01-03 on')]);
    expect((await ask({ index: 'other' })).json.message).toContain('Stored: fict10.');
    expect((await api.get('/api/v1/universe/export?index=other')).status).toBe(404);
  });
});
