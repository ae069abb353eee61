import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseDay } from '../../kernel/dates.ts';
import { Mirror } from '../kit/http/mirror.ts';
import { BulkZip } from '../kit/packages/bulk-zip.ts';
import type { BulkPiece, Parsed, RegistryClient } from '../kit/source.ts';
import { openDart } from './source.ts';

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const isThere = existsSync(`${INTL}mirror`);
const SAMSUNG = 'dart:00126380';

/** Not read, for reasons in docs/reference/registries/opendart.md: the registry's own ratios, and its list of accounts. */
const UNREAD = new Set(['fnlttSinglIndx', 'fnlttCmpnyIndx', 'xbrlTaxonomy']);

function client(): RegistryClient {
  const mirror = new Mirror(`${INTL}mirror`);
  return fakeClient(openDart, {
    origin: 'replay',
    now: () => new Date('2026-11-20T00:00:00Z'),
    list: () => mirror.list(),
    get: async url => {
      const bytes = await mirror.read({ url });
      return bytes === null ? null : { url, sha256: '', bytes };
    },
  });
}

async function parseTask(kind: string): Promise<Parsed<IssuerRecords[]>> {
  const found = await openDart.discover(client(), { kind: 'everything', since: null });
  const task = found.tasks.find(task => task.kind === kind);
  if (task === undefined) throw new Error(`no task ${kind}`);
  return openDart.parse(await openDart.fetch(client(), task));
}

interface TruthRow {
  [column: string]: string | undefined;
}

function readTruth(file: string): TruthRow[] {
  const [header = '', ...lines] = readFileSync(`${INTL}truth/${file}`, 'utf8').trimEnd().split('\n');
  const names = header.split('\t');
  return lines.map(line => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])));
}

/** Values of a concept by dimensions and period, as the fact sets give them. */
function statedValue(records: readonly IssuerRecords[], concept: string, row: TruthRow): number | null | undefined {
  const dimensions = row.consolidated === 'yes' ? '' : 'basis=non_consolidated';
  for (const { facts } of records) {
    for (const series of facts.flatMap(set => set.series)) {
      if (series.concept !== concept || series.dimensions !== dimensions) continue;
      const start = row.period_start === '' ? null : parseDay(row.period_start ?? '');
      const at = series.ends.findIndex(
        (end, n) => end === parseDay(row.period_end ?? '') && series.starts[n] === start,
      );
      if (at >= 0) return series.values[at];
    }
  }
  return undefined;
}

