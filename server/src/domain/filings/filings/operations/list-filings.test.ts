import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { auroraReport, seedEarningsRelease, seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { listFilings } from './list-filings.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-01T00:00:00Z') });

beforeAll(async () => {
  await seedSmallStore(database.db);
});

const ids = (json: Record<string, unknown>) =>
  (json.filings as { filing_id: string }[]).map(filing => filing.filing_id);

describe('GET /api/v1/tickers/{ticker}/filings', () => {
  it('lists filings newest first with all their fields', async () => {
    const { json } = await api.read(listFilings, '/api/v1/tickers/AURW/filings');
    expect(json).toMatchObject({
      canonical_key: 'cik:900001',
      ticker: 'AURW',
      market_id: 'us',
      has_more: false,
      data_as_of: '2024-03-01T21:00:00Z',
      empty_reason: null,
    });
    expect(ids(json)).toEqual(
      [AURORA.current, AURORA.annual2023, AURORA.amended2022, AURORA.annual2022].map(id => `sec-edgar:${id}`),
    );
    expect((json.filings as unknown[])[2]).toMatchObject({
      form_type: '10-K/A',
      period_end: '2022-12-31',
      filed_at: '2023-05-02T21:00:00Z',
      filing_date: '2023-05-02',
      is_amendment: true,
      amends: `sec-edgar:${AURORA.annual2022}`,
      available: ['kpis'],
    });
    expect((json.filings as unknown[])[0]).toMatchObject({ available: [] });
  });

  it('reports KPIs only if there are facts to compute them from', async () => {
    const tagged = await seedIssuer(database.db, {
      key: 'cik:900010',
      name: 'Tagged Corp',
      listings: [{ ticker: 'TAGD' }],
    });
    await seedFilings(database.db, tagged, [{ nativeId: 'tagged', form: '10-K', filed: '2024-01-02', hasXbrl: true }]);
    const { json } = await api.get('/api/v1/tickers/TAGD/filings');
    expect(json.filings).toMatchObject([{ filing_id: 'sec-edgar:tagged', available: [] }]);
  });

  it('reports the contents of an opened filing: facts, statements, an earnings release', async () => {
    const opened = await seedIssuer(database.db, {
      key: 'cik:900011',
      name: 'Opened Corp',
      listings: [{ ticker: 'OPND' }],
    });
    const named = ['both', 'facts-only', 'untagged', 'release', 'closed'];
    await seedFilings(
      database.db,
      opened,
      named.map((nativeId, index) => ({ nativeId, form: '10-K', filed: `2024-01-0${9 - index}` })),
    );
    await seedReport(database.db, opened, 'both', auroraReport());
    await seedReport(database.db, opened, 'facts-only', { facts: auroraReport().facts, statements: [] });
    await seedReport(database.db, opened, 'untagged', null);
    const release = { exhibit: 'EX-99', title: null, url: 'https://x.example', fileId: '2', text: 'x', guidance: [] };
    await seedEarningsRelease(database.db, opened, 'release', release);
    const { json } = await api.get('/api/v1/tickers/OPND/filings');
    expect((json.filings as { available: string[] }[]).map(filing => filing.available)).toEqual([
      ['facts', 'statements'],
      ['facts'],
      [],
      ['earnings_event'],
      [],
    ]);
  });

  it('filters by form types, repeated or comma-separated, and by year; reports whether there are more', async () => {
    const forms = await api.get('/api/v1/tickers/aurw/filings?form_types=10-k&form_types=8-K');
    expect(ids(forms.json)).toHaveLength(3);
    expect(ids((await api.get('/api/v1/tickers/AURW/filings?form_types=10-K,10-K/A')).json)).toHaveLength(3);
    expect(ids((await api.get('/api/v1/tickers/AURW/filings?since_year=2023')).json)).toHaveLength(2);
    const page = await api.get('/api/v1/tickers/AURW/filings?limit=1');
    expect([ids(page.json).length, page.json.has_more]).toEqual([1, true]);
  });

  it('assigns a filing without a period to the year of its filing date', async () => {
    const issuer = await seedIssuer(database.db, {
      key: 'cik:900021',
      name: 'Shelf Corp',
      listings: [{ ticker: 'SHLF' }],
    });
    await seedFilings(database.db, issuer, [
      { nativeId: 'shelf-23', form: 'S-3', filed: '2023-12-31', periodEnd: null },
      { nativeId: 'shelf-24', form: 'S-3', filed: '2024-01-01', periodEnd: null },
    ]);
    const { json } = await api.get('/api/v1/tickers/SHLF/filings?since_year=2024');
    expect(ids(json)).toEqual(['sec-edgar:shelf-24']);
  });

  it('breaks ties by id, so that the order is stable', async () => {
    const duplicate = await seedIssuer(database.db, {
      key: 'cik:900020',
      name: 'Twin Filings Inc',
      listings: [{ ticker: 'TWIN' }],
    });
    await seedFilings(database.db, duplicate, [
      { nativeId: '0000900020-24-000002', form: '8-K', filed: '2024-01-05' },
      { nativeId: '0000900020-24-000001', form: '8-K', filed: '2024-01-05' },
    ]);
    const { json } = await api.get('/api/v1/tickers/TWIN/filings');
    expect(ids(json)).toEqual(['sec-edgar:0000900020-24-000001', 'sec-edgar:0000900020-24-000002']);
  });

  it('returns the reason for an empty list', async () => {
    const none = await api.get('/api/v1/tickers/DUP/filings');
    expect(none.json).toMatchObject({ filings: [], empty_reason: 'not_covered', data_as_of: null });
    const form = await api.get('/api/v1/tickers/AURW/filings?form_types=20-F');
    expect(form.json).toMatchObject({ filings: [], empty_reason: 'not_reported', data_as_of: '2024-03-01T21:00:00Z' });
    const later = await api.get('/api/v1/tickers/AURW/filings?since_year=2026');
    expect(later.json).toMatchObject({ filings: [], empty_reason: 'not_published_yet' });
  });

  it('lists only filings known by the end of a day, with their status at that time', async () => {
    const voided = await seedIssuer(database.db, {
      key: 'cik:900012',
      name: 'Void Corp',
      listings: [{ ticker: 'VOID' }],
    });
    await seedFilings(database.db, voided, [
      { nativeId: 'void-1', form: '10-K', filed: '2020-03-01', acceptedAt: '2020-03-01T23:59:59Z' },
      { nativeId: 'void-2', form: '10-K/A', filed: '2020-03-02', acceptedAt: '2020-03-02T00:00:00Z' },
    ]);
    await database.db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', 'void-1', 'withdrawn', '2021-05-05T10:00:00Z')`);
    const on = (day: string) => api.get(`/api/v1/tickers/VOID/filings?as_of=${day}`);
    expect((await on('2020-02-29')).json).toMatchObject({ filings: [], empty_reason: 'not_published_yet' });
    const { json } = await on('2020-03-01');
    expect(listFilings.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filings: [{ filing_id: 'sec-edgar:void-1', status: 'current', status_since: null }],
      as_of: '2020-03-01',
      known_until: '2020-03-02T00:00:00.000Z',
      data_as_of: '2020-03-01T23:59:59Z',
    });
    expect(ids((await on('2020-03-02')).json)).toEqual(['sec-edgar:void-2', 'sec-edgar:void-1']);
    expect((await on('2021-05-04')).json).toMatchObject({ filings: [{}, { status: 'current' }] });
    expect((await on('2021-05-05')).json).toMatchObject({
      filings: [{}, { status: 'withdrawn', status_since: '2021-05-05T10:00:00Z' }],
    });
    const discovered = await api.get('/api/v1/filings/discover?ticker=VOID&as_of=2020-03-01');
    expect(discovered.json).toMatchObject({ filings: [{ filing_id: 'sec-edgar:void-1' }], as_of: '2020-03-01' });
    const none = await api.get('/api/v1/filings/discover?ticker=NOPE&as_of=2020-03-01');
    expect(none.json).toMatchObject({ filings: [], as_of: '2020-03-01' });
    await seedIssuer(database.db, { key: 'cik:900013', name: 'Bare Corp', listings: [{ ticker: 'BARE' }] });
    const bare = await api.get('/api/v1/tickers/BARE/filings?as_of=2020-03-01');
    expect(bare.json).toMatchObject({ filings: [], empty_reason: 'not_covered' });
  });

  it('returns 404 for an unknown ticker, and for a known one in another market', async () => {
    expect((await api.get('/api/v1/tickers/NOPE/filings')).status).toBe(404);
    expect((await api.get('/api/v1/tickers/AURW/filings?market_id=jp')).status).toBe(404);
  });

  it('reports every invalid parameter at once', async () => {
    const { status, json } = await api.get(
      `/api/v1/tickers/${'A'.repeat(40)}/filings?limit=0&since_year=1800&form_types=&market_id=&colour=red`,
    );
    expect(status).toBe(422);
    const places = (json.detail as { loc: (string | number)[]; type: string }[]).map(
      ({ loc, type }) => `${loc.join('.')} ${type}`,
    );
    expect(places.toSorted()).toEqual([
      'path.ticker string_too_long',
      'query.colour extra_forbidden',
      'query.form_types.0 string_too_short',
      'query.limit greater_than_equal',
      'query.market_id string_too_short',
      'query.since_year greater_than_equal',
    ]);
  });
});
