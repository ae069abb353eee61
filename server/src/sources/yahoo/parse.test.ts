import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { charts, histories, quotes as quotesKind } from './documents.ts';
import { readChart, restated } from './read-chart.ts';
import { yahoo } from './source.ts';
import { symbolOf } from './symbols.ts';

const MARKET = new URL('../../../../../shared/data/market/', import.meta.url).pathname;

const chartUrl = (symbol: string): string => charts.url({ symbol });

async function parse(url: string, text: string) {
  const { published, anomalies } = await yahoo.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  const [series] = published?.priceSeries ?? [];
  return { series, quotes: published?.quotes ?? [], anomalies: anomalies.map(anomaly => anomaly.kind) };
}

/** Two days of a made-up share of London, in pence: the second session goes on. */
const LONDON = {
  meta: {
    currency: 'GBp',
    symbol: 'FICT.L',
    exchangeTimezoneName: 'Europe/London',
    gmtoffset: 3600,
    dataGranularity: '1d',
    regularMarketPrice: 1234.5,
    regularMarketTime: Date.UTC(2024, 6, 3, 10) / 1000,
    regularMarketDayHigh: 1250,
    regularMarketVolume: 77,
    currentTradingPeriod: {
      regular: { start: Date.UTC(2024, 6, 3, 7) / 1000, end: Date.UTC(2024, 6, 3, 15, 30) / 1000 },
    },
  },
  // The first session began at 23:59 in summer time of the day before, were today's offset used.
  timestamp: [Date.UTC(2024, 0, 2, 8), Date.UTC(2024, 6, 1, 7), Date.UTC(2024, 6, 2, 7), Date.UTC(2024, 6, 3, 7)].map(
    value => value / 1000,
  ),
  events: {
    splits: { a: { date: Date.UTC(2024, 6, 1, 7) / 1000, numerator: 5, denominator: 1 } },
    dividends: { b: { date: Date.UTC(2024, 6, 2, 7) / 1000, amount: 3.21 } },
  },
  indicators: {
    quote: [{ close: [1000, null, 1200.1, 1234.5], volume: [5, null, 6, 7] }],
    adjclose: [{ adjclose: [990, null, 1200.1, 1234.5] }],
  },
};
const chart = (result: object) => JSON.stringify({ chart: { result: [result], error: null } });

test('converts pence to pounds, counts bars without prices, and omits the close of an open session', async () => {
  const { series, quotes, anomalies } = await parse(chartUrl('FICT.L'), chart(LONDON));
  expect(anomalies).toEqual(['null_bars']);
  expect(series).toMatchObject({
    symbol: 'FICT.L',
    of: { kind: 'listing', marketId: 'uk', ticker: 'FICT' },
    currency: 'GBP',
    bars: { closes: { split_adjusted: [10, 12.001], adjusted: [9.9, 12.001] }, volumes: [5, 6] },
  });
  expect(series?.bars.days.map(toIsoDate)).toEqual(['2024-01-02', '2024-07-02']);
  expect(series?.actions?.splits.map(({ day, ratio }) => [toIsoDate(day), ratio])).toEqual([['2024-07-01', 5]]);
  expect(series?.actions?.dividends.map(({ day, amount }) => [toIsoDate(day), amount])).toEqual([
    ['2024-07-02', 0.0321],
  ]);
  expect(quotes).toEqual([
    {
      symbol: 'FICT.L',
      of: { kind: 'listing', marketId: 'uk', ticker: 'FICT', mic: null },
      currency: 'GBP',
      price: 12.345,
      priceAt: '2024-07-03T10:00:00Z',
      previousClose: 12.001,
      dayHigh: 12.5,
      dayLow: null,
      volume: 77,
      delayMinutes: null,
    },
  ]);
});

test.each([
  [254.42999267578125, 254.43],
  [5234.18017578125, 5234.18],
  [10, 10],
  [0.004999999888241291, 0.005],
  [254.425, 254.425],
  [71300, 71300],
])('reads %d of the source as %d', (printed, price) => {
  expect(restated(printed, 1)).toBe(price);
});

test('reads no daily closes from monthly bars, and nothing of another symbol than requested', async () => {
  const monthly = { ...LONDON, meta: { ...LONDON.meta, dataGranularity: '1mo' } };
  const { series, quotes, anomalies } = await parse(chartUrl('FICT.L'), chart(monthly));
  expect([series, quotes.length, anomalies]).toEqual([undefined, 1, ['null_bars', 'not_daily']]);
  expect(await parse(chartUrl('OTHER.L'), chart(LONDON))).toEqual({
    series: undefined,
    quotes: [],
    anomalies: ['other_symbol'],
  });
});

test('reads a table of the former download in any order, without holidays', async () => {
  const table =
    'Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-03,1,1,1,11,10.5,7\n2024-01-02,1,1,1,10,9.5,6\n2024-01-01,null,null,null,null,null,null\n';
  const { series, anomalies } = await parse(histories.url({ symbol: 'FICT' }), table);
  expect(anomalies).toEqual([]);
  expect(series).toMatchObject({
    currency: 'USD',
    bars: { closes: { split_adjusted: [10, 11], adjusted: [9.5, 10.5] }, volumes: [6, 7] },
    actions: null,
  });
});