describe.skipIf(!isThere)('recorded responses (needs ../shared/data/intl)', () => {
  test('are all requested by a task, or are known not to be read', async () => {
    const urls = (await client().list())?.filter(url => url.includes('opendart.fss.or.kr')) ?? [];
    expect(urls.length).toBeGreaterThanOrEqual(41);
    const { tasks, anomalies } = await openDart.discover(client(), { kind: 'everything', since: null });
    expect(anomalies).toEqual([]);
    const requested = new Set(tasks.flatMap(task => task.urls ?? []));
    for (const url of urls) {
      const isUnread = UNREAD.has(/api\/([A-Za-z]+)/.exec(url)?.[1] ?? '');
      expect([url, requested.has(url)]).toEqual([url, !isUnread]);
    }
  });

  test('have no anomaly except the page that is missing', async () => {
    const { anomalies } = await parseTask('company');
    expect(anomalies.map(anomaly => [anomaly.kind, anomaly.detail])).toEqual([
      ['missing_pages', '10 of 15 filings are on the fetched pages'],
    ]);
  });

  test('give Samsung Electronics with profile, listing and identifiers', async () => {
    const { records } = await parseTask('company');
    const issuer = records.find(record => record.source === 'company')?.issuer;
    expect(issuer).toMatchObject({
      canonicalKey: SAMSUNG,
      companyName: '삼성전자(주)',
      countryCode: 'KR',
      fiscalYearEnd: '12-31',
      listings: [{ ticker: '005930', mic: 'XKRX', exchange: 'KOSPI', currency: 'KRW', isHome: true }],
    });
    expect(issuer?.identifiers).toEqual(
      expect.arrayContaining([
        { scheme: 'dart', identifier: '00126380' },
        { scheme: 'jurir_no', identifier: '1301110006246' },
        { scheme: 'bizr_no', identifier: '1248100998' },
      ]),
    );
    expect(issuer?.alternateNames).toEqual([
      { kind: 'english', name: 'SAMSUNG ELECTRONICS CO,.LTD' },
      { kind: 'short', name: '삼성전자' },
    ]);
  });

  test('give its list of January 2024 with kinds, corrections and other filers', async () => {
    const { records } = await parseTask('company');
    const filings = records.find(record => record.source === 'list/20240101-20240131')?.filings ?? [];
    expect(filings).toHaveLength(10);
    const byNumber = new Map(filings.map(filing => [filing.nativeId, filing]));
    expect(byNumber.get('20240131800033')).toMatchObject({
      formType: '연결재무제표기준영업(잠정)실적(공정공시)',
      category: 'earnings_release',
      isAmendment: true,
      filingDate: '2024-01-31',
      acceptedAt: null,
      knownAt: '2024-01-31T15:00:00Z',
      url: 'https://dart.fss.or.kr/dsaf001/main.do?rcpNo=20240131800033',
    });
    expect(byNumber.get('20240126000600')?.category).toBe('large_holding');
  });

  test('give the companies of the truth in the code list, read whole or divided', async () => {
    const { records, anomalies } = await parseTask('corp-codes');
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(3_961);
    const byKey = new Map(records.map(record => [record.canonicalKey, record.issuer]));
    const entities = readTruth('intl_entities.tsv').filter(
      row => row.row_type === 'entity' && row.source_files?.includes('corpCode.zip') === true,
    );
    expect(entities.length).toBeGreaterThanOrEqual(8);
    for (const row of entities) {
      const issuer = byKey.get(row.canonical_key ?? '');
      expect(row.name_local?.split(' / ')).toContain(issuer?.companyName);
      expect(issuer?.listings[0]?.ticker).toBe(row.ticker);
      expect(issuer?.alternateNames).toContainEqual({ kind: 'english', name: row.name_english });
    }
    const zip = await BulkZip.open(`${INTL}kr/opendart/corpCode.zip`);
    expect(await openDart.planBulk(zip, 'corpCode.zip')).toEqual({ kind: 'tables', name: 'corp-codes' });
    const pieces: BulkPiece[] = [];
    for await (const some of openDart.splitBulk(zip, new AnomalyLog('opendart', 'corpCode.zip'))) pieces.push(...some);
    zip.close();
    expect(pieces.map(piece => piece.issuerKey)).toEqual(records.map(record => record.canonicalKey));
    const [piece] = pieces;
    const share = await openDart.parse([
      { url: 'corp-codes/CORPCODE.xml', sha256: '', bytes: Buffer.from(piece?.text ?? '') },
    ]);
    expect(share.anomalies).toEqual([]);
    expect(share.records).toEqual([{ ...records[0], damage: null }]);
  });

  test('give the values of the truth in the main accounts of 2023, on both bases and for three years', async () => {
    const { records } = await parseTask('company');
    const rows = readTruth('intl_financials.tsv').filter(
      row => row.document === 'kr/opendart/samsung_financials.json' && row.value !== '',
    );
    expect(rows.length).toBeGreaterThanOrEqual(30);
    const main = records.filter(record => record.source.startsWith('main-accounts/'));
    for (const row of rows) {
      const concept = `ext:${(row.element_or_label ?? '').replace(/^[A-Z]+ /, '').replace(/\s/g, '')}`;
      expect([concept, row.period_end, statedValue(main, concept, row)]).toEqual([
        concept,
        row.period_end,
        Number(row.value),
      ]);
    }
  });

  test('give one row of all accounts of the company alone', async () => {
    const { records } = await parseTask('company');
    const own = records.filter(record => record.source === 'accounts/2023-11011-OFS');
    const row = { consolidated: 'no', period_start: '', period_end: '2022-12-31' };
    expect(statedValue(own, 'ifrs-full:Assets', row)).toBe(260_083_750_000_000);
    expect(own[0]?.facts[0]?.faces['20240312000736']).toEqual([
      {
        statement: 'BS',
        report: 2,
        line: 7,
        concept: 'ifrs-full:Assets',
        label: '자산총계',
        isNegated: false,
        isParenthetical: false,
      },
    ]);
  });

  test('give the values of the truth in the XBRL package of 2021', async () => {
    const { records, anomalies } = await parseTask('filing');
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['statements_need_taxonomy']);
    const rows = readTruth('intl_financials.tsv').filter(
      row => row.document === 'kr/dart/samsung_2021_annual_xbrl_original.zip' && row.value !== '',
    );
    expect(rows).toHaveLength(60);
    for (const row of rows) {
      const concept = row.element_or_label ?? '';
      expect([concept, row.period_end, row.consolidated, statedValue(records, concept, row)]).toEqual([
        concept,
        row.period_end,
        row.consolidated,
        Number(row.value),
      ]);
    }
  });

  test('give filing, files with backslashes, labels and amounts per share of the XBRL package', async () => {
    const { records } = await parseTask('filing');
    const [opened] = records;
    expect(opened?.canonicalKey).toBe(SAMSUNG);
    expect(opened?.filings[0]).toMatchObject({
      nativeId: '20220308000798',
      formType: '사업보고서',
      category: 'annual_report',
      filingDate: '2022-03-08',
      periodEnd: '2021-12-31',
      isAmendment: false,
      hasXbrl: true,
    });
    expect(opened?.contents?.files.map(file => file.fileName)).toContain('labels/lab_00126380-ko_2011-04-30.xml');
    expect(opened?.contents?.report?.labels?.get('dart:CapitalSurplusMember')).toBe('주식발행초과금');
    const eps = opened?.facts[0]?.series.find(series => series.concept === 'ifrs-full:BasicEarningsLossPerShare');
    expect(eps?.unit).toBe('KRW/shares');
    const capital = opened?.facts[0]?.series.find(
      series =>
        series.concept === 'ifrs-full:Equity' &&
        series.dimensions === 'ifrs-full:ComponentsOfEquityAxis=ifrs-full:IssuedCapitalMember',
    );
    expect(capital?.values.at(-1)).toBe(897_514_000_000);
  });
});

