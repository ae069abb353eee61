import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  AURORA,
  auroraFacts,
  kpiFinancials,
  kpiValue,
  kpiYear,
  seedEntity,
  seedFacts,
  seedFilings,
  seedFinancials,
  seedIssuer,
} from '../../../../../test/seeds/issuers.ts';
import type { Financials } from '../model/financials.ts';
import { getCompanyFinancials } from './get-company-financials.ts';

const database = useTestDatabase();
const api = useTestApi(database);

/** Revenue and assets of some years, one filing a year. */
function figures(prefix: string, years: Record<number, number>, currency: string, flags: string[] = []): Financials {
  const filings: Financials['filings'] = {};
  const periods = Object.entries(years).map(([year, revenue]) => {
    const accession = `${prefix}-${year}`;
    filings[accession] = {
      form: 'annual',
      filed: `${Number(year) + 1}-03-01`,
      filedAt: `${Number(year) + 1}-03-01T06:00:00Z`,
    };
    const other = { unit: currency, flags };
    return kpiYear(
      Number(year),
      accession,
      {
        revenue: kpiValue(revenue, accession, `${year}-12-31`, other),
        total_assets: kpiValue(2 * revenue, accession, `${year}-12-31`, { ...other, periodStart: null }),
      },
      { currency },
    );
  });
  return { ...kpiFinancials(periods.toReversed(), filings), currency };
}

beforeAll(async () => {
  const { db } = database;
  // At home figures of 2021 to 2023; abroad of 2019 to 2022 in another currency; a third registry knows it and has none.
  const home = await seedIssuer(db, {
    key: 'jcn:9990001000001',
    name: '株式会社キツネ玩具',
    marketId: 'jp',
    listings: [{ ticker: '7999', marketId: 'jp', mic: 'XTKS' }],
  });
  const abroad = await seedIssuer(db, {
    key: 'cik:990101',
    name: 'Kitsune Toys Co Ltd',
    listings: [{ ticker: 'KTSNY', mic: 'OTCM' }],
  });
  const named = await seedIssuer(db, { key: 'lei:KITSUNE', name: 'Kitsune Toys', marketId: 'jp' });
  await seedEntity(db, [home, named, abroad]);
  await seedFilings(db, home, [
    { registry: 'edinet', nativeId: 'home-2023', form: '有価証券報告書', filed: '2024-03-01', periodEnd: '2023-12-31' },
    { registry: 'edinet', nativeId: 'home-2022', form: '有価証券報告書', filed: '2023-03-01', periodEnd: '2022-12-31' },
    { registry: 'edinet', nativeId: 'joint', form: '訂正', filed: '2022-06-01', periodEnd: '2021-12-31' },
  ]);
  await seedFilings(db, abroad, [
    { nativeId: 'abroad-2022', form: '20-F', filed: '2023-06-01', periodEnd: '2022-12-31' },
    { nativeId: AURORA.annual2022, form: '20-F', filed: '2023-02-20', periodEnd: '2022-12-31' },
    { registry: 'edinet', nativeId: 'joint', form: '訂正', filed: '2022-06-01', periodEnd: '2021-12-31' },
  ]);
  await seedFinancials(db, home, figures('home', { 2021: 210, 2022: 220, 2023: 230 }, 'JPY'), 'h1');
  await seedFinancials(db, abroad, figures('abroad', { 2019: 19, 2020: 20, 2022: 22 }, 'USD'), 'a1');
  await seedFacts(db, abroad, auroraFacts());
  // The lead states the parent company's own figures only, its other registry those of the group.
  const company = await seedIssuer(db, {
    key: 'uk:09990001',
    name: 'Heron Bay Plc',
    marketId: 'uk',
    listings: [{ ticker: 'HRB', marketId: 'uk', mic: 'XLON' }],
  });
  const group = await seedIssuer(db, { key: 'lei:HERON', name: 'HERON BAY PLC', marketId: 'uk' });
  await seedEntity(db, [company, group]);
  await seedFinancials(db, company, figures('own', { 2022: 5, 2023: 6 }, 'GBP', ['non_consolidated']), 'c1');
  await seedFinancials(db, group, figures('group', { 2022: 50, 2023: 60 }, 'GBP'), 'g1');
});

interface Answer {
  source_key: string | null;
  currency: string | null;
  empty_reason: string | null;
  periods: { fiscal_year: number; filing_id: string; currency?: string; values: { revenue?: { value: number } } }[];
}

async function financials(query: Record<string, string>): Promise<Answer> {
  const { json } = await api.read(getCompanyFinancials, `/api/v1/companies/financials?${new URLSearchParams(query)}`);
  return json as unknown as Answer;
}

const revenueOf = ({ periods }: Answer) => periods.map(period => [period.fiscal_year, period.values.revenue?.value]);

