import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import type { FilingReport, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseSubmissions } from '../lists/submissions.ts';
import { openFiling } from './open-filing.ts';
import { readSubmission } from './read-submission.ts';

const SAMPLE = new URL('../../../../../sample/', import.meta.url);
const ARCHIVES = 'www.sec.gov/Archives/edgar/data/';
const CIKS = ['9999900001', '9999900002', '9999900003', '9999900004'];

function textsOf(cik: string): { url: string; bytes: Buffer }[] {
  return readdirSync(new URL(`${ARCHIVES}${cik}/`, SAMPLE)).flatMap(folder =>
    readdirSync(new URL(`${ARCHIVES}${cik}/${folder}/`, SAMPLE)).map(name => {
      const path = `${ARCHIVES}${cik}/${folder}/${name}`;
      return { url: `https://${path.replace(/\.gz$/, '')}`, bytes: gunzipSync(readFileSync(new URL(path, SAMPLE))) };
    }),
  );
}

function open(url: string, bytes: Buffer) {
  const { records, anomalies } = openFiling([{ url, sha256: '', bytes }]);
  return { contents: records[0]?.contents ?? null, anomalies };
}

/** Sum over the facts of a concept with one axis and no other, by period. */
function sumsBy(report: FilingReport, concept: string, axis: string): Map<string, number> {
  const sums = new Map<string, number>();
  const seen = new Set<string>();
  for (const fact of report.facts) {
    const axes = Object.keys(fact.dimensions);
    const key = JSON.stringify([fact.periodStart, fact.periodEnd, fact.dimensions]);
    if (fact.concept !== concept || axes.length !== 1 || axes[0] !== axis || seen.has(key)) continue;
    seen.add(key);
    const period = `${fact.periodStart} ${fact.periodEnd}`;
    sums.set(period, (sums.get(period) ?? 0) + Number(fact.value));
  }
  return sums;
}

function plain(report: FilingReport, concept: string): Map<string, number> {
  const isPlain = (fact: ReportedFact) => fact.concept === concept && Object.keys(fact.dimensions).length === 0;
  return new Map(
    report.facts.filter(isPlain).map(fact => [`${fact.periodStart} ${fact.periodEnd}`, Number(fact.value)]),
  );
}