test.each([
  [chartUrl('FICT'), 'Too Many Requests\r\n', 'back_off'],
  [quotesKind.url({ symbols: 'FICT' }), 'Too Many Requests', 'back_off'],
  [chartUrl('FICT'), '{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}', 'absent'],
  [quotesKind.url({ symbols: 'FICT' }), '{"finance":{"result":null,"error":{"code":"Unauthorized"}}}', 'retry'],
  [quotesKind.url({ symbols: 'FICT' }), '{"quoteResponse":{"result":[],"error":null}}', 'absent'],
  [histories.url({ symbol: 'FICT' }), '404 Not Found: No data found', 'retry'],
])('rejects %s, %j with status 200 as data: %s', (url, text, action) => {
  expect(yahoo.validateResponse(url, Buffer.from(text))?.action).toBe(action);
});

test('recognises symbols, and URLs of known symbols only', () => {
  expect(['aapl', '7203.t', '^gspc', 'EURUSD=X', 'SAP.F', 'brk-b', '000001.SS'].map(symbolOf)).toEqual([
    'AAPL',
    '7203.T',
    '^GSPC',
    null,
    null,
    'BRK-B',
    '000001.SS',
  ]);
  expect(yahoo.sourceOf(quotesKind.url({ symbols: 'AAPL,MUV2.DE' }))).toBe('files');
  expect(yahoo.sourceOf(chartUrl('^GSPC'))).toBe('files');
  expect(yahoo.sourceOf(chartUrl('EURUSD=X'))).toBeNull();
});

describe.skipIf(!existsSync(MARKET))('responses of the service (needs ../shared/data/market)', () => {
  const FILES: Record<string, string> = {
    AAPL: 'history_chart_AAPL.json',
    VFINX: 'history_chart_VFINX.json',
    'portfolio-performance sample 01': 'portfolio-performance_response_yahoo_historical01.txt',
  };
  const readFile = (name: string) => readFileSync(`${MARKET}prices/yahoo_json/${name}`, 'utf8');

  test('charts agree with independently read values', () => {
    const truths = readMarketTruth(/^y(?:chart:|null)/);
    expect(truths.length).toBe(9);
    for (const { key, date, value } of truths) {
      const read = readChart(readFile(FILES[key.replace(/ null bars$/, '')] ?? ''), new AnomalyLog('yahoo', key));
      if (key.endsWith('null bars')) expect([key, read?.nullBars]).toEqual([key, value]);
      else {
        const place = read?.bars.days.findIndex(day => toIsoDate(day) === date) ?? -1;
        expect([0, (read?.bars.days.length ?? 0) - 1]).toContain(place);
        // The truth has the digits of the single-precision number that the service writes.
        const close = read?.bars.closes.split_adjusted?.[place] ?? Number.NaN;
        expect(Math.fround(close)).toBeCloseTo(value ?? Number.NaN, 5);
      }
    }
  });

  test('reads quotes, and none of an unknown symbol', async () => {
    const text = readFile('quote_v7_AAPL-MSFT.json');
    const { quotes, anomalies } = await parse(yahoo.identifyImport('quote.json', Buffer.from(text)), text);
    expect(anomalies).toEqual([]);
    expect(quotes).toMatchObject([
      { symbol: 'AAPL', price: 269.7, priceAt: '2025-10-29T20:00:01Z', previousClose: 269, delayMinutes: 0 },
      { symbol: 'MSFT', price: 541.55 },
    ]);
    expect((await parse(quotesKind.url({ symbols: 'GS2C' }), readFile('quote_v7_GS2C.json'))).quotes).toEqual([]);
  });

  test('tables agree with independently read values', async () => {
    const folders: [string, string][] = [
      ['prices/yahoo_csv_sp500_2020', 'close'],
      ['index/yahoo_csv', 'index'],
    ];
    const truths = readMarketTruth(/^csv:/);
    let held = 0;
    for (const [folder] of folders) {
      for (const name of readdirSync(MARKET + folder).filter(candidate => candidate.endsWith('.csv'))) {
        const bytes = readFileSync(`${MARKET}${folder}/${name}`);
        const url = yahoo.identifyImport(name, bytes);
        const { series, anomalies } = await parse(url, bytes.toString());
        expect([name, anomalies, (series?.bars.days.length ?? 0) > 100]).toEqual([name, [], true]);
        for (const { value, date } of truths.filter(
          truth => `${truth.key}.csv` === name && truth.date.startsWith('202'),
        )) {
          const place = series?.bars.days.findIndex(day => toIsoDate(day) === date) ?? -1;
          if (place < 0) continue;
          expect(series?.bars.closes.split_adjusted?.[place]).toBeCloseTo(value ?? Number.NaN, 6);
          held++;
        }
      }
    }
    expect(held).toBe(7);
  });
});
