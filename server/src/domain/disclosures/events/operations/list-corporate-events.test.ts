import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { filedEvent, seedEvents } from '../../../../../test/seeds/corporate-events.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { listCorporateEvents } from './list-corporate-events.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let fern: string;

const ask = (query = '', ticker = 'FRNP') => api.get(`/api/v1/tickers/${ticker}/corporate-events${query}`);

beforeAll(async () => {
  const { db } = database;
  fern = await seedIssuer(db, { key: 'cik:910001', name: 'Fern Pumps, Inc.', listings: [{ ticker: 'FRNP' }] });
  await seedIssuer(db, { key: 'cik:910002', name: 'Moss Valves, Inc.', listings: [{ ticker: 'MSSV' }] });
  await seedFilings(db, fern, [
    { nativeId: 'f-1', form: '8-K', filed: '2024-03-04', periodEnd: '2024-03-01' },
    { nativeId: 'f-2', form: '8-K/A', filed: '2024-03-11', periodEnd: '2024-03-01', amends: 'f-1' },
    { nativeId: 'f-3', form: '8-K', filed: '2024-05-06', periodEnd: '2024-05-02' },
  ]);
});

describe('GET /api/v1/tickers/{ticker}/corporate-events', () => {
  it('distinguishes a company that is not covered from one that reported no events', async () => {
    expect((await ask('', 'MSSV')).json).toMatchObject({
      items: [],
      has_more: false,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
    const { status, json } = await ask();
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { items: [], data_as_of: '2024-05-06T21:00:00Z', empty_reason: 'not_covered' },
    });
    expect(json.not_covered).toMatchObject([{ form_type: '8-K' }, { form_type: '8-K/A' }, { form_type: '8-K' }]);
    const signals = await api.get('/api/v1/tickers/FRNP/signals');
    expect(signals.json).toMatchObject({ empty_reason: 'not_covered', not_covered: json.not_covered });
    await seedEvents(database.db, fern, 'f-3', []);
    const read = (await ask()).json;
    expect(read).toMatchObject({ items: [], data_as_of: '2024-05-06T21:00:00Z', empty_reason: 'not_reported' });
    expect(read).not.toHaveProperty('not_covered');
    expect((await ask('', 'NONE')).status).toBe(404);
  });

  it('returns events newest first, with the filing, the item, the fields of the family and the evidence', async () => {
    await seedEvents(database.db, fern, 'f-1', [
      filedEvent({ fields: { formerAuditor: 'Elm LLP' } }),
      filedEvent({
        kind: 'guidance_revision',
        variant: 'raised',
        itemCode: '2.02',
        caseKey: 'guidance',
        title: 'Guidance raised: revenue, FY 2024',
        fields: {
          metric: 'revenue',
          fiscalYear: 2024,
          fiscalPeriod: 'fy',
          unit: 'USD',
          currency: 'USD',
          oldLow: 90,
          oldHigh: 110,
          newLow: 120,
          newHigh: 120,
          direction: 'raised',
        },
      }),
    ]);
    await seedEvents(database.db, fern, 'f-2', [
      filedEvent({
        variant: 'resigned',
        salience: 'notable',
        title: 'Auditor resigned',
        fields: { formerAuditor: 'Elm LLP', disagreement: true },
      }),
    ]);
    await seedEvents(database.db, fern, 'f-3', [
      filedEvent({
        kind: 'acquisition_or_disposal',
        variant: 'completed',
        itemCode: '2.01',
        caseKey: 'deal moss',
        title: 'Acquisition or disposal completed: Moss',
        eventDate: '2024-05-02',
        fields: { counterparty: 'Moss', dealSide: 'bought', amount: 12_500_000, currency: 'USD' },
      }),
    ]);
    const { json, headers } = await ask();
    expect(headers['x-credits-cost']).toBe('1');
    expect(listCorporateEvents.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      canonical_key: 'cik:910001',
      ticker: 'FRNP',
      market_id: 'us',
      has_more: false,
      data_as_of: '2024-05-06T21:00:00Z',
      empty_reason: null,
    });
    const items = json.items as Record<string, unknown>[];
    expect(items.map(item => `${item.kind} ${item.variant} ${item.status} ${item.known_at}`)).toEqual([
      'acquisition_or_disposal completed resolved 2024-05-06T21:00:00Z',
      ...items.slice(1).map(item => `${item.kind} ${item.variant} ${item.status} 2024-03-04T21:00:00Z`),
    ]);
    for (const one of items) expect(one.known_at).toBe((one.filing as { filed_at: string }).filed_at);
    expect(items[0]).toMatchObject({
      family: null,
      closed_by: 'stated',
      closes_date: null,
      amended_by: null,
      item_code: '2.01',
      event_date: '2024-05-02',
      filing: { filing_id: 'sec-edgar:f-3', form_type: '8-K' },
      fields: { counterparty: 'Moss', deal_side: 'bought', amount: 12_500_000, currency: 'USD', stage: null },
    });
    expect(items.find(item => item.kind === 'auditor_change')).toMatchObject({
      variant: 'resigned',
      salience: 'notable',
      status: 'updated',
      filing: { filing_id: 'sec-edgar:f-1', form_type: '8-K', filed_at: '2024-03-04T21:00:00Z' },
      amended_by: { filing_id: 'sec-edgar:f-2', form_type: '8-K/A', filed_at: '2024-03-11T21:00:00Z' },
      fields: {
        auditor: null,
        former_auditor: 'Elm LLP',
        disagreement: true,
        fiscal_year: null,
        opinion: null,
        opinion_basis: null,
      },
      evidence: [
        {
          filing_id: 'sec-edgar:f-1',
          section_key: 'item_4.01',
          quote: 'The Company dismissed Elm LLP.',
          char_start: 0,
          char_end: 30,
        },
      ],
      rules_version: '1',
    });
    expect(items.find(item => item.kind === 'guidance_revision')).toMatchObject({
      fields: { change_pct: 20, direction: 'raised', old_low: 90 },
    });
  });

  it('filters by kind and states whether more events follow', async () => {
    expect((await ask('?limit=1')).json).toMatchObject({
      has_more: true,
      items: [{ kind: 'acquisition_or_disposal' }],
    });
    expect((await ask('?kind=auditor_change&market_id=us')).json).toMatchObject({
      has_more: false,
      items: [{ kind: 'auditor_change' }],
    });
    expect((await ask('?kind=bankruptcy')).json).toMatchObject({ items: [], empty_reason: 'not_reported' });
  });

  it('omits events of a withdrawn filing', async () => {
    const { db } = database;
    await db.execute(
      sql`insert into filing_standings (registry, native_id, status, since) values ('sec-edgar', 'f-3', 'withdrawn', now())`,
    );
    expect(((await ask()).json.items as { kind: string }[]).map(item => item.kind)).not.toContain(
      'acquisition_or_disposal',
    );
    await db.execute(sql`delete from filing_standings where native_id = 'f-3'`);
  });

  it('closes a deal with its completion, and with time if no later filing mentions it', async () => {
    const { db } = database;
    const deal = { kind: 'acquisition_or_disposal', variant: 'announced', itemCode: '1.01' } as const;
    await seedFilings(db, fern, [{ nativeId: 'f-0', form: '8-K', filed: '2023-12-04', periodEnd: '2023-12-01' }]);
    await seedEvents(db, fern, 'f-0', [
      filedEvent({ ...deal, subject: 'moss', caseKey: 'deal moss', title: 'Moss' }),
      filedEvent({ ...deal, subject: 'reed', caseKey: 'deal reed', title: 'Reed' }),
    ]);
    const items = async () => (await ask('?kind=acquisition_or_disposal')).json.items as Record<string, unknown>[];
    const of = async (title: string) => (await items()).find(item => item.title === title);
    expect(await of('Moss')).toMatchObject({ status: 'resolved', closed_by: 'stated', closes_date: null });
    expect(await of('Reed')).toMatchObject({ status: 'resolved', closed_by: 'elapsed', closes_date: '2025-12-04' });
    const earlier = await createTestApi(db, { now: () => new Date('2025-12-03T12:00:00Z') });
    const { json } = await earlier.get('/api/v1/tickers/FRNP/corporate-events?kind=acquisition_or_disposal');
    const reed = (json.items as Record<string, unknown>[]).find(item => item.title === 'Reed');
    expect(reed).toMatchObject({ status: 'open', closed_by: null, closes_date: '2025-12-04' });
    const cases = (await api.get('/api/v1/tickers/FRNP/signals')).json.cases as Record<string, unknown>[];
    expect(cases.find(one => one.title === 'Reed')).toMatchObject({ status: 'resolved', closed_by: 'elapsed' });
  });

  it('does not change its answer of an earlier day when later filings end, amend or withdraw what was known', async () => {
    const { db } = database;
    const reed = await seedIssuer(db, { key: 'cik:910003', name: 'Reed Locks, Inc.', listings: [{ ticker: 'REED' }] });
    const deal = { kind: 'acquisition_or_disposal', itemCode: '1.01', subject: 'elm', caseKey: 'deal elm' } as const;
    await seedFilings(db, reed, [
      { nativeId: 'r-1', form: '8-K', filed: '2024-03-04', periodEnd: '2024-03-01' },
      { nativeId: 'r-2', form: '8-K', filed: '2024-03-05', periodEnd: '2024-03-02' },
    ]);
    await seedEvents(db, reed, 'r-1', [
      filedEvent({ title: 'Auditor dismissed' }),
      filedEvent({
        kind: 'listing_deficiency',
        variant: null,
        itemCode: '3.01',
        caseKey: 'listing',
        title: 'Deficiency',
      }),
    ]);
    await seedEvents(db, reed, 'r-2', [filedEvent({ ...deal, variant: 'announced', title: 'Elm announced' })]);
    const path = '?as_of=2024-03-31';
    const before = (await ask(path, 'REED')).json;
    expect(listCorporateEvents.output.safeParse(before).error).toBeUndefined();
    const items = before.items as Record<string, unknown>[];
    expect(items.map(item => `${item.title} ${item.status}`).toSorted()).toEqual([
      'Auditor dismissed open',
      'Deficiency open',
      'Elm announced open',
    ]);
    expect(before).toMatchObject({ as_of: '2024-03-31', known_until: '2024-04-01T00:00:00.000Z' });
    await seedFilings(db, reed, [
      { nativeId: 'r-3', form: '8-K/A', filed: '2024-04-01', periodEnd: '2024-03-01', amends: 'r-1' },
      { nativeId: 'r-4', form: '8-K', filed: '2024-05-06', periodEnd: '2024-05-02' },
    ]);
    await seedEvents(db, reed, 'r-3', [filedEvent({ variant: 'resigned', title: 'Auditor resigned' })]);
    await seedEvents(db, reed, 'r-4', [
      filedEvent({ ...deal, variant: 'completed', title: 'Elm completed' }),
      filedEvent({
        kind: 'listing_deficiency',
        variant: null,
        itemCode: '3.01',
        caseKey: 'listing',
        isResolving: true,
      }),
    ]);
    await db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', 'r-2', 'withdrawn', '2024-06-03T12:00:00Z')`);
    expect((await ask(path, 'REED')).json).toEqual(before);
    expect((await ask('?as_of=2024-02-29', 'REED')).json).toMatchObject({ items: [], data_as_of: null });
    const now = (await ask('', 'REED')).json;
    expect((await ask('?as_of=2024-06-30', 'REED')).json.items).toHaveLength((now.items as unknown[]).length);
    expect((now.items as Record<string, unknown>[]).map(item => item.title)).not.toContain('Elm announced');
    expect((await ask('?as_of=2024-06-02', 'REED')).json.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'Elm announced', status: 'resolved' })]),
    );
    expect(now).not.toHaveProperty('as_of');
  });

  it('rejects invalid parameters and reports all of them at once', async () => {
    const { status, json } = await ask(
      '?kind=earthquake&limit=0&market=us&market_id=jp&isin=US0000000000&since=2024-01-01',
    );
    expect(status).toBe(422);
    const at = (json.detail as { loc: string[] }[]).map(problem => problem.loc.at(-1));
    expect(at).toEqual(expect.arrayContaining(['kind', 'limit', 'market_id', 'isin', 'since']));
  });
});
