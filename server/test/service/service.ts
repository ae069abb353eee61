import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach } from 'vitest';
import { chooseRunAs } from '../../src/db/embedded/postgres-binaries.ts';
import { postgresFolder, socketHost } from '../../src/db/embedded/postgres-folder.ts';
import { WAIT_LIMIT_MS } from '../wait-limit.ts';
import { scratchFolder } from './scratch-folder.ts';

export const PROJECT = resolve(import.meta.dirname, '../../..');
const MAIN = join(PROJECT, 'server/src/main.js');

/** A running `asfiled` command. */
export interface Running {
  child: ChildProcess;
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Resolves with the match once it is in the output. Throws if the process ends or the time runs out first. */
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  /** The exit code or signal, and the time from this call until the exit. */
  ended(): Promise<{ exit: number | NodeJS.Signals; tookMs: number }>;
}

/** How PostgreSQL runs on this machine: `user` means as another user, for root without user namespaces. */
export const POSTGRES_RUNS_AS = chooseRunAs().kind;

const started: ChildProcess[] = [];
const folders: string[] = [];
const onTestFileEnd: string[] = [];
// server/test/setup/postgres.ts removes the folders of ended processes.
const PREFIX = `asfiled-start-${process.pid}-`;

/** A folder for a test, removed by `cleanUpAfterEach` or `cleanUpAfterAll`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), PREFIX));
  if (POSTGRES_RUNS_AS === 'user') chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

let prepared: Promise<string> | null = null;

/** A copy of a data folder after its first start, which takes place once. */
export async function usedDataFolder(): Promise<string> {
  prepared ??= prepare();
  const data = join(temporaryFolder(), 'data');
  execFileSync('cp', ['-a', await prepared, data]);
  return data;
}

async function prepare(): Promise<string> {
  const folder = mkdtempSync(join(scratchFolder(), PREFIX));
  if (POSTGRES_RUNS_AS === 'user') chmodSync(folder, 0o711);
  onTestFileEnd.push(folder);
  const data = join(folder, 'data');
  const { exit } = await run(['migrate'], { ASFILED_DATA: data }).ended();
  if (exit !== 0) throw new Error(`Preparing a data folder failed with exit code ${exit}.`);
  return data;
}

/** Call once per test file: after each test, ends its processes and removes its folders. */
export function cleanUpAfterEach(): void {
  afterAll(async () => {
    prepared = null;
    for (const folder of onTestFileEnd.splice(0)) await removeWhenIdle(folder);
  });
  afterEach(cleanUp);
}

/** The same after the last test, for files whose tests share a service. */
export function cleanUpAfterAll(): void {
  afterAll(cleanUp);
}

async function cleanUp(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const end = new Promise(done => child.once('exit', done));
      child.kill('SIGKILL');
      await end;
    }
  }
  for (const folder of folders.splice(0)) await removeWhenIdle(folder);
}

/** Runs `asfiled <args>` with these settings only. */
export function run(args: string[], settings: Record<string, string>): Running {
  return runProgram(process.execPath, [MAIN, ...args], settings);
}

export function runProgram(
  file: string,
  args: string[],
  settings: Record<string, string>,
  as: { uid?: number | undefined; gid?: number | undefined } = {},
): Running {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ASFILED_|DATABASE_URL|npm_|VITEST)/.test(name));
  const env = { ...Object.fromEntries(inherited), ASFILED_SAMPLE: '0', ASFILED_PORT: '0', ...settings };
  const child = spawn(file, args, { ...as, cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  child.stdout?.on('data', chunk => {
    output += chunk;
  });
  child.stderr?.on('data', chunk => {
    output += chunk;
  });
  const exit = new Promise<number | NodeJS.Signals>(done =>
    child.once('close', (code, signal) => done(code ?? signal ?? 'SIGKILL')),
  );
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    says: (pattern, withinMs = WAIT_LIMIT_MS) => waitForOutput(child, () => output, pattern, withinMs),
    async ended() {
      const from = Date.now();
      return { exit: await exit, tookMs: Date.now() - from };
    },
  };
}

/** Starts the service and waits until it is ready. */
export async function serve(dataFolder: string, settings: Record<string, string> = {}): Promise<Running> {
  const service = run(['serve'], { ASFILED_DATA: dataFolder, ...settings });
  await service.says(READY);
  return service;
}

export const READY = /API key {5}(\S+)/;

/** Runs a statement on the embedded database of a data folder directly. */
export async function queryOn(data: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ host: socketHost(postgresFolder(data)), user: 'asfiled', database: 'asfiled' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Number of rows of a table in that database. */
export async function count(data: string, table: string): Promise<number> {
  const result = await queryOn(data, `select count(*)::int as n from ${table}`);
  return result.rows[0].n;
}

/** The address in the output of the service. */
export function addressOf(service: Running): string {
  return /asfiled is running at (\S+)/.exec(service.output())?.[1] ?? '';
}

/** The status of a GET request to its API. */
export async function statusOf(service: Running, path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${addressOf(service)}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** The process id in the postmaster.pid of a data folder. */
export function postmasterPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** False for zombies too. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export async function until(goal: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${goal}.`);
    await sleep(20);
  }
}

async function waitForOutput(
  child: ChildProcess,
  output: () => string,
  pattern: RegExp,
  withinMs: number,
): Promise<RegExpExecArray> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const match = pattern.exec(output());
    if (match) return match;
    const over = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline;
    if (over) throw new Error(`Expected ${pattern} in the output:\n${output()}`);
    await sleep(10);
  }
}

/** PostgreSQL outlives a killed service for a moment and still writes files. */
async function removeWhenIdle(folder: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(50);
    }
  }
}
