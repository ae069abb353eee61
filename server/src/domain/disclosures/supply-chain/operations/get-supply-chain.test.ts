import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { seedCloses, share, weekdaysUpTo } from '../../../../../test/seeds/prices.ts';
import { seedSupplyChain, supplyStatement } from '../../../../../test/seeds/supply-chain.ts';
import { sql } from '../../../../db/database.ts';
import { getSupplyChain } from './get-supply-chain.ts';

const database = useTestDatabase();
const pro = useTestApi(database, {}, 'pro');
const free = useTestApi(database, {}, 'free');
let aurora: string;
let brook: string;

const ask = (query = '', ticker = 'AURW', api = pro) => api.get(`/api/v1/companies/us/${ticker}/supply-chain${query}`);

interface Edge {
  hop: number;
  supplier: { name_as_filed: string; entity: { canonical_key: string } | null };
  customer: { name_as_filed: string; entity: { canonical_key: string } | null };
  disclosed_by: string;
  [key: string]: unknown;
}
const edgesOf = (json: Record<string, unknown>) => json.edges as Edge[];
const pairs = (json: Record<string, unknown>) =>
  edgesOf(json).map(edge => `${edge.hop} ${edge.supplier.name_as_filed} > ${edge.customer.name_as_filed}`);

beforeAll(async () => {
  const { db } = database;
  ({ aurora } = await seedSmallStore(db));
  brook = await seedIssuer(db, {
    key: 'cik:900101',
    name: 'Brook Retail Holdings, Inc.',
    formerNames: ['Brook Retail, Inc.'],
    listings: [{ ticker: 'BRKR' }],
  });
});

