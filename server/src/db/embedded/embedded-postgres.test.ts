import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cleanUpAfterEach,
  isAlive,
  POSTGRES_RUNS_AS,
  postmasterPid,
  serve,
  temporaryFolder,
  until,
  usedDataFolder,
} from '../../../test/service/service.ts';
import { createLog } from '../../kernel/log.ts';
import { applicationName } from '../connection.ts';
import { type Database, sql } from '../database.ts';
import { createPool } from '../pool.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';

cleanUpAfterEach();

const log = createLog('silent');

function open(dataFolder: string, forceRunAs?: 'user'): Promise<EmbeddedPostgres> {
  const options = { dataFolder, role: 'ingest', log, durable: false };
  return openEmbeddedPostgres(forceRunAs ? { ...options, forceRunAs } : options);
}

describe('several processes on one data folder', () => {
  it('the process that started PostgreSQL waits for the others before it stops it', async () => {
    const data = await usedDataFolder();
    const command = await open(data);
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    const waitedFor: string[][] = [];
    let closed = false;
    const closing = command
      .close({ waitForOthersMs: Number.POSITIVE_INFINITY, onWait: others => waitedFor.push(others) })
      .then(() => {
        closed = true;
      });
    await until('it says what it waits for', () => waitedFor.length > 0);
    expect(waitedFor).toEqual([[`asfiled serve ${service.pid}`]]);
    expect(closed).toBe(false);
    expect(isAlive(postmaster)).toBe(true);
    service.child.kill('SIGTERM');
    expect((await service.ended()).exit).toBe(0);
    await closing;
    expect(isAlive(postmaster)).toBe(false);
  });

  it('another process takes over when the one that started PostgreSQL has exited', async () => {
    const data = await usedDataFolder();
    const command = await open(data);
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    await command.close({ waitForOthersMs: 0 });
    await service.says(/PostgreSQL is running again/);
    expect(postmasterPid(data)).not.toBe(postmaster);
    const again = await open(data);
    await again.close({ waitForOthersMs: 0 });
    expect(isAlive(postmasterPid(data))).toBe(true);
    service.child.kill('SIGTERM');
    expect((await service.ended()).exit).toBe(0);
  });

  it('when PostgreSQL is killed, one process restarts it and both continue', async () => {
    const data = await usedDataFolder();
    const command = await open(data);
    const service = await serve(data);
    const db = createPool(command.connection('asfiled'), { applicationName: applicationName('ingest') });
    for (let round = 0; round < 3; round++) {
      const killed = postmasterPid(data);
      process.kill(killed, 'SIGKILL');
      // Backends outlive their postmaster by a moment: only the next server counts.
      await until('there is another PostgreSQL', () => runsAnother(data, killed));
      await until('the pool answers', () => responses(db));
    }
    await db.close();
    service.child.kill('SIGTERM');
    await service.ended();
    await command.close({ waitForOthersMs: Number.POSITIVE_INFINITY });
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  });
});

describe.skipIf(POSTGRES_RUNS_AS !== 'namespace' || process.getuid?.() !== 0)(
  'as root without namespaces (skipped for others and without any)',
  () => {
    it('runs as a system user, and changes the owner back when namespaces work again', async () => {
      const data = join(temporaryFolder(), 'data');
      const parent = join(data, '..');
      // mkdtemp closes the folder to others; the fallback needs a traversable path.
      chmodSync(parent, 0o755);
      for (const force of ['user', undefined, 'user'] as const) {
        const server = await open(data, force);
        const { uid } = statSync(join(data, 'postgres'));
        expect(uid === 0).toBe(force === undefined);
        const db = createPool(server.connection('postgres'), { applicationName: applicationName('test') });
        expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
        await db.close();
        await server.close({ waitForOthersMs: 0 });
      }
      chmodSync(parent, 0o700);
      await expect(open(join(parent, 'closed'), 'user')).rejects.toThrow(/cannot enter .*chmod o\+x/);
    });
  },
);

const NAMELESS = ['--user', '--map-user=54321', '--map-group=54321'];
const mayBeNameless = spawnSync('unshare', [...NAMELESS, 'true'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!mayBeNameless)('as a user without a name (skipped if namespaces are not permitted)', () => {
  it('creates its files and accepts queries', () => {
    const main = join(import.meta.dirname, '../../main.js');
    const { status, stderr } = spawnSync('unshare', [...NAMELESS, process.execPath, main, 'migrate'], {
      env: { PATH: process.env.PATH, ASFILED_DATA: join(temporaryFolder(), 'data'), ASFILED_LOG_LEVEL: 'silent' },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

function runsAnother(data: string, than: number): boolean {
  try {
    const pid = postmasterPid(data);
    return pid !== than && isAlive(pid);
  } catch {
    return false;
  }
}

async function responses(db: Database): Promise<boolean> {
  return db.query(sql`select from accounts`).then(
    () => true,
    () => false,
  );
}
