import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '../server/src/db/connection.ts';
import { type Database, sql } from '../server/src/db/database.ts';
import { createListener } from '../server/src/db/listener.ts';
import { withBenchStore } from './bench-store.ts';
import { measureFromRegistry } from './notify-registry.ts';
import {
  fillFilings,
  fillNotifications,
  fillWatchedStore,
  ISSUERS,
  notificationOf,
  type Probe,
  storeFiling,
} from './notify-store.ts';
import { type BenchReport, type BenchRow, median, now, percentile } from './report.ts';

const FILINGS_PER_SECOND = 200;
const SECONDS = 30;
const WARM_UP_MS = 3_000;
const ROWS = 1_000_000;
const CALLS = 15;
const PORT = 9_240;
const MAIN = join(import.meta.dirname, '../server/src/main.js');

const HOW =
  '`asfiled serve` on a store of 5,000 companies, 2,000 accounts that watch 20 companies each, and one that watches all. Another process on the same two cores stores 200 filings a second, each in its own transaction (durable commits); each notifies nine accounts. Times start at the end of the commit that stores the filing. Then a company’s filing appears in a recorded registry, 15 times: from reading its list to the notification, including discovery, parsing and storing. Then lists over 1,000,000 filings of 60 days and 1,000,000 notifications (100,000 of the requesting account): median of 15 calls over HTTP.';

/** The delay from storing a filing to its notification, and the speed of listing notifications. */
export async function benchNotify(): Promise<BenchReport> {
  return withBenchStore({ maxConnections: 8, waitForOthersMs: 1_000 }, async ({ db, connection, dataFolder }) => {
    const probe = await fillWatchedStore(db);
    const service = await startService(connection, dataFolder);
    try {
      const latency = await measureLatency(db, connection, service.url, probe);
      const looked = await measureFromRegistry(db, connection, dataFolder, probe);
      await fillFilings(db, ROWS, 60);
      await fillNotifications(db, probe, ROWS);
      const lists = await measureLists(service.url, probe);
      const fromRegistry = row('read of a registry’s newest filings → notification', looked, '< 2 s');
      return { title: 'Notifications', how: HOW, rows: [...latency, fromRegistry, ...lists] };
    } finally {
      await service.stop();
    }
  });
}

