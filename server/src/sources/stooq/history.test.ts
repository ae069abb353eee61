import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { historyUrl, parseHistory, symbolOf, symbolOfFile } from './history.ts';
import { stooq } from './source.ts';

const MARKET = new URL('../../../../../shared/data/market/', import.meta.url).pathname;

function read(symbol: string, text: string | Buffer) {
  const log = new AnomalyLog('stooq', 'test');
  const [series] = parseHistory(symbol, Buffer.from(text), log).priceSeries ?? [];
  const rows = series?.bars.days.map((day, at) => `${toIsoDate(day)} ${series.bars.closes.adjusted?.[at]}`) ?? [];
  return { series, rows, anomalies: log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`) };
}

test('recognises symbols of shares and indexes, and names of files', () => {
  expect(['AAPL', 'brk.b', '7203.jp', '^SPX', 'usdpln', 'no symbol'].map(symbolOf)).toEqual([
    'aapl.us',
    'brk-b.us',
    '7203.jp',
    '^spx',
    'usdpln.us',
    null,
  ]);
  const files = ['jnj_us_d.csv', 'nkx_d.csv', '^dax_d.csv', 'aapl.us.txt', 'brk-a_us_d.csv', 'apple_usd.csv'];
  expect(files.map(symbolOfFile)).toEqual(['jnj.us', '^nkx', '^dax', 'aapl.us', 'brk-a.us', null]);
  expect(stooq.sourceOf(historyUrl('usdpln'))).toBeNull();
  expect(() => stooq.identifyImport('notes.csv', Buffer.from('a,b'))).toThrow('Unrecognised file notes.csv');
});

test('reads a table in each language and order, and reports invalid days and closes', () => {
  const polish = read(
    'jnj.us',
    'Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2024-01-03,1,1,1,9,5\n2024-01-02,1,1,1,8,4\n',
  );
  expect(polish).toMatchObject({
    rows: ['2024-01-02 8', '2024-01-03 9'],
    anomalies: [],
    series: {
      symbol: 'jnj.us',
      currency: 'USD',
      of: { marketId: 'us', ticker: 'JNJ' },
      bars: { volumes: [4, 5] },
      actions: null,
    },
  });
  const bad = read(
    '^spx',
    'Date,Open,High,Low,Close\n2024-01-02,1,1,1,8\n2024-01-32,1,1,1,9\n2024-01-02,1,1,1,7\n2024-01-03,1,1,1,-3\n2024-01-04,1,1,1,x\n2024-01-05,1,1,1,\n',
  );
  expect(bad.rows).toEqual(['2024-01-02 8']);
  expect(bad.anomalies).toEqual(['bad_date line 3', 'repeated_day line 4', 'bad_close line 5', 'bad_close line 6']);
  expect(bad.series).toMatchObject({ of: { kind: 'index', indexId: 'sp500' }, bars: { volumes: null } });
});

test.each([
  ['aapl.us', '<html></html>', 'unexpected_document'],
  ['aapl.us', 'Time,Price\n1,2\n', 'unexpected_document'],
])('%s %j is reported as no history', (symbol, text, kind) => {
  const { series, anomalies } = read(symbol, text);
  expect([series, anomalies[0]?.split(' ')[0]]).toEqual([undefined, kind]);
});

test.each([
  ['Exceeded the daily hits limit', 'back_off'],
  ['Get your apikey:\n1. Open https://stooq.com/q/d/?s=spy.us&get_apikey', 'reject_key'],
  ['<!DOCTYPE html><html><a href="?get_apikey">', 'reject_key'],
  ['No data', 'absent'],
  ['', 'retry'],
  ['<html>wait</html>', 'retry'],
])('rejects %j with status 200: %s', (text, action) => {
  expect(stooq.validateResponse(historyUrl('aapl.us'), Buffer.from(text))?.action).toBe(action);
});

describe.skipIf(!existsSync(MARKET))('files of the site (needs ../shared/data/market)', () => {
  const SYMBOLS: Record<string, string> = { '^SPX': '^spx', '^DAX': '^dax', '^KOSPI': '^kospi', '^NKX': '^nkx' };
  const FILES: Record<string, string> = {
    '^SPX': 'index/stooq/sp500_usd.csv.gz',
    '^DAX 1959-09-28': 'index/stooq/dax_eur.csv.gz',
    '^DAX': 'index/stooq/dax_d_polish_headers.csv',
    '^KOSPI': 'index/stooq/kospi_d.csv',
    '^NKX': 'index/stooq/nkx_d.csv',
  };

  test('closes agree with independently read values', () => {
    const truths = readMarketTruth(/^csv:/).filter(truth => SYMBOLS[truth.key] !== undefined && truth.value !== null);
    const ofSite = truths.filter(truth => truth.date !== '2026-02-11' && truth.date !== '2023-08-28');
    expect(ofSite.map(truth => truth.key)).toEqual(['^SPX', '^DAX', '^DAX', '^KOSPI', '^NKX']);
    for (const { key, date, value } of ofSite) {
      const file = readFileSync(`${MARKET}${FILES[`${key} ${date}`] ?? FILES[key]}`);
      const bytes = file[0] === 0x1f ? gunzipSync(file) : file;
      const { rows, anomalies } = read(SYMBOLS[key] ?? '', bytes);
      expect([rows.find(row => row.startsWith(date)), anomalies]).toEqual([`${date} ${value}`, []]);
    }
  });

  test('reads whole histories, from the first line to the last', () => {
    const ofFile = (symbol: string, name: string) => {
      const file = readFileSync(`${MARKET}prices/stooq/${name}`);
      const { rows, anomalies } = read(symbol, file[0] === 0x1f ? gunzipSync(file) : file);
      return [rows.length, rows[0], rows.at(-1), anomalies];
    };
    expect(ofFile('xom.us', 'xom_us_d.csv.gz')).toEqual([13_418, '1970-01-02 1.15116', '2023-03-17 99.84', []]);
    expect(ofFile('aapl.us', 'apple_usd.csv.gz').slice(1)).toEqual(['1984-09-07 0.0998239', '2025-01-08 241.29', []]);
    expect(ofFile('aapl.us', 'aapl.us.txt.gz').slice(1, 2)).toEqual(['1984-09-07 0.42388']);
  });
});
