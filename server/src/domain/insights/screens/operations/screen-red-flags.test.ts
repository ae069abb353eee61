import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedFlag, seedFlags } from '../../../../../test/seeds/red-flags.ts';
import { sql } from '../../../../db/database.ts';
import { screenRedFlags } from './screen-red-flags.ts';

const database = useTestDatabase();
const PATH = '/api/v1/red-flags/screen';
const now = new Date('2025-06-30T00:00:00Z');
const api = useTestApi(database, { now: () => now });
let first: string;

const filings = {
  old: { nativeId: '0000990001-23-000001', form: '10-K', filed: '2023-03-01' },
  annual: { nativeId: '0000990001-25-000001', form: '10-K', filed: '2025-05-02' },
  current: { nativeId: '0000990001-25-000002', form: '8-K', filed: '2025-06-20' },
  other: { nativeId: '0000990002-25-000001', form: '10-Q', filed: '2025-06-10' },
};

beforeAll(async () => {
  const { db } = database;
  first = await seedIssuer(db, {
    key: 'cik:990001',
    name: 'Fictional One',
    listings: [{ ticker: 'FIC1', mic: 'XNAS' }],
  });
  const second = await seedIssuer(db, {
    key: 'cik:990002',
    name: 'Fictional Two',
    marketId: 'eu',
    listings: [{ ticker: 'FIC2', marketId: 'eu', mic: 'XPAR' }],
  });
  await seedFilings(db, first, [filings.old, filings.annual, filings.current]);
  await seedFilings(db, second, [filings.other]);
  await seedFlags(db, first, {
    [filings.old.nativeId]: [seedFlag('bankruptcy', { severity: 'CRITICAL' })],
    [filings.annual.nativeId]: [
      seedFlag('material_weakness'),
      seedFlag('class_action', { severity: 'MEDIUM' }),
      seedFlag('going_concern_mgmt', { judgement: 'boilerplate' }),
    ],
    [filings.current.nativeId]: [seedFlag('class_action', { severity: 'MEDIUM', judgement: 'unclear' })],
  });
  await seedFlags(db, second, { [filings.other.nativeId]: [seedFlag('material_weakness', { judgement: null })] });
});

interface Card {
  entity: { company_name: string };
  match: { match_date: string; filing: { filing_id: string }; red_flags: { rule_id: string }[] };
}

async function ask(query = '') {
  const { json } = await api.get(`${PATH}${query}`);
  return (json.items as Card[]).map(
    ({ entity, match }) =>
      `${entity.company_name} ${match.match_date}: ${match.red_flags.map(flag => flag.rule_id).join(' ')}`,
  );
}

