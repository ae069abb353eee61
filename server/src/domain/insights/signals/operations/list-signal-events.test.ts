import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { filedEvent, seedEvents } from '../../../../../test/seeds/corporate-events.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { listSignalEvents } from './list-signal-events.ts';

const database = useTestDatabase();
let now = new Date('2024-07-01T00:00:00Z');
const api = useTestApi(database, { now: () => now });

const signals = (query = '') => api.get(`/api/v1/signals/events${query}`);
const kindsOf = (json: Record<string, unknown>) =>
  (json.items as { kind: string; entity: { company_name: string } }[]).map(
    item => `${item.entity.company_name} ${item.kind}`,
  );

describe('GET /api/v1/signals/events', () => {
  it('returns not_covered if no filing was read', async () => {
    expect((await signals()).json).toMatchObject({
      items: [],
      total: 0,
      window_days: null,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
    expect((await api.ask({ method: 'GET', url: '/api/v1/signals/events' })).status).toBe(401);
  });

  it('omits deals and lifecycle events unless kinds names them', async () => {
    const { db } = database;
    const fern = await seedIssuer(db, { key: 'cik:910001', name: 'Fern', listings: [{ ticker: 'FRNP' }] });
    const moss = await seedIssuer(db, {
      key: 'jcn:1',
      name: 'Moss',
      marketId: 'jp',
      listings: [{ ticker: '9998', marketId: 'jp' }],
    });
    await seedFilings(db, fern, [
      { nativeId: 'f-1', form: '8-K', filed: '2024-03-04' },
      { nativeId: 'f-2', form: '25-NSE', filed: '2024-06-03' },
    ]);
    await seedFilings(db, moss, [{ nativeId: 'm-1', form: 'disclosure', filed: '2024-05-06', registry: 'tdnet' }]);
    await seedEvents(db, fern, 'f-1', [
      filedEvent({ salience: 'notable', fields: { formerAuditor: 'Elm LLP' } }),
      filedEvent({ kind: 'name_change', variant: null, itemCode: '5.03', caseKey: null }),
    ]);
    await seedEvents(db, fern, 'f-2', [
      filedEvent({ kind: 'delisting', variant: 'exchange', itemCode: null, caseKey: 'distress' }),
    ]);
    await seedEvents(db, moss, 'm-1', [filedEvent({ itemCode: null })], 'tdnet');
    const all = await signals();
    expect(listSignalEvents.output.safeParse(all.json).error).toBeUndefined();
    expect(all.headers['x-credits-cost']).toBe('1');
    expect(kindsOf(all.json)).toEqual(['Fern delisting', 'Moss auditor_change', 'Fern auditor_change']);
    expect(kindsOf((await signals('?family=audit&market_id=us')).json)).toEqual(['Fern auditor_change']);
    expect(kindsOf((await signals('?family=audit&kinds=name_change')).json)).toEqual(['Fern name_change']);
    expect(kindsOf((await signals('?salience=notable&structured_only=true')).json)).toEqual(['Fern auditor_change']);
    expect((await signals('?offset=2&limit=1')).json).toMatchObject({ total: 3, items: [{ kind: 'auditor_change' }] });
    expect((await signals('?since=2024-05-06&until=2024-05-06')).json).toMatchObject({ total: 1 });
  });

  it('filters by a window that ends now', async () => {
    expect((await signals('?window=1m')).json).toMatchObject({ window_days: 30, total: 1 });
    expect((await signals('?window_days=60')).json).toMatchObject({ window_days: 60, total: 2 });
    now = new Date('2026-07-01T00:00:00Z');
    expect((await signals('?window=7d')).json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported' });
  });

  it('rejects invalid parameters and reports all of them at once', async () => {
    const { status, json } = await signals(
      '?family=x&kinds=y&window=1m&window_days=7&since=2024-01-01&until=2023-01-01&salience=z&limit=0&structured_only=perhaps&nothing=1',
    );
    expect(status).toBe(422);
    const at = (json.detail as { loc: string[] }[]).map(problem => problem.loc.at(-1));
    const wanted = ['family', 'window', 'since', 'until', 'salience', 'limit', 'structured_only', 'nothing'];
    expect(at).toEqual(expect.arrayContaining(wanted));
  });
});
