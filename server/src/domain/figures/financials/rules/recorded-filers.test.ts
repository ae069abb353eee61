import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDay } from '../../../../kernel/dates.ts';
import { parseCompanyFacts } from '../../../../sources/sec-edgar/facts/companyfacts.ts';
import { readSmallDataSet } from '../../../../sources/sec-edgar/facts/read-data-set.ts';
import type { FactSet } from '../../../filings/facts/model/facts.ts';
import type { FiscalPeriod, KpiValue } from '../model/financials.ts';
import { normaliseFilingKpis, normaliseFinancials } from './financials.ts';

const folder = new URL('../../../../../../../shared/data/us/', import.meta.url).pathname;

const sets = new Map<string, FactSet>();

function factsOf(cik: string): FactSet {
  const known = sets.get(cik);
  if (known) return known;
  const bytes = gunzipSync(readFileSync(join(folder, `companyfacts/CIK${cik}.json.gz`)));
  const { set } = parseCompanyFacts(bytes, cik).records;
  sets.set(cik, set);
  return set;
}

function inputOf(cik: string, asOf: string | null = null) {
  return { sets: [factsOf(cik)], knownAt: {}, sic: null, canonicalKey: `cik:${Number(cik)}`, asOf };
}

function valueAt(
  cik: string,
  fiscalYear: number,
  fiscalPeriod: FiscalPeriod,
  code: string,
  asOf: string | null = null,
): KpiValue | undefined {
  const { periods } = normaliseFinancials(inputOf(cik, asOf));
  return periods.find(period => period.fiscalYear === fiscalYear && period.fiscalPeriod === fiscalPeriod)?.values[code];
}

const APPLE = '0000320193';
const COSTCO = '0000909832';
const NVIDIA = '0001045810';

describe.skipIf(!existsSync(folder))('recorded filers (skipped without ../shared/data/us)', () => {
  it('distinguishes two balances of one filing by their dates (Apple 10-K for fiscal 2023)', () => {
    expect(valueAt(APPLE, 2023, 'fy', 'total_assets')?.value).toBe(352_583_000_000);
    expect(valueAt(APPLE, 2022, 'fy', 'total_assets')?.value).toBe(352_755_000_000);
  });

  it('subtracts recast from recast (Apple, second quarter of fiscal 2017, restricted cash)', () => {
    // The 10-Q of 2017-02-01 said 27,056 under another tag; 27,234 and 39,804 are both on the new basis.
    expect(valueAt(APPLE, 2017, 'q2', 'operating_cash_flow')?.value).toBe(12_570_000_000);
  });

  it('keeps a gross profit that excludes membership fees and marks that it does not close (Costco fiscal 2019)', () => {
    const { periods } = normaliseFinancials(inputOf(COSTCO));
    const year = periods.find(period => period.fiscalYear === 2019 && period.fiscalPeriod === 'fy');
    expect(year?.values.gross_profit).toMatchObject({ value: 16_465_000_000, method: 'reported' });
    expect(year?.breaches).toContainEqual(expect.objectContaining({ identity: 'I1', difference: -3_352_000_000 }));
    expect(year?.status).toBe('published_with_warnings');
  });

  it('chooses the concept of each period independently (NVIDIA: capital expenditure and revenue moved tags)', () => {
    expect(valueAt(NVIDIA, 2024, 'fy', 'capital_expenditure')).toMatchObject({
      value: 1_069_000_000,
      concept: 'us-gaap:PaymentsToAcquireProductiveAssets',
    });
    expect(valueAt(NVIDIA, 2026, 'fy', 'revenue')?.value).toBe(215_938_000_000);
  });

  it('rejects a quarter under a six-month context as of the day on which it was the newest (NVIDIA 10-K of 2018)', () => {
    expect(valueAt(NVIDIA, 2018, 'h1', 'revenue', '2018-03-15')?.value).toBe(4_167_000_000);
  });

  it('marks all values of a 10-K/A as amended (Apple fiscal 2009)', () => {
    expect(valueAt(APPLE, 2009, 'fy', 'net_income', '2009-11-15')?.value).toBe(5_704_000_000);
    expect(valueAt(APPLE, 2009, 'fy', 'net_income', '2010-02-15')).toMatchObject({
      value: 8_235_000_000,
      firstReported: { value: 5_704_000_000, restatement: 'amendment' },
    });
  });

  it.each([APPLE, COSTCO, NVIDIA])('returns the cash flow that each interim report of CIK%s states', cik => {
    const whole = factsOf(cik);
    const flows = whole.series.find(({ concept }) => concept === 'us-gaap:NetCashProvidedByUsedInOperatingActivities');
    let compared = 0;
    for (const [number, { accession, form }] of whole.filings.entries()) {
      const own =
        form === '10-Q' ? normaliseFilingKpis(inputOf(cik), accession)?.values.operating_cash_flow : undefined;
      if (own?.concept !== flows?.concept || own === undefined || !flows) continue;
      const stated = flows.filings.flatMap((filing, at) =>
        filing === number && flows.ends[at] === parseDay(own.periodEnd) ? [at] : [],
      );
      const longest = stated.reduce((best, at) => ((flows.starts[at] ?? 0) < (flows.starts[best] ?? 0) ? at : best));
      expect(own).toMatchObject({ value: flows.values[longest], method: 'reported', accession });
      compared++;
    }
    expect(compared).toBeGreaterThan(30);
  });

  it('reads IFRS (Logistic Properties of the Americas, 20-F)', () => {
    const { periods, accountingStandard } = normaliseFinancials(inputOf('0001997711'));
    expect(accountingStandard).toBe('ifrs-full');
    const year = periods.find(period => period.fiscalYear === 2024 && period.fiscalPeriod === 'fy');
    expect(year?.values.revenue?.value).toBe(43_862_372);
    expect(year?.values.net_income?.value).toBe(-29_285_428);
  });

  it.each(['2009-10-30', '2012-01-25', '2014-04-25', '2017-08-10', '2018-02-02', '2020-11-01'])(
    'looks at nothing later than %s (Apple, against a store with those filings only)',
    day => {
      const whole = factsOf(APPLE);
      const isKnown = whole.filings.map(filing => filing.filed <= day);
      const series = whole.series.map(series => {
        const keep = series.filings.flatMap((filing, at) => (isKnown[filing] ? [at] : []));
        const pickFrom = <T>(list: readonly T[]) => keep.map(at => list[at]).filter(value => value !== undefined);
        return {
          concept: series.concept,
          unit: series.unit,
          dimensions: series.dimensions,
          starts: pickFrom(series.starts),
          ends: pickFrom(series.ends),
          values: pickFrom(series.values),
          filings: pickFrom(series.filings),
        };
      });
      const only = { ...inputOf(APPLE), sets: [{ ...whole, series: series.filter(series => series.ends.length > 0) }] };
      expect(normaliseFinancials(inputOf(APPLE, day))).toEqual(normaliseFinancials(only));
    },
  );
});

