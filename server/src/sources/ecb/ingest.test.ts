import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments, type Ingest, type IngestResult } from '../../pipeline/runs/ingest.ts';
import { DAILY_URL, HISTORY_URL, RECENT_URL } from './rates.ts';
import { ecb } from './source.ts';

const MARKET = new URL('../../../../../shared/data/market/', import.meta.url).pathname;
const everything = { kind: 'everything', since: null } as const;
const newest = { kind: 'channel', channel: 'rates', position: null } as const;

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, {
  registries: ['ecb'],
  contact: 'Test test@example.com',
  originOverrides: registry.originOverrides,
  now: () => new Date(now),
});
let now = '';
beforeEach(async () => {
  registry.received.length = 0;
  await database.db.execute(
    sql`truncate exchange_rates, exchange_rate_states, published_documents, anomalies, fetches`,
  );
  await database.db.execute(sql`delete from discovery_cursors`);
});

const ingest = (wanted: Ingest['wanted'], mirror: string | null = null) =>
  ingestFrom('ecb')(worker, wanted, { mirror });

async function ratesOf(currency: string): Promise<Record<string, string>> {
  const rows = await database.db.query<{ rate_date: string; per_euro: string }>(sql`
    select rate_date, per_euro from exchange_rates where source = 'ecb' and currency = ${currency} order by rate_date`);
  return Object.fromEntries(rows.map(row => [row.rate_date, row.per_euro]));
}

async function anomalyKinds(): Promise<string[]> {
  const rows = await database.db.query<{ kind: string }>(sql`select kind from anomalies order by kind`);
  return rows.map(row => row.kind);
}

/** Made-up rates of the fewest currencies that a day must have. */
const CODES = 'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD'.split(' ');
const table = (days: Record<string, number>) =>
  `Date,${CODES.join()},\n${Object.entries(days)
    .map(([date, rate]) => `${date},${CODES.map(() => rate).join()},\n`)
    .join('')}`;
const list = (days: Record<string, number>) =>
  `<Envelope xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${Object.entries(days)
    .map(
      ([date, rate]) =>
        `<Cube time='${date}'>${CODES.map(code => `<Cube currency='${code}' rate='${rate}'/>`).join('')}</Cube>`,
    )
    .join('')}</Cube></Envelope>`;
const zip = (days: Record<string, number>) => makeZip({ 'eurofxref-hist.csv': table(days) });

describe('files in the forms of the bank, with made-up rates', () => {
  const importFile = async (name: string, bytes: Buffer | string): Promise<IngestResult> => {
    const path = join(folder.path, name);
    writeFileSync(path, bytes);
    return ingest(
      name.endsWith('.zip')
        ? await archiveBulk(worker.tools, [path])
        : await archiveDocuments(worker.tools, ecb, [path]),
    );
  };

  test('are imported by day; a repetition changes nothing, and a corrected rate replaces the old one', async () => {
    expect(await importFile('eurofxref-daily_2024-01-04.xml', list({ '2024-01-04': 1.5 }))).toMatchObject({
      tasks: 1,
      done: 1,
      published: CODES.length,
      filings: 0,
    });
    const state = () => database.db.queryOne(sql`select version, newest_date from exchange_rate_states`);
    expect(await state()).toEqual({ version: '1', newest_date: '2024-01-04' });
    expect(await importFile('eurofxref-daily.xml', list({ '2024-01-04': 1.5 }))).toMatchObject({ unchanged: 1 });
    expect(await state()).toEqual({ version: '1', newest_date: '2024-01-04' });
    expect(await importFile('eurofxref-daily.xml', list({ '2024-01-04': 1.25 }))).toMatchObject({ done: 1 });
    expect(await ratesOf('USD')).toEqual({ '2024-01-04': '1.25' });
    expect(await state()).toEqual({ version: '2', newest_date: '2024-01-04' });
  });

  test('fail without a rate, and store nothing', async () => {
    const result = await importFile('eurofxref-daily.xml', list({}));
    expect(result).toMatchObject({ failed: 1, done: 0, published: 0 });
    expect(await anomalyKinds()).toContain('empty_answer');
  });

  test('are imported from an excerpt of the zip of all days', async () => {
    const result = await importFile('eurofxref-hist.zip', zip({ '2024-01-04': 1.5 }));
    expect(result).toMatchObject({ done: 1, published: CODES.length });
    expect(await ratesOf('USD')).toEqual({ '2024-01-04': '1.5' });
  });
});

