import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { seedAuroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { getFilingKpis } from './get-filing-kpis.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
});

const id = `sec-edgar:${AURORA.annual2022}`;
const ask = (filingId: string, query = '') => api.get(`/api/v1/filings/${encodeURIComponent(filingId)}/kpis${query}`);

describe('GET /api/v1/filings/{filing_id}/kpis', () => {
  it('returns the figures as filed, ignoring later restatements', async () => {
    const { status, json } = await ask(id);
    expect(status).toBe(200);
    expect(getFilingKpis.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filing_id: id,
      ticker: 'AURW',
      market_id: 'us',
      company_name: 'Aurora Widgets Inc.',
      form_type: '10-K',
      period_end: '2022-12-31',
      fiscal_year: 2022,
      fiscal_period: 'fy',
      currency: 'USD',
      accounting_standard: 'us-gaap',
      canonical: {
        revenue: 990_000_000,
        operating_income: 200_000_000,
        net_income: 150_000_000,
        total_assets: 1_800_000_000,
        equity: 800_000_000,
        operating_cash_flow: 170_000_000,
      },
      canonical_periods: {
        revenue: { period_start: '2022-01-01', period_end: '2022-12-31' },
        gross_margin: null,
        total_assets: { period_start: null, period_end: '2022-12-31' },
      },
      data_as_of: '2023-02-20T21:00:00Z',
      empty_reason: null,
    });
    const amended = await ask(`sec-edgar:${AURORA.amended2022}`);
    expect(amended.json.canonical).toMatchObject({ revenue: 1_000_000_000 });
  });

  it('takes the period end from the facts if the registry states none', async () => {
    const undated = `sec-edgar:${AURORA.annual2023}`;
    await database.db.execute(sql`update filings set period_end = null where native_id = ${AURORA.annual2023}`);
    expect((await ask(undated)).json).toMatchObject({ fiscal_year: 2023, period_end: '2023-12-31' });
  });

  it('returns the same response for the UUID of the filing', async () => {
    expect((await ask(uuidV5(id))).text).toBe((await ask(id)).text);
  });

  it('includes gold by default, groups and red flags on request', async () => {
    const plain = (await ask(id)).json;
    expect(plain.gold).toMatchObject({
      revenue: { value: 990_000_000, filing_id: id, kpi_validation_status: 'published' },
    });
    expect(plain).not.toHaveProperty('groups');
    expect(plain).not.toHaveProperty('red_flags');
    const all = (await ask(id, '?include_gold=false&include_groups=true&include_red_flags=1')).json;
    expect(all).not.toHaveProperty('gold');
    expect(all).toMatchObject({
      groups: {
        income: { revenue: { value: 990_000_000 } },
        balance: { total_assets: { value: 1_800_000_000 }, inventory: { value: null } },
        cashflow: { operating_cash_flow: { value: 170_000_000 } },
        shares: {},
      },
      red_flags: [],
      red_flags_reason: 'not_covered',
    });
  });

  it('includes only values with status published in gold', async () => {
    const { gold } = (await ask(id)).json;
    const statuses = Object.values(gold as Record<string, { kpi_validation_status: string; value: unknown }>);
    expect(statuses.length).toBeGreaterThan(5);
    expect(statuses.every(value => value.kpi_validation_status === 'published' && value.value !== null)).toBe(true);
  });

  it('returns 200 with nulls and names the filing if its documents were not read', async () => {
    const { status, json } = await ask(`sec-edgar:${AURORA.current}`, '?include_groups=true');
    expect(status).toBe(200);
    expect(getFilingKpis.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      form_type: '8-K',
      fiscal_year: null,
      canonical: {
        revenue: null,
        gross_margin: null,
        operating_income: null,
        net_income: null,
        total_assets: null,
        equity: null,
        operating_cash_flow: null,
      },
      kpi_validation_status: 'unavailable',
      gold: {},
      groups: { income: {}, balance: {}, cashflow: {}, shares: {} },
      not_covered: [
        {
          category: 'annual_report',
          form_type: '8-K',
          filing_id: `sec-edgar:${AURORA.current}`,
          registry: 'sec-edgar',
        },
      ],
      empty_reason: 'not_covered',
    });
    expect(json.missing).toHaveLength(7);
  });

  it('returns not_reported for a filing without statements only once its documents were read', async () => {
    await seedReport(database.db, aurora, AURORA.current, { facts: [], statements: [] });
    const { json } = await ask(`sec-edgar:${AURORA.current}`);
    expect(json).toMatchObject({ kpi_validation_status: 'unavailable', empty_reason: 'not_reported' });
    expect(json).not.toHaveProperty('not_covered');
  });

  it('returns the place of a value in the document once the filing was opened', async () => {
    const annual = `sec-edgar:${AURORA.annual2023}`;
    const revenueOf = (json: Record<string, unknown>) => (json.gold as Record<string, object>).revenue;
    const before = await ask(annual);
    expect(revenueOf(before.json)).not.toHaveProperty('document');
    await seedAuroraReport(database.db, aurora);
    const { json, headers } = await ask(annual, '?include_groups=true');
    expect(getFilingKpis.output.safeParse(json).error).toBeUndefined();
    const place = { document: 'aurw-20231231.htm', element_id: 'f-revenue', char_start: 1000, char_end: 1100 };
    expect(revenueOf(json)).toMatchObject({ value: 1_250_000_000, filing_id: annual, ...place });
    expect(json.groups).toMatchObject({ income: { revenue: place } });
    expect(headers.etag).not.toBe(before.headers.etag);
    // The other values are untagged or derived and have no place.
    const placed = Object.entries(json.gold as Record<string, object>).filter(([, value]) => 'element_id' in value);
    expect(placed.map(([code]) => code)).toEqual(['revenue', 'total_assets']);
    expect(json.gold).toHaveProperty('net_income');
  });

  it('returns 404 for an unknown filing and for an invalid filing id', async () => {
    for (const unknown of [
      'sec-edgar:0000000000-00-000000',
      'esef:1',
      'nonsense',
      ':',
      uuidV5('x'),
      `sec-edgar:${'9'.repeat(90)}`,
    ]) {
      const { status, json } = await ask(unknown);
      expect([status, json.error]).toEqual([404, 'not_found']);
    }
  });

  it('rejects non-boolean flags and unknown parameters', async () => {
    const { status, json } = await ask(id, '?include_gold=maybe&include_groups=&gold=1');
    expect(status).toBe(422);
    expect((json.detail as { type: string }[]).map(fault => fault.type).toSorted()).toEqual([
      'bool_parsing',
      'bool_parsing',
      'extra_forbidden',
    ]);
  });
});