async function startService(
  connection: ConnectionSettings,
  folder: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if ('connectionString' in connection) throw new Error('The embedded PostgreSQL must listen on a socket.');
  const { host, port, user, database } = connection;
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      ASFILED_DATA: join(folder, 'service'),
      ASFILED_SAMPLE: '0',
      ASFILED_PORT: String(PORT),
      ASFILED_LOG_LEVEL: 'error',
      ASFILED_PLAN_BUSINESS_BURST: '100000',
      ASFILED_PLAN_BUSINESS_REQUESTS_PER_SECOND: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  while (!/API key {5}afk_/.test(output)) {
    if (child.exitCode !== null) throw new Error(`The service ended: ${output}`);
    await sleep(20);
  }
  return {
    url: `http://127.0.0.1:${PORT}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function measureLatency(
  db: Database,
  connection: ConnectionSettings,
  url: string,
  probe: Probe,
): Promise<BenchRow[]> {
  const streamed = new Map<string, number>();
  const stream = await listenToStream(url, probe, id => streamed.set(id, now()));
  const heard: number[] = [];
  const listener = createListener(connection, 'bench listener');
  listener.on('asfiled_notifications', payload => {
    if (payload !== null) heard.push(now());
  });
  await sleep(1_000);
  const committed = new Map<string, number>();
  const from = now();
  const running = new Set<Promise<void>>();
  for (let n = 0; n < FILINGS_PER_SECOND * SECONDS; n++) {
    await sleep(Math.max(0, from + (n * 1_000) / FILINGS_PER_SECOND - now()));
    const storing = db
      .transaction(tx => storeFiling(tx, 1 + ((n * 7919) % ISSUERS)))
      .then(id => {
        committed.set(notificationOf(id), now());
      })
      .finally(() => running.delete(storing));
    running.add(storing);
  }
  await Promise.all(running);
  const storedPerSecond = committed.size / ((now() - from) / 1_000);
  for (const end = now() + 60_000; streamed.size < committed.size && now() < end; ) await sleep(50);
  await stream.close();
  await listener.close();
  const reported = await db.query<{ id: string; at: string }>(sql`
    select event_id as id, created_at as at from notifications where account_id = ${probe.accountId} order by created_at`);
  const passes = [...new Set(reported.map(row => row.at))];
  if (reported.length !== committed.size || streamed.size !== committed.size) {
    throw new Error(`${committed.size} filings stored, ${reported.length} notified, ${streamed.size} streamed`);
  }
  if (passes.length !== heard.length) throw new Error(`${passes.length} passes, ${heard.length} heard`);
  const heardOf = new Map(passes.map((at, index) => [at, heard[index] ?? Number.NaN]));
  const measured = reported
    .map(({ id, at }) => {
      const stored = committed.get(id) ?? Number.NaN;
      const begun = Date.parse(at);
      return { stored, begun, notified: heardOf.get(at) ?? Number.NaN, streamed: streamed.get(id) ?? Number.NaN };
    })
    .filter(item => item.stored > from + WARM_UP_MS);
  return [
    {
      name: 'load',
      figure: `${storedPerSecond.toFixed(0)} filings/s stored, ${(reported.length / passes.length).toFixed(1)} announced per pass`,
    },
    row(
      'commit → notification (visible to all)',
      measured.map(item => item.notified - item.stored),
      'p50 < 150 ms, p99 < 1 s to the webhook leaving',
    ),
    row(
      '– commit → the announcer is at it',
      measured.map(item => Math.max(0, item.begun - item.stored)),
    ),
    row(
      '– announcer started → announced',
      measured.map(item => item.notified - item.begun),
    ),
    row(
      'commit → event of the open stream',
      measured.map(item => item.streamed - item.stored),
    ),
  ];
}

function row(name: string, times: readonly number[], aim?: string): BenchRow {
  const at = (share: number): string => percentile(times, share).toFixed(1);
  const figure = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${percentile(times, 1).toFixed(0)} ms`;
  return { name, figure, ...(aim === undefined ? {} : { aim }) };
}

async function listenToStream(
  url: string,
  { key }: Probe,
  came: (id: string) => void,
): Promise<{ close(): Promise<void> }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/user/notifications/stream`, {
    headers: { 'x-api-key': key },
    signal: abort.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
  const body = response.body;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const part of body) {
      rest += decoder.decode(part, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('id: ')) came(line.slice(4));
    }
  })().catch(() => undefined);
  return {
    async close() {
      abort.abort();
      await reading;
    },
  };
}

async function measureLists(url: string, { key }: Probe): Promise<BenchRow[]> {
  const ask = async (path: string): Promise<{ ms: number; text: string }> => {
    const from = performance.now();
    const response = await fetch(url + path, { headers: { 'x-api-key': key } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { ms: performance.now() - from, text };
  };
  const deep = JSON.parse((await ask(`/api/user/notifications?limit=100&until=${daysAgo(40)}`)).text) as {
    next_cursor: string;
  };
  const cases: [string, string][] = [
    ['notifications, the newest 50 of 100,000', '/api/user/notifications'],
    ['– a page 40 days back', `/api/user/notifications?cursor=${deep.next_cursor}`],
    ['– unread ones of a category', '/api/user/notifications?unread_only=true&categories=interim_report'],
    ['– of a ticker with twenty', '/api/user/notifications?tickers=QAAAA'],
    ['– of a category with ten', '/api/user/notifications?categories=listing_change'],
    ['– unread count (20,000)', '/api/user/notifications/unread-count'],
    ['feed, all (500,000 filings in 30 days)', '/api/v1/feeds/filings'],
    ['– as Atom', '/api/v1/feeds/filings.xml'],
    ['– of a common form', '/api/v1/feeds/filings?form_types=4'],
    ['– of a form with fifty', '/api/v1/feeds/filings?form_types=15-12B'],
    ['– of a form with fifty, as Atom', '/api/v1/feeds/filings.xml?form_types=15-12B'],
    ['– of a market', '/api/v1/feeds/filings?market_id=us'],
    ['– of a company', '/api/v1/feeds/filings?ticker=QAAAA'],
    ['– of a watchlist of 5,000, as Atom', '/api/v1/feeds/filings.xml?watchlist=true'],
    ['– offset 10,000', '/api/v1/feeds/filings?offset=10000'],
  ];
  const rows: BenchRow[] = [];
  for (const [name, path] of cases) {
    const times: number[] = [];
    await ask(path);
    for (let n = 0; n < CALLS; n++) times.push((await ask(path)).ms);
    rows.push({ name, figure: `${median(times).toFixed(1)} ms` });
  }
  return rows;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
