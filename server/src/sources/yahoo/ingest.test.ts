import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { archiveDocuments, type Ingest } from '../../pipeline/runs/ingest.ts';
import { charts } from './documents.ts';
import { yahoo } from './source.ts';

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;
const everything = { kind: 'everything', since: null } as const;
const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, {
  registries: ['stooq', 'yahoo'],
  contact: 'Test test@example.com',
  originOverrides: registry.originOverrides,
});
beforeEach(() =>
  database.db.execute(sql`truncate price_series, price_quotes, published_documents, anomalies, fetches`),
);

const ingest = (name: string, wanted: Ingest['wanted'], mirror: string | null = null) =>
  ingestFrom(name)(worker, wanted, { mirror });

const named = (...ids: string[]): Ingest['wanted'] => ({ kind: 'named', tickers: [], ids, since: null });
const series = () =>
  database.db.query(sql`
    select source, symbol, coalesce(index_id, market_id || ':' || ticker_key) as of, first_date || ' ' || last_date as days,
      octet_length(days) / 4 as count, currency from price_series order by source, symbol`);

/** A made-up chart with one close a day. */
function chart(closes: Record<string, number>): string {
  const stamps = Object.keys(closes).map(date => Date.parse(`${date}T14:30:00Z`) / 1000);
  const meta = {
    currency: 'USD',
    symbol: 'FICT',
    exchangeTimezoneName: 'America/New_York',
    dataGranularity: '1d',
    regularMarketPrice: Object.values(closes).at(-1),
    regularMarketTime: (stamps.at(-1) ?? 0) + 23_400,
  };
  const close = Object.values(closes);
  const indicators = { quote: [{ close, volume: close.map(() => 5) }], adjclose: [{ adjclose: close }] };
  return JSON.stringify({ chart: { result: [{ meta, timestamp: stamps, indicators }], error: null } });
}

test('requests symbols by name only, and replaces a chart by one that restates it', async () => {
  const response = (closes: Record<string, number>) =>
    registry.answer(({ address }) =>
      address === charts.url({ symbol: 'FICT' }) ? { bytes: chart(closes) } : { status: 404 },
    );
  response({ '2024-01-02': 10, '2024-01-03': 11 });
  expect(await ingest('yahoo', named('fict'))).toMatchObject({ failure: null, done: 1, published: 2 });
  response({ '2024-01-03': 5.5, '2024-01-04': 6 });
  expect(await ingest('yahoo', named('FICT'))).toMatchObject({ failure: null, done: 1 });
  const after = [
    { source: 'yahoo', symbol: 'FICT', of: 'us:FICT', days: '2024-01-03 2024-01-04', count: 2, currency: 'USD' },
  ];
  expect(await series()).toEqual(after);
  expect(await database.db.query(sql`select price, previous_close, price_at from price_quotes`)).toEqual([
    { price: 6, previous_close: 5.5, price_at: '2024-01-04T21:00:00Z' },
  ]);
  // Both documents again, in any order: the newer one counts.
  const before = await exportText(database.db);
  await database.db.execute(sql`truncate price_series, price_quotes`);
  expect(await ingest('yahoo', { kind: 'replay', from: 'parse' })).toMatchObject({ tasks: 2, failed: 0 });
  expect(await series()).toEqual(after);
  expect(await exportText(database.db)).toBe(before);
  expect(await ingest('yahoo', everything)).toMatchObject({ tasks: 0 });
});

test('reports invalid and unknown symbols as missing', async () => {
  registry.answer(() => ({ status: 404 }));
  expect(await ingest('yahoo', named('EURUSD=X', 'NONE'))).toMatchObject({ failed: 2 });
});

test('stores an imported file as if it had been requested', async () => {
  const path = join(folder.path, 'FICT.csv');
  writeFileSync(path, 'Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,1,1,1,10,9,5\n');
  const archived = await archiveDocuments(worker.tools, yahoo, [path]);
  expect(await ingest('yahoo', archived)).toMatchObject({ done: 1, published: 1 });
  expect(await series()).toMatchObject([{ symbol: 'FICT', days: '2024-01-02 2024-01-02' }]);
});

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (needs ../shared/data/market)', () => {
  test('is read, and a second run changes nothing', async () => {
    // One of its symbols is unknown to the service.
    expect(await ingest('yahoo', everything, MIRROR)).toMatchObject({ failure: null, failed: 1, published: 14 });
    expect(await ingest('stooq', everything, MIRROR)).toMatchObject({ failure: null, done: 10, failed: 0 });
    const kept = await series();
    expect(kept).toContainEqual({
      source: 'stooq',
      symbol: '^spx',
      of: 'sp500',
      days: '1789-05-01 2025-01-08',
      count: 39360,
      currency: 'USD',
    });
    expect(kept).toContainEqual({
      source: 'yahoo',
      symbol: 'AAPL',
      of: 'us:AAPL',
      days: '2025-04-30 2025-10-29',
      count: 127,
      currency: 'USD',
    });
    const before = await exportText(database.db);
    await ingest('yahoo', everything, MIRROR);
    expect(await exportText(database.db)).toBe(before);
  });
});
