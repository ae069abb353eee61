import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type StandInStream, useStandInStreams } from '../../../test/stand-ins/stand-in-stream.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import type { StreamTimings } from '../../pipeline/registry/follow-stream.ts';
import { runIngest } from '../../pipeline/runs/ingest.ts';
import { readCursor, writeCursor } from '../../pipeline/store/runs.ts';
import type { Worker } from '../../pipeline/worker.ts';
import type { WorkerOptions } from '../../pipeline/worker-options.ts';
import { companiesHouse } from './source.ts';

const CHANNEL = 'stream-filings';
const KEYS = { ASFILED_COMPANIES_HOUSE_STREAM_KEY: 'stream-secret' };
const STREAM_TIMINGS: StreamTimings = { batchMs: 50, silenceMs: 2_000, lockRetryMs: 50, retryBaseMs: 20 };
const WITHIN = { timeout: WAIT_LIMIT_MS, interval: 10 };

const folder = useTemporaryFolder();
const host = useStandInStreams('stream.companieshouse.gov.uk');
let stream: StandInStream;
let database: TestDatabase;
let workers: Worker[];

beforeEach(async () => {
  stream = host.reset('/filings');
  database = await createTestDatabase();
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await database.drop();
});

async function start(options: Partial<WorkerOptions> = {}): Promise<Worker> {
  const worker = await startTestWorker(database.connection, join(folder.path, 'data'), {
    workers: 1,
    registries: ['companies-house'],
    contact: 'Test test@example.com',
    discoversOnSchedule: true,
    keys: KEYS,
    originOverrides: host.originOverrides,
    streamTimings: STREAM_TIMINGS,
    ...options,
  });
  workers.push(worker);
  return worker;
}

/** A fictional entry of a filing history. */
function filed(company: string, transaction: string): Record<string, unknown> {
  return {
    resource_kind: 'filing-history',
    resource_uri: `/company/${company}/filing-history/${transaction}`,
    resource_id: transaction,
    data: { transaction_id: transaction, date: '2026-11-19', type: 'CS01', category: 'confirmation-statement' },
  };
}

async function filings(): Promise<string[]> {
  const rows = await database.db.query<{ id: string }>(sql`select native_id as id from filings order by native_id`);
  return rows.map(row => row.id);
}

const eventually = (...ids: string[]) => vi.waitFor(async () => expect(await filings()).toEqual(ids), WITHIN);
const isAt = (position: string) =>
  vi.waitFor(async () => expect(await readCursor(database.db, 'companies-house', CHANNEL)).toBe(position), WITHIN);
const opens = (times: number) => vi.waitFor(() => expect(stream.opened).toHaveLength(times), WITHIN);
const isOpen = () => vi.waitFor(() => expect(stream.open).toBe(1), WITHIN);

function anomalies() {
  return database.db.query<{ source: string; kind: string; detail: string }>(
    sql`select source, kind, detail from anomalies order by source, kind`,
  );
}

test('stores events as they come, however the bytes are split; a damaged line is archived and an anomaly', async () => {
  const worker = await start();
  await isOpen();
  expect(stream.opened[0]).toEqual({
    path: '/filings',
    timepoint: null,
    authorization: `Basic ${Buffer.from('stream-secret:').toString('base64')}`,
  });
  const line = JSON.stringify({ ...filed('99000001', 'T1'), event: { timepoint: 11, type: 'changed' } });
  stream.send(line.slice(0, 40));
  stream.send(`${line.slice(40)}\n\n{"resource_kind": nonsense\n`);
  await eventually('T1');
  stream.publish(12, filed('99000002', 'T2'));
  await eventually('T1', 'T2');
  await isAt('12');
  expect((await anomalies()).map(anomaly => [anomaly.source, anomaly.kind])).toEqual([
    ['https://stream.companieshouse.gov.uk/filings?timepoint=11', 'bad_line'],
  ]);
  const kept = await database.db.queryOne<{ documents: string }>(sql`
    select documents::text from issuer_statements where source = 'stream/filings/0000000000000011'`);
  const [ref] = JSON.parse(kept?.documents ?? '[]') as { sha256: string }[];
  expect((await worker.tools.archive.read(ref?.sha256 ?? '')).toString()).toBe(`${line}\n{"resource_kind": nonsense\n`);
});

test('continues a lost connection at its position, and stores what is read twice once', async () => {
  await start();
  await isOpen();
  stream.publish(21, filed('99000001', 'T1'));
  await isAt('21');
  stream.cut();
  await opens(2);
  expect(stream.opened[1]?.timepoint).toBe(21);
  stream.publish(22, filed('99000001', 'T2'));
  await eventually('T1', 'T2');
  await isAt('22');
});