describe('GET /api/v1/red-flags/screen', () => {
  it('returns the newest filing of 90 days with a flag per company, without boilerplate and unclear flags', async () => {
    const { json, headers } = await api.read(screenRedFlags, PATH);
    expect(headers['x-credits-cost']).toBe('1');
    expect(json).toMatchObject({ window_days: 90, next_cursor: null, empty_reason: null });
    expect(await ask()).toEqual([
      'Fictional Two 2025-06-10: material_weakness',
      'Fictional One 2025-05-02: material_weakness class_action',
    ]);
    expect((json.items as unknown[])[1]).toMatchObject({
      entity: { canonical_key: 'cik:990001', ticker: 'FIC1', market_id: 'us' },
      match: {
        predicate: 'red_flag',
        filing: { filing_id: `sec-edgar:${filings.annual.nativeId}`, form_type: '10-K' },
        red_flags: [
          {
            ...{ rule_id: 'material_weakness', label: 'Material weakness in internal control', severity: 'HIGH' },
            ...{ judgement: 'event', status: 'open', method: 'rules', rules_version: '1', as_of: '2024-12-31' },
            inputs: null,
            evidence: [{ section_key: 'item_3', quote: 'We report material_weakness.', char_start: 4, char_end: 30 }],
          },
          { rule_id: 'class_action', severity: 'MEDIUM' },
        ],
      },
    });
  });

  it('filters by rule, severity, market and window, and returns the matching flags', async () => {
    expect(await ask('?rule_id=class_action')).toEqual(['Fictional One 2025-05-02: class_action']);
    expect(await ask('?severity=MEDIUM')).toEqual(['Fictional One 2025-05-02: class_action']);
    expect(await ask('?severity=CRITICAL&window=3y')).toEqual(['Fictional One 2023-03-01: bankruptcy']);
    expect(await ask('?market_id=eu')).toEqual(['Fictional Two 2025-06-10: material_weakness']);
    expect(await ask('?window_days=21')).toEqual(['Fictional Two 2025-06-10: material_weakness']);
    const none = await api.get(`${PATH}?rule_id=disclaimer`);
    expect(none.json).toMatchObject({ items: [], empty_reason: 'not_reported' });
  });

  it('does not change its answer of an earlier day when later filings are read or withdrawn', async () => {
    const { db } = database;
    const path = `${PATH}?as_of=2025-05-31`;
    const { json: before } = await api.read(screenRedFlags, path);
    expect(before).toMatchObject({ as_of: '2025-05-31', known_until: '2025-06-01T00:00:00.000Z' });
    expect(await ask('?as_of=2025-05-31')).toEqual(['Fictional One 2025-05-02: material_weakness class_action']);
    const compact = await api.get(`${path}&view=compact`);
    expect(compact.json).toMatchObject({ as_of: '2025-05-31', items: [{ matches: [{ predicate: 'red_flag' }] }] });
    const later = { nativeId: '0000990001-25-000003', form: '8-K', filed: '2025-06-25' };
    await seedFilings(db, first, [later]);
    await seedFlags(db, first, { [later.nativeId]: [seedFlag('bankruptcy', { severity: 'CRITICAL' })] });
    await db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', ${filings.annual.nativeId}, 'withdrawn', '2025-06-26T12:00:00Z')`);
    await db.execute(sql`
      insert into red_flags (issuer_id, registry, native_id, rule_id, read_from, severity, judgement, is_open, known_at, words)
      select issuer_id, registry, native_id, 'altman', 'figures', 'HIGH', 'event', true, known_at, words
      from red_flags where native_id = ${filings.annual.nativeId} and rule_id = 'material_weakness'`);
    expect((await api.get(path)).json).toEqual(before);
    expect(await ask('?market_id=us')).toEqual(['Fictional One 2025-06-25: bankruptcy']);
    const none = await api.get(`${PATH}?as_of=2020-12-31`);
    expect(none.json).toMatchObject({ items: [], empty_reason: 'not_covered', as_of: '2020-12-31' });
    await db.execute(sql`delete from filing_standings where native_id = ${filings.annual.nativeId}`);
    await db.execute(sql`delete from red_flags where rule_id = 'altman' or native_id = ${later.nativeId}`);
  });

  it('pages and rejects a cursor of another query', async () => {
    const page = (await api.get(`${PATH}?limit=1`)).json;
    const next = (await api.get(`${PATH}?limit=1&cursor=${page.next_cursor}`)).json;
    expect((next.items as Card[])[0]?.entity.company_name).toBe('Fictional One');
    expect(next.next_cursor).toBeNull();
    const wrong = await api.get(`${PATH}?limit=1&severity=LOW&cursor=${page.next_cursor}`);
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_cursor']);
  });

  it.each([
    ['rule_id=fraud', 'rule_id'],
    ['severity=high', 'severity'],
    ['window=2d', 'window'],
    ['window=7d&window_days=8', 'window'],
    ['window_days=0', 'window_days'],
    ['limit=101', 'limit'],
    ['market_id=', 'market_id'],
    ['rule=beneish', 'rule'],
  ])('rejects %s with 422 and the name of the parameter', async (query, parameter) => {
    const { status, json } = await api.get(`${PATH}?${query}`);
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[]).some(problem => problem.loc[1] === parameter)).toBe(true);
  });

  it('is a predicate of the combined screen', async () => {
    const { json } = await api.get('/api/v1/screen?red_flag=material_weakness&exclude_red_flag=class_action&window=3m');
    expect(json.items).toMatchObject([
      {
        entity: { canonical_key: 'cik:990002' },
        match: { matches: [{ predicate: 'red_flag', filing: { form_type: '10-Q' } }] },
      },
    ]);
  });

  it('returns every flag of a filing, severest first, and a reason if its text was not read', async () => {
    const kpis = (id: string) =>
      api.get(`/api/v1/filings/${encodeURIComponent(`sec-edgar:${id}`)}/kpis?include_red_flags=true`);
    const { json } = await kpis(filings.annual.nativeId);
    expect((json.red_flags as { rule_id: string }[]).map(flag => flag.rule_id)).toEqual([
      'material_weakness',
      'going_concern_mgmt',
      'class_action',
    ]);
    expect(json).not.toHaveProperty('red_flags_reason');
    await database.db.execute(sql`delete from red_flag_readings where native_id = ${filings.other.nativeId}`);
    await database.db.execute(sql`delete from red_flags where native_id = ${filings.other.nativeId}`);
    expect((await kpis(filings.other.nativeId)).json).toMatchObject({ red_flags: [], red_flags_reason: 'not_covered' });
  });

  it('names the filing of a figure flag, writes small inputs without exponents, and omits copies of co-registrants', async () => {
    const { db } = database;
    const unit = await seedIssuer(db, { key: 'cik:990003', name: 'Fictional Unit' });
    const filing = { nativeId: '0000990001-25-000009', form: '10-K', filed: '2025-01-02' };
    const raised = [
      seedFlag('cash_profit_gap', { origin: 'figures', inputs: { accruals: 1e-7, net_income: null }, evidence: [] }),
      seedFlag('class_action', { severity: 'MEDIUM' }),
    ];
    for (const issuer of [first, unit]) {
      await seedFilings(db, issuer, [filing]);
      await seedFlags(db, issuer, { [filing.nativeId]: raised });
    }
    const { json, text } = await api.get(`/api/v1/filings/sec-edgar:${filing.nativeId}/kpis?include_red_flags=true`);
    expect(text).toContain('"accruals":0.0000001');
    const nothing = { section_key: null, quote: null, char_start: null, char_end: null };
    expect(json.red_flags).toMatchObject([
      { rule_id: 'cash_profit_gap', evidence: [{ filing_id: `sec-edgar:${filing.nativeId}`, ...nothing }] },
      { rule_id: 'class_action', evidence: [{ quote: 'We report class_action.' }] },
    ]);
  });

  it('leaves unchanged flags untouched and deletes flags that a filing no longer raises', async () => {
    const same = { [filings.old.nativeId]: [seedFlag('bankruptcy', { severity: 'CRITICAL' })] };
    expect(await seedFlags(database.db, first, same)).toBe(0);
    expect(await seedFlags(database.db, first, { [filings.old.nativeId]: [] })).toBe(1);
    expect(await ask('?severity=CRITICAL&window=3y')).toEqual([]);
  });
});
