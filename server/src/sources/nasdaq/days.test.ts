import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { days } from './days.ts';
import { nasdaq } from './source.ts';

const dayUrl = (day: string): string => days.url({ day });

/** A made-up day in the documented form. */
const DAY = {
  data: {
    asOf: 'Tue, Apr 28, 2026',
    rows: [
      {
        symbol: 'FICT',
        name: 'Fictional Works, Inc.',
        time: 'time-pre-market',
        marketCap: '$1,119,000',
        fiscalQuarterEnding: 'Feb/2028',
        epsForecast: '($0.08)',
        noOfEsts: '4',
      },
      {
        symbol: 'OTHR',
        time: 'time-not-supplied',
        fiscalQuarterEnding: '',
        epsForecast: '',
        noOfEsts: 'N/A',
        eps: '$1,001.5',
      },
      { name: 'Nobody' },
    ],
  },
};

async function parse(url: string, response: object) {
  const { published, anomalies } = await nasdaq.parse([
    { url, sha256: '', bytes: Buffer.from(JSON.stringify(response)) },
  ]);
  return { entries: published?.calendarEntries ?? [], anomalies: anomalies.map(anomaly => anomaly.kind) };
}

test('reads time, period and estimate of a row, and null if it does not state one', async () => {
  const { entries, anomalies } = await parse(dayUrl('2026-04-28'), DAY);
  expect(anomalies).toEqual(['bad_row']);
  expect(entries).toEqual([
    {
      ticker: 'FICT',
      marketId: 'us',
      documentUrl: 'https://api.nasdaq.com/api/calendar/earnings?date=2026-04-28',
      reportDate: '2026-04-28',
      dateStatus: 'estimated',
      reportTime: 'before_market',
      callAt: null,
      periodEnd: '2028-02-29',
      fiscalYear: null,
      fiscalPeriod: null,
      currency: 'USD',
      epsEstimate: -0.08,
      epsActual: null,
      revenueEstimate: null,
      estimatesCount: 4,
    },
    expect.objectContaining({
      ticker: 'OTHR',
      reportTime: 'unknown',
      periodEnd: null,
      epsEstimate: null,
      epsActual: 1001.5,
    }),
  ]);
  expect(await parse(dayUrl('2026-04-29'), DAY)).toEqual({ entries: [], anomalies: ['other_day'] });
});

test('treats a day without results as empty, not as failed', () => {
  const fault = (response: object) =>
    nasdaq.validateResponse(dayUrl('2026-04-28'), Buffer.from(JSON.stringify(response)));
  expect(fault(DAY)).toBeNull();
  expect(fault({ data: null })).toMatchObject({ action: 'absent' });
  expect(fault({ data: { rows: null } })).toMatchObject({ action: 'absent' });
});

test('identifies an imported day by its date', () => {
  expect(nasdaq.identifyImport('day.json', Buffer.from(JSON.stringify(DAY)))).toBe(dayUrl('2026-04-28'));
  expect(() => nasdaq.identifyImport('day.json', Buffer.from('{"data":{}}'))).toThrow(/Unrecognised file day\.json/);
});

const SAMPLE = new URL('../../../../../shared/data/market/calendar/nasdaq/sample_day_synthetic.json', import.meta.url)
  .pathname;

// Constructed by others from the documented form; no recorded day is available.
test.skipIf(!existsSync(SAMPLE))('reads the synthetic day (needs ../shared/data/market)', async () => {
  const { entries, anomalies } = await parse(dayUrl('2026-08-03'), JSON.parse(readFileSync(SAMPLE, 'utf8')) as object);
  expect(anomalies).toEqual([]);
  expect(
    entries.map(entry => [entry.ticker, entry.reportTime, entry.periodEnd, entry.epsEstimate, entry.estimatesCount]),
  ).toEqual([
    ['AAPL', 'after_market', '2026-06-30', 1.41, 15],
    ['VRTX', 'after_market', '2026-06-30', 4.3, 5],
  ]);
});
