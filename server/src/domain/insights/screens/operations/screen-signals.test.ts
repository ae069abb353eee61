import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedSignals } from '../../../../../test/seeds/signals.ts';
import { sql } from '../../../../db/database.ts';
import { findAllPatterns } from '../../signals/part.ts';
import { markRegroupedSignals, markSignalChanges } from '../../signals/store/signals.ts';
import { screenSignals } from './screen-signals.ts';

const database = useTestDatabase();
const PATH = '/api/v1/signals';
let now = new Date('2026-06-30T00:00:00Z');
const api = useTestApi(database, { now: () => now });
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { db } = database;
  const issuer = async (name: string, marketId: string, ticker: string) => {
    const listings = [{ ticker, marketId }];
    ids[name] = await seedIssuer(db, { key: `test:${name}`, name: `Fictional ${name}`, marketId, listings });
  };
  await issuer('Diluter', 'us', 'DILU');
  await issuer('Changer', 'us', 'CHNG');
  await issuer('Leaver', 'jp', '9999');
  await issuer('Quiet', 'us', 'QUIE');
  const half = { newSharesPct: 55 };
  await seedSignals(db, ids.Diluter ?? '', [
    { kind: 'equity_offering', filed: '2026-02-10', nativeId: 'd1', variant: 'public', fields: half },
    { kind: 'equity_offering', filed: '2026-04-10', nativeId: 'd2', variant: 'private' },
    { kind: 'late_filing_notice', filed: '2024-09-01', nativeId: 'd3', fields: { affectedPeriods: ['2024-06-30'] } },
    { kind: 'late_filing_notice', filed: '2025-04-01', nativeId: 'd4', fields: { affectedPeriods: ['2024-12-31'] } },
  ]);
  await seedSignals(db, ids.Changer ?? '', [
    { kind: 'auditor_change', filed: '2023-07-10', nativeId: 'c1', variant: 'dismissed' },
    { kind: 'auditor_change', filed: '2025-06-10', nativeId: 'c2', variant: 'dismissed' },
    { kind: 'auditor_change', filed: '2026-06-26', nativeId: 'c3', variant: 'dismissed' },
    { kind: 'non_reliance', filed: '2020-06-10', nativeId: 'c4' },
  ]);
  await seedSignals(db, ids.Leaver ?? '', [
    { kind: 'delisting', filed: '2026-06-27', nativeId: 'l1', variant: 'exchange' },
    { kind: 'litigation', filed: '2026-06-28', nativeId: 'l2', variant: 'filed' },
    { kind: 'litigation', filed: '2026-06-29', nativeId: 'l3', variant: 'filed' },
  ]);
});

interface Card {
  entity: { company_name: string };
  match: { match_date: string; pattern_hit?: { pattern: string; strength: string }; latest_event?: { kind: string } };
}
/** Formats each card as `Diluter dilution_spiral strong 2026-04-10`, or with the kind of the latest event. */
const cards = (json: Record<string, unknown>) =>
  (json.items as Card[]).map(({ entity, match }) =>
    [
      entity.company_name.replace('Fictional ', ''),
      ...(match.pattern_hit ? [match.pattern_hit.pattern, match.pattern_hit.strength] : [match.latest_event?.kind]),
      match.match_date,
    ].join(' '),
  );
const ask = async (query: string) => (await api.get(`${PATH}?${query}`)).json;