describe.skipIf(!existsSync(new URL(`${ARCHIVES}9999900001/`, SAMPLE)))('the fictional issuers of the sample', () => {
  const all = CIKS.flatMap(cik => textsOf(cik).map(text => ({ cik, ...text })));

  test('have the forms of a year; one has the year before and insider reports too, one only an annual report of 1996', () => {
    const forms = CIKS.map(cik => textsOf(cik).map(({ url, bytes }) => readSubmission(bytes, url).filing?.formType));
    const year = ['8-K', '10-K', '8-K', 'DEF 14A', '10-Q'];
    expect(forms).toEqual([['10-K', ...year, '4', '4', '4/A'], year, year, ['10-K']]);
  });

  test('are listed with the data of the headers of their filings', () => {
    for (const cik of CIKS) {
      const path = `data.sec.gov/submissions/CIK${cik}.json.gz`;
      const bytes = gunzipSync(readFileSync(new URL(path, SAMPLE)));
      const { records } = parseSubmissions([{ source: path, bytes }]);
      const listed = new Map(records.filings.map(filing => [filing.nativeId, filing]));
      for (const { url, bytes: text } of textsOf(cik)) {
        const { filing } = readSubmission(text, url);
        const { title, primaryDocument, ...same } = listed.get(filing?.nativeId ?? '') ?? {};
        expect(filing).toMatchObject({ ...same, hasXbrl: filing?.hasXbrl });
        expect(records.issuer?.companyName.toLowerCase()).toContain('(fictional)');
      }
    }
  });

  const written = all.filter(({ url, bytes }) => !/^[345]/.test(readSubmission(bytes, url).filing?.formType ?? ''));
  test.each(written)('have a filing that opens without an anomaly: $url', ({ url, bytes }) => {
    const { contents, anomalies } = open(url, bytes);
    expect(anomalies).toEqual([]);
    expect(contents?.text.status).toBe('found');
    expect(contents?.files.filter(file => file.role === 'primary')).toHaveLength(1);
  });

  test('have insider reports with lines, owners and a correction', () => {
    const reports = all.filter(item => !written.includes(item)).map(({ url, bytes }) => open(url, bytes));
    expect(reports.flatMap(({ anomalies }) => anomalies)).toEqual([]);
    const read = reports.map(({ contents }) => contents?.insiderReport);
    expect(read.map(item => [item?.lines.length, item?.owners.map(({ name }) => name), item?.originalDate])).toEqual([
      [6, ['Robin Sample'], null],
      [1, ['Jamie Example', 'Example Fixture Holdings, LLC'], null],
      [2, ['Robin Sample'], '2026-05-14'],
    ]);
  });

  test('have annual reports with text in every item of the form', () => {
    const keys = '1 1a 1b 1c 2 3 4 5 6 7 7a 8 9 9a 9b 9c 10 11 12 13 14 15 16'.split(' ').map(key => `item_${key}`);
    const reports = all.filter(({ url, bytes }) => readSubmission(bytes, url).filing?.formType === '10-K').slice(0, 4);
    for (const { url, bytes } of reports) {
      const sections = open(url, bytes).contents?.text.sections ?? [];
      expect(sections.map(section => section.sectionKey)).toEqual(keys);
      for (const key of ['item_1', 'item_1a', 'item_7', 'item_8']) {
        const text = sections.find(section => section.sectionKey === key)?.text ?? '';
        expect(text.split(/\s+/).length).toBeGreaterThan(700);
      }
    }
  });

  test('have consistent figures: balance, cash, revenue by segment, region and product', () => {
    const tagged = all.map(({ url, bytes }) => open(url, bytes).contents).filter(item => item?.report != null);
    expect(tagged).toHaveLength(7);
    for (const contents of tagged) {
      const report = contents?.report;
      if (report === null || report === undefined) continue;
      const values = (name: string) => plain(report, `us-gaap:${name}`);
      for (const [day, assets] of values('Assets')) {
        expect(values('LiabilitiesAndStockholdersEquity').get(day)).toBe(assets);
        expect((values('Liabilities').get(day) ?? 0) + (values('StockholdersEquity').get(day) ?? 0)).toBe(assets);
      }
      const cash = values('CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents');
      const change = values(
        'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
      );
      for (const [period, risen] of change) {
        const [start = '', end = ''] = period.split(' ');
        const before = new Date(Date.parse(start) - 86_400_000).toISOString().slice(0, 10);
        expect((cash.get(`null ${end}`) ?? 0) - (cash.get(`null ${before}`) ?? 0)).toBe(risen);
      }
      const revenue = 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax';
      const whole = plain(report, revenue);
      expect(whole.size).toBeGreaterThanOrEqual(2);
      for (const axis of [
        'us-gaap:StatementBusinessSegmentsAxis',
        'srt:StatementGeographicalAxis',
        'srt:ProductOrServiceAxis',
      ]) {
        expect(sumsBy(report, revenue, axis)).toEqual(whole);
      }
      expect(sumsBy(report, 'us-gaap:OperatingIncomeLoss', 'us-gaap:StatementBusinessSegmentsAxis')).toEqual(
        values('OperatingIncomeLoss'),
      );
    }
  });

  test('have tagged figures that equal the printed ones', () => {
    const one = all.find(({ url }) => url.endsWith('/9999900001-26-000002.txt'));
    const { contents } = open(one?.url ?? '', one?.bytes ?? Buffer.alloc(0));
    const report = contents?.report;
    const year = '2025-01-01 2025-12-31';
    expect(report == null ? null : plain(report, 'us-gaap:NetIncomeLoss').get(year)).toBe(157_949_000);
    expect(report == null ? null : plain(report, 'us-gaap:EarningsPerShareDiluted').get(year)).toBe(2.57);
    const text = contents?.text.sections.find(section => section.sectionKey === 'item_8')?.text ?? '';
    expect(text).toContain('157,949');
    expect(contents?.text.sections.find(section => section.sectionKey === 'item_7')?.text).toContain('$157.9 million');
    expect(report?.statements.map(statement => statement.statementType)).toEqual([
      'income',
      'comprehensive_income',
      'balance',
      'cashflow',
    ]);
  });

  test('have annual reports of consecutive years with equal common figures and different texts', () => {
    const [earlier, later] = ['25-000002', '26-000002'].map(number => {
      const one = all.find(({ url }) => url.endsWith(`/9999900001-${number}.txt`));
      return open(one?.url ?? '', one?.bytes ?? Buffer.alloc(0)).contents;
    });
    const figures = (report: FilingReport | null | undefined) =>
      new Map(
        report?.facts
          .filter(fact => fact.unit !== null)
          .map(fact => [JSON.stringify([fact.concept, fact.periodStart, fact.periodEnd, fact.dimensions]), fact.value]),
      );
    const [before, now] = [figures(earlier?.report), figures(later?.report)];
    const shared = [...before].filter(([key]) => now.has(key));
    expect(shared.length).toBeGreaterThan(100);
    for (const [key, value] of shared) expect([key, now.get(key)]).toEqual([key, value]);

    const paragraphs = (contents: typeof earlier) =>
      new Set(contents?.text.sections.find(section => section.sectionKey === 'item_1a')?.text.split('\n'));
    const [old, fresh] = [paragraphs(earlier), paragraphs(later)];
    const only = (some: Set<string>, others: Set<string>) => [...some].filter(value => !others.has(value)).join(' ');
    expect(only(old, fresh)).toMatch(/accounted for 16 percent.*three thermal events.*building a second hall/s);
    expect(only(fresh, old)).toMatch(
      /accounted for 14 percent.*four thermal events.*claim an infringement of patents/s,
    );
    expect(only(fresh, old)).not.toContain('hall');
    expect([...fresh].filter(value => old.has(value)).length).toBeGreaterThan(20);
  });

  test('have well-formed inline documents, schemas, linkbases and pictures', () => {
    for (const { url, bytes } of all) {
      for (const file of readSubmission(bytes, url).files) {
        if (file.nativeType === 'GRAPHIC') expect(file.contentType).toBe('image/png');
        const isXml = /^EX-101/.test(file.nativeType) || /^10-[KQ]$/.test(file.nativeType);
        const text = file.bytes.toString('utf8');
        if (!isXml || !text.startsWith('<?xml')) continue;
        const parser = new SaxesParser({ xmlns: true });
        parser.on('error', error => {
          throw error;
        });
        expect(() => parser.write(text).close()).not.toThrow();
      }
    }
  });
});
