import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { APPLICATION_PREFIX, applicationName, type ConnectionSettings } from './connection.ts';
import { sqlStateOf } from './database-error.ts';
import { lock } from './file-lock.ts';
import { chooseRunAs, commandAs, findBinaries, type PostgresBinaries, type RunAs } from './postgres-binaries.ts';
import {
  assertUsable,
  initialise,
  livingPostmaster,
  makeFolders,
  openToUser,
  own,
  PORT,
  type PostgresFolder,
  postgresFolder,
  removeStaleLocks,
  SUPERUSER,
  socketHost,
} from './postgres-folder.ts';

export interface EmbeddedPostgresOptions {
  dataFolder: string;
  /** `serve`, `ingest` …: how other processes on the same data folder see this one. */
  role: string;
  log: Log;
  /** False lets a crash of the machine lose everything: for tests only. */
  durable?: boolean;
  /** Runs as a system user even where a namespace could be made: for tests of that fallback. */
  forceRunAs?: 'user';
}

export interface CloseOptions {
  /** How long to wait for other processes on the data folder before stopping PostgreSQL under them. */
  waitForOthersMs: number;
  /** Ends the waiting early. */
  signal?: AbortSignal;
  /** Called once, with the names of those waited for. */
  onWait?(others: string[]): void;
}

/** This process's share in the PostgreSQL of a data folder: it may have started it or found it running. */
export interface EmbeddedPostgres {
  connection(database: string): ConnectionSettings;
  close(options: CloseOptions): Promise<void>;
}

interface State {
  folder: PostgresFolder;
  binaries: PostgresBinaries;
  runAs: RunAs;
  options: EmbeddedPostgresOptions;
  /** The server, where this process started it and it runs. */
  child: ChildProcess | null;
  /** One connection held open: tells others that we are here, and us that the server is gone. */
  presence: pg.Client | null;
  closing: boolean;
}

/**
 * Starts PostgreSQL on `<data>/postgres`, or joins the one that another process of ours runs there. As long as it is
 * open, a server that dies is started again, by whichever process notices first. Nothing listens on the network: the
 * socket is in `<data>/run`, which only its owner may enter.
 * Throws {@link OperatorError} where the data folder cannot be used.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = postgresFolder(options.dataFolder);
  const binaries = await findBinaries();
  assertUsable(folder, binaries.major);
  const runAs = chooseRunAs(options.forceRunAs);
  makeFolders(folder, runAs);
  const state: State = { folder, binaries, runAs, options, child: null, presence: null, closing: false };
  // Where the system has no death signals this is what stops the server when the process ends without `close`.
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

/** Nothing of ours is stored in this one, which every server has. */
const PRESENCE_DATABASE = 'postgres';
const POLL_MS = 20;
const SHUTDOWN_OF_ANOTHER_MS = 60_000;

async function startOrJoin(state: State): Promise<void> {
  const held = await lock(state.folder.startLock);
  try {
    // A restart that had to wait for the lock while we were closing would open what nobody closes any more.
    if (state.closing) return;
    const presence = (await joinRunning(state)) ?? (await start(state));
    watch(state, presence);
  } finally {
    held.release();
  }
}

/** Null when no server runs. Waits for one that is starting or stopping. */
async function joinRunning(state: State): Promise<pg.Client | null> {
  const deadline = Date.now() + SHUTDOWN_OF_ANOTHER_MS;
  for (;;) {
    try {
      return await connectPresence(state);
    } catch (error) {
      const pid = livingPostmaster(state.folder);
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
    `${folder.cluster} is in use by ${holder}, which does not answer; stop it first.`,
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

const LEFTOVERS_WITHIN_MS = 20_000;
const LEFTOVERS_EVERY_MS = 200;

async function start(state: State): Promise<pg.Client> {
  const { folder, runAs, options } = state;
  state.binaries = openToUser(folder, state.binaries, runAs);
  initialise(folder, state.binaries, runAs, options.durable !== false);
  own(folder.cluster, runAs);
  const deadline = Date.now() + LEFTOVERS_WITHIN_MS;
  for (;;) {
    removeStaleLocks(folder);
    const child = spawnServer(state);
    const presence = await firstConnection(state, child);
    if (presence) {
      state.child = child;
      return presence;
    }
    const said = lastWords(folder);
    // The backends of a postmaster that was killed take a moment to notice.
    if (!/shared memory block .* still in use/.test(said) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start on ${folder.cluster}. It says:\n${said}`);
    }
    await sleep(LEFTOVERS_EVERY_MS);
  }
}

function spawnServer(state: State): ChildProcess {
  const { folder, binaries, runAs, options } = state;
  // PostgreSQL goes to its own folder before it opens the socket, so a path relative to it is short however deep it is.
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
    // Away from the terminal: Ctrl-C is for us, and we stop the server last.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.on('error', error => options.log.error({ error }, 'PostgreSQL cannot be run'));
  return child;
}

/** Null when the server ended before it answered. Recovery after a crash may take minutes: there is no time limit. */
async function firstConnection(state: State, child: ChildProcess): Promise<pg.Client | null> {
  const startedAt = Date.now();
  let told = false;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return null;
    try {
      return await connectPresence(state);
    } catch {
      await sleep(POLL_MS);
    }
    if (!told && Date.now() - startedAt > 5_000) {
      told = true;
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
  log.warn('PostgreSQL is gone; starting it again');
  for (let attempt = 0; !state.closing; attempt++) {
    await sleep(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
    try {
      await startOrJoin(state);
      log.info('PostgreSQL is back');
      return;
    } catch (error) {
      log.error({ error: messageOf(error) }, 'PostgreSQL could not be started again');
    }
  }
}

const OTHERS_POLL_MS = 250;
const FAST_SHUTDOWN_MS = 8_000;

async function close(state: State, options: CloseOptions): Promise<void> {
  state.closing = true;
  const deadline = Date.now() + options.waitForOthersMs;
  let told = false;
  for (;;) {
    const held = await lock(state.folder.startLock);
    try {
      const others = isRunning(state.child) ? await othersOn(state) : [];
      if (others.length === 0 || Date.now() >= deadline || options.signal?.aborted) {
        await leave(state);
        return;
      }
      if (!told) options.onWait?.(others);
      told = true;
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

/** Names of the other processes of ours, by the connections that they hold open to say so. */
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
  // Bulk loads: long checkpoints with compressed log; a commit is on disk when it returns.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  synchronous_commit: 'on',
  // Debits alone do not wait for their commit to be on disk (accounts/credits.ts): PostgreSQL writes what waits after at
  // most three of these, so that where it is killed it forgets 30 ms of them and not 600.
  wal_writer_delay: '10ms',
  random_page_cost: '1.1',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
  // Shared memory of parallel queries as files of the data folder: containers have little /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

const MB = 1024 * 1024;

function memorySettings(): Record<string, string> {
  const memoryMb = totalmem() / MB;
  // With the threads of a bulk load everything stays under 600 MB; what is more is cached by the system anyway.
  const sharedMb = Math.round(Math.min(64, Math.max(16, memoryMb / 16)));
  return { shared_buffers: `${sharedMb}MB`, effective_cache_size: `${Math.round(memoryMb / 2)}MB` };
}

function keepOneOldLog(folder: PostgresFolder): void {
  try {
    renameSync(folder.log, `${folder.log}.1`);
  } catch {
    // The first start has none.
  }
}

function lastWords(folder: PostgresFolder): string {
  return readFileSync(folder.log, 'utf8').trim().split('\n').slice(-8).join('\n');
}