describe('view=compact', () => {
  it('has the published values by code, one filing id, flags and missing codes by reason', async () => {
    const full = await ask(id, '?include_red_flags=true');
    const compact = await ask(id, '?include_red_flags=true&view=compact');
    expect(getFilingKpis.compact?.safeParse(compact.json).error).toBeUndefined();
    const gold = full.json.gold as Record<string, { value: number }>;
    const values = Object.fromEntries(Object.entries(gold).map(([code, { value }]) => [code, value]));
    expect(compact.json).toMatchObject({ filing_id: id, canonical: full.json.canonical, values });
    const missing = Object.values(compact.json.missing as Record<string, string[]>).flat();
    expect(missing.sort()).toEqual((full.json.missing as { code: string }[]).map(({ code }) => code).sort());
    expect(compact.text).not.toMatch(/"(concept|element_id|evidence|decimals)"/);
    expect(compact.text.length).toBeLessThan(full.text.length / 2);
  });

  it('has all values with include_groups, and none without include_gold', async () => {
    const groups = (await ask(id, '?include_groups=true&view=compact')).json.values as object;
    const gold = (await ask(id, '?view=compact')).json.values as object;
    expect(Object.keys(groups).length).toBeGreaterThan(Object.keys(gold).length);
    expect((await ask(id, '?include_gold=false&view=compact')).json).not.toHaveProperty('values');
  });
});
