import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseRunAs, commandAs, findBinaries } from '../src/db/embedded/postgres-binaries.ts';
import { createFolders, grantAccess, initialise, postgresFolder } from '../src/db/embedded/postgres-folder.ts';
import { freePort } from './service/free-port.ts';
import {
  addressOf,
  cleanUpAfterEach,
  count,
  isAlive,
  POSTGRES_RUNS_AS,
  PROJECT,
  postmasterPid,
  READY,
  run,
  runProgram,
  serve,
  statusOf,
  temporaryFolder,
  usedDataFolder,
} from './service/service.ts';

cleanUpAfterEach();

describe('the first start', () => {
  it('creates a private data folder and prints the same key as later starts', async () => {
    const data = join(temporaryFolder(), 'new/data');
    const first = await serve(data);
    const key = READY.exec(first.output())?.[1];
    expect(key).toMatch(/^afk_[\w-]{43}$/);
    // Without namespaces PostgreSQL's user may traverse the folder but not list it.
    expect(statSync(data).mode & 0o066).toBe(0);
    expect(statSync(join(data, 'local-key')).mode & 0o777).toBe(0o600);
    first.child.kill('SIGTERM');
    expect((await first.ended()).exit).toBe(0);

    const second = await serve(data);
    expect(await statusOf(second, '/api/v1/markets', { 'x-api-key': key ?? '' })).toBe(200);
    expect(await statusOf(second, '/api/v1/kpi-taxonomy', {})).toBe(401);
    expect(READY.exec(second.output())?.[1]).toBe(key);
  });

  it.skipIf(POSTGRES_RUNS_AS === 'user')(
    'works for an ordinary user (skipped for root without namespaces)',
    async () => {
      const data = join(temporaryFolder(), 'data');
      // Inside such a namespace the process is user 1000 and no longer root.
      const asUser = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
      const [file = '', ...args] = [...asUser, process.execPath, join(PROJECT, 'server/src/main.js'), 'serve'];
      const service = runProgram(file, args, { ASFILED_DATA: data });
      await service.says(READY);
      service.child.kill('SIGTERM');
      expect((await service.ended()).exit).toBe(0);
    },
  );

  it('works in a private folder whose path exceeds the limit of socket paths', async () => {
    const closed = join(temporaryFolder(), 'closed');
    mkdirSync(closed);
    // Without namespaces PostgreSQL runs as another user, who needs access.
    chmodSync(closed, POSTGRES_RUNS_AS === 'user' ? 0o711 : 0o700);
    const data = join(closed, 'a-folder-with-a-long-name'.repeat(3), 'and-another-one'.repeat(3));
    expect(Buffer.byteLength(data)).toBeGreaterThan(107);
    const service = await serve(data);
    const beside = run(['migrate'], { ASFILED_DATA: data });
    expect((await beside.ended()).exit).toBe(0);
    expect(beside.output()).toContain('up to date');
    expect(isAlive(postmasterPid(data))).toBe(true);
    service.child.kill('SIGTERM');
    expect((await service.ended()).exit).toBe(0);
  });
});

describe('a second start', () => {
  it('on the same data folder or port exits with code 3 and does not disturb the first', async () => {
    const [data, other] = [await usedDataFolder(), await usedDataFolder()];
    const first = await serve(data);
    const port = new URL(addressOf(first)).port;
    const onFolder = run(['serve'], { ASFILED_DATA: data });
    const atPort = run(['serve'], { ASFILED_DATA: other, ASFILED_PORT: port });
    expect((await onFolder.ended()).exit).toBe(3);
    expect(onFolder.output()).toContain(`already served by process ${first.pid}`);
    expect((await atPort.ended()).exit).toBe(3);
    expect(atPort.output()).toContain(`Port ${port} of 127.0.0.1 is in use`);
    expect(existsSync(join(other, 'postgres/postmaster.pid'))).toBe(false);
    expect(await count(data, 'accounts')).toBe(1);
    expect(await statusOf(first, '/readyz')).toBe(200);
  });
});

describe('stopping', () => {
  it('by SIGTERM or Ctrl-C exits 0 within ten seconds and stops PostgreSQL', async () => {
    const data = await usedDataFolder();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await serve(data);
      const postmaster = postmasterPid(data);
      service.child.kill(signal);
      const { exit, tookMs } = await service.ended();
      expect(exit).toBe(0);
      expect(tookMs).toBeLessThan(10_000);
      expect(isAlive(postmaster)).toBe(false);
      expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
    }
  });

  it('works when npm receives the signal', async () => {
    const data = await usedDataFolder();
    const npm = runProgram('npm', ['start'], { ASFILED_DATA: data });
    await npm.says(READY);
    const postmaster = postmasterPid(data);
    npm.child.kill('SIGTERM');
    expect((await npm.ended()).exit).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });
});

