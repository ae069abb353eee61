import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { FUND, holding, JANE, sale, seedInsiders } from '../../../../../test/seeds/insiders.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { listInsiderTransactions } from './list-insider-transactions.ts';

const database = useTestDatabase();
const URL_OF = '/api/v1/tickers/AURW/insider-transactions';
const api = useTestApi(database);
const free = useTestApi(database, {}, 'free');
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
  await seedInsiders(database.db, aurora, [
    {
      nativeId: 'form-1',
      form: '4',
      filed: '2024-05-03',
      owners: [JANE, FUND],
      rows: [sale(), sale({ code: 'M', direction: 'A', price: '3.1', shares: '7' }), holding('By trust')],
    },
    {
      nativeId: 'form-2',
      form: '4/A',
      filed: '2024-05-09',
      original: '2024-05-03',
      owners: [JANE],
      rows: [sale({ price: '12.75 *F1' })],
      notes: { F1: 'A weighted average price.' },
    },
    {
      nativeId: 'form-3',
      form: '4',
      filed: '2024-06-04',
      owners: [JANE],
      planBox: '1',
      rows: ['1', '2', '3', '4'].map(shares => sale({ date: '2024-06-03', shares, price: '0.00000025' })),
    },
  ]);
});

const ids = (json: Record<string, unknown>) =>
  (json.items as { transaction_id: string }[]).map(item => item.transaction_id);

