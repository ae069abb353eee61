import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FactSet } from '../../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { toIsoDate } from '../../../kernel/dates.ts';
import { tagKey, toDataSetFacts, toDataSetFiling, toDataSetIssuer } from './map-data-set.ts';
import { parseDataSetTable, readDataSetTable } from './parse-data-set.ts';
import { readSmallDataSet } from './read-data-set.ts';

/** A fictional filer in the registry's columns; the second edition has others, in another order. */
const SUB = [
  'adsh\tcik\tname\tsic\tcountryba\tcountryinc\tein\tformer\tchanged\tfye\tform\tperiod\tfy\tfp\tfiled\taccepted\tprevrpt\tinstance\taciks',
  '0009999999-09-000001\t9999999\tFICTIONAL FASTENERS INC\t3452\tUS\tCA\t012345678\tOLD BOLTS INC\t20050331\t0131\t10-Q\t20090430\t2009\tQ1\t20090605\t2009-06-05 17:20:00.0\t0\tff-20090503.xml\t9999998 9999997',
  '0009999999-09-000002\t9999999\tFICTIONAL FASTENERS INC\t3452\tUS\tCA\t012345678\t\t\t0131\t10-Q/A\t20090430\t2009\tQ1\t20090701\t2009-06-30 18:05:00.0\t1\tff-20090503.xml\t',
].join('\n');

const NUM = [
  'adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote',
  '0009999999-09-000001\tAssets\tus-gaap/2009\t20090430\t0\tUSD\t\t\t1000.0000\t',
  '0009999999-09-000001\tRevenues\tus-gaap/2009\t20090430\t1\tUSD\t\t\t250.5000\t',
  '0009999999-09-000001\tRevenues\tus-gaap/2009\t20090131\t4\tUSD\t\t\t980.0000\t',
  '0009999999-09-000001\tRevenues\tus-gaap/2009\t20090430\t1\tUSD\tProduct=Bolts;Geography=US;\tSubsidiary\t40.0000\t',
  '0009999999-09-000001\tEarningsPerShareBasic\tus-gaap/2009\t20090430\t1\tUSD\t\t\t0.1200\t',
  '0009999999-09-000001\tBoltsPerShareSold\t0009999999-09-000001\t20090430\t1\tpure\t\t\t3.0000\t',
  '0009999999-09-000001\tGoodwill\tus-gaap/2009\t20090430\t0\tUSD\t\t\t\tno longer held',
  '0009999999-09-000002\tAssets\tus-gaap/2009\t20090430\t0\tUSD\t\t\t12345678901234567.0000\t',
].join('\n');

const PRE = [
  'adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\tnegating',
  '0009999999-09-000001\t2\t5\tIS\t0\tH\tRevenues\tus-gaap/2009\tNet sales\t0',
  '0009999999-09-000001\t2\t2\tBS\t1\tH\tAssets\tus-gaap/2009\tTotal assets\t1',
].join('\n');

function log(): AnomalyLog {
  return new AnomalyLog('sec-edgar', 'financial-statement-data-set/2009q2');
}

function facts(some = log()): FactSet {
  return toDataSetFacts(
    {
      edition: '2009q2',
      subs: parseDataSetTable('sub', SUB, some),
      nums: parseDataSetTable('num', NUM, some),
      pres: parseDataSetTable('pre', PRE, some),
      tags: new Map(),
    },
    some,
  );
}

function lines(set: FactSet): string[] {
  return set.series.flatMap(series =>
    series.ends.map((end, n) => {
      const start = series.starts[n] ?? null;
      const period = `${start === null ? '' : toIsoDate(start)}–${toIsoDate(end)}`;
      return `${series.concept} ${series.unit} [${series.dimensions}] ${period} ${series.exact?.[n] ?? series.values[n]}`;
    }),
  );
}