describe('GET /api/v1/signals', () => {
  it('returns companies with a pattern in its own lookback, latest trigger first', async () => {
    const { status, json, headers } = await api.get(PATH);
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBe('1');
    expect(screenSignals.output.safeParse(json).error).toBeUndefined();
    expect(cards(json)).toEqual([
      'Leaver exit_risk moderate 2026-06-27',
      'Changer auditor_churn strong 2026-06-26',
      'Diluter dilution_spiral strong 2026-04-10',
    ]);
    expect(json).toMatchObject({
      total: 3,
      next_cursor: null,
      window_days: null,
      data_as_of: '2026-06-27T21:00:00Z',
      empty_reason: null,
    });
    expect((json.items as Card[])[2]).toMatchObject({
      entity: { canonical_key: 'test:Diluter', ticker: 'DILU', market_id: 'us' },
      match: {
        predicate: 'pattern',
        pattern_hit: {
          first_date: '2026-02-10',
          latest_date: '2026-04-10',
          reason: '2 issues of shares or convertibles in 12 months; 55 % new shares stated.',
          rules_version: 'signals-1',
        },
      },
    });
    const [, , third] = json.items as { match: { pattern_hit: { event_ids: string[] } } }[];
    expect(third?.match.pattern_hit.event_ids).toHaveLength(2);
  });

  it('filters by pattern, strength and market', async () => {
    expect(cards(await ask('pattern=late_filer'))).toEqual(['Diluter late_filer strong 2025-04-01']);
    expect(cards(await ask('strength=moderate'))).toEqual(['Leaver exit_risk moderate 2026-06-27']);
    expect(cards(await ask('market_id=jp'))).toEqual(['Leaver exit_risk moderate 2026-06-27']);
    const none = await ask('pattern=guidance_cut_streak');
    expect(none).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported', data_as_of: null });
  });

  it('returns patterns triggered in a window shorter or longer than the lookback', async () => {
    expect(cards(await ask('window=7d'))).toEqual([
      'Leaver exit_risk moderate 2026-06-27',
      'Changer auditor_churn strong 2026-06-26',
    ]);
    expect(await ask('window_days=1')).toMatchObject({ items: [], window_days: 1, empty_reason: 'not_reported' });
    expect(await ask('pattern=accounting_failure')).toMatchObject({ total: 0 });
    now = new Date('2023-06-30T00:00:00Z');
    expect(cards(await ask('pattern=accounting_failure&window=5y'))).toEqual([
      'Changer accounting_failure strong 2020-06-10',
    ]);
    now = new Date('2026-06-30T00:00:00Z');
  });

  it('returns a pattern as strong once the passage of time makes it strong', async () => {
    now = new Date('2025-05-30T00:00:00Z');
    expect(cards(await ask('pattern=late_filer&strength=strong'))).toHaveLength(1);
    now = new Date('2025-04-10T00:00:00Z');
    // The first of the two reports was never filed and has been more than sixty days late for long.
    expect(cards(await ask('pattern=late_filer'))).toEqual(['Diluter late_filer strong 2025-04-01']);
    now = new Date('2026-06-30T00:00:00Z');
  });

  it('returns companies by events of a kind or a family, in seven days by default', async () => {
    expect(cards(await ask('kind=auditor_change'))).toEqual(['Changer auditor_change 2026-06-26']);
    const json = await ask('family=legal');
    expect(cards(json)).toEqual(['Leaver litigation 2026-06-29']);
    expect(json).toMatchObject({
      window_days: 7,
      total: 1,
      items: [{ match: { predicate: 'kind', events_count: 2 } }],
    });
    expect(cards(await ask('family=audit&window=5y&kind=auditor_change'))).toHaveLength(1);
    expect(cards(await ask('kind=equity_offering&window=1y'))).toEqual(['Diluter equity_offering 2026-04-10']);
    const ofMarket = (market: string) => ask(`kind=equity_offering&market_id=${market}&window=1y`);
    expect(await ofMarket('jp')).toMatchObject({ items: [], empty_reason: 'not_reported' });
    expect(await ofMarket('kr')).toMatchObject({
      ...{ items: [], empty_reason: 'not_covered' },
      not_covered: ['filings read for events of the market kr'],
    });
  });

  it('pages by offset and by cursor, without duplicates, as of the first page', async () => {
    const first = await ask('limit=2');
    const second = await ask(`limit=2&cursor=${first.next_cursor}`);
    expect([...cards(first), ...cards(second)]).toEqual(cards(await ask('')));
    expect(second).toMatchObject({ total: 3, next_cursor: null, data_as_of: first.data_as_of });
    expect(cards(await ask('limit=2&offset=2'))).toEqual(cards(second));
    expect(await ask('offset=9')).toMatchObject({
      items: [],
      total: 3,
      data_as_of: first.data_as_of,
      empty_reason: null,
    });
    now = new Date('2026-07-30T00:00:00Z');
    await seedSignals(database.db, ids.Quiet ?? '', [{ kind: 'bankruptcy', filed: '2026-07-10', nativeId: 'q1' }]);
    expect(cards(await ask(`limit=2&cursor=${first.next_cursor}`))).toEqual(cards(second));
    expect(cards(await ask('limit=1'))).toEqual(['Quiet exit_risk strong 2026-07-10']);
    now = new Date('2026-06-30T00:00:00Z');
  });

  it('rejects a pattern together with a kind, and reports all other invalid parameters at once', async () => {
    for (const query of ['pattern=exit_risk&kind=delisting', 'pattern=exit_risk&family=distress']) {
      const { status, json } = await api.get(`${PATH}?${query}`);
      expect([status, json.error]).toEqual([400, 'pattern_with_kind']);
    }
    const { status, json } = await api.get(
      `${PATH}?pattern=x&kind=y&family=z&strength=weak&window=2d&window_days=0&limit=101&offset=-1&market_id=%20&nonsense=1`,
    );
    expect(status).toBe(422);
    expect(new Set((json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.')))).toEqual(
      new Set(
        [
          'pattern',
          'kind',
          'family',
          'strength',
          'window',
          'window_days',
          'limit',
          'offset',
          'market_id',
          'nonsense',
        ].map(name => `query.${name}`),
      ),
    );
    for (const [query, name] of [
      ['window=7d&window_days=8', 'window'],
      ['kind=delisting&family=legal', 'family'],
      ['kind=delisting&strength=strong', 'strength'],
      ['cursor=abc&offset=1', 'offset'],
    ] as const) {
      const refused = await api.get(`${PATH}?${query}`);
      expect(refused.status, query).toBe(422);
      expect((refused.json.detail as { loc: string[] }[])[0]?.loc, query).toEqual(['query', name]);
    }
    const foreign = (await ask('limit=2')).next_cursor;
    expect((await api.get(`${PATH}?limit=2&strength=strong&cursor=${foreign}`)).json.error).toBe('invalid_cursor');
  });

  it('groups registrants of one company and separates them when the grouping ends', async () => {
    const { db } = database;
    const patterns = () =>
      db.query<{ name: string; pattern: string }>(sql`
        select company_name as name, pattern from signal_patterns p join issuers i on i.issuer_id = p.entity_id
        where pattern = 'dilution_spiral' order by 1`);
    await seedSignals(db, ids.Quiet ?? '', [{ kind: 'equity_offering', filed: '2026-06-01', nativeId: 'q2' }]);
    const both = [ids.Quiet ?? '', ids.Diluter ?? ''];
    await db.transaction(tx => markRegroupedSignals(tx, both));
    await seedEntity(db, both);
    await db.transaction(tx => markRegroupedSignals(tx, both));
    await findAllPatterns(db);
    expect(await patterns()).toEqual([{ name: 'Fictional Quiet', pattern: 'dilution_spiral' }]);
    const { json } = await api.get(`${PATH}?pattern=dilution_spiral`);
    expect(json).toMatchObject({ total: 1, items: [{ match: { match_date: '2026-06-01' } }] });
    await db.transaction(tx => markRegroupedSignals(tx, both));
    await db.execute(sql`update issuers set entity_id = issuer_id where issuer_id = any(${both}::bigint[])`);
    await db.transaction(tx => markRegroupedSignals(tx, both));
    await findAllPatterns(db);
    expect(await patterns()).toEqual([{ name: 'Fictional Diluter', pattern: 'dilution_spiral' }]);
  });

  it('omits withdrawn filings and writes nothing if nothing changed', async () => {
    const { db } = database;
    const rows = () => db.query(sql`select entity_id, pattern, xmin::text from signal_patterns order by 1, 2`);
    const before = await rows();
    const all = Object.values(ids);
    await db.transaction(tx => markSignalChanges(tx, all));
    await findAllPatterns(db);
    expect(await rows()).toEqual(before);
    await db.execute(sql`
      insert into filing_standings (registry, native_id, status, since) values ('sec-edgar', 'd1', 'withdrawn', now())`);
    await db.transaction(tx => markSignalChanges(tx, all));
    await findAllPatterns(db);
    expect(cards(await ask('pattern=dilution_spiral'))).toEqual([]);
    expect(cards(await ask('kind=equity_offering&window=1y'))).toContain('Diluter equity_offering 2026-04-10');
    await db.execute(sql`delete from filing_standings where native_id = 'd1'`);
  });
});