describe('GET /api/v1/tickers/{ticker}/insider-transactions', () => {
  it('lists current lines, newest filing first, each with its filing and owners', async () => {
    const { status, json } = await api.get(URL_OF);
    expect(status).toBe(200);
    expect(listInsiderTransactions.output.strict().parse(json)).toEqual(json);
    expect(ids(json)).toEqual([
      'sec-edgar:form-3:001',
      'sec-edgar:form-3:002',
      'sec-edgar:form-3:003',
      'sec-edgar:form-3:004',
      'sec-edgar:form-2:001',
      'sec-edgar:form-1:002',
      'sec-edgar:form-1:003',
    ]);
    expect(json).toMatchObject({
      canonical_key: 'cik:900001',
      ticker: 'AURW',
      has_more: false,
      preview: null,
      data_as_of: '2024-06-04T21:00:00Z',
      empty_reason: null,
    });
    const items = json.items as Record<string, unknown>[];
    expect(items[4]).toMatchObject({
      entity: { canonical_key: 'cik:900001', company_name: 'Aurora Widgets Inc.', ticker: 'AURW', market_id: 'us' },
      filing: { filing_id: 'sec-edgar:form-2', form_type: '4/A' },
      is_amendment: true,
      amends: 'sec-edgar:form-1',
      owners: [{ person: { name: 'Jane Q Doe', kind: 'person' }, is_officer: true, officer_title: 'Chief Tester' }],
      transaction_class: 'trade',
      price_per_share: 12.75,
      price_quality: 'weighted_average',
      amount: 1275,
      currency: 'USD',
      is_10b5_1: null,
      footnotes: ['A weighted average price.'],
    });
    expect(items[5]?.owners).toHaveLength(2);
  });

  it('writes numbers without exponents', async () => {
    const { text } = await api.get(`${URL_OF}?limit=1`);
    expect(text).toContain('"price_per_share":0.00000025');
  });

  it('shows Free plans five lines without shares, prices, amounts and notes', async () => {
    const { status, json } = await free.get(URL_OF);
    expect(status).toBe(200);
    expect(listInsiderTransactions.output.strict().parse(json)).toEqual(json);
    const withheld = ['shares', 'price_per_share', 'amount', 'shares_owned_following', 'footnotes'];
    expect(json).toMatchObject({ has_more: true, preview: { plan_required: 'pro', shown: 5, total: 7, withheld } });
    for (const item of json.items as Record<string, unknown>[]) {
      for (const key of withheld) expect(item).not.toHaveProperty(key);
      expect(item).toHaveProperty('transaction_code');
    }
    const one = await free.get(`${URL_OF}?limit=1&acquired_disposed=A`);
    expect(one.json).toMatchObject({ has_more: false, preview: { shown: 1, total: 1 } });
  });

  it('filters by code, direction and day', async () => {
    expect(ids((await api.get(`${URL_OF}?transaction_code=m`)).json)).toEqual(['sec-edgar:form-1:002']);
    expect(ids((await api.get(`${URL_OF}?acquired_disposed=A`)).json)).toEqual(['sec-edgar:form-1:002']);
    expect(ids((await api.get(`${URL_OF}?since_date=2024-06-03`)).json)).toHaveLength(4);
    expect(ids((await api.get(`${URL_OF}?since_date=2024-05-02`)).json)).toContain('sec-edgar:form-1:003');
    const { json } = await api.get(`${URL_OF}?limit=2`);
    expect([ids(json).length, json.has_more]).toEqual([2, true]);
  });

  it('accepts either market parameter and an ISIN beside the ticker, and rejects contradictions', async () => {
    expect((await api.get(`${URL_OF}?market=us&market_id=US&isin=${AURORA.isin}`)).status).toBe(200);
    const { status, json } = await api.get(`${URL_OF}?market=us&market_id=jp&transaction_code=SELL&limit=500`);
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.')).toSorted()).toEqual([
      'query.limit',
      'query.market_id',
      'query.transaction_code',
    ]);
    const ambiguous = await api.get('/api/v1/tickers/DUP/insider-transactions');
    expect(ambiguous.json).toMatchObject({ error: 'ambiguous_ticker', parameter: 'market' });
    expect((await api.get('/api/v1/tickers/NONE/insider-transactions')).status).toBe(404);
  });

  it('states why the list is empty', async () => {
    const none = await api.get('/api/v1/tickers/DUP/insider-transactions?market=us');
    expect(none.json).toMatchObject({ items: [], data_as_of: null, empty_reason: 'not_covered' });
    expect(none.json.not_covered).toMatchObject([{ registry: 'sec-edgar', category: 'insider_transaction' }]);
    const other = await api.get(`${URL_OF}?transaction_code=P`);
    expect(other.json).toMatchObject({ items: [], data_as_of: '2024-06-04T21:00:00Z', empty_reason: 'not_reported' });
    const unread = { nativeId: 'form-unread', form: '4', filed: '2025-02-03', category: 'insider_transaction' };
    await seedFilings(database.db, aurora, [unread]);
    const since = await api.get(`${URL_OF}?since_date=2025-01-01`);
    expect(since.json).toMatchObject({
      ...{ items: [], empty_reason: 'not_covered' },
      not_covered: [{ registry: 'sec-edgar', form_type: '4', category: 'insider_transaction' }],
    });
    const later = await api.get(`${URL_OF}?since_date=2099-01-01`);
    expect(later.json).toMatchObject({ items: [], empty_reason: 'not_published_yet' });
  });

  it('does not change its answer of an earlier day when later filings amend, add or withdraw lines', async () => {
    const { db } = database;
    const company = await seedIssuer(db, {
      key: 'cik:900031',
      name: 'Late Works Inc.',
      listings: [{ ticker: 'LATE' }],
    });
    const url = '/api/v1/tickers/LATE/insider-transactions';
    const report = { form: '4' as const, owners: [JANE] };
    await seedInsiders(db, company, [
      { ...report, nativeId: 'late-1', filed: '2024-05-03', rows: [sale(), sale({ code: 'M', direction: 'A' })] },
      { ...report, nativeId: 'late-2', filed: '2024-05-04', rows: [sale({ date: '2024-05-02', shares: '7' })] },
    ]);
    const before = (await api.get(`${url}?as_of=2024-05-08`)).json;
    expect(listInsiderTransactions.output.strict().parse(before)).toEqual(before);
    expect(before).toMatchObject({ as_of: '2024-05-08', known_until: '2024-05-09T00:00:00.000Z' });
    expect(ids(before)).toEqual(['sec-edgar:late-2:001', 'sec-edgar:late-1:001', 'sec-edgar:late-1:002']);
    const correction = { form: '4/A' as const, original: '2024-05-03', rows: [sale({ price: '12.75' })] };
    await seedInsiders(db, company, [{ ...report, ...correction, nativeId: 'late-3', filed: '2024-05-09' }]);
    await db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', 'late-2', 'withdrawn', '2024-06-03T12:00:00Z')`);
    expect((await api.get(`${url}?as_of=2024-05-08`)).json).toEqual(before);
    const amended = (await api.get(`${url}?as_of=2024-05-09`)).json;
    expect(ids(amended)).toEqual(['sec-edgar:late-3:001', 'sec-edgar:late-2:001', 'sec-edgar:late-1:002']);
    expect(ids((await api.get(url)).json)).toEqual(['sec-edgar:late-3:001', 'sec-edgar:late-1:002']);
    const first = (await api.get(`${url}?as_of=2024-05-02`)).json;
    expect(first).toMatchObject({ items: [], data_as_of: null, empty_reason: 'not_covered' });
    const ahead = await api.get(`${url}?as_of=2024-05-08&since_date=2024-05-09`);
    expect(ahead.json).toMatchObject({ items: [], empty_reason: 'not_published_yet' });
  });

  it('omits withdrawn filings', async () => {
    await database.db.execute(sql`
      insert into filing_standings (registry, native_id, status, since) values ('sec-edgar', 'form-3', 'withdrawn', now())`);
    expect(ids((await api.get(URL_OF)).json)).toHaveLength(3);
    await database.db.execute(sql`delete from filing_standings where native_id = 'form-3'`);
  });
});
