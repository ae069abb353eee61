import { expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { bankOfCanada, observationsUrl, parseObservations } from './source.ts';

function read(text: string) {
  const log = new AnomalyLog('bank-of-canada', 'test');
  const rates = parseObservations(Buffer.from(text), log);
  return {
    rates: rates.map(({ series, date, ratePct }) => `${date} ${series.seriesId} ${series.group} ${ratePct}`),
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}

test('reads observations (made-up) and skips other series', () => {
  const text =
    '{"observations":[{"d":"2026-08-12","V39079":{"v":"2.25"},"FXUSDCAD":{"v":"1.4"}},{"d":"2026-08-11","V39079":{},"BD.CDN.10YR.DQ.YLD":{"v":"3.69"}},{"d":"x"}]}';
  expect(read(text)).toEqual({
    rates: [
      '2026-08-12 V39079 policy 2.25',
      '2026-08-11 V39079 policy null',
      '2026-08-11 BD.CDN.10YR.DQ.YLD gov10y 3.69',
    ],
    anomalies: ['bad_date'],
  });
  expect(read('{"message":"no"}')).toEqual({ rates: [], anomalies: ['unexpected_document'] });
});

test('identifies imported observations by the names of the series', () => {
  const urlOf = (text: string) => bankOfCanada.identifyImport('a.json', Buffer.from(text));
  expect(urlOf('{"observations":[{"d":"2026-08-11","V39079":{}}]}')).toBe(observationsUrl(null));
  expect(() => urlOf('{"observations":[]}')).toThrow(/Unrecognised file a\.json/);
  expect(observationsUrl('2026-08-01')).toContain('?start_date=2026-08-01');
});
