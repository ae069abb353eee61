import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMarketTruth } from '../../../test/checks/market-truth.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { fred } from './source.ts';

const FILE = new URL('../../../../../shared/data/market/index/fred/sp500_datasets.csv', import.meta.url).pathname;

async function parse(name: string, text: string) {
  const { published, anomalies } = await fred.parse([
    { url: fred.identifyImport(name, Buffer.from(text)), sha256: '', bytes: Buffer.from(text) },
  ]);
  return { series: published?.priceSeries?.[0], anomalies };
}

test('reads the graph of an index as daily closes, without holidays', async () => {
  const { series, anomalies } = await parse(
    'any.csv',
    'observation_date,NIKKEI225\n2024-06-03,38923.03\n2024-06-04,\n2024-06-05,.\n',
  );
  expect(anomalies).toEqual([]);
  expect(series).toMatchObject({
    symbol: 'NIKKEI225',
    of: { kind: 'index', indexId: 'nikkei225' },
    currency: 'JPY',
    bars: { closes: { raw: [38_923.03] }, volumes: null },
    actions: null,
  });
});

describe.skipIf(!existsSync(FILE))('ten years of the S&P 500 (needs ../shared/data/market)', () => {
  test('agree with independently read values', async () => {
    const { series, anomalies } = await parse('sp500_datasets.csv', readFileSync(FILE, 'utf8'));
    expect(anomalies).toEqual([]);
    const closeOf = new Map(series?.bars.days.map((day, at) => [toIsoDate(day), series.bars.closes.raw?.[at]]));
    const days = ['2016-02-15', '2026-02-11'];
    const truths = readMarketTruth(/^csv:.*:1:,$/).filter(truth => truth.key === '^SPX' && days.includes(truth.date));
    expect(truths.map(({ date, value }) => [date, closeOf.get(date) ?? null, value])).toEqual([
      ['2016-02-15', null, null],
      ['2026-02-11', 6941.47, 6941.47],
    ]);
  });
});
