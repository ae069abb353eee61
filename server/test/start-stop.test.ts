import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { chooseRunAs, commandAs, findBinaries } from '../src/db/postgres-binaries.ts';
import { initialise, makeFolders, openToUser, postgresFolder, socketHost } from '../src/db/postgres-folder.ts';
import {
  cleanUpAfterEach,
  isAlive,
  POSTGRES_RUNS_AS,
  PROJECT,
  postmasterPid,
  READY,
  type Running,
  run,
  runProgram,
  serve,
  temporaryFolder,
  until,
  usedDataFolder,
} from './service.ts';

cleanUpAfterEach();

/** sample/README.md */
const SAMPLE_ISSUERS = 51;

describe('the first start', () => {
  it('makes a data folder closed to others, and prints a key that later starts print again', async () => {
    const data = join(temporaryFolder(), 'new/data');
    const first = await serve(data);
    const key = READY.exec(first.output())?.[1];
    expect(key).toMatch(/^afk_[\w-]{43}$/);
    // Without namespaces PostgreSQL's user may pass through, and still not look.
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
      const [file = '', ...args] = [...asUser, process.execPath, join(PROJECT, 'server/src/main.ts'), 'serve'];
      const service = runProgram(file, args, { ASFILED_DATA: data });
      await service.says(READY);
      service.child.kill('SIGTERM');
      expect((await service.ended()).exit).toBe(0);
    },
  );

  it('works in a folder that other users may not enter, at a path longer than a socket path may be', async () => {
    const closed = join(temporaryFolder(), 'closed');
    mkdirSync(closed);
    // Without namespaces PostgreSQL has to be another user, who needs a way in.
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

describe('the sample pack', () => {
  // Jobs that were under way at the stop are due again after their queue's retry delay of fifteen seconds.
  it('fills an empty store, even when the first start is stopped half way', { timeout: 60_000 }, async () => {
    const data = await usedDataFolder();
    const sample = { ASFILED_DATA: data, ASFILED_SAMPLE: '1' };
    const first = run(['serve'], sample);
    await until('some issuers are stored', () =>
      count(data, 'issuer_financials').then(
        issuers => issuers > 0,
        () => false,
      ),
    );
    first.child.kill('SIGTERM');
    const { exit, tookMs } = await first.ended();
    expect(exit).toBe(0);
    expect(tookMs).toBeLessThan(10_000);

    const second = run(['serve'], sample);
    await second.says(READY);
    const isComplete = async () => (await count(data, 'issuer_financials')) >= SAMPLE_ISSUERS;
    await until('all issuers are stored', isComplete, 45_000);
    const key = READY.exec(second.output())?.[1] ?? '';
    const path = '/api/v1/companies/financials?ticker=AAPL&line_items=revenue&fiscal_year=2024';
    const answer = await fetch(`${addressOf(second)}${path}`, { headers: { 'x-api-key': key } });
    // Form 10-K of 2024-11-01, consolidated statements of operations: total net sales.
    expect(await answer.json()).toMatchObject({ periods: [{ values: { revenue: { value: 391_035_000_000 } } }] });
  });
});

describe('a second start on the same data folder', () => {
  it('is refused with exit code 3, names the first, and leaves it alone', async () => {
    const data = await usedDataFolder();
    const first = await serve(data);
    const second = run(['serve'], { ASFILED_DATA: data });
    expect((await second.ended()).exit).toBe(3);
    expect(second.output()).toContain(`served already, by process ${first.pid}`);
    expect(await count(data, 'accounts')).toBe(1);
  });
});

describe('stopping', () => {
  it('by SIGTERM or Ctrl-C exits 0 within ten seconds and takes PostgreSQL along', async () => {
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

  it('reaches the service when it is npm that gets the signal', async () => {
    const data = await usedDataFolder();
    const npm = runProgram('npm', ['start'], { ASFILED_DATA: data });
    await npm.says(READY);
    const postmaster = postmasterPid(data);
    npm.child.kill('SIGTERM');
    expect((await npm.ended()).exit).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });
});

describe('after kill -9', () => {
  it('of a first start that is still making the files, the next start makes them', async () => {
    const data = join(temporaryFolder(), 'data');
    for (let attempt = 0; attempt < 2; attempt++) {
      const first = run(['serve'], { ASFILED_DATA: data });
      await until('initdb is at work', () => filesIn(data).some(name => /unfinished-.*global/.test(name)));
      first.child.kill('SIGKILL');
      expect((await first.ended()).exit).toBe('SIGKILL');
    }
    await serve(data);
    expect(await count(data, 'accounts')).toBe(1);
  });

  it('of the service, PostgreSQL ends too, the next start works at once and nothing committed is lost', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    await queryOn(data, "insert into accounts (email, plan) values ('kept@example.com', 'pro')");
    const postmaster = postmasterPid(data);
    service.child.kill('SIGKILL');
    const from = Date.now();
    await serve(data);
    expect(Date.now() - from).toBeLessThan(5_000);
    expect(isAlive(postmaster)).toBe(false);
    expect(await count(data, 'accounts')).toBe(2);
  });

  it('of PostgreSQL, the service starts it again and goes on', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    process.kill(postmaster, 'SIGKILL');
    await service.says(/PostgreSQL is back/);
    expect(postmasterPid(data)).not.toBe(postmaster);
    expect(await statusOf(service, '/readyz')).toBe(200);
    expect(await count(data, 'accounts')).toBe(1);
    service.child.kill('SIGTERM');
    expect((await service.ended()).exit).toBe(0);
  });

  it('of both, the locks that they left do not block the next start', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    process.kill(service.pid, 'SIGSTOP');
    process.kill(postmaster, 'SIGKILL');
    service.child.kill('SIGKILL');
    await until('both are gone', () => !isAlive(postmaster) && !isAlive(service.pid));
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(true);
    // What a recycled process id looks like: alive, but no PostgreSQL of this folder.
    const file = join(data, 'postgres/postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));
    await serve(data);
    expect(await count(data, 'accounts')).toBe(1);
  });
});

describe('a data folder that cannot be used', () => {
  it('of another PostgreSQL major is refused and stays as it was', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    service.child.kill('SIGTERM');
    await service.ended();
    writeFileSync(join(data, 'postgres/PG_VERSION'), '16\n');
    const before = digestOf(data);
    const refused = run(['serve'], { ASFILED_DATA: data });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toMatch(/made by PostgreSQL 16, this asfiled runs PostgreSQL 18; nothing was touched/);
    expect(digestOf(data)).toBe(before);
  });

  it('that belongs to another PostgreSQL, or to something else, is refused and stays as it was', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'PG_VERSION'), '18\n');
    const refused = run(['serve'], { ASFILED_DATA: data });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toContain('PostgreSQL data folder itself');
    expect(readdirSync(data)).toEqual(['PG_VERSION']);

    const other = temporaryFolder();
    mkdirSync(join(other, 'postgres'));
    writeFileSync(join(other, 'postgres/notes.txt'), 'not a database\n');
    const alsoRefused = run(['serve'], { ASFILED_DATA: other });
    expect((await alsoRefused.ended()).exit).toBe(4);
    expect(readdirSync(other)).toEqual(['postgres']);
  });

  it('because a file is in its place, is named', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const refused = run(['serve'], { ASFILED_DATA: join(file, 'data') });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toContain(file);
  });
});

