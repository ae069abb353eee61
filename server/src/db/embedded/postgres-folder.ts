import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { commandAs, ownerOf, type PostgresBinaries, type RunAs } from './postgres-binaries.ts';

/** Paths of the embedded PostgreSQL, all inside the data folder. */
export interface PostgresFolder {
  data: string;
  /** PostgreSQL's own files. */
  cluster: string;
  /** Socket, locks and log: nothing worth a backup. */
  run: string;
  log: string;
  startLock: string;
}

export const PORT = 5432;
export const SUPERUSER = 'asfiled';

/** The paths of a data folder. Creates nothing. */
export function postgresFolder(dataFolder: string): PostgresFolder {
  const data = resolve(dataFolder);
  const run = join(data, 'run');
  return {
    data,
    cluster: join(data, 'postgres'),
    run,
    log: join(run, 'postgres.log'),
    startLock: join(run, 'start.lock'),
  };
}

/**
 * Throws {@link OperatorError} if the folder's PostgreSQL files have another major version or are not PostgreSQL files
 * at all. Only reads, so that a folder of another program stays unchanged.
 */
export function assertUsable(folder: PostgresFolder, major: number): void {
  if (existsSync(join(folder.data, 'PG_VERSION'))) {
    throw new OperatorError(
      'unusable_store',
      `${folder.data} is itself a PostgreSQL data folder. Point ASFILED_DATA at a folder used by asfiled alone.`,
    );
  }
  if (!existsSync(folder.cluster)) return;
  const version = versionOf(folder);
  if (version === String(major)) return;
  const made = version === undefined ? 'contains no PostgreSQL files' : `was created by PostgreSQL ${version}`;
  throw new OperatorError(
    'unusable_store',
    `${folder.cluster} ${made}, but this version of asfiled runs PostgreSQL ${major}; nothing was changed. ` +
      'Use the version of asfiled that created it, or point ASFILED_DATA at another folder.',
  );
}

function versionOf(folder: PostgresFolder): string | undefined {
  try {
    return readIfExists(join(folder.cluster, 'PG_VERSION'))?.trim();
  } catch (error) {
    throw new OperatorError('unusable_store', `${folder.cluster} belongs to another user: ${messageOf(error)}`, error);
  }
}

/** Creates missing folders, closed to other users. */
export function createFolders(folder: PostgresFolder, runAs: RunAs): void {
  try {
    // `recursive` would apply the mode to parents too.
    mkdirSync(dirname(folder.data), { recursive: true });
    makeFolder(folder.data, runAs.kind === 'user' ? 0o711 : 0o700);
    makeFolder(folder.run, 0o700);
  } catch (error) {
    throw new OperatorError(
      'unusable_store',
      `Cannot create the data folder ${folder.data}: ${messageOf(error)}`,
      error,
    );
  }
}

/** Another process may create it at the same time; an existing folder keeps its mode. */
function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Creates the cluster if there is none. The caller must hold the start lock. */
export function initialise(folder: PostgresFolder, binaries: PostgresBinaries, runAs: RunAs, durable: boolean): void {
  removeUnfinished(folder);
  if (existsSync(folder.cluster)) return;
  // An initdb whose parent was killed keeps writing for a moment, so it must never use the folder of the next one.
  const unfinished = `${folder.cluster}${UNFINISHED}${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  takeOwnership(unfinished, runAs);
  const args = ['-D', unfinished, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions');
  args.push('--set', 'dynamic_shared_memory_type=mmap');
  if (!durable) args.push('--no-sync');
  const command = commandAs(runAs, binaries.initdb, args, true);
  try {
    execFileSync(command.file, command.args, { ...command.options, cwd: folder.run, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`Cannot create PostgreSQL's files in ${folder.data}: ${messageOf(error)}`, { cause: error });
  }
  renameSync(unfinished, folder.cluster);
}

const UNFINISHED = '.unfinished-';

function removeUnfinished(folder: PostgresFolder): void {
  for (const name of readdirSync(folder.data)) {
    if (!name.startsWith(`${basename(folder.cluster)}${UNFINISHED}`)) continue;
    try {
      rmSync(join(folder.data, name), { recursive: true });
    } catch {
      // Its initdb is still ending; the next start removes it.
    }
  }
}

