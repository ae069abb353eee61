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
import { messageOf } from '../kernel/errors.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { commandAs, ownerOf, type PostgresBinaries, type RunAs } from './postgres-binaries.ts';

/** Where the embedded PostgreSQL keeps what: everything is inside the data folder. */
export interface PostgresFolder {
  data: string;
  /** PostgreSQL's own files. */
  cluster: string;
  /** Socket, locks and log: nothing that is worth a backup. */
  run: string;
  log: string;
  startLock: string;
}

export const PORT = 5432;
export const SUPERUSER = 'asfiled';

/** The places of a data folder; nothing is made yet. */
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
 * Throws {@link OperatorError} where the folder's PostgreSQL files are not of this major version or no PostgreSQL files at
 * all. Reads only, so that a folder that is not ours stays as it was.
 */
export function assertUsable(folder: PostgresFolder, major: number): void {
  if (existsSync(join(folder.data, 'PG_VERSION'))) {
    throw new OperatorError(
      'unusable_store',
      `${folder.data} is a PostgreSQL data folder itself. Point ASFILED_DATA at a folder that is asfiled's own.`,
    );
  }
  if (!existsSync(folder.cluster)) return;
  const version = versionOf(folder);
  if (version === String(major)) return;
  const made = version === undefined ? 'holds no PostgreSQL files' : `was made by PostgreSQL ${version}`;
  throw new OperatorError(
    'unusable_store',
    `${folder.cluster} ${made}, this asfiled runs PostgreSQL ${major}; nothing was touched. ` +
      'Use the version of asfiled that made it, or point ASFILED_DATA at another folder.',
  );
}

function versionOf(folder: PostgresFolder): string | undefined {
  try {
    return readIfThere(join(folder.cluster, 'PG_VERSION'))?.trim();
  } catch (error) {
    throw new OperatorError('unusable_store', `${folder.cluster} belongs to another user: ${messageOf(error)}`, error);
  }
}

/** Makes the folders that are missing, closed to other users. */
export function makeFolders(folder: PostgresFolder, runAs: RunAs): void {
  try {
    // `recursive` would give the mode to parents too.
    mkdirSync(dirname(folder.data), { recursive: true });
    makeFolder(folder.data, runAs.kind === 'user' ? 0o711 : 0o700);
    makeFolder(folder.run, 0o700);
  } catch (error) {
    throw new OperatorError(
      'unusable_store',
      `The data folder ${folder.data} cannot be made: ${messageOf(error)}`,
      error,
    );
  }
}

/** Another process may make it in the same instant; what is there keeps its mode. */
function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes the cluster where there is none. Call under the start lock. */
export function initialise(folder: PostgresFolder, binaries: PostgresBinaries, runAs: RunAs, durable: boolean): void {
  removeUnfinished(folder);
  if (existsSync(folder.cluster)) return;
  // An initdb whose starter was killed goes on writing for a moment: never into the folder of the next one.
  const unfinished = `${folder.cluster}${UNFINISHED}${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  own(unfinished, runAs);
  const args = ['-D', unfinished, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions');
  args.push('--set', 'dynamic_shared_memory_type=mmap');
  if (!durable) args.push('--no-sync');
  const command = commandAs(runAs, binaries.initdb, args, true);
  try {
    execFileSync(command.file, command.args, { ...command.options, cwd: folder.run, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`PostgreSQL's files could not be made in ${folder.data}: ${messageOf(error)}`, { cause: error });
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
      // Its initdb is not quite dead; the next start removes it.
    }
  }
}

/** Gives PostgreSQL's files to the user it will run as, where an earlier start ran it as another. */
export function own(path: string, runAs: RunAs): void {
  const owner = ownerOf(runAs);
  if (owner === null || process.getuid?.() !== 0 || lstatSync(path).uid === owner.uid) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(path, entry), owner.uid, owner.gid);
  }
  chownSync(path, owner.uid, owner.gid);
}

/**
 * Removes what a killed PostgreSQL left behind and the next one would stumble over. A process id in those files proves
 * nothing: it may be a zombie, or by now belong to another program.
 */
export function removeStaleLocks(folder: PostgresFolder): void {
  if (process.platform !== 'linux' || livingPostmaster(folder) !== null) return;
  rmSync(join(folder.cluster, 'postmaster.pid'), { force: true });
  rmSync(join(folder.run, `.s.PGSQL.${PORT}.lock`), { force: true });
  rmSync(join(folder.run, `.s.PGSQL.${PORT}`), { force: true });
}

/** The process id of the PostgreSQL that runs on these files, by `/proc`; null when none does. */
export function livingPostmaster(folder: PostgresFolder): number | null {
  const pid = Number(readIfThere(join(folder.cluster, 'postmaster.pid'))?.split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 && isPostgresOf(pid, folder.cluster) ? pid : null;
}

function isPostgresOf(pid: number, cluster: string): boolean {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return false;
  const [, name, state] = /\((.*)\) (\S)/.exec(stat) ?? [];
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // Another user's PostgreSQL: not ours to call dead.
    return true;
  }
}

// sockaddr_un holds 108 bytes with the closing zero, 104 on macOS.
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * What to give `pg` as host. A socket path longer than the system allows is reached through an open folder instead,
 * which stays open for the life of the process.
 */
export function socketHost(folder: PostgresFolder): string {
  if (Buffer.byteLength(join(folder.run, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return folder.run;
  if (process.platform !== 'linux') {
    throw new OperatorError(
      'unusable_store',
      `${folder.data} is too long a path for a socket; use a shorter ASFILED_DATA.`,
    );
  }
  const opened = openFolders.get(folder.run) ?? openSync(folder.run, 'r');
  openFolders.set(folder.run, opened);
  return `/proc/self/fd/${opened}`;
}

const openFolders = new Map<string, number>();

/**
 * Gives the socket's folder to the user that PostgreSQL runs as. Where that is a system user, finds programs that it may
 * execute (a copy in the data folder, when the project's own are closed to it) and throws {@link OperatorError} where the data
 * folder is closed to it.
 */
export function openToUser(folder: PostgresFolder, binaries: PostgresBinaries, runAs: RunAs): PostgresBinaries {
  own(folder.run, runAs);
  if (runAs.kind !== 'user') return binaries;
  if (!mayRun(runAs, 'test', ['-w', folder.run])) {
    throw new OperatorError(
      'unusable_store',
      `PostgreSQL does not run as root, user namespaces are refused here, and user ${runAs.name} may not enter ` +
        `${folder.data}. Open the folders above it (chmod o+x), start asfiled as an ordinary user, or set DATABASE_URL.`,
    );
  }
  if (mayRun(runAs, binaries.postgres, ['--version'])) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(folder.run, `postgres-${binaries.major}`);
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  own(copy, runAs);
  return { ...binaries, postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

function mayRun(runAs: RunAs, program: string, args: string[]): boolean {
  const command = commandAs(runAs, program, args, false);
  return spawnSync(command.file, command.args, { ...command.options, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Null where there is no such file; a file that may not be read throws. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && GONE.has(String(error.code))) return null;
    throw error;
  }
}

// ESRCH: a process that ended between opening its file in /proc and reading it.
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ESRCH']);
