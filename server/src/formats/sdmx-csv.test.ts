import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseSdmxCsv } from './sdmx-csv.ts';

const SAMPLES = new URL('../../../../shared/data/market/macro/sdmx_csv/', import.meta.url).pathname;

test('finds components by their ids, with or without labels', () => {
  const plain = parseSdmxCsv('FREQ,REF_AREA,TITLE,OBS_VALUE\nD,XX,"Rate: a title, quoted",1.5\n');
  expect(plain.rows.map(row => [row.line, row.code('REF_AREA'), row.text('TITLE'), row.code('OBS_VALUE')])).toEqual([
    [2, 'XX', 'Rate: a title, quoted', '1.5'],
  ]);
  const labelled = parseSdmxCsv(
    '\uFEFFFREQ:Frequency,REF_AREA:Reference area,OBS_VALUE\r\nD: Daily,XX: Nowhere,1.5\r\n',
  );
  expect(labelled.rows.map(row => [row.code('FREQ'), row.code('REF_AREA'), row.text('REF_AREA')])).toEqual([
    ['D', 'XX', 'XX: Nowhere'],
  ]);
  expect(labelled.rows[0]?.code('ACTION')).toBe('');
});

test('reports truncated lines; a text that is not SDMX-CSV has no components', () => {
  expect(parseSdmxCsv('FREQ,OBS_VALUE\nD,1\nD\n')).toMatchObject({ cutLines: [3], rows: [{ line: 2 }] });
  expect(parseSdmxCsv('').components.size).toBe(0);
});

describe.skipIf(!existsSync(SAMPLES))('samples of other programs (skipped without ../shared/data/market)', () => {
  const read = (name: string): Buffer => readFileSync(SAMPLES + name);

  test('reads versions 1.0 and 2.0 and labels', () => {
    const first = parseSdmxCsv(gunzipSync(read('bis_der_data_v1.csv.gz')).toString());
    expect([first.components.has('DER_CURR_LEG1'), first.rows[0]?.code('TIME_PERIOD')]).toEqual([true, '2002']);
    const second = parseSdmxCsv(read('v20_data_v2.csv').toString());
    expect(second.rows[2]?.code('OBS_VALUE')).toBe('14206.490766');
    // Its rows have one cell less than its header.
    const short = parseSdmxCsv(read('v20_data_v2_action_col.csv').toString());
    expect([short.rows.length, short.cutLines.length > 10]).toEqual([0, true]);
    const labelled = parseSdmxCsv(read('v20_csv_labels_both.csv').toString());
    expect(['DIM1', 'TIME_PERIOD', 'OBS_VALUE'].map(value => labelled.rows[0]?.code(value))).toEqual([
      'A',
      '2020',
      '1',
    ]);
  });
});
