import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { APPLICATION_PREFIX, applicationName, type ConnectionSettings } from '../connection.ts';
import { sqlStateOf } from '../database-error.ts';
import { lock } from './file-lock.ts';
import { chooseRunAs, commandAs, findBinaries, type PostgresBinaries, type RunAs } from './postgres-binaries.ts';
import {
  assertUsable,
  createFolders,
  findRunningPostmaster,
  grantAccess,
  initialise,
  PORT,
  type PostgresFolder,
  postgresFolder,
  removeStaleLocks,
  SUPERUSER,
  socketHost,
  takeOwnership,
} from './postgres-folder.ts';

export interface EmbeddedPostgresOptions {
  dataFolder: string;
  /** The role (`serve`, `ingest` …) under which other processes on the same data folder see this one. */
  role: string;
  log: Log;
  /** False risks losing everything if the machine crashes: for tests only. */
  durable?: boolean;
  /** Runs PostgreSQL as a system user even if a user namespace is available: for tests of that fallback. */
  forceRunAs?: 'user';
}

export interface CloseOptions {
  /** How long to wait for other processes on the data folder before PostgreSQL is stopped regardless. */
  waitForOthersMs: number;
  /** Ends the wait early. */
  signal?: AbortSignal;
  /** Called once, with the names of the processes being waited for. */
  onWait?(others: string[]): void;
}

/** This process's share in the PostgreSQL of a data folder, which it may have started or found running. */
export interface EmbeddedPostgres {
  connection(database: string): ConnectionSettings;
  close(options: CloseOptions): Promise<void>;
}

interface State {
  folder: PostgresFolder;
  binaries: PostgresBinaries;
  runAs: RunAs;
  options: EmbeddedPostgresOptions;
  /** The server process, if this process started it and it is running. */
  child: ChildProcess | null;
  /** A connection held open: shows other processes that we exist, and shows us when the server is gone. */
  presence: pg.Client | null;
  closing: boolean;
}

/**
 * Starts PostgreSQL on `<data>/postgres`, or joins the server that another of our processes runs there. While it is
 * open, a server that dies is restarted by whichever process notices first. Nothing listens on the network: the socket
 * is in `<data>/run`, which only its owner may enter. Throws {@link OperatorError} if the data folder cannot be used.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = postgresFolder(options.dataFolder);
  const binaries = await findBinaries();
  assertUsable(folder, binaries.major);
  const runAs = chooseRunAs(options.forceRunAs);
  createFolders(folder, runAs);
  const state: State = { folder, binaries, runAs, options, child: null, presence: null, closing: false };
  // On systems without death signals this stops the server when the process ends without `close`.
  const stopWithUs = () => state.child?.kill('SIGINT');
  process.on('exit', stopWithUs);
  await startOrJoin(state);
  return {
    connection: database => connectionTo(folder, database),
    close: async closeOptions => {
      await close(state, closeOptions);
      process.off('exit', stopWithUs);
    },
  };
}

function connectionTo(folder: PostgresFolder, database: string): ConnectionSettings {
  return { host: socketHost(folder), port: PORT, user: SUPERUSER, database, ssl: false };
}

/** Every server has this database; we store nothing in it. */
const PRESENCE_DATABASE = 'postgres';
const POLL_MS = 20;
const SHUTDOWN_OF_ANOTHER_MS = 60_000;

async function startOrJoin(state: State): Promise<void> {
  const held = await lock(state.folder.startLock);
  try {
    // A restart that waited for the lock while we were closing would leave a server that nothing closes.
    if (state.closing) return;
    const presence = (await joinRunning(state)) ?? (await start(state));
    watch(state, presence);
  } finally {
    held.release();
  }
}

/** Null if no server runs. Waits for one that is starting or stopping. */
async function joinRunning(state: State): Promise<pg.Client | null> {
  const deadline = Date.now() + SHUTDOWN_OF_ANOTHER_MS;
  for (;;) {
    try {
      return await connectPresence(state);
    } catch (error) {
      const pid = findRunningPostmaster(state.folder);
      const stillThere = sqlStateOf(error) === CANNOT_CONNECT_NOW || pid !== null;
      if (!stillThere) return null;
      if (Date.now() > deadline) throw inUse(state.folder, pid, error);
    }
    await sleep(POLL_MS);
  }
}

const CANNOT_CONNECT_NOW = '57P03';

function inUse(folder: PostgresFolder, pid: number | null, cause: unknown): OperatorError {
  const holder = pid === null ? 'another process' : `PostgreSQL process ${pid}`;
  return new OperatorError(
    'in_use',
    `${folder.cluster} is in use by ${holder}, which does not accept connections. Stop it first.`,
    cause,
  );
}

async function connectPresence({ folder, options }: State): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(folder, PRESENCE_DATABASE),
    application_name: applicationName(options.role),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

const LEFTOVER_TIMEOUT_MS = 20_000;
const LEFTOVERS_EVERY_MS = 200;

