import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dataUrl, parsePolicyRates } from './policy-rates.ts';
import { bis } from './source.ts';

function read(text: string) {
  const log = new AnomalyLog('bis', 'test');
  const rates = parsePolicyRates(Buffer.from(text), log);
  return {
    rates: rates.map(({ series, date, ratePct }) => `${date} ${series.seriesId} ${series.countryCode} ${ratePct}`),
    notes: [...new Set(rates.map(rate => rate.series.note))],
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}

describe('tables of policy rates (made-up)', () => {
  test('reads daily and monthly rates, with labels, without a value, and deleted', () => {
    const text =
      'STRUCTURE,ACTION,FREQ:Frequency,REF_AREA:Reference area,TIME_PERIOD:Time,OBS_VALUE:Value,COMPILATION:Compilation\n' +
      'dataflow,I,D: Daily,XM: Euro area,2024-06-12,3.75,"From 18 Sep 2024 onwards: deposit rate; from 15 Oct 2008: other"\n' +
      'dataflow,I,D: Daily,XM: Euro area,2024-06-15,NaN,\n' +
      'dataflow,D,D: Daily,XM: Euro area,2024-06-11,4,\n' +
      'dataflow,I,M: Monthly,US: United States,2024-02,5.375,\n';
    expect(read(text)).toEqual({
      rates: [
        '2024-06-12 WS_CBPOL.D.XM EA 3.75',
        '2024-06-15 WS_CBPOL.D.XM EA null',
        '2024-06-11 WS_CBPOL.D.XM EA null',
        '2024-02-29 WS_CBPOL.M.US US 5.375',
      ],
      notes: [
        'deposit rate',
        'Rate at the end of the month. Mid-point of the target range for the federal funds rate.',
      ],
      anomalies: [],
    });
  });

  test('reports unknown frequencies and areas, invalid days and rates, and truncated rows', () => {
    const text =
      'FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE\nQ,US,2024-Q1,5\nD,USA,2024-01-02,5\nD,US,yesterday,5\nD,US,2024-01-02,x\nD,US\n';
    const { rates, anomalies } = read(text);
    expect([rates, anomalies.sort()]).toEqual([
      [],
      ['bad_date', 'bad_rate', 'cut_row', 'unknown_series', 'unknown_series'],
    ]);
    expect(read('a,b\n1,2\n').anomalies).toEqual(['unexpected_document']);
    expect(read('<html>').anomalies).toEqual(['unexpected_document']);
  });
});

test('dates the level before a change to the day before, in an extract', () => {
  const text =
    'area_code,freq_code,date,value,prev_level,last_change_date,definition\nXX,D,2026-05-26,2.0,2.25,2025-06-11,a fictional rate\nXY,D,2026-05-26,1,,,\n';
  expect(read(text)).toEqual({
    rates: [
      '2025-06-10 WS_CBPOL.D.XX XX 2.25',
      '2025-06-11 WS_CBPOL.D.XX XX 2.0',
      '2026-05-26 WS_CBPOL.D.XX XX 2.0',
      '2026-05-26 WS_CBPOL.D.XY XY 1',
    ],
    notes: ['a fictional rate', null],
    anomalies: [],
  });
});

test('reads the monthly history of a JSON file, but not its latest rate from another publisher', () => {
  const response = {
    iso2: 'XX',
    latest: { rate: 9 },
    sources: { history: 'BIS CBPOL (monthly)' },
    history: [
      { d: '2024-02', v: 1.5 },
      { d: 'soon', v: 1 },
    ],
  };
  const text = JSON.stringify(response);
  expect(read(text)).toMatchObject({ rates: ['2024-02-29 WS_CBPOL.M.XX XX 1.5'], anomalies: ['bad_date'] });
  expect(read('{"iso2":"XX"}').anomalies).toEqual(['unexpected_document']);
  expect(bis.identifyImport('XX.json', Buffer.from(text))).toBe(dataUrl('M', 'XX', null));
  expect(() => bis.identifyImport('x.csv', Buffer.from('DATE,RATE\n'))).toThrow(/Unrecognised file x\.csv/);
});