describe('GET /api/v1/companies/{market}/{ticker}/supply-chain', () => {
  it('returns not_covered before any filing was read and not_reported for a filing without statements', async () => {
    const before = await ask();
    expect(before.status).toBe(200);
    expect(before.headers['x-credits-cost']).toBe('1');
    expect(getSupplyChain.output.safeParse(before.json).error).toBeUndefined();
    expect(before.json).toMatchObject({
      entity: { canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' },
      hops: 1,
      edges: [],
      disclosures: [],
      disclosures_total: 0,
      preview: null,
      rules_version: null,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
    const unread = before.json.not_covered as Record<string, unknown>[];
    expect(unread.map(item => item.filing_id)).toContain(`sec-edgar:${AURORA.annual2023}`);
    await seedSupplyChain(database.db, aurora, AURORA.annual2023, []);
    expect((await ask()).json).toMatchObject({
      empty_reason: 'not_reported',
      rules_version: '1',
      data_as_of: '2024-02-19T21:00:00Z',
    });
  });

  it('returns edges from supplier to customer, resolved if exactly one company has the name', async () => {
    await seedSupplyChain(database.db, aurora, AURORA.annual2023, [
      supplyStatement({
        nameAsFiled: 'Brook Retail, Inc.',
        concentrationPct: 18,
        amount: 225_000_000,
        currency: 'USD',
      }),
      supplyStatement({
        nameAsFiled: 'Elm Castings Ltd.',
        concentrationType: 'supplier',
        concentrationPct: null,
        concentrationOf: null,
      }),
      supplyStatement({ nameAsFiled: 'Oak Stores LLC', concentrationPct: 21 }),
      supplyStatement({ label: 'top five customers', groupSize: 5, concentrationPct: 51 }),
      // The same, in another spelling.
      supplyStatement({ label: 'Top 5 Customers', groupSize: 5, concentrationPct: 51 }),
      supplyStatement({ label: 'no customer', concentrationPct: null, thresholdPct: 30 }),
    ]);
    const { json } = await ask();
    expect(getSupplyChain.output.safeParse(json).error).toBeUndefined();
    expect(pairs(json)).toEqual([
      '1 Aurora Widgets Inc. > Oak Stores LLC',
      '1 Aurora Widgets Inc. > Brook Retail, Inc.',
      '1 Elm Castings Ltd. > Aurora Widgets Inc.',
    ]);
    expect(edgesOf(json)[0]).toMatchObject({ customer: { entity: null }, confidence: 0.75 });
    expect(edgesOf(json)[1]).toMatchObject({
      supplier: { entity: { canonical_key: 'cik:900001', ticker: 'AURW' } },
      customer: { entity: { canonical_key: 'cik:900101', ticker: 'BRKR' } },
      disclosed_by: 'cik:900001',
      concentration_pct: 18,
      concentration_of: 'revenue',
      concentration_base: null,
      amount: 225_000_000,
      currency: 'USD',
      confidence: 0.85,
      valid_from: '2023-01-01',
      valid_to: '2025-03-31',
      is_expired: true,
      observations_count: 1,
      evidence: [
        { filing_id: `sec-edgar:${AURORA.annual2023}`, section_key: 'item_1', char_start: 100, char_end: 148 },
      ],
    });
    expect(json).toMatchObject({
      disclosures_total: 2,
      disclosures: [
        { label: 'top five customers', group_size: 5, concentration_pct: 51, period_end: '2023-12-31' },
        { label: 'no customer', concentration_pct: null, threshold_pct: 30 },
      ],
      empty_reason: null,
    });
    expect((await ask('?disclosure_limit=1')).json).toMatchObject({ disclosures: [{}], disclosures_total: 2 });
  });

  it('returns one edge for a counterparty in two spellings', async () => {
    const { db } = database;
    const listings = [{ ticker: 'FOLD' }];
    const folder = await seedIssuer(db, { key: 'cik:900199', name: 'Folding Works Inc.', listings });
    await seedFilings(db, folder, [{ nativeId: 'fold-1', form: '10-K', filed: '2024-03-01', periodEnd: '2023-12-31' }]);
    await seedSupplyChain(db, folder, 'fold-1', [
      supplyStatement({ nameAsFiled: 'U.S. Bureau of Fiction', concentrationPct: 30 }),
      supplyStatement({ nameAsFiled: 'United States Bureau of Fiction', concentrationPct: 30 }),
    ]);
    const { json } = await ask('', 'FOLD');
    expect(edgesOf(json)).toMatchObject([{ concentration_pct: 30, observations_count: 1 }]);
  });

  it('returns edges that other companies disclose, and edges of the second hop', async () => {
    expect(pairs((await ask('', 'BRKR')).json)).toEqual(['1 Aurora Widgets Inc. > Brook Retail, Inc.']);
    expect((await ask('', 'BRKR')).json).toMatchObject({ empty_reason: null, data_as_of: '2024-02-19T21:00:00Z' });
    await seedFilings(database.db, brook, [
      { nativeId: 'brook-2023', form: '10-K', filed: '2024-03-01', periodEnd: '2023-12-31' },
    ]);
    const maple = await seedIssuer(database.db, {
      key: 'cik:900102',
      name: 'Maple Foods Inc.',
      listings: [{ ticker: 'MAPL' }],
    });
    await seedSupplyChain(database.db, brook, 'brook-2023', [
      supplyStatement({ nameAsFiled: 'Maple Foods Inc.', concentrationType: 'supplier', concentrationOf: 'purchases' }),
      supplyStatement({
        nameAsFiled: 'Nobody Known Ltd.',
        concentrationType: 'supplier',
        concentrationOf: 'purchases',
      }),
    ]);
    const { json } = await ask('?hops=2');
    expect(pairs(json).at(-1)).toBe('2 Maple Foods Inc. > Brook Retail Holdings, Inc.');
    expect(edgesOf(json)).toHaveLength(4);
    expect(maple).toBeDefined();
  });

  it('leaves a name that two companies share unresolved', async () => {
    const duplicate = await seedIssuer(database.db, {
      key: 'cik:900103',
      name: 'Oak Stores LLC',
      listings: [{ ticker: 'OAKA' }],
    });
    expect(edgesOf((await ask()).json)[0]).toMatchObject({ customer: { entity: { canonical_key: 'cik:900103' } } });
    await seedIssuer(database.db, { key: 'cik:900104', name: 'Oak Stores Inc.', listings: [{ ticker: 'OAKB' }] });
    expect(edgesOf((await ask()).json)[0]).toMatchObject({ customer: { entity: null } });
    expect((await ask('', 'OAKA')).json).toMatchObject({ edges: [] });
    expect(duplicate).toBeDefined();
  });

  it('returns the edges that were known and valid on as_of', async () => {
    const on = async (day: string) => (await ask(`?include_expired=false&as_of=${day}`)).json;
    expect(await on('2024-02-18')).toMatchObject({ as_of: '2024-02-18', edges: [], disclosures_total: 0 });
    expect(edgesOf(await on('2024-02-19'))).toHaveLength(3);
    expect(edgesOf(await on('2024-02-19'))[0]).toMatchObject({ is_expired: false });
    expect(edgesOf(await on('2025-04-01'))).toHaveLength(0);
    expect(edgesOf((await ask('?as_of=2024-02-18')).json)).toHaveLength(3);
  });

  it('omits statements of a withdrawn filing', async () => {
    const { db } = database;
    await db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', ${AURORA.annual2023}, 'withdrawn', now())`);
    expect((await ask()).json).toMatchObject({ edges: [], disclosures: [] });
    await db.execute(sql`delete from filing_standings where native_id = ${AURORA.annual2023}`);
  });

  it('returns correlations of resolved pairs up to as_of, null without prices', async () => {
    const edges = edgesOf((await ask('?include_correlations=true')).json);
    expect(edges[0]).not.toHaveProperty('price_correlations');
    expect(edges[1]).toMatchObject({
      price_correlations: { '2w': null, '1m': null, '3m': null, '6m': null, '1y': null, '2y': null },
      price_correlation_n: { '1y': 0 },
    });
    const days = weekdaysUpTo('2024-06-28', 100);
    const steps = days.map((_, at) => (at % 3) + 1);
    const closes = (move: (at: number) => number) => Object.fromEntries(days.map((day, at) => [day, move(at)]));
    const tickers = ['supplier', 'customer'].map(side => {
      const party = edges[1]?.[side] as { entity: { ticker: string } } | undefined;
      return party?.entity.ticker;
    });
    await seedCloses(database.db, { of: share(tickers[0] ?? ''), closes: closes(at => 10 * (steps[at] ?? 1)) });
    await seedCloses(database.db, { of: share(tickers[1] ?? ''), closes: closes(at => 99 / (steps[at] ?? 1)) });
    expect(edgesOf((await ask('?include_correlations=true')).json)[1]).toMatchObject({
      price_correlations: { '2w': -1, '1m': -1, '3m': -1, '6m': -1, '1y': null },
      price_correlation_n: { '2w': 10, '1m': 22, '6m': 99, '1y': 99 },
    });
    const before = '?include_correlations=true&include_expired=false&as_of=2024-03-08';
    expect(edgesOf((await ask(before)).json)[1]).toMatchObject({
      price_correlations: { '2w': -1, '1m': -1, '3m': null },
      price_correlation_n: { '2w': 10, '1m': 19 },
    });
  });

  it('returns a preview of three edges without evidence, amounts and percentages to the free plan', async () => {
    const { json, text, status } = await ask('?hops=2&include_correlations=true', 'AURW', free);
    expect(status).toBe(200);
    expect(getSupplyChain.output.safeParse(json).error).toBeUndefined();
    expect(edgesOf(json)).toHaveLength(3);
    expect(json).toMatchObject({
      disclosures: [],
      disclosures_total: 2,
      preview: { plan_required: 'pro', shown: 3, total: 4, withheld: ['evidence', 'amount', 'concentration_pct'] },
    });
    for (const word of ['"evidence":[', '"amount":', '"concentration_pct":', 'price_correlations', '225000000']) {
      expect(text).not.toContain(word);
    }
  });

  it('rejects unknown companies and invalid parameters', async () => {
    for (const query of ['?hops=3', '?as_of=2024-02-30', '?disclosure_limit=-1', '?include_expired=maybe', '?hop=1']) {
      expect((await ask(query)).status).toBe(422);
    }
    expect((await ask('', 'NOPE')).status).toBe(404);
  });
});
