import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Piscina } from 'piscina';
import { openPostgres } from '../server/src/db/postgres.ts';
import { listZipMembers, type ZipMember } from '../server/src/formats/zip.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { startCommand } from '../server/test/service/kill-during-load.ts';
import { type Usage, watchProcesses } from './process-usage.ts';
import { writeRepeatedZip } from './repeated-zip.ts';
import type { BenchReport } from './report.ts';

const THREADS = 2;
const COMPANIES = 504;
const TABLES = ['fact_series', 'fact_sources', 'filings', 'issuer_financials', 'kpi_periods', 'annual_amounts'];

interface LoadSummary {
  done: number;
  failed: number;
  facts: number;
  bytes: number;
  seconds: number;
}

/**
 * Measures `ingest --bulk` of a companyfacts.zip of 504 companies into a new store, against the minimum: two threads
 * inflate and parse the same members while the same rows are copied into tables without an index.
 */
export async function benchBulkLoad(companies = COMPANIES): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-bulk-'));
  try {
    const zip = join(folder, 'companyfacts.zip');
    const { byteSize, zipBytes } = writeRepeatedZip(zip, companies);
    const dataFolder = join(folder, 'data');
    const { summary, usage } = await load(dataFolder, zip);
    const again = await load(dataFolder, zip);
    const floor = await measureFloor(dataFolder, zip, folder);
    const mb = byteSize / 1e6;
    const rate = (seconds: number): string => `${(mb / seconds).toFixed(0)} MB/s of JSON`;
    const millions = (summary.facts / summary.seconds / 1e6).toFixed(2);
    return {
      title: 'Bulk load',
      how:
        `companyfacts.zip of ${companies} companies (real ones repeated under other ids): ${mb.toFixed(0)} MB of JSON in ` +
        `${(zipBytes / 1e6).toFixed(0)} MB, ${(summary.facts / 1e6).toFixed(1)} million facts, ${THREADS} threads, embedded ` +
        'PostgreSQL on the same cores. The floor inflates and parses in two threads while the same rows are copied into ' +
        'bare tables. Memory is the proportional set size of Node and PostgreSQL together.',
      rows: [
        {
          name: 'load: parse, normalise, store',
          figure: `${rate(summary.seconds)}, ${millions} million facts/s (${summary.seconds.toFixed(1)} s)`,
          ratio: floor.seconds / summary.seconds,
          aim: '≥ 0.5 of the floor',
        },
        {
          name: 'floor: inflate + JSON.parse + bare COPY',
          figure: `${rate(floor.seconds)} (${floor.seconds.toFixed(1)} s)`,
        },
        {
          name: 'the same zip again (nothing changed)',
          figure: `${rate(again.summary.seconds)} (${again.summary.seconds.toFixed(1)} s)`,
        },
        {
          name: 'processor time of the load, start of PostgreSQL included',
          figure: `${usage.cpuSeconds.toFixed(1)} s against ${floor.cpuSeconds.toFixed(1)} s of the floor`,
          ratio: floor.cpuSeconds / usage.cpuSeconds,
          aim: '≥ 0.5',
        },
        { name: 'peak memory, all processes', figure: `${(usage.all / 1e6).toFixed(0)} MB`, aim: '< 600 MB' },
        { name: 'peak memory, Node alone (RSS)', figure: `${(usage.own / 1e6).toFixed(0)} MB` },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(dataFolder: string, zip: string): Promise<{ summary: LoadSummary; usage: Usage }> {
  const environment = { ASFILED_DATA: dataFolder, ASFILED_WORKERS: String(THREADS) };
  const { child, ended } = startCommand({ environment, args: ['ingest', 'sec-edgar', '--json', '--bulk', zip] });
  const { usage, stop } = watchProcesses(child.pid ?? 0);
  const { code, output } = await ended;
  stop();
  const line = output.split('\n').find(candidate => candidate.startsWith('{"run_id"'));
  if (code !== 0 || line === undefined) throw new Error(`the load failed with ${code}: ${output}`);
  return { summary: JSON.parse(line) as LoadSummary, usage };
}

async function measureFloor(
  dataFolder: string,
  zip: string,
  folder: string,
): Promise<{ seconds: number; cpuSeconds: number }> {
  const log = createLog('error');
  const postgres = await openPostgres({ dataFolder, databaseUrl: null, role: 'bench', log });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const threads = new Piscina({
    filename: new URL('./inflate-parse-thread.ts', import.meta.url).href,
    minThreads: THREADS,
    maxThreads: THREADS,
  });
  try {
    for (const table of TABLES) {
      await pipeline(
        client.query(copyTo(`copy (select * from ${table}) to stdout`)),
        createWriteStream(join(folder, table)),
      );
      await client.query(`create table bare_${table} (like ${table})`);
    }
    const members: ZipMember[] = await Array.fromAsync(listZipMembers(zip));
    const { usage, stop } = watchProcesses(process.pid);
    const startedAt = performance.now();
    await Promise.all([inflateAll(threads, zip, members), copyAll(client, folder)]);
    const seconds = (performance.now() - startedAt) / 1_000;
    await sleep(300);
    stop();
    return { seconds, cpuSeconds: usage.cpuSeconds };
  } finally {
    await threads.destroy();
    await client.end();
    await postgres.close({ waitForOthersMs: 0 });
  }
}

const MEMBERS_AT_ONCE = 16;

async function inflateAll(threads: Piscina, path: string, members: ZipMember[]): Promise<void> {
  const groups: Promise<unknown>[] = [];
  for (let at = 0; at < members.length; at += MEMBERS_AT_ONCE) {
    groups.push(threads.run({ path, members: members.slice(at, at + MEMBERS_AT_ONCE) }));
  }
  await Promise.all(groups);
}

async function copyAll(client: pg.Client, folder: string): Promise<void> {
  for (const table of TABLES) {
    const rows = createReadStream(join(folder, table), { highWaterMark: 1 << 20 });
    await pipeline(rows, client.query(copyFrom(`copy bare_${table} from stdin`)));
  }
}
