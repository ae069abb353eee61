import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../../test/database.ts';
import { companyFactsOf, fictionalCompanies, memberOf, writeFiles } from '../../../test/fictional/registry.ts';
import { type CommandOptions, runCommand, startCommand } from '../../../test/service/kill-during-load.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { exportText } from '../../../test/worker.ts';
import { DiskArchive } from '../../archive/disk-archive.ts';
import { sql } from '../../db/database.ts';

const folder = useTemporaryFolder();
const made: TestDatabase[] = [];
afterAll(() => Promise.all(made.map(database => database.drop())));

const [endless, quick] = fictionalCompanies(2).map(company => ({
  facts: companyFactsOf(company),
  path: memberOf(company),
}));
if (endless === undefined || quick === undefined) throw new Error('two companies are needed');

async function newStore(name: string): Promise<{ database: TestDatabase; command(args: string[]): CommandOptions }> {
  const database = await createTestDatabase();
  made.push(database);
  const environment = {
    DATABASE_URL: databaseUrl(database.connection),
    ASFILED_DATA: join(folder.path, name),
    ASFILED_WORKERS: '1',
  };
  return { database, command: args => ({ environment, args }) };
}

async function until<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() - startedAt > WAIT_LIMIT_MS) throw new Error('it never came');
    await sleep(10);
  }
}

/**
 * Puts a pipe in place of a document of the archive, so that a process that reads the document waits until it is killed.
 * The test holds the pipe open: otherwise opening it would already wait.
 */
function holdReaders(path: string): { end(): void } {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  const descriptor = openSync(path, constants.O_RDWR);
  return {
    end() {
      rmSync(path);
      closeSync(descriptor);
    },
  };
}

/** The process, other than this one, that has a file open. */
function readerOf(path: string): number | null {
  for (const pid of readdirSync('/proc').filter(entry => /^\d+$/.test(entry) && Number(entry) !== process.pid)) {
    try {
      const descriptors = readdirSync(`/proc/${pid}/fd`);
      if (descriptors.some(name => readlinkSync(`/proc/${pid}/fd/${name}`) === path)) return Number(pid);
    } catch {
      // It ended meanwhile, or closed a file.
    }
  }
  return null;
}

/** Seven commands, each some seconds. */
const OPTIONS = { timeout: 400_000 };
const needsProc = process.platform !== 'linux';

test.skipIf(needsProc)(
  'a task that ends its process twice is set aside, shown, and run again by a command',
  OPTIONS,
  async () => {
    const { database, command } = await newStore('twice');
    writeFiles(folder.path, { [endless.path]: endless.facts, [quick.path]: quick.facts });
    const archive = join(folder.path, 'twice', 'archive');
    const sha256 = createHash('sha256').update(endless.facts).digest('hex');
    const archived = join(archive, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`);
    const held = holdReaders(archived);
    const load = command(['import', 'sec-edgar', join(folder.path, endless.path), join(folder.path, quick.path)]);

    const first = startCommand(load);
    expect(await until(() => readerOf(archived))).toBe(first.child.pid);
    first.child.kill('SIGKILL');
    await first.ended;

    // Nothing but what the first one left.
    const second = startCommand(command(['worker']));
    // Once with the other suspect of its batch, and once alone.
    const killed = new Set<number>();
    await until(async () => {
      const reader = readerOf(archived);
      if (reader !== null && !killed.has(reader)) process.kill(reader, 'SIGKILL');
      if (reader !== null) killed.add(reader);
      return database.db.queryOne(sql`select 1 from set_aside_tasks where reason is not null`);
    });
    expect(killed).not.toContain(second.child.pid);
    second.child.kill('SIGTERM');
    const ended = await second.ended;
    expect(ended, ended.output).toMatchObject({ signal: null });

    const status = await runCommand(command(['status', '--json']));
    const shown = JSON.parse(status.output.trim().split('\n').at(-1) ?? '') as {
      set_aside: object[];
      anomalies: object[];
    };
    expect(shown.set_aside).toEqual([
      expect.objectContaining({
        registry: 'sec-edgar',
        reason: expect.stringMatching(/did not survive: it ended with SIGKILL/),
      }),
    ]);
    expect(shown.anomalies).toContainEqual(expect.objectContaining({ kind: 'killed_its_process' }));

    held.end();
    await new DiskArchive(archive).put(Buffer.from(endless.facts));
    const third = await runCommand(load);
    expect(third.output).toMatch(/set_aside: not run again after .*asfiled retry sec-edgar/);

    const retried = await runCommand(command(['retry', 'sec-edgar']));
    expect(retried, retried.output).toMatchObject({ code: 0 });
    expect(await database.db.query(sql`select 1 from set_aside_tasks`)).toEqual([]);

    const { database: calm, command: calmly } = await newStore('calm');
    await runCommand(calmly(load.args as string[]));
    expect(await exportText(database.db)).toBe(await exportText(calm.db));
  },
);
