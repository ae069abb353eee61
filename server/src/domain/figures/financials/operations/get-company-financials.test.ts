import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  AURORA,
  auroraFinancials,
  kpiFinancials,
  kpiValue,
  kpiYear,
  seedFacts,
  seedFilings,
  seedFinancials,
  seedIssuer,
  seedSmallStore,
} from '../../../../../test/seeds/issuers.ts';
import { auroraReport, reportedFact, seedAuroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { fictionalFacts } from '../rules/fictional-filer.ts';
import { LINE_ITEMS } from '../rules/line-items.ts';
import { compactFinancials, getCompanyFinancials } from './get-company-financials.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-01T00:00:00Z') });
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
});

const URL_PATH = '/api/v1/companies/financials';
const ask = (query: Record<string, string>) => api.get(`${URL_PATH}?${new URLSearchParams(query)}`);

interface Period {
  fiscal_year: number;
  values: Record<string, Record<string, unknown>>;
}

function periods(json: Record<string, unknown>): Period[] {
  return json.periods as Period[];
}

describe('GET /api/v1/companies/financials', () => {
  it('returns the newest period first, every value with its filing, for ten credits', async () => {
    const { status, json, headers } = await ask({ ticker: 'aurw' });
    expect(status).toBe(200);
    expect(getCompanyFinancials.output.safeParse(json).error).toBeUndefined();
    expect(headers['x-credits-cost']).toBe('10');
    expect(json).toMatchObject({
      entity: { canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' },
      company_type: 'commercial',
      accounting_standard: 'us-gaap',
      currency: 'USD',
      fiscal_period: 'fy',
      as_of: null,
      data_as_of: '2024-02-19T21:00:00Z',
      empty_reason: null,
    });
    expect(periods(json).map(period => period.fiscal_year)).toEqual([2023, 2022]);
    expect(periods(json)[0]).toMatchObject({
      fiscal_period: 'fy',
      period_start: '2023-01-01',
      period_end: '2023-12-31',
      filing_id: `sec-edgar:${AURORA.annual2023}`,
      form_type: '10-K',
      filed_at: '2024-02-19T21:00:00Z',
      kpi_validation_status: 'published',
      breaches: [],
    });
    expect(periods(json)[0]?.values.revenue).toEqual({
      value: 1_250_000_000,
      unit: 'USD',
      method: 'reported',
      concept: 'us-gaap:Revenues',
      filing_id: `sec-edgar:${AURORA.annual2023}`,
      period_start: '2023-01-01',
      period_end: '2023-12-31',
      filed_at: '2024-02-19T21:00:00Z',
      decimals: -3,
      kpi_validation_status: 'published',
      value_flags: [],
    });
  });

  it('shows the first reported value if it was restated', async () => {
    const { json } = await ask({ ticker: 'AURW', fiscal_year: '2022', line_items: 'revenue' });
    expect(periods(json)[0]?.values.revenue).toMatchObject({
      value: 1_000_000_000,
      first_reported: {
        value: 990_000_000,
        filing_id: `sec-edgar:${AURORA.annual2022}`,
        filed_at: '2023-02-20T21:00:00Z',
        restatement: 'amendment',
      },
    });
    expect(json.missing).toEqual([]);
  });

  it('writes numbers without an exponent, and every filed digit', async () => {
    const { text } = await ask({ ticker: 'AURW' });
    for (const written of [
      '"value":12345678901234567.89',
      '"value":0.0000004',
      '"revenue":1000000000000000000000}',
      '"difference":0.0000001',
    ]) {
      expect(text.includes(written), written).toBe(true);
    }
    expect(/[0-9]e[+-]?[0-9]/.test(text)).toBe(false);
  });

  it('returns every requested code that applies, with null and a reason for missing values', async () => {
    const { json } = await ask({ ticker: 'AURW', line_items: 'inventory,total_assets,deposits,revenue' });
    const [newest, older] = periods(json);
    expect(Object.keys(newest?.values ?? {})).toEqual(['revenue', 'inventory', 'total_assets']);
    expect(newest?.values.inventory).toEqual({
      value: null,
      unit: 'USD',
      method: null,
      concept: null,
      reason: 'not_reported',
      filing_id: `sec-edgar:${AURORA.annual2023}`,
      period_start: null,
      period_end: '2023-12-31',
      filed_at: '2024-02-19T21:00:00Z',
      decimals: null,
      kpi_validation_status: 'unavailable',
      value_flags: [],
    });
    expect(older?.values.total_assets).toMatchObject({ value: null, reason: 'not_reported' });
    expect(json.missing).toEqual([
      { code: 'inventory', reason: 'not_reported' },
      { code: 'total_assets', reason: 'not_reported', fiscal_year: 2022, fiscal_period: 'fy' },
      { code: 'deposits', reason: 'not_applicable' },
    ]);
  });

  it('lists the codes of the company type in presentation order if all are requested', async () => {
    const { json } = await ask({ ticker: 'AURW', line_items: 'all', fiscal_year: '2023' });
    const applicable = LINE_ITEMS.filter(item => item.companyTypes.includes('commercial')).map(item => item.code);
    expect(Object.keys(periods(json)[0]?.values ?? {})).toEqual(applicable);
  });

  it('narrows by statement, and by years', async () => {
    const balance = await ask({ ticker: 'AURW', statement_type: 'balance' });
    expect(Object.keys(periods(balance.json)[0]?.values ?? {})).not.toContain('revenue');
    const from = await ask({ ticker: 'AURW', fiscal_year_from: '2023' });
    expect(periods(from.json).map(period => period.fiscal_year)).toEqual([2023]);
    const to = await ask({ ticker: 'AURW', fiscal_year_to: '2022' });
    expect(periods(to.json).map(period => period.fiscal_year)).toEqual([2022]);
  });

  it('returns the same response for every identifier of the company', async () => {
    const byTicker = await ask({ ticker: 'AURW', line_items: 'revenue' });
    for (const query of [{ lei: AURORA.lei }, { isin: AURORA.isin }, { canonical_key: 'cik:900001' }]) {
      const other = await ask({ ...query, line_items: 'revenue' } as Record<string, string>);
      expect(other.text).toBe(byTicker.text);
      expect(other.headers.etag).toBe(byTicker.headers.etag);
    }
  });

  it('uses, for a past day, only filings known by its end', async () => {
    const before = await ask({ ticker: 'AURW', as_of: '2023-02-19' });
    expect(before.json).toMatchObject({ as_of: '2023-02-19', periods: [], empty_reason: 'not_published_yet' });
    const first = await ask({ ticker: 'AURW', as_of: '2023-02-20', line_items: 'revenue' });
    expect(getCompanyFinancials.output.safeParse(first.json).error).toBeUndefined();
    expect(periods(first.json)).toMatchObject([
      { fiscal_year: 2022, filing_id: `sec-edgar:${AURORA.annual2022}`, values: { revenue: { value: 990_000_000 } } },
    ]);
    expect(first.json.data_as_of).toBe('2023-02-20T21:00:00Z');
    const between = await ask({ ticker: 'AURW', as_of: '2024-02-18', line_items: 'revenue' });
    expect(between.json.data_as_of).toBe('2023-05-02T21:00:00Z');
    const amended = await ask({ ticker: 'AURW', as_of: '2023-06-01', line_items: 'revenue' });
    expect(periods(amended.json)[0]?.values.revenue).toMatchObject({ value: 1_000_000_000 });
    expect(periods(amended.json)).toHaveLength(1);
    const later = await ask({ ticker: 'AURW', as_of: '2024-12-31', line_items: 'revenue' });
    expect(periods(later.json).map(period => period.fiscal_year)).toEqual([2023, 2022]);
  });

  it('renders the response again after the data change', async () => {
    const before = await ask({ ticker: 'AURW', line_items: 'revenue', fiscal_year: '2023' });
    const financials = auroraFinancials();
    const [year2023] = financials.periods;
    if (year2023) year2023.values.revenue = kpiValue(1_300_000_000, AURORA.annual2023, '2023-12-31');
    await seedFinancials(database.db, aurora, financials, 'v2');
    const after = await ask({ ticker: 'AURW', line_items: 'revenue', fiscal_year: '2023' });
    expect(periods(after.json)[0]?.values.revenue?.value).toBe(1_300_000_000);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await seedFinancials(database.db, aurora, auroraFinancials(), 'v1');
  });

  it('returns the location of each value once its filing is opened', async () => {
    const query = { ticker: 'AURW', line_items: 'revenue,total_assets,gross_margin,retained_earnings' };
    const before = await ask(query);
    expect(before.text).not.toContain('element_id');
    await seedAuroraReport(database.db, aurora);
    const { json, headers } = await ask(query);
    expect(getCompanyFinancials.output.safeParse(json).error).toBeUndefined();
    expect(headers.etag).not.toBe(before.headers.etag);
    const [year2023, year2022] = periods(json);
    const document = 'aurw-20231231.htm';
    expect(year2023?.values).toMatchObject({
      revenue: { document, element_id: 'f-revenue', char_start: 1000, char_end: 1100 },
      total_assets: { document, element_id: 'f-assets', char_start: 2000, char_end: 2080 },
    });
    expect(year2023?.values.gross_margin).not.toHaveProperty('element_id');
    // The values of 2022 are from the amendment, which was not opened; the annual report of 2023 only repeats them.
    expect(year2022?.values.revenue).not.toHaveProperty('element_id');
  });

  it('never points at a fact with another value', async () => {
    const other = auroraReport();
    for (const fact of other.facts) if (fact.elementId === 'f-assets') fact.value = '2000000001';
    other.facts.push(reportedFact({ value: '-1250000000', elementId: 'f-turned', decimals: -3 }));
    for (const fact of other.facts) if (fact.elementId === 'f-revenue') fact.unit = 'EUR';
    await seedReport(database.db, aurora, AURORA.annual2023, other);
    const { json } = await ask({ ticker: 'AURW', line_items: 'revenue,total_assets', fiscal_year: '2023' });
    const [year2023] = periods(json);
    expect(year2023?.values.total_assets).not.toHaveProperty('element_id');
    // Another accuracy is nearer than another sign.
    expect(year2023?.values.revenue).toMatchObject({ element_id: 'f-revenue-again' });
    await seedReport(database.db, aurora, AURORA.annual2023, null);
    expect((await ask({ ticker: 'AURW', line_items: 'revenue' })).text).not.toContain('element_id');
  });

  it('names the currency of a period where it differs from the company’s', async () => {
    const id = await seedIssuer(database.db, {
      key: 'cik:900030',
      name: 'Two Monies Inc',
      listings: [{ ticker: 'TWOM' }],
    });
    const filings = { a: { form: '10-K', filed: '2022-02-01', filedAt: '2022-02-01T21:00:00Z' } };
    const old = kpiYear(2021, 'a', { revenue: kpiValue(5, 'a', '2021-12-31', { unit: 'CAD' }) }, { currency: 'CAD' });
    await seedFinancials(database.db, id, kpiFinancials([old], filings));
    const { json } = await ask({ ticker: 'TWOM', line_items: 'revenue,inventory' });
    expect(periods(json)[0]).toMatchObject({ currency: 'CAD', values: { inventory: { value: null, unit: 'CAD' } } });
  });

  it('returns the reason if no periods exist', async () => {
    const none = await ask({ ticker: 'BGT-B', line_items: 'revenue' });
    expect(none.json).toMatchObject({
      company_type: null,
      currency: null,
      periods: [],
      missing: [{ code: 'revenue', reason: 'not_covered' }],
      data_as_of: null,
      empty_reason: 'not_covered',
    });
    const quarter = await ask({ ticker: 'AURW', fiscal_period: 'q1' });
    expect(quarter.json).toMatchObject({
      periods: [],
      not_covered: [
        { registry: 'sec-edgar', category: 'interim_report', form_type: null, period_end: null, filing_id: null },
      ],
      empty_reason: 'not_covered',
    });
    const next = await ask({ ticker: 'AURW', fiscal_year: '2026' });
    expect(next.json).toMatchObject({ periods: [], empty_reason: 'not_published_yet' });
    const longAgo = await ask({ ticker: 'AURW', fiscal_year: '1999' });
    expect(longAgo.json).toMatchObject({ periods: [], empty_reason: 'not_covered' });
    expect(getCompanyFinancials.output.safeParse(longAgo.json).error).toBeUndefined();
  });

  it('returns not_reported only for periods of which a report was read, else names the reports', async () => {
    const id = await seedIssuer(database.db, {
      key: 'cik:900078',
      name: 'Unread Inc',
      listings: [{ ticker: 'UNRD' }],
    });
    const filings = { a: { form: '10-K', filed: '2022-02-01', filedAt: '2022-02-01T21:00:00Z' } };
    const read = kpiYear(2021, 'a', { revenue: kpiValue(5, 'a', '2021-12-31') });
    await seedFinancials(database.db, id, kpiFinancials([read], filings));
    await seedFilings(database.db, id, [
      { nativeId: 'a', form: '10-K', filed: '2022-02-01', periodEnd: '2021-12-31' },
      { nativeId: 'q', form: '10-Q', filed: '2022-05-01', periodEnd: '2022-03-31', category: 'interim_report' },
    ]);
    const quarter = () => ask({ ticker: 'UNRD', fiscal_period: 'q1' });
    expect((await quarter()).json).toMatchObject({
      not_covered: [
        {
          registry: 'sec-edgar',
          category: 'interim_report',
          form_type: '10-Q',
          period_end: '2022-03-31',
          filing_id: 'sec-edgar:q',
        },
      ],
      empty_reason: 'not_covered',
    });
    const set = fictionalFacts([{ accession: 'q', form: '10-Q', filed: '2022-05-01' }]);
    await seedFacts(database.db, id, set);
    const after = (await quarter()).json;
    expect(after).toMatchObject({ periods: [], empty_reason: 'not_reported' });
    expect(after).not.toHaveProperty('not_covered');
    // The report of the first quarter states neither the second nor the last twelve months.
    for (const fiscal_period of ['q2', 'h1', 'q3', '9m']) {
      const { json } = await ask({ ticker: 'UNRD', fiscal_period });
      expect(json, fiscal_period).toMatchObject({
        periods: [],
        empty_reason: 'not_covered',
        not_covered: [{ category: 'interim_report', filing_id: null }],
      });
    }
    const ttm = await ask({ ticker: 'UNRD', fiscal_period: 'ttm', fiscal_year_from: '2023' });
    expect(ttm.json).toMatchObject({ empty_reason: 'not_covered', not_covered: [{ category: 'annual_report' }] });
  });

  it('names the periods of which only a summary was read', async () => {
    const id = await seedIssuer(database.db, {
      key: 'cik:900079',
      name: 'Summary Inc',
      listings: [{ ticker: 'SMRY' }],
    });
    const filings = { a: { form: 'acedjpsm', filed: '2022-02-01', filedAt: '2022-02-01T21:00:00Z' } };
    const digest = kpiYear(
      2021,
      'a',
      { revenue: kpiValue(5, 'a', '2021-12-31') },
      { missing: { goodwill: 'not_covered' } },
    );
    await seedFinancials(database.db, id, kpiFinancials([digest], filings));
    const { json } = await ask({ ticker: 'SMRY', line_items: 'revenue,goodwill' });
    expect(json).toMatchObject({
      missing: [{ code: 'goodwill', reason: 'not_covered' }],
      not_covered: [{ category: 'annual_report', form_type: null, period_end: '2021-12-31', filing_id: null }],
      empty_reason: null,
    });
    expect((await ask({ ticker: 'SMRY', line_items: 'revenue' })).json).not.toHaveProperty('not_covered');
  });

  it('rejects invalid parameters and names each one', async () => {
    const unknown = await ask({ ticker: 'AURW', line_items: 'revenue,revenues,nonsense' });
    expect(unknown.status).toBe(422);
    expect((unknown.json.detail as { msg: string }[]).map(fault => fault.msg)).toEqual([
      'there is no line item "revenues"',
      'there is no line item "nonsense"',
    ]);
    const many = await ask({
      fiscal_period: 'annual',
      statement_type: 'equity',
      fiscal_year: '1899',
      fiscal_year_from: '2x',
      as_of: '2024-13-01',
    });
    expect((many.json.detail as { loc: string[] }[]).map(fault => fault.loc.join('.')).toSorted()).toEqual([
      'query',
      'query.as_of',
      'query.fiscal_period',
      'query.fiscal_year',
      'query.fiscal_year',
      'query.fiscal_year_from',
      'query.statement_type',
    ]);
    expect((await ask({ ticker: 'AURW', fiscal_year_from: '2023', fiscal_year_to: '2022' })).status).toBe(422);
    expect((await ask({ ticker: 'AURW', line_items: '' })).status).toBe(422);
    expect((await ask({ ticker: 'AURW', line_items: ',' })).status).toBe(422);
    expect((await ask({ ticker: 'NOPE' })).status).toBe(404);
    expect((await ask({ ticker: 'DUP' })).json.error).toBe('ambiguous_ticker');
    expect((await ask({ ticker: 'BGT-B', lei: AURORA.lei })).json.error).toBe('bad_request');
  });
});

describe('view=compact', () => {
  it('has the values, filing and flags of the full view, and no provenance', async () => {
    const full = await ask({ ticker: 'aurw' });
    const compact = await ask({ ticker: 'aurw', view: 'compact' });
    expect(compact.status).toBe(200);
    expect(compactFinancials.safeParse(compact.json).error).toBeUndefined();
    const { periods: shown, missing: _codes, ...head } = compact.json;
    expect(full.json).toMatchObject(head);
    const rows = shown as { filing_id: string; values: Record<string, number | null>; missing?: object }[];
    expect(rows).toHaveLength(2);
    for (const [at, { filing_id, values, missing = {} }] of rows.entries()) {
      const original = periods(full.json)[at];
      expect(filing_id).toBe((original as unknown as { filing_id: string }).filing_id);
      const stated = Object.entries(original?.values ?? {}).filter(([, { value }]) => value !== null);
      expect(values).toMatchObject(Object.fromEntries(stated.map(([code, { value }]) => [code, value])));
      const nulls = Object.keys(values).filter(code => values[code] === null);
      expect(Object.values(missing).flat().sort()).toEqual(nulls.sort());
    }
    expect(compact.text.length).toBeLessThan(full.text.length / 4);
    expect(compact.text).not.toMatch(/"(concept|element_id|char_start|decimals|filed_at)"/);
    expect(compact.headers['x-credits-cost']).toBe('10');
  });

  it('flags values that are derived, in doubt or from another filing', async () => {
    const { json } = await ask({ ticker: 'aurw', view: 'compact' });
    const { json: full } = await ask({ ticker: 'aurw' });
    for (const [at, period] of (json.periods as { flags?: Record<string, string[]> }[]).entries()) {
      const original = periods(full)[at];
      for (const [code, value] of Object.entries(original?.values ?? {})) {
        if (value.value === null) continue;
        const own = period.flags?.[code] ?? [];
        expect(own.includes('derived'), code).toBe(value.method === 'derived');
        expect(own.includes('other_filing'), code).toBe(
          value.filing_id !== (original as unknown as { filing_id: string }).filing_id,
        );
      }
    }
  });

  it('rejects other views', async () => {
    expect((await ask({ ticker: 'aurw', view: 'tiny' })).status).toBe(422);
  });
});