describe('an unusable data folder', () => {
  it('of another PostgreSQL major version is rejected and unchanged', async () => {
    const data = await usedDataFolder();
    writeFileSync(join(data, 'postgres/PG_VERSION'), '16\n');
    const before = digestOf(data);
    const refused = run(['serve'], { ASFILED_DATA: data });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toMatch(
      /created by PostgreSQL 16, but this version of asfiled runs PostgreSQL 18; nothing was changed/,
    );
    expect(digestOf(data)).toBe(before);
  });

  it('of another PostgreSQL cluster or another program is rejected and unchanged', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'PG_VERSION'), '18\n');
    const refused = run(['serve'], { ASFILED_DATA: data });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toContain('is itself a PostgreSQL data folder');
    expect(readdirSync(data)).toEqual(['PG_VERSION']);

    const other = temporaryFolder();
    mkdirSync(join(other, 'postgres'));
    writeFileSync(join(other, 'postgres/notes.txt'), 'not a database\n');
    const alsoRefused = run(['serve'], { ASFILED_DATA: other });
    expect((await alsoRefused.ended()).exit).toBe(4);
    expect(readdirSync(other)).toEqual(['postgres']);
  });

  it('is named in the error if a file has its path', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const refused = run(['serve'], { ASFILED_DATA: join(file, 'data') });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toContain(file);
  });
});

describe('settings', () => {
  it('that are invalid or unknown are all reported before anything is created', async () => {
    const data = join(temporaryFolder(), 'data');
    const refused = run(['serve'], {
      ASFILED_DATA: data,
      ASFILED_PORT: 'http',
      ASFILED_SAMPLE: 'yes',
      ASFILED_PROT: '1',
    });
    expect((await refused.ended()).exit).toBe(2);
    expect(refused.output()).toMatch(/ASFILED_PORT is "http"; allowed: a whole number from 0 to 65535/);
    expect(refused.output()).toMatch(/ASFILED_SAMPLE is "yes"; allowed: 1 \(yes\) or 0 \(no\)/);
    expect(refused.output()).toMatch(/ASFILED_PROT is not a setting/);
    expect(existsSync(data)).toBe(false);
  });
});

describe('DATABASE_URL', () => {
  it('makes several services share that PostgreSQL and starts no embedded one', async () => {
    const server = await listeningPostgres(temporaryFolder());
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const first = await serve(one, { DATABASE_URL: server.url });
    await serve(two, { DATABASE_URL: server.url });
    expect(existsSync(join(one, 'postgres'))).toBe(false);
    first.child.kill('SIGTERM');
    expect((await first.ended()).exit).toBe(0);
    expect(isAlive(server.pid)).toBe(true);
  });

  it('is named without its password if it is unreachable or invalid', async () => {
    const data = join(temporaryFolder(), 'data');
    const refused = run(['migrate'], { ASFILED_DATA: data, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/nowhere' });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toMatch(/Cannot connect to DATABASE_URL/);
    const wrong = run(['migrate'], { ASFILED_DATA: data, DATABASE_URL: 'mysql://me:secret@127.0.0.1/x' });
    expect((await wrong.ended()).exit).toBe(2);
    expect(refused.output() + wrong.output()).not.toContain('secret');
  });
});

describe('commands', () => {
  it('take turns on a new folder: one creates the store, both succeed and exit', async () => {
    const data = join(temporaryFolder(), 'data');
    const both = [run(['migrate'], { ASFILED_DATA: data }), run(['migrate'], { ASFILED_DATA: data })];
    const ends = await Promise.all(both.map(command => command.ended()));
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0]);
    const said = both.map(command => command.output()).join('');
    expect(said.match(/applied 0001_core[.]sql/g)).toHaveLength(1);
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('exit with 2 and an explanation if they are invalid', async () => {
    expect((await run(['no-such-command'], {}).ended()).exit).toBe(2);
    for (const args of [['--help'], ['serve', '--help'], ['migrate', '--help']]) {
      const help = run(args, {});
      expect((await help.ended()).exit).toBe(0);
      expect(help.output()).toMatch(/Examples?:/);
    }
  });
});

/** An external PostgreSQL on TCP, which the service neither starts nor stops. */
async function listeningPostgres(parent: string): Promise<{ url: string; pid: number }> {
  const folder = postgresFolder(join(parent, 'elsewhere'));
  const runAs = chooseRunAs();
  createFolders(folder, runAs);
  const binaries = grantAccess(folder, await findBinaries(), runAs);
  initialise(folder, binaries, runAs, false);
  const port = await freePort();
  const args = ['-D', folder.cluster, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const command = commandAs(
    runAs,
    binaries.postgres,
    [...args, ...['-c', `port=${port}`, '-c', 'fsync=off', '-c', 'dynamic_shared_memory_type=mmap']],
    true,
  );
  const server = runProgram(command.file, command.args, {}, command.options);
  await server.says(/ready to accept connections/);
  return { url: `postgres://asfiled@127.0.0.1:${port}/postgres`, pid: server.pid };
}

/** Names, sizes, times and contents of all files in a folder. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const stat = statSync(join(folder, name));
    digest.update(`${name} ${stat.mtimeMs} ${stat.mode}\n`);
    if (stat.isFile()) digest.update(readFileSync(join(folder, name)));
  }
  return digest.digest('hex');
}