describe('a company of a data set', () => {
  test('reads facts with periods from quarters, sorted dimensions, separate extensions and amounts per share', () => {
    const some = log();
    expect(lines(facts(some))).toEqual([
      'us-gaap:Assets USD [] –2009-04-30 1000',
      'us-gaap:Assets USD [] –2009-04-30 12345678901234567',
      'us-gaap:Revenues USD [] 2009-02-01–2009-04-30 250.5',
      'us-gaap:Revenues USD [] 2008-02-01–2009-01-31 980',
      'us-gaap:Revenues USD [Geography=US;Product=Bolts;coregistrant=Subsidiary] 2009-02-01–2009-04-30 40',
      'us-gaap:EarningsPerShareBasic USD/shares [] 2009-02-01–2009-04-30 0.12',
      'ext:BoltsPerShareSold pure [] 2009-02-01–2009-04-30 3',
      'us-gaap:Goodwill USD [] –2009-04-30 null',
    ]);
    expect(some.list()).toEqual([]);
  });

  test('gives filings with acceptance times converted from New York time', () => {
    expect(facts()).toMatchObject({
      source: 'financial-statement-data-set/2009q2',
      datesRounded: true,
      filings: [
        {
          accession: '0009999999-09-000001',
          form: '10-Q',
          filed: '2009-06-05',
          acceptedAt: '2009-06-05T21:20:00Z',
          fiscalYear: 2009,
          fiscalPeriod: 'Q1',
          periodEnd: '2009-04-30',
        },
        { accession: '0009999999-09-000002', form: '10-Q/A', filed: '2009-07-01', acceptedAt: '2009-06-30T22:05:00Z' },
      ],
    });
    const [first, second] = parseDataSetTable('sub', SUB, log()).map(toDataSetFiling);
    expect(first).toMatchObject({ category: 'interim_report', isAmendment: false, knownAt: '2009-06-05T21:20:00Z' });
    // Accepted in the evening before: known when EDGAR opened on the filing date.
    expect(second).toMatchObject({ category: 'interim_report', isAmendment: true, knownAt: '2009-07-01T10:00:00Z' });
  });

  test('gives statements in the order of the filer', () => {
    expect(facts().faces['0009999999-09-000001']).toEqual([
      {
        statement: 'BS',
        report: 2,
        line: 2,
        concept: 'us-gaap:Assets',
        label: 'Total assets',
        isNegated: true,
        isParenthetical: true,
      },
      {
        statement: 'IS',
        report: 2,
        line: 5,
        concept: 'us-gaap:Revenues',
        label: 'Net sales',
        isNegated: false,
        isParenthetical: false,
      },
    ]);
  });

  test('gives the issuer', () => {
    const subs = parseDataSetTable('sub', SUB, log());
    expect(subs[0]).toMatchObject({
      coregistrantCiks: ['0009999998', '0009999997'],
      isAmendedLater: false,
      instance: 'ff-20090503.xml',
    });
    expect(toDataSetIssuer(subs.slice(0, 1))).toMatchObject({
      canonicalKey: 'cik:9999999',
      companyName: 'FICTIONAL FASTENERS INC',
      countryCode: 'CA',
      industry: { scheme: 'sic', code: '3452' },
      fiscalYearEnd: '01-31',
      identifiers: [
        { scheme: 'cik', identifier: '9999999' },
        { scheme: 'ein', identifier: '012345678' },
      ],
      formerNames: [{ companyName: 'OLD BOLTS INC', untilDate: null }],
    });
    expect(toDataSetIssuer([])).toBeNull();
  });

  test('tag.txt, if present, decides which amounts are per share', () => {
    const row = 'tag\tversion\tcustom\tabstract\tdatatype\tiord\tcrdr\nDividend\tus-gaap/2009\t0\t0\tperShare\tD\t';
    const tags = new Map(parseDataSetTable('tag', row, log()).map(tag => [tagKey(tag.tag, tag.version), tag]));
    const nums = parseDataSetTable('num', NUM.replaceAll('Revenues', 'Dividend'), log());
    const subs = parseDataSetTable('sub', SUB, log());
    const set = toDataSetFacts({ edition: 'x', subs, nums, pres: [], tags }, log());
    expect(set.series.find(series => series.concept === 'us-gaap:Dividend')?.unit).toBe('USD/shares');
  });
});

describe('reports invalid rows and keeps the others:', () => {
  const place = (table: 'sub' | 'num' | 'pre' | 'tag', text: string) => {
    const some = log();
    const rows = parseDataSetTable(table, text, some);
    return {
      rows,
      anomalies: some.list().map(anomaly => `${anomaly.kind} ${anomaly.locator} ${anomaly.detail.slice(0, 30)}`),
    };
  };
  const [header = '', good = ''] = NUM.split('\n');

  test.each([
    ['too few cells', good.split('\t').slice(0, 5).join('\t'), '5 cells where the header has'],
    ['too many cells', `${good}\tx`, '11 cells where the header has'],
    ['no accession', good.replace('0009999999-09-000001', 'x'), 'no accession: '],
    ['an impossible date', good.replace('20090430', '20090231'), 'impossible date: '],
    ['year 0201', good.replace('20090430', '02010430'), 'impossible date: '],
    ['no quarters', good.replace('\t0\tUSD', '\tx\tUSD'), 'no number of quarters: '],
    ['NaN', good.replace('1000.0000', 'NaN'), 'bad value: '],
    ['a formula', good.replace('1000.0000', '=1+1'), 'bad value: '],
  ])('%s', (_name, bad, detail) => {
    const { rows, anomalies } = place('num', [header, good, bad, good].join('\n'));
    expect(rows).toHaveLength(2);
    expect(anomalies).toHaveLength(1);
    expect(anomalies[0]).toContain(`bad_row num.txt:3 ${detail}`.slice(0, 45));
  });

  test('a value beyond the range of a double, with an anomaly of its own kind', () => {
    const some = log();
    const nums = parseDataSetTable('num', NUM.replace('1000.0000', '1e400'), some);
    const set = toDataSetFacts(
      { edition: 'x', subs: parseDataSetTable('sub', SUB, some), nums, pres: [], tags: new Map() },
      some,
    );
    expect(set.series.find(series => series.concept === 'us-gaap:Assets')?.values).toHaveLength(1);
    expect(some.list()).toMatchObject([{ kind: 'bad_value' }]);
  });

  test('a table without its columns, or without rows', () => {
    expect(place('num', '<html>\n<body>').anomalies).toEqual([
      expect.stringMatching(/^missing_column num\.txt:1 adsh, tag/),
      'empty_answer num.txt no rows in this table',
    ]);
    expect(place('sub', '').anomalies).toEqual(['empty_answer sub.txt no rows in this table']);
  });

  test('values of filings without a description', () => {
    const some = log();
    const rows = {
      edition: 'x',
      subs: [],
      nums: parseDataSetTable('num', NUM, some),
      pres: parseDataSetTable('pre', PRE, some),
      tags: new Map(),
    };
    expect(toDataSetFacts(rows, some).series).toEqual([]);
    expect(some.count('unknown_filing')).toBe(10);
  });
});

