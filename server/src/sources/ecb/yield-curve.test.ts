import { expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { ecb } from './source.ts';
import { curveUrl, parseCurve } from './yield-curve.ts';

function read(text: string) {
  const log = new AnomalyLog('ecb', 'test');
  const rates = parseCurve(Buffer.from(text), log);
  return {
    rates: rates.map(({ series, date, ratePct }) => `${date} ${series.tenor} ${ratePct}`),
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}
const KEY = 'YC.B.U2.EUR.4F.G_N_A.SV_C_YM';

test('reads the table of the API (made-up) by the key of a series or its parts, and reports other series', () => {
  const text = `KEY,FREQ,TIME_PERIOD,OBS_VALUE,TITLE\n${KEY}.SR_1Y6M,B,2024-01-02,2.5,"a, title"\n${KEY}.BETA0,B,2024-01-02,1,\n${KEY}.SR_3M,B,2024-01-02,,\n${KEY}.SR_3M,B\n`;
  expect(read(text)).toEqual({
    rates: ['2024-01-02 1Y6M 2.5', '2024-01-02 3M null'],
    anomalies: ['cut_row', 'unknown_series'],
  });
  const parts =
    'FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE\nB,U2,EUR,4F,G_N_C,SV_C_YM,SR_10Y,2024-01-02,3\n';
  expect(read(parts)).toEqual({ rates: ['2024-01-02 10Y 3'], anomalies: [] });
});

test('reads the export of the portal (made-up) with either separator', () => {
  const title = `Spot rate, 10-year (${KEY}.SR_10Y)`;
  expect(read(`DATE;TIME PERIOD;${title}\n2024-01-02;02 Jan 2024;-0.178064\n2024-02-30;;1\n2024-01-03;03`)).toEqual({
    rates: ['2024-01-02 10Y -0.178064'],
    anomalies: ['bad_date', 'cut_row'],
  });
  expect(read(`DATE,TIME PERIOD,"${title}","Other"\n2024-01-02,,1,2\n`)).toEqual({
    rates: ['2024-01-02 10Y 1'],
    anomalies: ['unknown_series'],
  });
  const imported = ecb.identifyImport('anything.csv', Buffer.from(`DATE;TIME PERIOD;${title}\n`));
  expect([ecb.sourceOf(imported), imported]).toEqual([
    'yield-curve',
    curveUrl(null, 'B.U2.EUR.4F.G_N_A.SV_C_YM.SR_10Y'),
  ]);
});

test('reports files that are not yield curves', () => {
  expect(read('').anomalies).toEqual(['empty_answer']);
  expect(read('Date,USD\n').anomalies).toEqual(['unexpected_document']);
  expect(read('<html>').anomalies).toEqual(['unexpected_document']);
  expect(curveUrl('2024-02-01')).toContain('startPeriod=2024-01-11');
});
