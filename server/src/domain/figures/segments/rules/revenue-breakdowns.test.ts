import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../../test/processor-time.ts';
import { extractInline } from '../../../../formats/ixbrl/extract-inline.ts';
import { documentUrl } from '../../../../sources/edinet/addresses.ts';
import { openFiling } from '../../../../sources/edinet/filings/open-filing.ts';
import { toFilingReport } from '../../../../sources/kit/xbrl/to-filing-report.ts';
import type { ReportedFact } from '../../../filings/filings/model/filing-contents.ts';
import { type RevenueBreakdown, revenueBreakdowns } from './revenue-breakdowns.ts';

const YEAR = { periodStart: '2023-01-01', periodEnd: '2023-12-31' };
const SEGMENTS = 'us-gaap:StatementBusinessSegmentsAxis';
const PRODUCTS = 'srt:ProductOrServiceAxis';
const GEOGRAPHY = 'srt:StatementGeographicalAxis';
const CONSOLIDATION = 'srt:ConsolidationItemsAxis';

function revenue(value: string, dimensions: Record<string, string> = {}, concept = 'us-gaap:Revenues'): ReportedFact {
  const place = { document: 'larch.htm', elementId: 'f', start: 0, end: 1 };
  return { concept, ...YEAR, unit: 'USD', value, decimals: 0, dimensions, ...place };
}

function summary({ breakdownBy, rows, isReconciled, difference }: RevenueBreakdown): unknown {
  return { breakdownBy, isReconciled, difference, rows: rows.map(({ label, value }) => `${label} ${value}`) };
}