test('gives the same rows for a stream of any chunks', async () => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(NUM);
    for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
  }
  const batches = await Array.fromAsync(readDataSetTable('num', chunks(), log()));
  expect(batches.flat()).toEqual(parseDataSetTable('num', NUM, log()));
});

test('reports an invalid archive and a missing one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'asfiled-data-set-'));
  await writeFile(join(folder, 'x.zip'), '<html>');
  const { records, anomalies } = await readSmallDataSet(join(folder, 'x.zip'), '2009q3');
  expect(records.size).toBe(0);
  expect(anomalies.map(anomaly => anomaly.kind)).toEqual([
    'not_a_zip',
    'missing_table',
    'missing_table',
    'missing_table',
  ]);
  await expect(readSmallDataSet(join(folder, 'y.zip'), '2009q3')).rejects.toThrow(/ENOENT/);
  await rm(folder, { recursive: true });
});

const US = new URL('../../../../../../shared/data/us/', import.meta.url);

describe.skipIf(!existsSync(US))('recorded data sets (skipped if they are missing)', () => {
  test('give 430 companies of 2009q3 with every value, and hand-checked values by their labels', async () => {
    const { records, anomalies } = await readSmallDataSet(new URL('datasets/fsds_2009q3.zip', US).pathname, '2009q3');
    expect(anomalies).toEqual([]);
    const companies = [...records.values()];
    const count = (set: FactSet) => set.series.reduce((sum, series) => sum + series.ends.length, 0);
    expect(companies.reduce((sum, company) => sum + company.filings.length, 0)).toBe(435);
    expect(companies.reduce((sum, company) => sum + count(company.set), 0)).toBe(126_650);
    expect(companies.reduce((sum, company) => sum + Object.values(company.set.faces).flat().length, 0)).toBe(47_958);

    const [, ...rows] = readFileSync(new URL('truth/fsds_2009q3.tsv', US), 'utf8').trimEnd().split('\n');
    const missing = rows.filter(row => {
      const [adsh = '', cik = '', , , , , , , , value = '', , tag = ''] = row.split('\t');
      const set = records.get(`cik:${cik}`)?.set;
      const filing = set?.filings.findIndex(filing => filing.accession === adsh);
      const series =
        set?.series.filter(factSeries => factSeries.concept.endsWith(`:${tag}`) && factSeries.dimensions === '') ?? [];
      return !series.some(factSeries =>
        factSeries.values.some((stated, n) => factSeries.filings[n] === filing && stated === Number(value)),
      );
    });
    expect(rows).toHaveLength(1_982);
    expect(missing).toEqual([]);
  });

  test('give the figures of Edison Mission Energy for the six months to 2009-06-30', async () => {
    const { records } = await readSmallDataSet(new URL('datasets/fsds_2009q3.zip', US).pathname, '2009q3');
    const company = records.get('cik:930835');
    expect(company?.issuer).toMatchObject({ companyName: 'EDISON MISSION ENERGY', industry: { code: '4911' } });
    expect(lines(company?.set ?? facts())).toContain(
      'ext:DepreciationAndAmortizationCashFlowImpact USD [] 2009-01-01–2009-06-30 115000000',
    );
  });

  test('include a daily edition with other columns and no tag.txt', async () => {
    const { records, anomalies } = await readSmallDataSet(
      new URL('datasets/fsds_20250701.zip', US).pathname,
      '20250701',
    );
    expect(anomalies).toEqual([]);
    const msc = records.get('cik:1003078');
    expect(msc?.filings[0]).toMatchObject({
      nativeId: '0001003078-25-000075',
      acceptedAt: null,
      knownAt: '2025-07-01T10:00:00Z',
    });
    expect(lines(msc?.set ?? facts())).toContain(
      'us-gaap:CommonStockParOrStatedValuePerShare USD/shares [us-gaap:StatementClassOfStockAxis=us-gaap:CommonClassBMember] –2025-05-31 0.001',
    );
  });
});
