import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '../../test/api.ts';
import { useTestDatabase } from '../../test/database.ts';
import { filedEvent, seedEvents } from '../../test/seeds/corporate-events.ts';
import { kpiFinancials, kpiValue, kpiYear, seedFilings, seedFinancials, seedIssuer } from '../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../test/seeds/people.ts';
import { seedCloses, share } from '../../test/seeds/prices.ts';
import { seedFlag, seedFlags } from '../../test/seeds/red-flags.ts';
import { seedFilingText, seedSection } from '../../test/seeds/sections.ts';
import { seedTargets, statedTarget } from '../../test/seeds/targets.ts';
import { sql } from '../db/database.ts';
import { removeSample, removeSampleAgain } from './remove-sample.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-25T00:00:00Z') });
let real: string;

/** Lists over all companies, each with where the names of its companies are. */
const LISTS = [
  '/api/v1/filings/newest',
  '/api/v1/feeds/filings',
  '/api/v1/lifecycle-events',
  '/api/v1/signals/events',
  '/api/v1/signals?kind=auditor_change',
  '/api/v1/red-flags/screen',
  '/api/v1/financials/screen',
  '/api/v1/people?limit=50',
  '/api/v1/people?sort=tenure',
  '/api/v1/filings/search?q=pumps',
  '/api/v1/documents?category=annual_report',
  '/api/v1/documents?market=us',
];

/** Which of the two companies a list shows, in its order. */
async function companiesIn(path: string): Promise<string[]> {
  const { status, text } = await api.get(path);
  expect(status, path).toBe(200);
  return [...text.matchAll(/"company_name":"(Real|Fictional) Works"/g)].map(([, name = '']) => name);
}

async function seedCompany(name: string, key: string, marketId: string, filed: string): Promise<string> {
  const { db } = database;
  const id = await seedIssuer(db, { key, name: `${name} Works`, marketId, listings: [{ ticker: name, marketId }] });
  await seedFilings(db, id, [{ nativeId: name, form: '10-K', filed, periodEnd: '2025-12-31' }]);
  await seedFilingText(db, id, name, [seedSection({ sectionKey: 'item_1', text: 'The company makes pumps.' })]);
  await seedEvents(db, id, name, [filedEvent({})]);
  await seedFlags(db, id, { [name]: [seedFlag('material_weakness')] });
  const year = kpiYear(2025, name, { revenue: kpiValue(5, name, '2025-12-31') });
  const filing = { form: '10-K', filed, filedAt: `${filed}T21:00:00Z` };
  await seedFinancials(db, id, kpiFinancials([year], { [name]: filing }));
  await seedPeople(db, id, {
    'filing/a': [stated(`${name} Person`, 'director', { sinceDate: '2010-01-01', asOf: '2026-06-01' })],
  });
  await seedCloses(db, { of: share(name, marketId), closes: { '2025-06-02': 10 } });
  return id;
}

beforeAll(async () => {
  await seedCompany('Fictional', 'cik:9999900001', 'demo', '2026-06-20');
});

it('shows fictional companies while the store has no others', async () => {
  for (const path of LISTS.filter(list => !list.includes('financials'))) {
    expect(new Set(await companiesIn(path)), path).toEqual(new Set(['Fictional']));
  }
});

it('leaves fictional companies out of lists once the store has real data of the kind', async () => {
  real = await seedCompany('Real', 'cik:990001', 'us', '2026-06-19');
  for (const path of LISTS.filter(list => !list.includes('financials'))) {
    expect(new Set(await companiesIn(path)), path).toEqual(new Set(['Real']));
  }
  const { json } = await api.get('/api/v1/lifecycle-events');
  expect(json.data_as_of).toBe('2026-06-19T21:00:00Z');
  expect(new Set(await companiesIn('/api/v1/feeds/filings?market_id=demo'))).toEqual(new Set(['Fictional']));
  expect(await companiesIn('/api/v1/tickers/Fictional/filings?market_id=demo')).toContain('Fictional');
});

it('removes fictional companies with everything about them, and nothing else', async () => {
  const { db } = database;
  expect(await removeSample(db)).toMatchObject({ issuers: 1 });
  expect((await api.get('/api/v1/tickers/Fictional/filings?market_id=demo')).status).toBe(404);
  const left = async (table: string) =>
    db.query<{ left: number }>(sql`select count(*)::integer as left from ${sql([table])}`);
  for (const table of [
    'issuers',
    'filings',
    'corporate_events',
    'red_flags',
    'kpi_periods',
    'person_roles',
    'persons',
  ]) {
    expect(await left(table), table).toEqual([{ left: 1 }]);
  }
  expect(await left('price_series')).toEqual([{ left: 1 }]);
  expect(await db.queryOne(sql`select from filings where issuer_id = ${real}`)).not.toBeNull();
  expect(await removeSample(db)).toEqual({ issuers: 0, rows: 0 });
});

it('takes a fictional list of climate targets for the newest only while no other is stored', async () => {
  const { db } = database;
  const listed = async () =>
    ((await api.get('/api/v1/climate/screen')).json.items as { entity: { company_name: string } }[]).map(
      item => item.entity.company_name,
    );
  await seedIssuer(db, { key: 'cik:9999900002', name: 'Sample Works (fictional)', marketId: 'demo' });
  const fictional = { companyName: 'Sample Works (fictional)', countryCode: 'US' };
  await seedTargets(db, [statedTarget(fictional, '2026-03-03')]);
  expect(await listed()).toEqual(['Sample Works (fictional)']);
  await seedTargets(db, [statedTarget({ companyName: 'Real Works', countryCode: 'US' }, '2025-09-04')]);
  expect(await listed()).toEqual(['Real Works']);
});

it('leaves out base rates of fictional shares once there are others', async () => {
  const { db } = database;
  const rate = (marketId: string) =>
    db.execute(sql`
      insert into base_rates (market_id, kind, place, rate) values (${marketId}, 'buyback', 1, ${JSON.stringify({
        ...{ marketId, kind: 'buyback', variantType: null, variant: null, benchmarkIndex: 'x', isThin: true },
        ...{ excluded: {}, horizons: [] },
      })})`);
  const markets = async (query = '') =>
    ((await api.get(`/api/v1/signals/base-rates${query}`)).json.items as { market_id: string }[]).map(
      item => item.market_id,
    );
  await rate('demo');
  expect(await markets()).toEqual(['demo']);
  await rate('us');
  expect(await markets()).toEqual(['us']);
  expect(await markets('?market_id=demo')).toEqual(['demo']);
});

it('removes again what reprocessing restores, also before its companies are stored', async () => {
  const { db } = database;
  await removeSampleAgain(db);
  await db.execute(sql`update sample_removals set press_release_ids = '{wire:1}'`);
  await seedCompany('Fictional', 'cik:9999900001', 'demo', '2026-06-20');
  await removeSampleAgain(db);
  expect(await db.query(sql`select from issuers where market_id = 'demo'`)).toEqual([]);
  expect(await db.query(sql`select from price_series where market_id = 'demo'`)).toEqual([]);
});
