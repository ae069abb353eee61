import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { filedEvent, seedEvents } from '../../../../../test/seeds/corporate-events.ts';
import { seedEntity, seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { listLifecycleEvents } from './list-lifecycle-events.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2024-07-01T00:00:00Z') });

const tape = (query = '') => api.ask({ method: 'GET', url: `/api/v1/lifecycle-events${query}` });
const kindsOf = (json: Record<string, unknown>) =>
  (json.items as { kind: string; entity: { company_name: string } }[]).map(
    item => `${item.entity.company_name} ${item.kind}`,
  );
const faultsOf = (json: Record<string, unknown>) =>
  (json.detail as { loc: string[] }[]).map(problem => problem.loc.at(-1));

describe('GET /api/v1/lifecycle-events', () => {
  it('returns not_covered if no filing was read, without credentials', async () => {
    expect((await tape()).json).toMatchObject({
      items: [],
      total: 0,
      page_by: 'issuer',
      data_as_of: null,
      empty_reason: 'not_covered',
    });
  });

  it('pages companies with their events or single events, without duplicates of co-registrants', async () => {
    const { db } = database;
    const fern = await seedIssuer(db, {
      key: 'cik:910001',
      name: 'Fern Pumps, Inc.',
      listings: [{ ticker: 'FRNP' }],
      identifiers: { lei: '529900FERNPUMPS00198' },
    });
    const unit = await seedIssuer(db, { key: 'cik:910003', name: 'Fern Pumps Unit, LP' });
    const moss = await seedIssuer(db, {
      key: 'jcn:1234567890123',
      name: 'Moss Valves',
      marketId: 'jp',
      listings: [{ ticker: '9998', marketId: 'jp' }],
    });
    await seedEntity(db, [fern, unit]);
    const filings = [
      { nativeId: 'f-1', form: '8-K', filed: '2024-03-04' },
      { nativeId: 'f-2', form: '25-NSE', filed: '2024-06-03' },
    ];
    await seedFilings(db, fern, filings);
    await seedFilings(db, unit, filings);
    await seedFilings(db, moss, [{ nativeId: 'm-1', form: 'disclosure', filed: '2024-05-06', registry: 'tdnet' }]);
    const change = filedEvent({ salience: 'notable', fields: { formerAuditor: 'Elm LLP' } });
    const renamed = filedEvent({ kind: 'name_change', variant: null, itemCode: '5.03', caseKey: null });
    for (const issuer of [fern, unit]) {
      await seedEvents(db, issuer, 'f-1', [change, renamed]);
      await seedEvents(db, issuer, 'f-2', [
        filedEvent({ kind: 'delisting', variant: 'debt', itemCode: null, caseKey: 'distress' }),
      ]);
    }
    await seedEvents(db, moss, 'm-1', [filedEvent({ itemCode: null })], 'tdnet');
    const companies = await tape();
    expect(companies.status).toBe(200);
    expect(listLifecycleEvents.output.safeParse(companies.json).error).toBeUndefined();
    expect(companies.json).toMatchObject({
      total: 2,
      page_by: 'issuer',
      data_as_of: '2024-06-03T21:00:00Z',
      empty_reason: null,
    });
    const items = companies.json.items as { entity: { canonical_key: string }; events: { kind: string }[] }[];
    expect(items.map(item => `${item.entity.canonical_key} ${item.events.length}`)).toEqual([
      'cik:910001 3',
      'jcn:1234567890123 1',
    ]);
    const events = await tape('?page_by=event&limit=2&offset=1');
    expect(listLifecycleEvents.output.safeParse(events.json).error).toBeUndefined();
    expect(events.json).toMatchObject({ total: 4, page_by: 'event' });
    expect(kindsOf(events.json)[0]).toBe('Moss Valves auditor_change');
  });

  it('returns the newest fifty events of a company and counts all of them', async () => {
    const { db } = database;
    const teal = await seedIssuer(db, { key: 'cik:910009', name: 'Teal Ducts, Inc.', listings: [{ ticker: 'TEAL' }] });
    const filings = Array.from({ length: 60 }, (_, at) => ({
      nativeId: `t-${String(at).padStart(2, '0')}`,
      form: '8-K',
      filed: new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10),
    }));
    await seedFilings(db, teal, filings);
    for (const { nativeId } of filings) await seedEvents(db, teal, nativeId, [filedEvent({ kind: 'buyback' })]);
    const { json } = await tape('?q=teal');
    expect(json).toMatchObject({ total: 1, items: [{ entity: { ticker: 'TEAL' } }] });
    const [{ events = [] } = {}] = json.items as { events: { filing: { filing_id: string } }[] }[];
    expect(events.map(event => event.filing.filing_id)).toEqual(
      filings
        .slice(10)
        .map(({ nativeId }) => `sec-edgar:${nativeId}`)
        .reverse(),
    );
    expect((await tape('?q=teal&page_by=event&limit=1')).json.total).toBe(60);
    const dossier = (await api.get('/api/v1/tickers/TEAL/signals')).json;
    expect(dossier).toMatchObject({ cases: [{ first_date: '2023-01-01', latest_date: '2023-03-01' }], cases_total: 1 });
    expect((dossier.cases as { events: unknown[] }[])[0]?.events).toHaveLength(50);
    expect((await api.get('/api/v1/tickers/TEAL/corporate-events?limit=500')).json.items).toHaveLength(60);
    await db.execute(sql`delete from corporate_events where issuer_id = ${teal}`);
  });

  it('filters by kind, market, day, company and debt', async () => {
    const total = async (query: string) => (await tape(query)).json.total;
    expect(await total('?page_by=event&kind=name_change')).toBe(1);
    expect(await total('?page_by=event&kinds=name_change,auditor_change')).toBe(3);
    expect(await total('?market_id=jp')).toBe(1);
    expect(await total('?page_by=event&exclude_debt=true')).toBe(3);
    expect(await total('?since=2024-05-06&until=2024-05-06')).toBe(1);
    expect(await total('?since=0001-01-01&until=9999-12-31')).toBe(2);
    expect(await total('?q=moss')).toBe(1);
    expect(await total('?q=frnp')).toBe(1);
    expect(await total('?q=9900FERNP')).toBe(1);
    expect(await total('?q=%25')).toBe(0);
    expect((await tape('?since=2030-01-01')).json).toMatchObject({ items: [], empty_reason: 'not_published_yet' });
    expect((await tape('?market_id=cn')).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
    expect((await tape('?kind=bankruptcy')).json).toMatchObject({ items: [], empty_reason: 'not_reported' });
    expect((await tape('?offset=50')).json).toMatchObject({ items: [], total: 2, empty_reason: null });
  });

  it('finds companies by any fragment of a name in Chinese, Japanese or Korean', async () => {
    const { db } = database;
    const fox = await seedIssuer(db, {
      key: 'jcn:9990001000001',
      name: 'キツネ玩具株式会社',
      marketId: 'jp',
      listings: [{ ticker: '7999', marketId: 'jp' }],
    });
    await seedFilings(db, fox, [{ nativeId: 'fox-1', form: '180', filed: '2024-05-01', registry: 'edinet' }]);
    await seedEvents(db, fox, 'fox-1', [filedEvent({})], 'edinet');
    for (const fragment of ['キツネ', 'ネ玩', '玩具株', '株式会社', '具株式会', '玩']) {
      const { json } = await tape(`?q=${encodeURIComponent(fragment)}`);
      expect(json.total, fragment).toBe(1);
    }
    expect((await tape(`?q=${encodeURIComponent('有限会社')}`)).json.total).toBe(0);
    await db.execute(sql`delete from corporate_events where issuer_id = ${fox}`);
  });

  it('finds companies by any fragment of a name, ticker or LEI, also where another registrant has the event', async () => {
    const { db } = database;
    const [named, filer] = [
      await seedIssuer(db, {
        key: 'jcn:9990001000002',
        name: '株式会社カモメ商店',
        marketId: 'jp',
        listings: [{ ticker: '79A5', marketId: 'jp' }],
        identifiers: { lei: '529900GULLSHOPS00121' },
      }),
      await seedIssuer(db, { key: 'edinet:E99902', name: 'Gull Shops, Inc.', marketId: 'jp' }),
    ];
    await seedEntity(db, [named, filer]);
    await seedFilings(db, filer, [{ nativeId: 'gull-1', form: '180', filed: '2024-05-01', registry: 'edinet' }]);
    await seedEvents(db, filer, 'gull-1', [filedEvent({})], 'edinet');
    for (const fragment of ['式会社カ', '会社', 'モメ商', 'shops, inc.', 'Gull', '79A5', '79a', 'GULLSHOPS001']) {
      const { json } = await tape(`?q=${encodeURIComponent(fragment)}`);
      expect(json.total, fragment).toBe(1);
    }
    for (const fragment of ['カモメ商会', '7', '79', '9_5', 'gu%l']) {
      expect((await tape(`?q=${encodeURIComponent(fragment)}`)).json.total, fragment).toBe(0);
    }
    await db.execute(sql`delete from corporate_events where issuer_id = ${filer}`);
  });

  it('rejects invalid parameters and reports all of them at once', async () => {
    const wrong = await tape('?kind=x&since=2024-02-30&page_by=day&offset=-1&q=&market_id=');
    expect(wrong.status).toBe(422);
    expect(faultsOf(wrong.json)).toEqual(
      expect.arrayContaining(['kind', 'since', 'page_by', 'offset', 'q', 'market_id']),
    );
  });
});