test('reads an interrupted event again, without an anomaly', async () => {
  await start();
  await isOpen();
  stream.publish(31, filed('99000001', 'T1'));
  await isAt('31');
  stream.send('{"resource_kind":"filing-hist');
  stream.cut();
  await opens(2);
  stream.publish(32, filed('99000001', 'T2'));
  await eventually('T1', 'T2');
  expect(await anomalies()).toEqual([]);
});

test('reopens a silent connection', async () => {
  await start({ streamTimings: { ...STREAM_TIMINGS, silenceMs: 300 } });
  await isOpen();
  await opens(2);
  await vi.waitFor(() => expect(stream.mostAtOnce).toBe(1), WITHIN);
});

test('waits after 429 and 5xx, and connects again', async () => {
  stream.refusals.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
  const before = performance.now();
  await start();
  await opens(3);
  expect(performance.now() - before).toBeGreaterThan(900);
  await isOpen();
  stream.publish(41, filed('99000001', 'T1'));
  await eventually('T1');
});

test('a position that the registry no longer knows is a gap, and the anomaly states both ends', async () => {
  await writeCursor(database.db, 'companies-house', CHANNEL, '50');
  stream.forgottenUntil = 90;
  await start();
  await isOpen();
  expect(stream.opened.map(openedStream => openedStream.timepoint)).toEqual([50, null]);
  stream.publish(95, filed('99000001', 'T1'));
  await eventually('T1');
  await isAt('95');
  expect(await anomalies()).toEqual([
    {
      source: 'stream/stream-filings/after/50',
      kind: 'stream_gap',
      detail: 'the registry does not know position 50 (416): events between it and 95 were not read',
    },
  ]);
});

test('one of several processes is connected, and another continues where it stopped', async () => {
  const first = await start();
  await isOpen();
  const second = await start();
  stream.publish(61, filed('99000001', 'T1'));
  await isAt('61');
  expect(stream.opened).toHaveLength(1);
  await first.stop();
  workers = [second];
  await opens(2);
  expect(stream.opened[1]?.timepoint).toBe(61);
  stream.publish(62, filed('99000002', 'T2'));
  await eventually('T1', 'T2');
  expect(stream.mostAtOnce).toBe(1);
});

test('events that were queued before their position was stored are read again and change nothing', async () => {
  const first = await start();
  await isOpen();
  stream.publish(71, filed('99000001', 'T1'));
  await eventually('T1');
  await isAt('71');
  await first.stop();
  const rows = () => database.db.query(sql`select source, documents from issuer_statements order by source`);
  const before = await rows();
  await writeCursor(database.db, 'companies-house', CHANNEL, '70');
  workers = [await start()];
  await isAt('71');
  await vi.waitFor(async () => {
    expect(await database.db.query(sql`select from runs where finished_at is null`)).toEqual([]);
  }, WITHIN);
  expect(await filings()).toEqual(['T1']);
  expect(await rows()).toEqual(before);
});

test('stops with an open connection', async () => {
  const worker = await start();
  await isOpen();
  const before = performance.now();
  await worker.stop(2_000);
  workers = [];
  expect(performance.now() - before).toBeLessThan(4_000);
  await vi.waitFor(() => expect(stream.open).toBe(0), WITHIN);
});

test('opens nothing without a key or without scheduled discovery', async () => {
  await start({ keys: {} });
  await start({ discoversOnSchedule: false });
  await new Promise(resolve => setTimeout(resolve, 300));
  expect(stream.opened).toEqual([]);
});

test('reads a recorded stream from a mirror', async () => {
  const recorded = join(folder.path, 'recorded');
  const worker = await start({ discoversOnSchedule: false });
  const [, filingsStream] = companiesHouse.streams ?? [];
  if (filingsStream === undefined) throw new Error('there is no stream of filings');
  const ending = new AbortController();
  const following = worker.follow(companiesHouse, filingsStream, recorded, ending.signal);
  await isOpen();
  stream.publish(81, filed('99000001', 'T1'));
  await eventually('T1');
  ending.abort();
  await following;
  const other = await createTestDatabase();
  const replaying = await startTestWorker(other.connection, join(folder.path, 'replayed'), {
    workers: 1,
    registries: ['companies-house'],
  });
  const options = { mirror: recorded, record: null, force: false };
  const wanted = { kind: 'everything', since: null } as const;
  const run = { registry: 'companies-house', command: 'test', options, wanted };
  expect(await runIngest(replaying, run, () => undefined, new AbortController().signal)).toMatchObject({
    failure: null,
    tasks: 1,
    filings: 1,
  });
  const replayed = await other.db.query(sql`select source from issuer_statements`);
  expect(replayed).toEqual([{ source: 'stream/filings/0000000000000081' }]);
  await replaying.stop();
  await other.drop();
});
