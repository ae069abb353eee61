import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedEntity, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { type SeedSignal, seedSignals } from '../../../../../test/seeds/signals.ts';
import { PATTERN_KINDS } from '../rules/pattern-rules.ts';
import { readRatedEvents } from '../store/base-rates.ts';
import { readPatternInputs } from '../views/read-pattern-inputs.ts';
import { getCompanySignals } from './get-company-signals.ts';

const database = useTestDatabase();
const PATH = '/api/v1/tickers/AURW/signals';
let now = new Date('2026-06-30T00:00:00Z');
const api = useTestApi(database, { now: () => now });

beforeAll(async () => {
  const { db } = database;
  const { aurora } = await seedSmallStore(db);
  await seedSignals(db, aurora, [
    {
      kind: 'equity_offering',
      filed: '2025-09-10',
      nativeId: 'o1',
      fields: { newSharesPct: 12.5, convertiblePct: 3 },
      salience: 'notable',
    },
    { kind: 'equity_offering', filed: '2026-01-10', nativeId: 'o2', fields: { newShares: 20, sharesBefore: 100 } },
    { kind: 'equity_offering', filed: '2025-06-10', nativeId: 'o3', fields: { newSharesPct: 99 } },
    { kind: 'going_concern', filed: '2025-03-10', nativeId: 'g1', variant: 'auditor', caseKey: 'going_concern' },
    {
      kind: 'audit_opinion',
      filed: '2025-03-10',
      nativeId: 'g1',
      variant: 'qualified',
      caseKey: null,
      fields: { fiscalYear: 2024, auditor: 'Abacus LLP' },
    },
    {
      kind: 'going_concern',
      filed: '2025-08-10',
      nativeId: 'g2',
      variant: 'lifted',
      isResolving: true,
      caseKey: 'going_concern',
      title: 'No doubt about going concern any more',
    },
    { kind: 'guidance_revision', filed: '2026-02-01', nativeId: 'r1', variant: 'lowered' },
    { kind: 'guidance_revision', filed: '2026-05-01', nativeId: 'r2', variant: 'raised' },
    { kind: 'non_reliance', filed: '2025-11-01', nativeId: 'n1' },
    { kind: 'restatement', filed: '2025-12-01', nativeId: 'n2', variant: 'big_r' },
    { kind: 'regulatory_action', filed: '2025-12-05', nativeId: 's1', fields: { authority: 'SEC' } },
    { kind: 'regulatory_action', filed: '2025-12-06', nativeId: 's2' },
    { kind: 'auditor_change', filed: '2026-03-01', nativeId: 'a1', variant: 'dismissed' },
  ]);
});

interface Case {
  title: string;
  status: string;
  family: string | null;
  events: { kind: string; case_id: string | null }[];
}

