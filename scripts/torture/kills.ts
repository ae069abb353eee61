/**
 * A load that is killed thirteen times (SIGKILL) produces the same store as an undisturbed load. The loading process, a
 * worker next to it, the postmaster and one of its backends are killed in turn, at moments spread over the load.
 */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applicationName } from '../../server/src/db/connection.ts';
import { type Database, sql } from '../../server/src/db/database.ts';
import { postgresFolder, socketHost } from '../../server/src/db/embedded/postgres-folder.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { exportStore } from '../../server/src/pipeline/export.ts';
import {
  companyFactsOf,
  dataSetOf,
  fictionalCompanies,
  memberOf,
  submissionsOf,
} from '../../server/test/fictional/registry.ts';
import { startCommand } from '../../server/test/service/kill-during-load.ts';
import { makeZip } from '../../server/test/write-zip.ts';
import { promise } from './promises.ts';

const KILLS = 13;
const VICTIMS = ['node', 'postmaster', 'backend', 'worker'] as const;
const COMPANIES = 260;
const LIMIT_MS = 8 * 60_000;
const overAt = Date.now() + LIMIT_MS;
const folder = await mkdtemp(join(tmpdir(), 'asfiled-kills-'));
const companies = fictionalCompanies(COMPANIES);
const files = {
  'companyfacts.zip': makeZip(
    Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company)])),
  ),
  'submissions.zip': makeZip(Object.fromEntries(companies.map(company => [memberOf(company), submissionsOf(company)]))),
  '2021q1.zip': makeZip(dataSetOf(companies)),
};

try {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  await startCommand(load('calm')).ended;
  const kills = await loadWithKills();
  const counted = VICTIMS.map(victim => `${kills.filter(kill => kill === victim).length} ${victim}`).join(', ');
  promise(`The load is killed ${KILLS} times`, kills.length === KILLS, counted);
  const [calm, rough] = [await exportOf('calm'), await exportOf('rough')];
  promise(
    'The export equals that of an undisturbed load',
    calm === rough && calm.length > 0,
    `${calm.length} characters`,
  );
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function load(name: string, command: readonly string[] = ['ingest', 'sec-edgar', '--bulk']) {
  const paths = command[0] === 'ingest' ? Object.keys(files).map(file => join(folder, file)) : [];
  return { environment: { ASFILED_DATA: join(folder, name), ASFILED_WORKERS: '1' }, args: [...command, ...paths] };
}

/** Restarts the load until all kills have happened; the last run ends by itself. */
async function loadWithKills(): Promise<(typeof VICTIMS)[number][]> {
  const kills: (typeof VICTIMS)[number][] = [];
  const db = openStore('rough');
  let node = startCommand(load('rough'));
  let worker = startCommand(load('rough', ['worker']));
  const endings = { node: false, worker: false };
  const watch = (): void => {
    endings.node = false;
    endings.worker = false;
    const [n, w] = [node, worker];
    void n.ended.then(() => (endings.node = n === node));
    void w.ended.then(() => (endings.worker = w === worker));
  };
  watch();
  let settledBefore = 0;
  while (kills.length < KILLS && Date.now() < overAt) {
    const settled = await settledTasks(db);
    const due = (COMPANIES * (kills.length + 1)) / (KILLS + 1);
    const isDue = settled >= due || settled > settledBefore + 5;
    const victim = VICTIMS[kills.length % VICTIMS.length] ?? 'node';
    if (isDue || (settled > 0 && endings.node)) {
      const pid = await pidOf(victim, node.child.pid, worker.child.pid, db);
      if (pid !== null && kill(pid)) {
        kills.push(victim);
        settledBefore = settled;
      }
    }
    if (endings.node || endings.worker) {
      if (endings.node) node = startCommand(load('rough'));
      if (endings.worker) worker = startCommand(load('rough', ['worker']));
      watch();
    }
    await sleep(100);
  }
  worker.child.kill('SIGTERM');
  await worker.ended;
  await node.ended;
  await db.close().catch(() => undefined);
  await startCommand(load('rough')).ended;
  return kills;
}

async function pidOf(
  victim: (typeof VICTIMS)[number],
  node: number | undefined,
  worker: number | undefined,
  db: Database,
): Promise<number | null> {
  if (victim === 'node') return node ?? null;
  if (victim === 'worker') return worker ?? null;
  const postmaster = postmasterPid();
  if (victim === 'postmaster') return postmaster;
  const row = await db
    .queryOne<{ pid: number }>(sql`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by random() limit 1`)
    .catch(() => null);
  // Inside a user namespace PostgreSQL sees the same process ids: only users are mapped.
  return row?.pid ?? null;
}

function postmasterPid(): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'rough/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

async function settledTasks(db: Database): Promise<number> {
  const row = await db
    .queryOne<{ count: number }>(sql`select count(*)::int as count from run_tasks where state <> 'waiting'`)
    .catch(() => null);
  return row?.count ?? 0;
}

function openStore(name: string) {
  const host = socketHost(postgresFolder(join(folder, name)));
  const connection = { host, port: 5432, user: 'asfiled', database: 'asfiled', ssl: false } as const;
  return createPool(connection, { applicationName: applicationName('torture'), maxConnections: 2 });
}

/** The store's export, read while a worker keeps its PostgreSQL running. */
async function exportOf(name: string): Promise<string> {
  const worker = startCommand(load(name, ['worker']));
  const db = openStore(name);
  try {
    for (let tries = 0; tries < 100 && (await settledTasks(db)) === 0; tries++) await sleep(100);
    let text = '';
    for await (const line of exportStore(db)) text += line;
    return text;
  } finally {
    await db.close();
    worker.child.kill('SIGTERM');
    await worker.ended;
  }
}
