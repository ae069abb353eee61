import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseInstrumentPage, parseMappingResponse } from './parse-responses.ts';
import { openFigi } from './source.ts';

const FOLDER = new URL('../../../../../shared/data/intl/openfigi/', import.meta.url);

function mapping(text: string | Buffer, jobs: number) {
  const log = new AnomalyLog('openfigi', 'mapping');
  return {
    results: parseMappingResponse(Buffer.from(text), jobs, log),
    kinds: log.list().map(anomaly => anomaly.kind),
  };
}

describe.skipIf(!existsSync(FOLDER))('recorded responses', () => {
  const read = (path: string) => readFileSync(new URL(path, FOLDER));

  test.each([
    ['mapping/bulk_request.json', [198, 52]],
    ['mapping/isin_example.json', [198]],
    ['mapping/ticker_with_security_type.json', [61]],
    ['mapping/cusip_with_exchange.json', [1]],
  ])('%s gives a result for each job, every FIGI with a right check digit', (path, counts) => {
    const { results, kinds } = mapping(read(path), counts.length);
    expect(results.map(result => (result.state === 'found' ? result.instruments.length : result.state))).toEqual(
      counts,
    );
    expect(kinds).toEqual([]);
  });

  test('reads the listing of Apple in Frankfurt', () => {
    expect(mapping(read('mapping/currency_mic_example.json'), 1).results).toEqual([
      {
        state: 'found',
        instruments: [
          {
            figi: 'BBG000DH0LL7',
            compositeFigi: 'BBG000DGZJ27',
            shareClassFigi: 'BBG001S5N8V8',
            name: 'APPLE INC',
            ticker: 'APC',
            exchangeCode: 'GY',
            securityType: 'Common Stock',
            securityKind: 'Common Stock',
            marketSector: 'Equity',
            description: 'APC',
          },
        ],
      },
    ]);
  });

  test('reads an invalid job, and pages of filters and searches', () => {
    expect(mapping(read('mapping/invalid_identifier.json'), 1).results).toEqual([
      { state: 'refused', error: 'Invalid idValue format.' },
    ]);
    const log = new AnomalyLog('openfigi', 'filter');
    const page = parseInstrumentPage(read('filter/simple_example.json'), log);
    expect([page?.instruments.length, page?.total]).toEqual([100, 59_884_674]);
    expect(page?.next).toMatch(/^QW9Fc1FrSkhN/);
    expect(parseInstrumentPage(read('filter/no_data.json'), log)).toEqual({ instruments: [], next: null, total: 0 });
    expect(parseInstrumentPage(read('search/no_data.json'), log)).toEqual({ instruments: [], next: null, total: null });
    expect(log.list()).toEqual([]);
  });
});

test('a byte order mark is skipped', () => {
  expect(mapping('\uFEFF[{"warning":"No identifier found."}]', 1)).toEqual({
    results: [{ state: 'none', warning: 'No identifier found.' }],
    kinds: [],
  });
});

test('keeps jobs without a match, refused jobs and empty results apart', () => {
  const { results } = mapping('[{"warning":"No identifier found."},{"error":"Invalid exchCode"},{}]', 3);
  expect(results).toEqual([
    { state: 'none', warning: 'No identifier found.' },
    { state: 'refused', error: 'Invalid exchCode' },
    { state: 'refused', error: 'neither data nor warning nor error' },
  ]);
});

test('an instrument without a valid FIGI is skipped; other FIGIs with a wrong check digit are null', () => {
  const instruments = [
    { figi: 'BBG000BLNNH5', name: 'WRONG' },
    { figi: 'BBG000BLNNH6', compositeFIGI: 'BBG000BLNNH5', name: 'FICT\u0000IONAL' },
  ];
  const { results, kinds } = mapping(JSON.stringify([{ data: instruments }]), 1);
  expect(results).toMatchObject([
    { state: 'found', instruments: [{ figi: 'BBG000BLNNH6', compositeFigi: null, name: 'FICTIONAL' }] },
  ]);
  expect(kinds).toEqual(['bad_identifier', 'bad_row', 'bad_identifier']);
});

test.each([
  ['result_count', '[{"data":[]}]'],
  ['error_answer', '{"error":"Too many mapping jobs in request."}'],
  ['html_instead_of_json', '<html>429 Too Many Requests</html>'],
  ['truncated_json', '[{"data":['],
  ['unexpected_document', '{"data":{}}'],
  ['unexpected_document', 'null'],
])('%s gives no results', (kind, text) => {
  expect(mapping(text, 2)).toEqual({ results: [], kinds: [kind] });
});

test('a file is refused: it does not name its issuer', () => {
  const bytes = Buffer.from('[{"warning":"No identifier found."}]');
  expect(() => openFigi.identifyImport('mapping.json', bytes)).toThrow(
    'Unrecognised file mapping.json. openfigi accepts no imported files.',
  );
});