describe('the channel of new rates', () => {
  const at = (instant: string, responses: Record<string, Buffer | string>): void => {
    now = instant;
    registry.answer(({ address }) => {
      const bytes = responses[address];
      return bytes === undefined ? { status: 404 } : { bytes, headers: { etag: `"${instant}"` } };
    });
  };
  const requested = () => [...new Set(registry.received.splice(0).map(request => request.address))];

  test('requests all days at first, then one day, and ninety days if a day was missed', async () => {
    at('2024-01-04T16:00:00Z', { [HISTORY_URL]: zip({ '2024-01-04': 1.5 }) });
    await ingest(newest);
    expect(requested()).toEqual([HISTORY_URL]);
    at('2024-01-05T16:00:00Z', { [DAILY_URL]: list({ '2024-01-05': 1.6 }) });
    expect(await ingest(newest)).toMatchObject({ done: 1, failed: 0 });
    // Monday: Friday was read.
    at('2024-01-08T16:00:00Z', { [DAILY_URL]: list({ '2024-01-08': 1.7 }) });
    expect(await ingest(newest)).toMatchObject({ done: 1, failed: 0 });
    expect(requested()).toEqual([DAILY_URL]);
    at('2024-01-11T16:00:00Z', { [RECENT_URL]: list({ '2024-01-11': 2, '2024-01-10': 1.9, '2024-01-09': 1.8 }) });
    await ingest(newest);
    expect(requested()).toEqual([RECENT_URL]);
    expect(Object.values(await ratesOf('JPY'))).toEqual(['1.5', '1.6', '1.7', '1.8', '1.9', '2']);
  });

  test('fails if the table of all days has few, and stores what can be read', async () => {
    at('2024-01-04T16:00:00Z', { [HISTORY_URL]: zip({ '2024-01-04': 1.5 }) });
    const result = await ingest(newest);
    expect(result).toMatchObject({ failed: 1, published: CODES.length });
    expect(await anomalyKinds()).toContain('count_out_of_range');
    expect(await ratesOf('USD')).toEqual({ '2024-01-04': '1.5' });
  });

  test('requests conditionally, and does not store an unchanged file again', async () => {
    at('2024-01-05T16:00:00Z', { [HISTORY_URL]: zip({ '2024-01-04': 1.5 }) });
    await ingest(newest);
    at('2024-01-05T17:00:00Z', { [DAILY_URL]: list({ '2024-01-05': 1.6 }) });
    await ingest(newest);
    registry.answer(({ headers }) => ({ status: headers['if-none-match'] === undefined ? 500 : 304 }));
    expect(await ingest(newest)).toMatchObject({ failure: null, unchanged: 1, done: 0, failed: 0 });
  });
});

test('reports a requested company as missing', async () => {
  const result = await ingest({ kind: 'named', tickers: ['AAPL'], ids: [], since: null });
  expect(result).toMatchObject({ failed: 1, done: 0 });
});

describe.skipIf(!existsSync(MARKET))('the recorded mirror (needs ../shared/data/market)', () => {
  test('is read, and a replay or a second run changes nothing', async () => {
    const mirror = join(MARKET, 'mirror');
    expect(await ingest(everything, mirror)).toMatchObject({ tasks: 2, failed: 0, published: 200_316 });
    // The recording of one currency.
    expect(await anomalyKinds()).toEqual(['unread_recordings']);
    const counts = await database.db.queryOne(sql`
      select count(*)::int as rates, count(distinct currency)::int as currencies, min(rate_date) as first,
        max(rate_date) as last from exchange_rates`);
    expect(counts).toEqual({ rates: 200_285, currencies: 41, first: '1999-01-04', last: '2024-01-04' });
    expect((await ratesOf('USD'))['2017-03-08']).toBe('1.0556');
    const before = await exportText(database.db);
    expect(await ingest(everything, mirror)).toMatchObject({ unchanged: 2, failed: 0 });
    await database.db.execute(sql`truncate exchange_rates, exchange_rate_states`);
    expect(await ingest({ kind: 'replay', from: 'parse' })).toMatchObject({ tasks: 2, failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });
});
