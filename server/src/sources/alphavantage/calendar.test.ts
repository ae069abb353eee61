import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { CALENDAR_URL } from './calendar.ts';
import { alphaVantage } from './source.ts';

async function parse(text: string | Buffer) {
  const document = { url: CALENDAR_URL, sha256: '', bytes: Buffer.from(text) };
  const { published, anomalies } = await alphaVantage.parse([document]);
  return {
    entries: published?.calendarEntries ?? [],
    anomalies: anomalies.map(anomaly => `${anomaly.kind} ${anomaly.locator}`),
  };
}

test('finds columns by name, and reads estimates that are empty or 0 as null', async () => {
  const { entries, anomalies } = await parse(
    'symbol,name,reportDate,fiscalDateEnding,estimate,currency,timeOfTheDay\r\nFICT,"Fictional Works, Inc",2026-04-28,2026-03-31,-0.5,DKK,post-market\r\nFICTY,FICTY,2026-04-29,2026-03-31,0,,\nFICT.TRT,X,2026-04-29,2026-03-31,,CAD,\nBAD,X,soon,2026-03-31,,USD,\n',
  );
  expect(anomalies).toEqual(['bad_row line 4', 'bad_row line 5']);
  expect(entries).toEqual([
    {
      ticker: 'FICT',
      marketId: 'us',
      documentUrl: CALENDAR_URL,
      reportDate: '2026-04-28',
      dateStatus: 'estimated',
      reportTime: 'after_market',
      callAt: null,
      periodEnd: '2026-03-31',
      fiscalYear: null,
      fiscalPeriod: null,
      currency: 'DKK',
      epsEstimate: -0.5,
      epsActual: null,
      revenueEstimate: null,
      estimatesCount: null,
    },
    expect.objectContaining({ ticker: 'FICTY', currency: null, epsEstimate: null, reportTime: 'unknown' }),
  ]);
});

test('rejects a message in place of the table', async () => {
  const actionFor = (text: string) => alphaVantage.validateResponse(CALENDAR_URL, Buffer.from(text))?.action ?? null;
  expect(actionFor('symbol,name,reportDate,fiscalDateEnding,estimate,currency\n')).toBeNull();
  expect(actionFor('{"Information":"our standard API rate limit is 25 requests per day"}')).toBe('back_off');
  expect(actionFor('{"Error Message":"the parameter apikey is invalid or missing"}')).toBe('reject_key');
  expect(actionFor('{}')).toBe('retry');
  expect(actionFor('<html>')).toBe('retry');
  expect(await parse('a,b\n1,2')).toEqual({ entries: [], anomalies: ['unexpected_document '] });
});

const FILE = new URL(
  '../../../../../shared/data/market/calendar/alphavantage/earnings_calendar_2025-05.csv.gz',
  import.meta.url,
).pathname;

test.skipIf(!existsSync(FILE))('reads three months as served (needs ../shared/data/market)', async () => {
  const bytes = gunzipSync(readFileSync(FILE));
  expect(alphaVantage.identifyImport('calendar.csv', bytes)).toBe(CALENDAR_URL);
  const { entries, anomalies } = await parse(bytes);
  expect(anomalies).toEqual([]);
  expect(entries).toHaveLength(8_464);
  const truths = readMarketTruth(/^cal$/).filter(truth => truth.sourceFile.endsWith('.csv.gz'));
  expect(truths).toHaveLength(4);
  for (const { key, date, value, unit } of truths) {
    expect(entries).toContainEqual(
      expect.objectContaining({
        ticker: key.replace(' report_date', ''),
        reportDate: date,
        epsEstimate: value,
        currency: unit.replace('EPS estimate ', ''),
      }),
    );
  }
});