describe('revenue of a fictional filer', () => {
  it('returns nothing if no revenue is broken down or for another period', () => {
    expect(revenueBreakdowns([revenue('100')], YEAR)).toEqual([]);
    const facts = [revenue('100'), revenue('100', { [SEGMENTS]: 'larch:ForestMember' })];
    expect(revenueBreakdowns(facts, { ...YEAR, periodEnd: '2023-06-30' })).toEqual([]);
  });

  it('uses segments before eliminations, and lists eliminations in a separate row', () => {
    const facts = [
      revenue('100'),
      revenue('80', { [SEGMENTS]: 'larch:ForestSegmentMember', [CONSOLIDATION]: 'us-gaap:OperatingSegmentsMember' }),
      revenue('50', { [SEGMENTS]: 'larch:MillMember', [CONSOLIDATION]: 'us-gaap:OperatingSegmentsMember' }),
      revenue('-30', { [CONSOLIDATION]: 'us-gaap:IntersegmentEliminationMember' }),
    ];
    expect(revenueBreakdowns(facts, YEAR).map(summary)).toEqual([
      {
        breakdownBy: 'segment',
        isReconciled: true,
        difference: '0',
        rows: ['Forest 80', 'Mill 50', 'Intersegment Elimination -30'],
      },
    ]);
  });

  it('reads Japanese segments, their sum and reconciling items on one axis', () => {
    const segment = (value: string, member: string) =>
      revenue(value, { 'jpcrp_cor:OperatingSegmentsAxis': member }, 'jppfs_cor:NetSales');
    const facts = [
      revenue('100', {}, 'jppfs_cor:NetSales'),
      segment('80', 'larch:ForestReportableSegmentMember'),
      segment('50', 'larch:MillReportableSegmentMember'),
      segment('130', 'jpcrp_cor:ReportableSegmentsMember'),
      segment('-30', 'jpcrp_cor:ReconcilingItemsMember'),
    ];
    expect(revenueBreakdowns(facts, YEAR).map(summary)).toMatchObject([
      { isReconciled: true, rows: ['Forest Reportable 80', 'Mill Reportable 50', 'Reconciling Items -30'] },
      { isReconciled: true, rows: ['Reportable Segments 130', 'Reconciling Items -30'] },
    ]);
  });

  it('uses figures of the group if figures state their entity, else all figures', () => {
    const basis = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
    const of = (member: string, value: string, dimensions: Record<string, string> = {}) =>
      revenue(value, { ...dimensions, [basis]: `ifrs-full:${member}` }, 'ifrs-full:Revenue');
    const area = (name: string) => ({ 'ifrs-full:GeographicalAreasAxis': `larch:${name}Member` });
    const own = [of('SeparateMember', '40'), of('SeparateMember', '40', area('North'))];
    const group = [
      of('ConsolidatedMember', '100'),
      of('ConsolidatedMember', '60', area('North')),
      of('ConsolidatedMember', '40', area('South')),
    ];
    expect(revenueBreakdowns([...own, ...group], YEAR).map(summary)).toMatchObject([
      { breakdownBy: 'geography', isReconciled: true, rows: ['North 60', 'South 40'] },
    ]);
    expect(revenueBreakdowns(own, YEAR).map(summary)).toMatchObject([{ rows: ['North 40'] }]);
  });

  it('returns no breakdown with the total as its only part', () => {
    const area = (value: string, name: string) =>
      revenue(value, { 'core:GeographicSegmentsDimension': name }, 'core:TurnoverRevenue');
    const facts = [
      revenue('100', {}, 'core:TurnoverRevenue'),
      area('60', 'countries:UnitedKingdom'),
      area('40', 'countries:Europe'),
      area('100', 'core:TotalGeographicSegmentsIncludingAnyUnallocatedAmount'),
    ];
    expect(revenueBreakdowns(facts, YEAR).map(summary)).toMatchObject([
      { breakdownBy: 'geography', rows: ['United Kingdom 60', 'Europe 40'] },
    ]);
  });

  it('sums eliminations that are stated by segment', () => {
    const elimination = { [CONSOLIDATION]: 'us-gaap:IntersegmentEliminationMember' };
    const facts = [
      revenue('100'),
      revenue('80', { [SEGMENTS]: 'larch:ForestMember' }),
      revenue('50', { [SEGMENTS]: 'larch:MillMember' }),
      revenue('-25', { [SEGMENTS]: 'larch:ForestMember', ...elimination }),
      revenue('-5', { [SEGMENTS]: 'larch:MillMember', ...elimination }),
    ];
    const [breakdown] = revenueBreakdowns(facts, YEAR);
    expect(breakdown?.rows.map(({ value }) => value)).toEqual(['80', '50', '-30']);
    expect(breakdown?.rows.map(({ share }) => share)).toEqual([0.8, 0.5, -0.3]);
  });

  it('counts no member that is the sum of others twice, and also returns the coarser breakdown', () => {
    const facts = [
      revenue('100'),
      revenue('70', { [PRODUCTS]: 'us-gaap:ProductMember' }),
      revenue('45.5', { [PRODUCTS]: 'larch:TimberMember' }),
      revenue('24.5', { [PRODUCTS]: 'larch:ResinMember' }),
      revenue('30', { [PRODUCTS]: 'us-gaap:ServiceMember' }),
    ];
    expect(revenueBreakdowns(facts, YEAR).map(summary)).toEqual([
      {
        breakdownBy: 'product',
        isReconciled: true,
        difference: '0',
        rows: ['Timber 45.5', 'Resin 24.5', 'Service 30'],
      },
      { breakdownBy: 'product', isReconciled: true, difference: '0', rows: ['Product 70', 'Service 30'] },
    ]);
  });

  it('sums figures that are stated by two axes at once', () => {
    const facts = [
      revenue('100'),
      revenue('40', { [SEGMENTS]: 'larch:ForestMember', [GEOGRAPHY]: 'country:US' }),
      revenue('25', { [SEGMENTS]: 'larch:ForestMember', [GEOGRAPHY]: 'country:CA' }),
      revenue('35', { [SEGMENTS]: 'larch:MillMember', [GEOGRAPHY]: 'country:CA' }),
    ];
    expect(revenueBreakdowns(facts, YEAR).map(summary)).toEqual([
      { breakdownBy: 'geography', isReconciled: true, difference: '0', rows: ['United States 40', 'Canada 60'] },
      { breakdownBy: 'segment', isReconciled: true, difference: '0', rows: ['Forest 65', 'Mill 35'] },
    ]);
  });

  it('states the difference between the rows and the total', () => {
    const facts = [
      revenue('100'),
      revenue('40', { [GEOGRAPHY]: 'country:US' }),
      revenue('33', { [GEOGRAPHY]: 'larch:RestOfWorldMember' }),
    ];
    const labels = new Map([['larch:RestOfWorldMember', 'Rest of the world']]);
    expect(revenueBreakdowns(facts, YEAR, labels).map(summary)).toEqual([
      {
        breakdownBy: 'geography',
        isReconciled: false,
        difference: '27',
        rows: ['United States 40', 'Rest of the world 33'],
      },
    ]);
  });

  it('tolerates rounding differences only', () => {
    const rounded = (value: string, dimensions = {}): ReportedFact => ({ ...revenue(value, dimensions), decimals: -1 });
    const parts = (last: string): ReportedFact[] => [
      rounded('1000'),
      rounded('330', { [SEGMENTS]: 'larch:AMember' }),
      rounded('330', { [SEGMENTS]: 'larch:BMember' }),
      rounded(last, { [SEGMENTS]: 'larch:CMember' }),
    ];
    expect(revenueBreakdowns(parts('330'), YEAR)[0]?.isReconciled).toBe(true);
    expect(revenueBreakdowns(parts('310'), YEAR)[0]?.isReconciled).toBe(false);
  });

  it('stays quick with hundreds of members', () => {
    const members = Array.from({ length: 500 }, (_, index) =>
      revenue(String(1000 + index * 7), { [PRODUCTS]: `larch:P${index}Member` }),
    );
    let breakdowns: RevenueBreakdown[] = [];
    const tookMs = processorMs(() => (breakdowns = revenueBreakdowns([revenue('123456'), ...members], YEAR)));
    expect(breakdowns[0]?.isReconciled).toBe(false);
    expect(tookMs).toBeLessThan(10_000);
  });
});