/** Loose files that do not state the request. */
const UNTOLD = new Set([
  // Either basis could have this row; only the whole response shows which.
  'report_fnlttSinglAcntAll.json',
  // Rows of the code list in a client's own form.
  'samsung_corp_code.json',
  'report_fnlttSinglIndx.json',
  'report_fnlttCmpnyIndx.json',
  'report_xbrlTaxonomy_bs1.json',
]);

describe.skipIf(!isThere)('imported files', () => {
  const folders = [`${INTL}kr/opendart/`, `${INTL}kr/opendart/real-excerpt/`];
  const files = isThere
    ? folders.flatMap(folder => readdirSync(folder).flatMap(name => (name.endsWith('.json') ? [{ folder, name }] : [])))
    : [];

  test('are identified by their content', () => {
    expect(files.length).toBeGreaterThanOrEqual(37);
    for (const { folder, name } of files) {
      const bytes = readFileSync(`${folder}${name}`);
      if (UNTOLD.has(name)) {
        expect(() => openDart.identifyImport(name, bytes)).toThrow(/Unrecognised file/);
        continue;
      }
      const url = openDart.identifyImport(name, bytes);
      expect([name, openDart.issuerOf(url), openDart.sourceOf(url) === null]).toEqual([name, SAMSUNG, false]);
    }
  });

  test('are rejected if they are synthetic reports of decisions, which are not read', () => {
    const folder = `${INTL}kr/opendart/shape-only/`;
    for (const name of readdirSync(folder)) {
      expect(() => openDart.identifyImport(name, readFileSync(`${folder}${name}`))).toThrow(/Unrecognised file/);
    }
  });

  test('of an XBRL package without a receipt number need a manifest', () => {
    const path = 'samsung_2021_annual_xbrl_original.zip';
    const bytes = readFileSync(`${INTL}kr/dart/${path}`);
    expect(() => openDart.identifyImport(path, bytes)).toThrow(/Unrecognised file/);
    const row = { path, form: '11011', cik: '', accession: '20220308000798', filed: '', period: '' };
    expect(openDart.placeImport([{ row, bytes }])[0]?.url).toBe(
      'https://opendart.fss.or.kr/api/fnlttXbrl.xml?rcept_no=20220308000798&reprt_code=11011',
    );
  });
});
