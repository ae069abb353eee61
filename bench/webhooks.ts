import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '../server/src/db/connection.ts';
import { copyLine, type Database, sql } from '../server/src/db/database.ts';
import { secretContext } from '../server/src/delivery/webhooks/webhook-sender.ts';
import { uuidV5 } from '../server/src/kernel/ids.ts';
import { SecretBox } from '../server/src/kernel/secrets/secret-box.ts';
import { type BenchStore, withBenchStore } from './bench-store.ts';
import { fillWatchedStore, ISSUERS, storeFiling } from './notify-store.ts';
import { watchProcesses } from './process-usage.ts';
import { type BenchReport, type BenchRow, now, percentile } from './report.ts';
import type { Came } from './webhook-sink.ts';

const ACCOUNTS = 500;
const WEBHOOKS_EACH = 20;
const ENDPOINTS = ACCOUNTS * WEBHOOKS_EACH;
/** Successive filings of the company that all endpoints watch. */
const FILINGS_IN_A_ROW = 3;
const HANGING = 0.01;
const FAILING = 0.05;
const FILINGS_PER_SECOND = 200;
const SECONDS = 15;
const WARM_UP_MS = 3_000;
const KEY = randomBytes(32);

const HOW =
  'Two processes beside PostgreSQL (durable commits) on two cores: a worker that announces and delivers, and a sink that answers each delivery with 200. Each of 10,000 endpoints (500 accounts with 20 each) has its own name and connections. Times start at the end of the commit that stores the filing and end when the sink has the whole request. With faults, one endpoint in a hundred never answers and five answer 500. Then a third process stores 200 filings a second, each in its own transaction; one endpoint watches all 5,000 companies and 200 others some of them. This part ends when each attempt is signed and sent.';

/** Webhooks per second, their delay, and the effect of hanging or failing endpoints on the others. */
export async function benchWebhooks(): Promise<BenchReport> {
  const sink = await Sink.start();
  try {
    return await withBenchStore({ maxConnections: 8, waitForOthersMs: 1_000 }, store => measureWebhooks(store, sink));
  } finally {
    sink.stop();
  }
}

async function measureWebhooks({ db, connection }: BenchStore, sink: Sink): Promise<BenchReport> {
  await fillWatchedStore(db);
  const company = await addEndpoints(db, sink.port);
  const worker = await startWorker(connection);
  const { healthy, cpu } = await costOf(worker.pid, sink.pid, () => deliverToAll(db, sink, company));
  await spoil(db);
  const spoilt = await deliverToAll(db, sink, company);
  await sleep(11_000);
  const spoiltAgain = await deliverToAll(db, sink, company);
  await worker.stop();
  await db.execute(sql`delete from webhooks`);
  const second = await startWorker(connection);
  const latency = await measureLatency(db, sink);
  await second.stop();
  return { title: 'Webhooks', how: HOW, rows: [...loadRows(healthy, spoilt, spoiltAgain), cpu, ...latency] };
}