const PERIODIC = new URL('../../../../../../../shared/data/us/periodic/', import.meta.url).pathname;

const JAPAN = new URL('../../../../../../../shared/data/intl/jp/edinet/docs/S100U4EY_type1.zip', import.meta.url)
  .pathname;

describe.skipIf(!existsSync(JAPAN))(
  'revenue of a real filer of Japan (skipped where ../shared/data/intl is absent)',
  () => {
    it('returns segments with the labels of the report', () => {
      const url = documentUrl('S100U4EY', 1);
      const [record] = openFiling([{ url, sha256: '', bytes: readFileSync(JAPAN) }]).records;
      const report = record?.contents?.report;
      const period = { periodStart: '2023-05-01', periodEnd: '2024-04-30' };
      const [finest] = revenueBreakdowns(report?.facts ?? [], period, report?.labels);
      expect(finest && summary(finest)).toEqual({
        breakdownBy: 'segment',
        isReconciled: true,
        difference: '0',
        rows: ['EC事業 3331676000', 'フィナンシャル事業 2776819000', 'Reconciling Items -300429000'],
      });
    });
  },
);

describe.skipIf(!existsSync(PERIODIC))('revenue of real filers (skipped without ../shared/data/us)', () => {
  it('reads Apple, year to 2024-09-28', () => {
    const breakdowns = breakdownsOf('AAPL_10-K_0000320193-24-000123.htm.gz', '2023-10-01', '2024-09-28');
    expect(breakdowns.map(({ total, isReconciled }) => [total, isReconciled])).toEqual([
      ['391035000000', true],
      ['391035000000', true],
      ['391035000000', true],
      ['391035000000', true],
    ]);
    expect(breakdowns.map(amounts)).toEqual([
      {
        'us-gaap:ServiceMember': '96169000000',
        'aapl:IPhoneMember': '201183000000',
        'aapl:MacMember': '29984000000',
        'aapl:IPadMember': '26694000000',
        'aapl:WearablesHomeandAccessoriesMember': '37005000000',
      },
      { 'us-gaap:ProductMember': '294866000000', 'us-gaap:ServiceMember': '96169000000' },
      { 'country:US': '142196000000', 'country:CN': '66952000000', 'aapl:OtherCountriesMember': '181887000000' },
      {
        'aapl:AmericasSegmentMember': '167045000000',
        'aapl:EuropeSegmentMember': '101328000000',
        'aapl:GreaterChinaSegmentMember': '66952000000',
        'aapl:JapanSegmentMember': '25052000000',
        'aapl:RestOfAsiaPacificSegmentMember': '30658000000',
      },
    ]);
  });

  it('reads NVIDIA, year to 2024-01-28, segments under the consolidation axis', () => {
    const breakdowns = breakdownsOf('NVDA_10-K_0001045810-24-000029.htm.gz', '2023-01-30', '2024-01-28');
    expect(breakdowns.map(({ breakdownBy, isReconciled }) => [breakdownBy, isReconciled])).toEqual([
      ['product', true],
      ['geography', true],
      ['segment', true],
    ]);
    expect(breakdowns[2] && amounts(breakdowns[2])).toEqual({
      'nvda:ComputeAndNetworkingMember': '47405000000',
      'nvda:GraphicsMember': '13517000000',
    });
  });

  it('reads Exxon Mobil, half year to 2023-06-30, with segments stated by country only', () => {
    const breakdowns = breakdownsOf('XOM_10-Q_0000034088-23-000048.htm.gz', '2023-01-01', '2023-06-30');
    const segments = breakdowns.find(({ breakdownBy }) => breakdownBy === 'segment');
    expect(segments?.total).toBe('164439000000');
    expect(segments?.isReconciled).toBe(true);
    expect(segments && amounts(segments)).toEqual({
      'xom:CorporateAndFinancingMember': '12000000',
      'xom:UpstreamMember': '13569000000',
      'xom:EnergyProductsMember': '129973000000',
      'xom:ChemicalProductsMember': '11391000000',
      'xom:SpecialtyProductsMember': '9494000000',
    });
    const countries = breakdowns.find(({ breakdownBy }) => breakdownBy === 'geography');
    expect(countries && amounts(countries)).toEqual({
      'country:US': '62626000000',
      'us-gaap:NonUsMember': '101813000000',
    });
  });

  it('reads Tesla, half year to 2025-06-30, with three sums that cut across each other among the products', () => {
    const breakdowns = breakdownsOf('TSLA_10-Q_2025-07-24.htm.gz', '2025-01-01', '2025-06-30');
    const products = breakdowns.filter(({ breakdownBy }) => breakdownBy === 'product');
    expect(products.map(({ isReconciled, total }) => [isReconciled, total])).toEqual([
      [true, '41831000000'],
      [true, '41831000000'],
    ]);
    expect(products.map(amounts)).toEqual([
      {
        'tsla:AutomotiveSalesMember': '28712000000',
        'tsla:AutomotiveRegulatoryCreditsMember': '1034000000',
        'tsla:AutomotiveLeasingMember': '882000000',
        'tsla:ServicesAndOtherMember': '5684000000',
        'tsla:EnergyGenerationAndStorageSalesMember': '5267000000',
        'tsla:EnergyGenerationAndStorageLeasingMember': '252000000',
      },
      {
        'tsla:AutomotiveRevenuesMember': '30628000000',
        'tsla:EnergyGenerationAndStorageMember': '5519000000',
        'tsla:ServicesAndOtherMember': '5684000000',
      },
    ]);
  });

  it('reads Nike, year to 2024-05-31, with parts of a segment, reconciling items and headquarters', () => {
    const breakdowns = breakdownsOf('NKE_10-K_0000320187-24-000044.htm.gz', '2023-06-01', '2024-05-31');
    const [segments] = breakdowns.filter(({ breakdownBy }) => breakdownBy === 'segment');
    expect(segments?.isReconciled).toBe(true);
    expect(segments && amounts(segments)).toEqual({
      'nke:NorthAmericaSegmentMember': '21396000000',
      'nke:EuropeMiddleEastAndAfricaSegmentMember': '13607000000',
      'nke:GreaterChinaSegmentMember': '7545000000',
      'nke:AsiaPacificAndLatinAmericaSegmentMember': '6729000000',
      'nke:ConverseSegmentMember': '2082000000',
      'us-gaap:MaterialReconcilingItemsMember': '45000000',
      'us-gaap:CorporateNonSegmentMember': '-42000000',
    });
  });

  it('reads Meta, half year to 2023-06-30, with one country of a region beside the regions', () => {
    const breakdowns = breakdownsOf('META_10-Q_0001326801-23-000093.htm.gz', '2023-01-01', '2023-06-30');
    const geography = breakdowns.find(({ breakdownBy }) => breakdownBy === 'geography');
    expect(geography?.isReconciled).toBe(true);
    expect(geography?.rows.map(({ member }) => member)).not.toContain('country:US');
    const products = breakdowns.find(({ breakdownBy }) => breakdownBy === 'product');
    expect([products?.isReconciled, products?.difference]).toEqual([false, '616000000']);
  });
});

function breakdownsOf(file: string, periodStart: string, periodEnd: string): RevenueBreakdown[] {
  const report = extractInline([{ name: file, source: gunzipSync(readFileSync(PERIODIC + file)) }]);
  return revenueBreakdowns(toFilingReport(report, []).report.facts, { periodStart, periodEnd });
}

function amounts({ rows }: RevenueBreakdown): Record<string, string> {
  return Object.fromEntries(rows.map(({ member, value }) => [member, value]));
}