describe.skipIf(!existsSync(folder))('a data set of 2009 (skipped without ../shared/data/us)', () => {
  it('prefers a line that its filer labels a total to every formula (BlackRock), and reads extensions by label', async () => {
    const { records } = await readSmallDataSet(join(folder, 'datasets/fsds_2009q3.zip'), '2009q3');
    const own = (name: string) => {
      const [key, company] = [...records].find(([, record]) => record.issuer?.companyName === name) ?? [];
      if (!key || !company) throw new Error(`no ${name} in the data set`);
      const accession = company.set.filings[0]?.accession ?? '';
      const sic = company.issuer?.industry?.code ?? null;
      return normaliseFilingKpis({ sets: [company.set], knownAt: {}, sic, canonicalKey: key, asOf: null }, accession);
    };
    expect(own('BLACKROCK INC.')?.values.revenue).toMatchObject({ value: 1_029_000_000, method: 'reported' });
    expect(own('ITT CORP')?.values.total_assets?.value).toBe(10_551_900_000);
    // Totals under concepts of the filers' own, read by their labels; the total before a part of it.
    expect(own('GOLDMAN SACHS GROUP INC')?.values.revenue?.value).toBe(13_761_000_000);
    // Sales, not the total of 74,457 million that holds other income beside them.
    expect(own('EXXON MOBIL CORP')?.values.revenue).toMatchObject({ value: 72_167_000_000, basis: 'excise_gross' });
    // "Net income" of all owners is above that of the parent.
    expect(own('FMC CORP')?.values.net_income?.concept).toBe('ext:NetIncomeAttributableToFmcStockholders');
    expect(own('MCDERMOTT INTERNATIONAL INC')?.values.net_income?.value).toBe(92_555_000);
    // Profit from operations from which tax is taken is pretax income.
    expect(own('RANGE RESOURCES CORP')?.values.operating_income).toBeUndefined();
    // All facts of the consolidated statements are under one member.
    expect(own('CITIGROUP INC')?.values.total_assets?.value).toBe(1_848_533_000_000);
    // A first quarter of 16 weeks, whose rounded dates seem to begin a month late.
    expect(own('SUPERVALU INC')).toMatchObject({ fiscalPeriod: 'q1', periodStart: '2009-03-01' });
    // Sales hold excise tax, which gross profit does not.
    expect(own('ALTRIA GROUP, INC.')?.values.revenue?.basis).toBe('excise_gross');
  });
});