/** The endpoints in a separate process. */
class Sink {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(): Promise<Sink> {
    const child = fork(join(import.meta.dirname, 'webhook-sink.ts'));
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new Sink(child, port);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The requests received since the last call. */
  async report(): Promise<Came[]> {
    this.#child.send('report');
    const [{ came }] = (await once(this.#child, 'message')) as [{ came: Came[] }];
    return came;
  }

  async until(count: number, withinMs: number): Promise<void> {
    for (const end = Date.now() + withinMs; Date.now() < end; await sleep(50)) {
      this.#child.send('count');
      const [response] = (await once(this.#child, 'message')) as [{ count: number }];
      if (response.count >= count) return;
    }
  }

  stop(): void {
    this.#child.disconnect();
  }
}

async function startWorker(connection: ConnectionSettings): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'webhook-worker.ts'), [
    JSON.stringify({ connection, key: KEY.toString('hex') }),
  ]);
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}

/** Creates accounts with webhooks that watch one company; returns its issuer id. */
async function addEndpoints(db: Database, port: number): Promise<number> {
  const company = ISSUERS + 1;
  const box = new SecretBox(KEY);
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
  const endpoints = accounts.flatMap((accountId, at) =>
    Array.from({ length: WEBHOOKS_EACH }, (_, n) => ({
      accountId,
      webhookId: randomUUID(),
      n: at * WEBHOOKS_EACH + n,
    })),
  );
  await db.transaction(async tx => {
    await tx.execute(sql`
      insert into issuers (issuer_id, canonical_key, company_name, market_id) overriding system value
      values (${company}, 'cik:9999990002', 'Watched by all Inc.', 'us')`);
    const lines = accounts.map(id => copyLine([id, `${id}@example.org`, 'business']));
    await tx.copy('accounts', ['account_id', 'email', 'plan'], lines);
    await tx.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select unnest(${accounts}::uuid[]), 'us', 'ALLW', 'ALLW', ${company}`);
    await tx.copy('webhooks', ['webhook_id', 'account_id', 'url', 'secret'], endpoints.map(toLine));
  });
  await db.execute(sql`analyze accounts, watchlist_entries, webhooks`);
  return company;

  function toLine({ accountId, webhookId, n }: { accountId: string; webhookId: string; n: number }): string {
    const sealed = box.seal(randomBytes(32).toString('hex'), secretContext(webhookId)).toString('hex');
    return copyLine([webhookId, accountId, `http://e${n}.example:${port}/works/${n}`, `\\x${sealed}`]);
  }
}

/** Makes one endpoint in a hundred hang and five fail. */
async function spoil(db: Database): Promise<void> {
  await db.execute(sql`
    with numbered as (select webhook_id, row_number() over (order by webhook_id) as n from webhooks)
    update webhooks set url = replace(url, '/works/', case when n <= ${ENDPOINTS * HANGING} then '/hangs/' else '/fails/' end)
    from numbered where numbered.webhook_id = webhooks.webhook_id and n <= ${ENDPOINTS * (HANGING + FAILING)}`);
}

/** Processor time, independent of other load. */
async function costOf(
  worker: number,
  sink: number,
  deliver: () => Promise<Delivered>,
): Promise<{ healthy: Delivered; cpu: BenchRow }> {
  const own = process.cpuUsage();
  const watched = [process.pid, worker, sink].map(pid => watchProcesses(pid, 1_000));
  const healthy = await deliver();
  await sleep(2_500);
  for (const { stop } of watched) stop();
  const { user, system } = process.cpuUsage(own);
  const [all = 0, byWorker = 0, bySink = 0] = watched.map(({ usage }) => usage.cpuSeconds);
  const each = (seconds: number): string => `${((seconds * 1_000) / healthy.times.length).toFixed(2)} ms`;
  const total = all - (user + system) / 1_000_000;
  return {
    healthy,
    cpu: {
      name: 'processor time of a delivery',
      figure: `${each(total)}: worker ${each(byWorker)}, PostgreSQL ${each(total - byWorker - bySink)}, sink ${each(bySink)}`,
      aim: '2 ms: 1,000/s on two cores',
    },
  };
}

/** Deliveries of filings of the watched company. */
interface Delivered {
  /** Milliseconds from each filing's commit to delivery, at working endpoints. */
  times: number[];
  perSecond: number;
  /** Milliseconds from the first commit to the last delivery, at working endpoints. */
  all: number;
}

async function deliverToAll(db: Database, sink: Sink, company: number): Promise<Delivered> {
  await sink.report();
  const committed = new Map<string, number>();
  for (let n = 0; n < FILINGS_IN_A_ROW; n++) {
    const id = await db.transaction(tx => storeFiling(tx, company));
    committed.set(uuidV5(id), now());
  }
  await sink.until(ENDPOINTS * FILINGS_IN_A_ROW * (1 - HANGING) - 1, 120_000);
  const came = (await sink.report()).filter(([path]) => path.startsWith('/works'));
  const first = Math.min(...committed.values());
  const all = Math.max(...came.map(([, , at]) => at)) - first;
  const times = came.map(([, id, at]) => at - (committed.get(id) ?? Number.NaN));
  return { times, all, perSecond: came.length / (all / 1_000) };
}

function loadRows(healthy: Delivered, spoilt: Delivered, spoiltAgain: Delivered): BenchRow[] {
  const of = ({ times, all, perSecond }: Delivered): string =>
    `${perSecond.toFixed(0)} deliveries/s; ${times.length} in ${(all / 1_000).toFixed(1)} s, p50 ${(percentile(times, 0.5) / 1_000).toFixed(2)} s, p99 ${(percentile(times, 0.99) / 1_000).toFixed(2)} s`;
  const ratio = (candidate: Delivered): number => percentile(candidate.times, 0.99) / percentile(healthy.times, 0.99);
  const aim = 'p99 of the healthy within 2 ×';
  return [
    { name: `${FILINGS_IN_A_ROW} filings to 10,000 endpoints each`, figure: of(healthy), aim: '1,000 deliveries/s' },
    { name: '– 1 % hang, 5 % fail: the healthy', figure: of(spoilt), ratio: ratio(spoilt), aim },
    {
      name: '– the same again, while the first are tried again',
      figure: of(spoiltAgain),
      ratio: ratio(spoiltAgain),
      aim,
    },
  ];
}

async function measureLatency(db: Database, sink: Sink): Promise<BenchRow[]> {
  await addWatchers(db, sink.port);
  const committed = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const from = now();
  for (let n = 0; n < FILINGS_PER_SECOND * SECONDS; n++) {
    await sleep(Math.max(0, from + (n * 1_000) / FILINGS_PER_SECOND - now()));
    const storing = db
      .transaction(tx => storeFiling(tx, 1 + ((n * 7919) % ISSUERS)))
      .then(id => void committed.set(uuidV5(id), now()))
      .finally(() => running.delete(storing));
    running.add(storing);
  }
  await Promise.all(running);
  const storedPerSecond = committed.size / ((now() - from) / 1_000);
  await settled(db);
  const rows = await db.query<{ filing_id: string; queued: string; sent: string }>(sql`
    select data->>'filing_id' as filing_id, created_at as queued, attempts->0->>'sent_at' as sent
    from webhook_deliveries`);
  const measured = rows
    .map(({ filing_id, queued, sent }) => ({
      stored: committed.get(filing_id) ?? Number.NaN,
      queued: Date.parse(queued),
      sent: Date.parse(sent),
    }))
    .filter(({ stored }) => stored > from + WARM_UP_MS);
  const row = (name: string, times: number[], aim?: string): BenchRow => ({
    name,
    figure: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, at most ${percentile(times, 1).toFixed(0)} ms`,
    ...(aim === undefined ? {} : { aim }),
  });
  return [
    {
      name: 'filings stored meanwhile',
      figure: `${storedPerSecond.toFixed(0)}/s, ${(rows.length / committed.size).toFixed(1)} deliveries of each`,
    },
    row(
      'commit → the webhook leaves, signed',
      measured.map(({ stored, sent }) => sent - stored),
      'p50 < 150 ms, p99 < 1 s',
    ),
    row(
      '– commit → the announcer is at it',
      measured.map(({ stored, queued }) => Math.max(0, queued - stored)),
    ),
    row(
      '– the announcer is at it → it leaves',
      measured.map(({ queued, sent }) => sent - queued),
    ),
  ];
}

/** A webhook for the account that watches every company, and for 200 of those that watch some. */
async function addWatchers(db: Database, port: number): Promise<void> {
  const box = new SecretBox(KEY);
  await db.execute(sql`truncate webhook_deliveries`);
  const accounts = await db.query<{ account_id: string }>(sql`
    update accounts set plan = 'business' where account_id in (
      select account_id from accounts where email like 'watcher%' order by email limit 200) or email = 'probe@example.org'
    returning account_id`);
  for (const { account_id } of accounts) {
    const webhookId = randomUUID();
    const sealed = box.seal(randomBytes(32).toString('hex'), secretContext(webhookId));
    await db.execute(sql`
      insert into webhooks (webhook_id, account_id, url, secret)
      values (${webhookId}, ${account_id}, ${`http://w-${webhookId}.example:${port}/works`}, ${sealed})`);
  }
}

async function settled(db: Database): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const row = await db.queryOne<{ left: number }>(sql`
      select (select count(*) from announcements where announced_at is null)::int
        + (select count(*) from webhook_deliveries where status = 'pending')::int as left`);
    if (row?.left === 0) return;
  }
  throw new Error('Deliveries were still pending after a minute.');
}