async function start(state: State): Promise<pg.Client> {
  const { folder, runAs, options } = state;
  state.binaries = grantAccess(folder, state.binaries, runAs);
  initialise(folder, state.binaries, runAs, options.durable !== false);
  takeOwnership(folder.cluster, runAs);
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  for (;;) {
    removeStaleLocks(folder);
    const child = spawnServer(state);
    const presence = await firstConnection(state, child);
    if (presence) {
      state.child = child;
      return presence;
    }
    const output = lastWords(folder);
    // The backends of a killed postmaster take a moment to notice.
    if (!/shared memory block .* still in use/.test(output) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start on ${folder.cluster}. Its output:\n${output}`);
    }
    await sleep(LEFTOVERS_EVERY_MS);
  }
}

function spawnServer(state: State): ChildProcess {
  const { folder, binaries, runAs, options } = state;
  // PostgreSQL changes to its own folder before it opens the socket, so a relative path stays short at any depth.
  const settings = { ...SETTINGS, ...memorySettings(), unix_socket_directories: '../run', port: String(PORT) };
  // Tests share one server: several workers of several files at once.
  if (options.durable === false) {
    Object.assign(settings, { fsync: 'off', full_page_writes: 'off', max_connections: '400' });
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandAs(runAs, binaries.postgres, ['-D', folder.cluster, ...args], true);
  keepOneOldLog(folder);
  const output = openSync(folder.log, 'w', 0o600);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: folder.run,
    // Detached from the terminal: Ctrl-C is for this process, which stops the server last.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.on('error', error => options.log.error({ error }, 'Cannot run PostgreSQL'));
  return child;
}

/**
 * Null if the server ended before it accepted connections. Crash recovery may take minutes, so there is no time limit.
 */
async function firstConnection(state: State, child: ChildProcess): Promise<pg.Client | null> {
  const startedAt = Date.now();
  let hasNotified = false;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return null;
    try {
      return await connectPresence(state);
    } catch {
      await sleep(POLL_MS);
    }
    if (!hasNotified && Date.now() - startedAt > 5_000) {
      hasNotified = true;
      state.options.log.info('PostgreSQL is recovering from a crash');
    }
  }
}

const RESTART_DELAYS_MS = [0, 100, 500, 1_000, 5_000];

function watch(state: State, presence: pg.Client): void {
  state.presence = presence;
  presence.once('end', () => {
    if (state.presence === presence) state.presence = null;
    if (!state.closing) void restore(state);
  });
}

async function restore(state: State): Promise<void> {
  const { log } = state.options;
  log.warn('PostgreSQL has stopped; restarting it');
  for (let attempt = 0; !state.closing; attempt++) {
    await sleep(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
    try {
      await startOrJoin(state);
      log.info('PostgreSQL is running again');
      return;
    } catch (error) {
      log.error({ error: messageOf(error) }, 'Failed to restart PostgreSQL');
    }
  }
}

const OTHERS_POLL_MS = 250;
const FAST_SHUTDOWN_MS = 8_000;

async function close(state: State, options: CloseOptions): Promise<void> {
  state.closing = true;
  const deadline = Date.now() + options.waitForOthersMs;
  let hasNotified = false;
  for (;;) {
    const held = await lock(state.folder.startLock);
    try {
      const others = isRunning(state.child) ? await othersOn(state) : [];
      if (others.length === 0 || Date.now() >= deadline || options.signal?.aborted) {
        await leave(state);
        return;
      }
      if (!hasNotified) options.onWait?.(others);
      hasNotified = true;
    } finally {
      held.release();
    }
    await sleep(OTHERS_POLL_MS);
  }
}

async function leave(state: State): Promise<void> {
  await state.presence?.end().catch(() => undefined);
  const { child } = state;
  if (child === null || !isRunning(child)) return;
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  // An immediate shutdown loses nothing; the next start replays the log.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
  await ended;
  clearTimeout(impatience);
}

function isRunning(child: ChildProcess | null): boolean {
  return child !== null && child.exitCode === null && child.signalCode === null;
}

/** Names of our other processes, taken from the connections that they hold open. */
async function othersOn(state: State): Promise<string[]> {
  const result = await state.presence
    ?.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where datname = $1 and starts_with(application_name, $2) and split_part(application_name, ' ', 3) <> $3
        order by 1`,
      [PRESENCE_DATABASE, APPLICATION_PREFIX, String(process.pid)],
    )
    .catch(() => null);
  return result?.rows.map(row => row.name) ?? [];
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  // Tuned for bulk loads: long checkpoints and a compressed log. A commit is on disk when it returns.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  synchronous_commit: 'on',
  // Only debits do not wait for their commit to reach the disk (accounts/credits.ts). PostgreSQL writes pending commits
  // after at most three of these intervals, so a kill loses 30 ms of them instead of 600.
  wal_writer_delay: '10ms',
  random_page_cost: '1.1',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
  // Shared memory of parallel queries as files in the data folder: containers have little /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

const MB = 1024 * 1024;

function memorySettings(): Record<string, string> {
  const memoryMb = totalmem() / MB;
  // Keeps the total under 600 MB including the threads of a bulk load; the system caches the rest.
  const sharedMb = Math.round(Math.min(64, Math.max(16, memoryMb / 16)));
  return { shared_buffers: `${sharedMb}MB`, effective_cache_size: `${Math.round(memoryMb / 2)}MB` };
}

function keepOneOldLog(folder: PostgresFolder): void {
  try {
    renameSync(folder.log, `${folder.log}.1`);
  } catch {
    // The file does not exist before the first start.
  }
}

function lastWords(folder: PostgresFolder): string {
  return readFileSync(folder.log, 'utf8').trim().split('\n').slice(-8).join('\n');
}
