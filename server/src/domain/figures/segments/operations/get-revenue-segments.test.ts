import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  AURORA,
  kpiFinancials,
  kpiYear,
  seedFilings,
  seedFinancials,
  seedIssuer,
  seedSmallStore,
} from '../../../../../test/seeds/issuers.ts';
import { auroraReport, reportedFact, seedAuroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { extractInline } from '../../../../formats/ixbrl/extract-inline.ts';
import { toFilingReport } from '../../../../sources/kit/xbrl/to-filing-report.ts';
import type { FilingReport } from '../../../filings/filings/model/filing-contents.ts';
import { getRevenueSegments } from './get-revenue-segments.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
});

const ask = (query = '', ticker = 'AURW', market = 'us') =>
  api.get(`/api/v1/companies/${market}/${ticker}/revenue-segments${query}`);

interface Period {
  fiscal_year: number;
  filing_id: string;
  breakdowns: { breakdown_by: string; segments: Record<string, unknown>[] }[];
}
const periods = (json: Record<string, unknown>) => json.periods as Period[];

describe('GET /api/v1/companies/{market}/{ticker}/revenue-segments', () => {
  it('reports that no filing was opened until one is', async () => {
    const before = await ask();
    expect(before.status).toBe(200);
    expect(before.headers['x-credits-cost']).toBe('10');
    expect(getRevenueSegments.output.safeParse(before.json).error).toBeUndefined();
    expect(before.json).toMatchObject({
      entity: { canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' },
      currency: 'USD',
      periods: [],
      empty_reason: 'not_covered',
    });
    expect((before.json.not_covered as { filing_id: string }[]).map(item => item.filing_id)).toEqual([
      `sec-edgar:${AURORA.current}`,
      `sec-edgar:${AURORA.annual2023}`,
      `sec-edgar:${AURORA.amended2022}`,
      `sec-edgar:${AURORA.annual2022}`,
    ]);
    const { facts } = auroraReport();
    const undivided = { facts: facts.filter(({ unit }) => unit === null), statements: [] };
    await seedReport(database.db, aurora, AURORA.annual2023, undivided);
    expect((await ask()).json).toMatchObject({ periods: [], empty_reason: 'not_reported' });
    await seedReport(database.db, aurora, AURORA.annual2023, auroraReport());
    expect(periods((await ask()).json)).toHaveLength(1);
  });

  it('divides revenue by each axis and reconciles the parts, each with its element, with the total', async () => {
    const { json, text } = await ask();
    expect(getRevenueSegments.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ data_as_of: '2024-02-19T21:00:00Z', empty_reason: null });
    expect(periods(json)).toMatchObject([
      {
        fiscal_year: 2023,
        fiscal_period: 'fy',
        period_start: '2023-01-01',
        period_end: '2023-12-31',
        filing_id: `sec-edgar:${AURORA.annual2023}`,
      },
    ]);
    const product = periods(json)[0]?.breakdowns.find(breakdown => breakdown.breakdown_by === 'product');
    expect(product).toMatchObject({
      axis: 'srt:ProductOrServiceAxis',
      concept: 'us-gaap:Revenues',
      total: 1_250_000_000,
      difference: 0,
      reconciles: true,
    });
    expect(product?.segments).toMatchObject([
      {
        member_concept: 'aurw:GearsMember',
        value: 800_000_000,
        revenue_pct: 64,
        document: 'aurw-20231231.htm',
        element_id: 'f-gears',
        char_start: 3000,
        char_end: 3100,
      },
      { member_concept: 'aurw:SprocketsMember', value: 450_000_000, revenue_pct: 36 },
    ]);
    expect(text).not.toContain('f-gears-us');
  });

  it('reports the difference of parts that do not add up, with filer labels and no element for sums', async () => {
    const report = auroraReport();
    for (const fact of report.facts) if (fact.elementId === 'f-abroad') fact.value = '300000000';
    const crossed = (member: string, value: string) =>
      reportedFact({
        value,
        dimensions: { 'us-gaap:StatementBusinessSegmentsAxis': 'aurw:ToysMember', 'srt:ProductOrServiceAxis': member },
        elementId: `f-toys-${value}`,
      });
    report.facts.push(crossed('aurw:GearsMember', '800000000'), crossed('aurw:SprocketsMember', '450000000'));
    const labels = new Map([['us-gaap:NonUsMember', 'Everywhere else']]);
    await seedReport(database.db, aurora, AURORA.annual2023, { ...report, labels });
    const [newest] = periods((await ask()).json);
    const by = (kind: string) => newest?.breakdowns.find(breakdown => breakdown.breakdown_by === kind);
    expect(by('geography')).toMatchObject({
      total: 1_250_000_000,
      difference: 50_000_000,
      reconciles: false,
      segments: [{ label: 'United States' }, { label: 'Everywhere else', revenue_pct: 24 }],
    });
    expect(by('segment')).toMatchObject({ reconciles: true, segments: [{ label: 'Toys', value: 1_250_000_000 }] });
    expect(by('segment')?.segments[0]).not.toHaveProperty('element_id');
  });

  it('labels members in the words of another report of the filer if the report has none', async () => {
    await seedFilings(database.db, aurora, [
      { nativeId: '0000900001-23-000077', form: '10-Q', filed: '2023-05-01', periodEnd: '2023-03-31' },
    ]);
    const labels = new Map([['aurw:SprocketsMember', 'eSprockets']]);
    await seedReport(database.db, aurora, '0000900001-23-000077', { ...auroraReport(), labels });
    await seedAuroraReport(database.db, aurora);
    const [newest] = periods((await ask()).json);
    const products = newest?.breakdowns.find(breakdown => breakdown.breakdown_by === 'product');
    expect(products?.segments.map(segment => segment.label)).toContain('eSprockets');
  });

  it('takes the newest filing whose breakdowns add up', async () => {
    await seedFilings(database.db, aurora, [
      { nativeId: '0000900001-25-000001', form: '10-K', filed: '2025-02-19', periodEnd: '2024-12-31' },
      { nativeId: '0000900001-25-000009', form: '10-K/A', filed: '2025-06-19', periodEnd: '2024-12-31' },
    ]);
    const recast = auroraReport();
    for (const fact of recast.facts) {
      if (fact.elementId === 'f-gears') Object.assign(fact, { value: '700000000', elementId: 'recast' });
      if (fact.elementId === 'f-sprockets') fact.value = '550000000';
    }
    await seedReport(database.db, aurora, '0000900001-25-000001', recast);
    const broken: FilingReport = { facts: [], statements: [] };
    for (const fact of auroraReport().facts) if (fact.elementId !== 'f-us') broken.facts.push({ ...fact });
    for (const fact of broken.facts) if (fact.elementId === 'f-gears') fact.value = '1';
    await seedReport(database.db, aurora, '0000900001-25-000009', broken);
    const [newest] = periods((await ask()).json);
    expect(newest?.filing_id).toBe('sec-edgar:0000900001-25-000001');
    expect(newest?.breakdowns[0]?.segments[0]).toMatchObject({ element_id: 'recast', value: 700_000_000 });
  });

  it('filters by fiscal years and kinds of period', async () => {
    expect((await ask('?fiscal_year_from=2025')).json).toMatchObject({ periods: [], empty_reason: 'not_covered' });
    expect(periods((await ask('?fiscal_year_from=2023&fiscal_year_to=2023')).json)).toHaveLength(1);
    expect((await ask('?fiscal_period=q1')).json).toMatchObject({
      periods: [],
      not_covered: [
        { registry: 'sec-edgar', category: 'interim_report', form_type: null, period_end: null, filing_id: null },
      ],
      empty_reason: 'not_covered',
    });
  });

  it('rejects invalid parameters and unknown companies', async () => {
    expect((await ask('?fiscal_year_from=2024&fiscal_year_to=2023')).status).toBe(422);
    expect((await ask('?fiscal_period=annual')).status).toBe(422);
    expect((await ask('?fiscal_year=2023')).status).toBe(422);
    expect((await ask('', 'NOPE')).status).toBe(404);
    expect((await ask('', 'AURW', 'jp')).status).toBe(404);
    expect((await ask('', 'a%00b')).status).toBe(422);
  });
});

