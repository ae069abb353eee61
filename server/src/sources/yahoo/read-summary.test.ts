import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { mirrorPath } from '../kit/http/mirror-path.ts';
import { summaries, summaryUrl } from './documents.ts';
import { yahoo } from './source.ts';

async function parse(url: string, text: string | Buffer) {
  const { published, anomalies } = await yahoo.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  const { calendarEntries: entries = [], streetSnapshots: snapshots = [] } = published ?? {};
  return { entries, snapshots, anomalies: anomalies.map(anomaly => anomaly.kind) };
}

const response = (modules: object) => JSON.stringify({ quoteSummary: { result: [modules], error: null } });
const number = (raw: number) => ({ raw, fmt: String(raw) });

/** Made-up modules of one response. */
const MODULES = {
  calendarEvents: {
    earnings: {
      earningsDate: [
        { raw: 1_761_768_000, fmt: '2025-10-29' },
        { raw: 1_762_113_600, fmt: '2025-11-03' },
      ],
      earningsCallDate: [],
      isEarningsDateEstimate: true,
      earningsAverage: {},
      revenueAverage: number(1_000),
    },
  },
  earningsTrend: {
    trend: [
      {
        period: '0q',
        endDate: '2025-09-30',
        earningsEstimate: { avg: number(0.5), numberOfAnalysts: number(3), earningsCurrency: 'EUR' },
        revenueEstimate: { avg: number(900), revenueCurrency: 'EUR' },
      },
      { period: '+1q', endDate: '2025-12-31', earningsEstimate: {}, revenueEstimate: {} },
      { period: '0y', endDate: '2025-12-31', earningsEstimate: { avg: number(2), earningsCurrency: 'EUR' } },
    ],
  },
  financialData: {
    recommendationKey: 'underperform',
    recommendationMean: number(3.8),
    numberOfAnalystOpinions: number(4),
    targetMeanPrice: number(120),
    targetHighPrice: number(150),
    currentPrice: number(100),
    financialCurrency: 'EUR',
  },
  recommendationTrend: { trend: [{ period: '0m', strongBuy: 0, buy: 1, hold: 1, sell: 3, strongSell: 0 }] },
};

test('reads estimates by quarter, the date of results and recommendations from a summary', async () => {
  const { entries, snapshots, anomalies } = await parse(
    summaryUrl('FICT.L'),
    response({ ...MODULES, price: { currency: 'GBp' } }),
  );
  expect(anomalies).toEqual([]);
  expect(entries).toMatchObject([
    { ticker: 'FICT', marketId: 'uk', periodEnd: '2025-12-31', reportDate: null, epsEstimate: null },
    {
      periodEnd: '2025-09-30',
      reportDate: '2025-10-29',
      dateStatus: 'estimated',
      callAt: null,
      currency: 'EUR',
      epsEstimate: 0.5,
      revenueEstimate: 1_000,
      estimatesCount: 3,
    },
  ]);
  expect(snapshots).toMatchObject([
    {
      ticker: 'FICT',
      marketId: 'uk',
      recommendationKey: 'sell',
      recommendationMean: 3.8,
      analystsCount: 4,
      counts: [0, 1, 1, 3, 0],
      targetMean: 1.2,
      targetHigh: 1.5,
      targetLow: null,
      currency: 'GBP',
      price: 1,
    },
  ]);
});

test('omits prices in an unknown unit, and empty recommendations', async () => {
  const [london] = (await parse(summaryUrl('FICT.L'), response(MODULES))).snapshots;
  expect(london).toMatchObject({ recommendationKey: 'sell', targetMean: null, currency: null, price: null });
  const nobody = {
    financialData: { recommendationKey: 'none' },
    recommendationTrend: { trend: [{ period: '0m', hold: 0 }] },
  };
  expect((await parse(summaryUrl('FICT'), response(nobody))).snapshots).toEqual([]);
  expect(await parse(summaryUrl('^GSPC'), response(MODULES))).toEqual({
    entries: [],
    snapshots: [],
    anomalies: ['not_a_share'],
  });
  expect(summaries.open(summaries.url({ symbol: 'FICT', modules: 'esgScores' }))).toBeNull();
  expect(yahoo.identifyImport('FICT.json', Buffer.from(response(MODULES)))).toBe(summaryUrl('FICT'));
  for (const name of ['response.json', 'SUMMARY.json', 'fict.json', 'A B.json']) {
    expect(() => yahoo.identifyImport(name, Buffer.from(response(MODULES)))).toThrow(/^Unrecognised file/);
  }
});

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;

describe.skipIf(!existsSync(MIRROR))('responses of the service (needs ../shared/data/market)', () => {
  const recorded = (symbol: string, module: string) => {
    const url = summaries.url({ symbol, modules: module });
    return parse(url, readFileSync(`${MIRROR}/${mirrorPath({ url })}`));
  };

  test('give the independently read recommendations and estimates of Apple', async () => {
    const { snapshots } = await recorded('AAPL', 'recommendationTrend');
    const truths = readMarketTruth(/^street$/);
    const counts = truths.find(truth => truth.key.endsWith('recommendation_counts 0m'));
    expect(counts?.text).toBe('strongBuy=5;buy=24;hold=14;sell=2;strongSell=3');
    expect(snapshots).toMatchObject([
      { ticker: 'AAPL', counts: [5, 24, 14, 2, 3], recommendationKey: 'buy', recommendationMean: 2.46 },
    ]);
    const expected = truths.find(truth => truth.key === 'AAPL EPS estimate 0q');
    const { entries } = await recorded('AAPL', 'earningsTrend');
    expect(entries).toMatchObject([
      {
        periodEnd: expected?.date,
        epsEstimate: expected?.value,
        revenueEstimate: 102_250_480_070,
        estimatesCount: 32,
        currency: 'USD',
      },
      { periodEnd: '2025-12-31', epsEstimate: 2.51899 },
    ]);
  });

  test('give the confirmed date of Meta, and the estimates of Amazon’s quarters', async () => {
    const [truth] = readMarketTruth(/^cal$/).filter(truth => truth.key === 'META earnings date');
    expect((await recorded('META', 'calendarEvents')).entries).toMatchObject([
      { reportDate: truth?.date, dateStatus: 'confirmed', callAt: '2025-10-29T20:30:00Z', epsEstimate: truth?.value },
    ]);
    expect(
      (await recorded('AMZN', 'earnings')).entries.map(entry => [
        entry.fiscalYear,
        entry.fiscalPeriod,
        entry.epsEstimate,
        entry.epsActual,
      ]),
    ).toEqual([
      [2024, 'q3', 1.14242, 1.43],
      [2024, 'q4', 1.48369, 1.86],
      [2025, 'q1', 1.358, 1.59],
      [2025, 'q2', 1.33192, 1.68],
    ]);
  });
});