/** Changes the owner of PostgreSQL's files to the user it will run as, if an earlier start used another user. */
export function takeOwnership(path: string, runAs: RunAs): void {
  const owner = ownerOf(runAs);
  if (owner === null || process.getuid?.() !== 0 || lstatSync(path).uid === owner.uid) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(path, entry), owner.uid, owner.gid);
  }
  chownSync(path, owner.uid, owner.gid);
}

/**
 * Removes lock files that a killed PostgreSQL left behind. A process id in those files proves nothing: it may be a
 * zombie or belong to another program by now.
 */
export function removeStaleLocks(folder: PostgresFolder): void {
  if (process.platform !== 'linux' || findRunningPostmaster(folder) !== null) return;
  rmSync(join(folder.cluster, 'postmaster.pid'), { force: true });
  rmSync(join(folder.run, `.s.PGSQL.${PORT}.lock`), { force: true });
  rmSync(join(folder.run, `.s.PGSQL.${PORT}`), { force: true });
}

/** The process id of the PostgreSQL that runs on these files, found in `/proc`; null if none does. */
export function findRunningPostmaster(folder: PostgresFolder): number | null {
  const pid = Number(readIfExists(join(folder.cluster, 'postmaster.pid'))?.split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 && isPostgresOf(pid, folder.cluster) ? pid : null;
}

function isPostgresOf(pid: number, cluster: string): boolean {
  const stat = readIfExists(`/proc/${pid}/stat`);
  if (stat === null) return false;
  const [, name, state] = /\((.*)\) (\S)/.exec(stat) ?? [];
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // PostgreSQL of another user: not ours to declare dead.
    return true;
  }
}

// sockaddr_un holds 108 bytes including the closing zero, 104 on macOS.
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The `host` for `pg`. A socket path longer than the system allows is reached through an open folder instead, which
 * stays open for the life of the process.
 */
export function socketHost(folder: PostgresFolder): string {
  if (Buffer.byteLength(join(folder.run, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return folder.run;
  if (process.platform !== 'linux') {
    throw new OperatorError(
      'unusable_store',
      `The path ${folder.data} is too long for a socket. Use a shorter ASFILED_DATA.`,
    );
  }
  const opened = openFolders.get(folder.run) ?? openSync(folder.run, 'r');
  openFolders.set(folder.run, opened);
  return `/proc/self/fd/${opened}`;
}

const openFolders = new Map<string, number>();

/**
 * Gives the socket's folder to the user that PostgreSQL runs as. For a system user, finds programs that it may execute
 * (a copy in the data folder if the installed ones are closed to it) and throws {@link OperatorError} if it cannot
 * enter the data folder.
 */
export function grantAccess(folder: PostgresFolder, binaries: PostgresBinaries, runAs: RunAs): PostgresBinaries {
  takeOwnership(folder.run, runAs);
  if (runAs.kind !== 'user') return binaries;
  if (!mayRun(runAs, 'test', ['-w', folder.run])) {
    throw new OperatorError(
      'unusable_store',
      `PostgreSQL does not run as root, user namespaces are not permitted here, and user ${runAs.name} cannot enter ` +
        `${folder.data}. Open the folders above it (chmod o+x), start asfiled as an ordinary user, or set DATABASE_URL.`,
    );
  }
  if (mayRun(runAs, binaries.postgres, ['--version'])) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(folder.run, `postgres-${binaries.major}`);
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  takeOwnership(copy, runAs);
  return { ...binaries, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

function mayRun(runAs: RunAs, program: string, args: string[]): boolean {
  const command = commandAs(runAs, program, args, false);
  return spawnSync(command.file, command.args, { ...command.options, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Null if the file does not exist. Throws if it cannot be read. */
function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_FILE_CODES.has(String(error.code))) return null;
    throw error;
  }
}

// ESRCH: the process ended between opening its file in /proc and reading it.
const MISSING_FILE_CODES = new Set(['ENOENT', 'ENOTDIR', 'ESRCH']);