describe('settings', () => {
  it('of a port that another program has are refused, and nothing stays running', async () => {
    const [one, two] = [await usedDataFolder(), await usedDataFolder()];
    const first = await serve(one);
    const port = new URL(addressOf(first)).port;
    const refused = run(['serve'], { ASFILED_DATA: two, ASFILED_PORT: port });
    expect((await refused.ended()).exit).toBe(3);
    expect(refused.output()).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(existsSync(join(two, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('that are wrong or unknown are all named, before anything is made', async () => {
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
    expect(refused.output()).toMatch(/ASFILED_PROT is no setting/);
    expect(existsSync(data)).toBe(false);
  });
});

describe('DATABASE_URL', () => {
  it('uses that PostgreSQL, starts none, and several services may share it', async () => {
    const server = await listeningPostgres(temporaryFolder());
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const first = await serve(one, { DATABASE_URL: server.url });
    await serve(two, { DATABASE_URL: server.url });
    expect(existsSync(join(one, 'postgres'))).toBe(false);
    first.child.kill('SIGTERM');
    expect((await first.ended()).exit).toBe(0);
    expect(isAlive(server.pid)).toBe(true);
  });

  it('that cannot be reached, or is no URL of PostgreSQL, names itself and hides the password', async () => {
    const data = join(temporaryFolder(), 'data');
    const refused = run(['migrate'], { ASFILED_DATA: data, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/nowhere' });
    expect((await refused.ended()).exit).toBe(4);
    expect(refused.output()).toMatch(/DATABASE_URL cannot be connected to/);
    const wrong = run(['migrate'], { ASFILED_DATA: data, DATABASE_URL: 'mysql://me:secret@127.0.0.1/x' });
    expect((await wrong.ended()).exit).toBe(2);
    expect(refused.output() + wrong.output()).not.toContain('secret');
  });
});

describe('commands', () => {
  it('on a new folder, two at once, take turns: one makes the store, both succeed, none stays', async () => {
    const data = join(temporaryFolder(), 'data');
    const both = [run(['migrate'], { ASFILED_DATA: data }), run(['migrate'], { ASFILED_DATA: data })];
    const ends = await Promise.all(both.map(command => command.ended()));
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0]);
    const said = both.map(command => command.output()).join('');
    expect(said.match(/applied 0001_core[.]sql/g)).toHaveLength(1);
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('that are wrong exit with 2, and each explains itself', async () => {
    expect((await run(['no-such-command'], {}).ended()).exit).toBe(2);
    for (const args of [['--help'], ['serve', '--help'], ['migrate', '--help']]) {
      const help = run(args, {});
      expect((await help.ended()).exit).toBe(0);
      expect(help.output()).toMatch(/Examples?:/);
    }
  });
});

function addressOf(service: Running): string {
  return /asfiled is at (\S+)/.exec(service.output())?.[1] ?? '';
}

async function statusOf(service: Running, path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${addressOf(service)}${path}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** A PostgreSQL as an operator would have one: on TCP, not ours to start or stop. */
async function listeningPostgres(parent: string): Promise<{ url: string; pid: number }> {
  const folder = postgresFolder(join(parent, 'elsewhere'));
  const runAs = chooseRunAs();
  makeFolders(folder, runAs);
  const binaries = openToUser(folder, await findBinaries(), runAs);
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function queryOn(data: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ host: socketHost(postgresFolder(data)), user: 'asfiled', database: 'asfiled' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function count(data: string, table: string): Promise<number> {
  const result = await queryOn(data, `select count(*)::int as n from ${table}`);
  return result.rows[0].n;
}

/** What is there while others make and remove it. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Names, sizes, times and contents of everything in a folder. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const stat = statSync(join(folder, name));
    digest.update(`${name} ${stat.mtimeMs} ${stat.mode}\n`);
    if (stat.isFile()) digest.update(readFileSync(join(folder, name)));
  }
  return digest.digest('hex');
}