describe('financials of a company with several registrants', () => {
  it.each([{ ticker: '7999' }, { ticker: 'KTSNY' }, { canonical_key: 'cik:990101' }, { canonical_key: 'lei:KITSUNE' }])(
    'are those of the leading registrant that has some, whichever registrant is requested: %s',
    async query => {
      const response = await financials(query);
      expect(response).toMatchObject({
        entity: { canonical_key: 'jcn:9990001000001' },
        source_key: 'jcn:9990001000001',
        currency: 'JPY',
      });
      expect(revenueOf(response)).toEqual([
        [2023, 230],
        [2022, 220],
        [2021, 210],
      ]);
    },
  );

  it('come from another registrant as a whole if the leading one has none of the years', async () => {
    const response = await financials({ ticker: '7999', fiscal_year_to: '2020' });
    expect(response).toMatchObject({ source_key: 'cik:990101', currency: 'USD' });
    expect(revenueOf(response)).toEqual([
      [2020, 20],
      [2019, 19],
    ]);
    expect(response.periods[0]?.filing_id).toBe('sec-edgar:abroad-2020');
  });

  it('come from one registrant, for years that both report and for years that one reports', async () => {
    const response = await financials({ ticker: '7999', fiscal_year_from: '2019', fiscal_year_to: '2022' });
    expect(response.source_key).toBe('jcn:9990001000001');
    expect(revenueOf(response)).toEqual([
      [2022, 220],
      [2021, 210],
    ]);
  });

  it('do not depend on the requested codes', async () => {
    const response = await financials({ ticker: '7999', line_items: 'inventory' });
    expect(response).toMatchObject({ source_key: 'jcn:9990001000001', missing: [{ code: 'inventory' }] });
  });

  it('prefer the group to the parent company alone', async () => {
    const response = await financials({ ticker: 'HRB', line_items: 'revenue' });
    expect(response.source_key).toBe('lei:HERON');
    expect(revenueOf(response)).toEqual([
      [2023, 60],
      [2022, 50],
    ]);
  });

  it('use, at a past date, the facts of the registrant that had reported by then', async () => {
    const response = await financials({ ticker: '7999', as_of: '2023-03-01', line_items: 'revenue' });
    expect(response.source_key).toBe('cik:990101');
    expect(revenueOf(response)).toEqual([[2022, 990_000_000]]);
  });

  it('name no registrant if there are no periods', async () => {
    const response = await financials({ ticker: '7999', fiscal_year: '1999' });
    expect(response).toMatchObject({ periods: [], source_key: null, empty_reason: 'not_covered' });
  });
});

describe('filings and documents of a company with several registrants', () => {
  const idsOf = (items: unknown) => (items as { filing_id: string }[]).map(({ filing_id }) => filing_id);
  const ALL = [
    'edinet:home-2023',
    'sec-edgar:abroad-2022',
    'edinet:home-2022',
    `sec-edgar:${AURORA.annual2022}`,
    'edinet:joint',
  ];

  it('are listed together, newest first, and a joint filing appears once', async () => {
    const { json } = await api.get('/api/v1/tickers/7999/filings?market_id=jp');
    expect(json).toMatchObject({
      canonical_key: 'jcn:9990001000001',
      company_name: '株式会社キツネ玩具',
      ticker: '7999',
    });
    expect(idsOf(json.filings)).toEqual(ALL);
    const abroad = await api.get('/api/v1/tickers/KTSNY/filings?limit=2');
    expect(abroad.json).toMatchObject({ ticker: 'KTSNY', market_id: 'us', has_more: true });
    expect(idsOf(abroad.json.filings)).toEqual(ALL.slice(0, 2));
  });

  it('are found by any name of the company, over all listings', async () => {
    const { json } = await api.get('/api/v1/filings/discover?query=Kitsune%20Toys');
    expect(idsOf(json.filings)).toEqual(ALL);
    expect(json).toMatchObject({
      entity: { canonical_key: 'jcn:9990001000001' },
      entities: [],
      listings_searched: [{ ticker: '7999' }, { ticker: 'KTSNY' }],
      filings: ALL.map(() => ({ canonical_key: 'jcn:9990001000001', ticker: '7999' })),
    });
  });

  it('appear in the feed of every market of the company', async () => {
    const feedOf = async (market: string, now: string) => {
      const then = await createTestApi(database.db, { now: () => new Date(now) });
      const { json } = await then.get(`/api/v1/feeds/filings?market_id=${market}`);
      await then.server.close();
      return (json.items as { filing_id: string }[]).map(filing => filing.filing_id);
    };
    expect(await feedOf('jp', '2023-06-15T00:00:00Z')).toContain('sec-edgar:abroad-2022');
    expect(await feedOf('us', '2024-03-15T00:00:00Z')).toContain('edinet:home-2023');
    expect(await feedOf('kr', '2024-03-15T00:00:00Z')).toEqual([]);
  });

  it('are resolved at any registry that holds them', async () => {
    const { json } = await api.get('/api/v1/filings/resolve?ticker=7999&market_id=jp&form_type=20-F');
    expect(json).toMatchObject({
      entity: { canonical_key: 'jcn:9990001000001' },
      filing: { filing_id: 'sec-edgar:abroad-2022' },
      alternatives: [{ filing_id: `sec-edgar:${AURORA.annual2022}` }],
    });
    const response = await api.get('/api/v1/filings/resolve?ticker=KTSNY&filing_id=edinet:home-2022');
    expect(response.json).toMatchObject({ filing: { filing_id: 'edinet:home-2022' }, alternatives: [] });
    expect((await api.get('/api/v1/filings/resolve?ticker=KTSNY&filing_id=nonsense')).status).toBe(404);
  });

  it('name the company, whichever registrant filed', async () => {
    const { json } = await api.get(`/api/v1/filings/sec-edgar:${AURORA.annual2022}/kpis`);
    expect(json).toMatchObject({
      canonical_key: 'jcn:9990001000001',
      ticker: '7999',
      canonical: { revenue: 990_000_000 },
    });
  });

  it('are listed as documents of the company, paged over all registrants', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await api.get(`/api/v1/documents?canonical_key=cik:990101&limit=2${cursor}`);
      for (const item of json.items as { display_title: string; document_date: string; issuer: object }[]) {
        expect(item.issuer).toMatchObject({ canonical_key: 'jcn:9990001000001' });
        seen.push(item.document_date);
      }
      cursor = json.next_cursor === null ? '' : `&cursor=${encodeURIComponent(String(json.next_cursor))}`;
    } while (cursor !== '');
    expect(seen).toEqual(['2024-03-01', '2023-06-01', '2023-03-01', '2023-02-20', '2022-06-01']);
  });
});