const folder = new URL('../../../../../../../shared/data/us/periodic/', import.meta.url).pathname;

describe.skipIf(!existsSync(folder))('recorded filings (skipped without ../shared/data/us)', () => {
  it('divides Apple’s fiscal 2024 as its 10-K does (notes 2 and 13)', async () => {
    const accession = '0000320193-24-000123';
    const apple = await seedIssuer(database.db, {
      key: 'cik:320193',
      name: 'Apple Inc.',
      listings: [{ ticker: 'AAPL' }],
    });
    await seedFilings(database.db, apple, [{ nativeId: accession, form: '10-K', filed: '2024-11-01' }]);
    const year = kpiYear(2024, accession, {}, { periodStart: '2023-10-01', periodEnd: '2024-09-28' });
    const filings = { [accession]: { form: '10-K', filed: '2024-11-01', filedAt: '2024-11-01T10:01:36Z' } };
    await seedFinancials(database.db, apple, kpiFinancials([year], filings));
    const source = gunzipSync(readFileSync(join(folder, `AAPL_10-K_${accession}.htm.gz`)));
    const { report } = toFilingReport(extractInline([{ name: 'aapl-20240928.htm', source }]), []);
    await seedReport(database.db, apple, accession, report);

    const { json } = await ask('', 'AAPL');
    expect(getRevenueSegments.output.safeParse(json).error).toBeUndefined();
    const [fiscal2024] = periods(json);
    const millionsOf = (kind: string) => {
      const best = fiscal2024?.breakdowns.find(breakdown => breakdown.breakdown_by === kind);
      expect(best).toMatchObject({ total: 391_035_000_000, difference: 0, reconciles: true });
      return Object.fromEntries(
        (best?.segments ?? []).map(segment => [
          String(segment.member_concept).replace(/^.*:/, ''),
          Number(segment.value) / 1e6,
        ]),
      );
    };
    expect(millionsOf('product')).toEqual({
      IPhoneMember: 201_183,
      MacMember: 29_984,
      IPadMember: 26_694,
      WearablesHomeandAccessoriesMember: 37_005,
      ServiceMember: 96_169,
    });
    expect(millionsOf('segment')).toEqual({
      AmericasSegmentMember: 167_045,
      EuropeSegmentMember: 101_328,
      GreaterChinaSegmentMember: 66_952,
      JapanSegmentMember: 25_052,
      RestOfAsiaPacificSegmentMember: 30_658,
    });
    expect(millionsOf('geography')).toEqual({ US: 142_196, CN: 66_952, OtherCountriesMember: 181_887 });
  });
});