describe('GET /api/v1/tickers/{ticker}/signals', () => {
  it('returns a profile of the disclosures', async () => {
    const { status, json } = await api.get(PATH);
    expect(status).toBe(200);
    expect(getCompanySignals.output.strict().safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      entity: { canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' },
      profile: {
        dilution: { window_months: 12, new_shares_pct: 32.5, convertible_pct: 3 },
        audit_opinion: {
          opinion: 'qualified',
          fiscal_year: 2024,
          auditor: 'Abacus LLP',
          filing_id: 'sec-edgar:g1',
        },
        going_concern: { state: 'lifted', state_date: '2025-08-10' },
        auditor_changes: { window_months: 36, events_count: 1, latest_date: '2026-03-01' },
        late_filings: { window_months: 24, events_count: 0, latest_date: null, event_ids: [] },
        restatements: { window_months: 24, events_count: 2, latest_date: '2025-12-01' },
        investigations: { window_months: 24, events_count: 1, latest_date: '2025-12-05' },
        forecast_revisions_up: { events_count: 1 },
        forecast_revisions_down: { events_count: 1 },
      },
      data_as_of: '2026-05-01T21:00:00Z',
      empty_reason: null,
    });
  });

  it('returns current patterns, with their events among the cases', async () => {
    const { json } = await api.get(PATH);
    const patterns = json.patterns as { pattern: string; strength: string; event_ids: string[] }[];
    expect(patterns.map(({ pattern, strength }) => `${pattern} ${strength}`)).toEqual([
      'dilution_spiral strong',
      'accounting_failure strong',
    ]);
    const known = new Set(
      (json.cases as { events: { event_id: string }[] }[]).flatMap(testCase => testCase.events).map(e => e.event_id),
    );
    for (const { event_ids } of patterns) for (const id of event_ids) expect(known).toContain(id);
  });

  it('groups all events into cases, newest first', async () => {
    const cases = (await api.get(PATH)).json.cases as Case[];
    expect(
      cases.map(({ family, status, events }) => `${family} ${status}: ${events.map(e => e.kind).join(' ')}`),
    ).toEqual([
      'guidance open: guidance_revision guidance_revision',
      'audit open: auditor_change',
      'dilution open: equity_offering equity_offering equity_offering',
      'legal open: regulatory_action regulatory_action',
      'reporting open: restatement non_reliance',
      'audit resolved: going_concern going_concern',
      'audit open: audit_opinion',
    ]);
    expect(cases[5]).toMatchObject({
      title: 'No doubt about going concern any more',
      first_date: '2025-03-10',
      latest_date: '2025-08-10',
    });
    expect(cases[2]).toMatchObject({ salience: 'notable' });
  });

  it('computes the profile as of the time of the request', async () => {
    now = new Date('2025-04-01T00:00:00Z');
    const { json } = await api.get(PATH);
    expect(json).toMatchObject({ cases_total: 2, profile: { auditor_changes: { events_count: 0 } } });
    now = new Date('2026-06-30T00:00:00Z');
  });

  it('accepts market or market_id and an ISIN, and rejects values that contradict each other', async () => {
    expect((await api.get(`${PATH}?market=us&market_id=US&isin=${AURORA.isin}`)).status).toBe(200);
    const { status, json } = await api.get(`${PATH}?market=us&market_id=jp&isin=US0000000000&limit=5`);
    expect(status).toBe(422);
    expect(new Set((json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.')))).toEqual(
      new Set(['query.market_id', 'query.isin', 'query.limit']),
    );
    expect((await api.get('/api/v1/tickers/DUP/signals')).json).toMatchObject({
      error: 'ambiguous_ticker',
      parameter: 'market',
    });
    expect((await api.get('/api/v1/tickers/NONE/signals')).status).toBe(404);
  });

  it('counts an event once if several registrants of the company filed it', async () => {
    const { db } = database;
    const [lead, ...units] = [
      await seedIssuer(db, { key: 'test:heath', name: 'Heath Corp', listings: [{ ticker: 'HETH', marketId: 'us' }] }),
      await seedIssuer(db, { key: 'test:heath-2', name: 'Heath Unit, LP' }),
      await seedIssuer(db, { key: 'test:heath-3', name: 'Heath Trust' }),
    ];
    const both: SeedSignal[] = [{ kind: 'auditor_change', filed: '2026-02-01', nativeId: 'h1', variant: 'resigned' }];
    const cuts: SeedSignal[] = ['2025-12-01', '2026-03-01'].map(filed => ({
      ...{
        kind: 'guidance_revision',
        filed,
        nativeId: `h-${filed}`,
        variant: 'lowered',
        fields: { metric: 'revenue' },
      },
    }));
    // The lead registrant has no copy of what only the other registrants filed.
    await seedEntity(db, [lead, ...units]);
    await seedSignals(db, lead, both);
    for (const unit of units) await seedSignals(db, unit, [...both, ...cuts]);
    const { json } = await api.get('/api/v1/tickers/HETH/signals');
    expect(json).toMatchObject({
      profile: { auditor_changes: { events_count: 1 }, forecast_revisions_down: { events_count: 2 } },
      patterns: [],
    });
    const shown = (json.cases as { events: { event_id: string }[] }[]).flatMap(testCase =>
      testCase.events.map(e => e.event_id),
    );
    expect(shown).toHaveLength(3);
    expect(new Set(shown).size).toBe(3);
    const screen = await api.get('/api/v1/signals?kind=guidance_revision&window=1y');
    const cards = screen.json.items as { entity: { ticker: string }; match: { events_count: number } }[];
    expect(cards.find(card => card.entity.ticker === 'HETH')?.match.events_count).toBe(2);
    const events = await api.get('/api/v1/signals/events?kinds=guidance_revision&since=2025-12-01&limit=100');
    const rows = events.json.items as { entity: { ticker: string } }[];
    expect(rows.filter(row => row.entity.ticker === 'HETH')).toHaveLength(2);
    const input = (await db.transaction(tx => readPatternInputs(tx, [lead], PATTERN_KINDS))).get(lead);
    expect(input?.events).toHaveLength(3);
    expect(await readRatedEvents(db, [lead])).toHaveLength(3);
  });

  it('returns an empty profile for a company without events', async () => {
    const { status, json } = await api.get('/api/v1/tickers/DUP/signals?market=us');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      patterns: [],
      cases: [],
      cases_total: 0,
      data_as_of: null,
      empty_reason: 'not_covered',
      profile: {
        dilution: { new_shares_pct: null, event_ids: [] },
        audit_opinion: null,
        going_concern: { state: 'none' },
      },
    });
  });
});
