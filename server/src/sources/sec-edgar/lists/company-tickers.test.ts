import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseCompanyTickers } from './company-tickers.ts';

const named = (source: string, content: unknown) => {
  return { source, bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) };
};

const PLAIN = {
  0: { cik_str: 9999999, ticker: 'FFAS', title: 'Fictional Fasteners, Inc.' },
  1: { cik_str: '0009999998', ticker: 'BOLT-B', title: 'Bolt Holdings' },
  2: { cik_str: 9999999, ticker: 'FFAS-PA', title: 'Fictional Fasteners, Inc.' },
};
const EXCHANGE = {
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [
    [9999999, 'Fictional Fasteners, Inc.', 'FFAS', 'Nasdaq'],
    [9999998, 'Bolt Holdings', 'BOLT-B', null],
    [9999997, 'Nuts plc', 'NUTS', 'OTC'],
  ],
};

describe('company tickers', () => {
  test('are read once from both files, with their exchange, in any order', () => {
    for (const files of [
      [named('a', PLAIN), named('b', EXCHANGE)],
      [named('b', EXCHANGE), named('a', PLAIN)],
    ]) {
      const { records, anomalies } = parseCompanyTickers(files);
      expect(anomalies).toEqual([]);
      expect(
        records.map(record => [
          record.canonicalKey,
          record.companyName,
          record.listings.map(l => `${l.ticker} ${l.mic} ${l.isHome}`),
        ]),
      ).toEqual(
        expect.arrayContaining([
          ['cik:9999999', 'Fictional Fasteners, Inc.', ['FFAS XNAS true', 'FFAS-PA null false']],
          ['cik:9999998', 'Bolt Holdings', ['BOLT-B null true']],
          ['cik:9999997', 'Nuts plc', ['NUTS OTCM true']],
        ]),
      );
      expect(records).toHaveLength(3);
    }
  });

  test('are kept beside invalid rows, which are reported', () => {
    const files = [
      named('a', {
        ...PLAIN,
        3: null,
        4: { cik_str: 'x', ticker: 'X', title: 'X' },
        5: { cik_str: 1, ticker: '', title: 'X' },
      }),
      named('b', { ...EXCHANGE, data: [...EXCHANGE.data, [1, 'short'], 'x', [1, 'Mars Ltd', 'MARS', 'Mars']] }),
    ];
    const { records, anomalies } = parseCompanyTickers(files);
    expect(records).toHaveLength(4);
    expect(anomalies.map(anomaly => `${anomaly.source} ${anomaly.kind} ${anomaly.locator}`)).toEqual([
      'a bad_row 3',
      'a bad_row 4',
      'a bad_row 5',
      'b bad_row data[3]',
      'b bad_row data[4]',
      'b unknown_exchange 0000000001 MARS',
    ]);
  });

  test.each([
    ['{}', ['empty_answer']],
    ['<html></html>', ['html_instead_of_json', 'empty_answer']],
    ['{"fields":["cik"],"data":[[1]]}', ['missing_column', 'empty_answer']],
  ])('%s', (text, kinds) => {
    expect(parseCompanyTickers([named('a', text)]).anomalies.map(anomaly => anomaly.kind)).toEqual(kinds);
  });

  test('are kept up to the end of a truncated file', () => {
    const text = JSON.stringify(EXCHANGE);
    const { records, anomalies } = parseCompanyTickers([named('b', text.slice(0, text.indexOf('9999997')))]);
    expect(records.map(record => record.canonicalKey)).toEqual(['cik:9999999', 'cik:9999998']);
    expect(anomalies[0]?.kind).toBe('truncated_json');
  });
});

const FOLDER = new URL('../../../../../../shared/data/us/indexes/', import.meta.url);

describe.skipIf(!existsSync(FOLDER))('recorded files (skipped if they are missing)', () => {
  const load = (name: string) => ({ source: name, bytes: gunzipSync(readFileSync(new URL(name, FOLDER))) });

  test('give some ten thousand tickers of 7,878 companies', () => {
    const { records, anomalies } = parseCompanyTickers([
      load('company_tickers.json.gz'),
      load('company_tickers_exchange.json.gz'),
    ]);
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(7_878);
    expect(records.flatMap(record => record.listings).length).toBeGreaterThanOrEqual(10_089);
    const berkshire = records.find(record => record.canonicalKey === 'cik:1067983');
    expect(berkshire?.listings.map(listing => [listing.ticker, listing.mic, listing.isHome])).toEqual([
      ['BRK-B', 'XNYS', true],
      ['BRK-A', 'XNYS', false],
    ]);
  });
});
