import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { companyFactsOf, fictionalCompanies, memberOf, writeFiles } from '../../../test/fictional/registry.ts';
import { type CommandOptions, runCommand, startCommand } from '../../../test/service/kill-during-load.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { exportText } from '../../../test/worker.ts';
import type { ConnectionSettings } from '../../db/connection.ts';
import { sql } from '../../db/database.ts';

const folder = useTemporaryFolder();
const made: TestDatabase[] = [];
afterAll(() => Promise.all(made.map(database => database.drop())));

const [slow, quick] = fictionalCompanies(2).map(company => ({ company, path: memberOf(company) }));
if (slow === undefined || quick === undefined) throw new Error('two companies are needed');

/** So many concepts that reading them takes a second or more: long enough to be killed meanwhile. */
function slowFacts(): string {
  const facts = JSON.parse(companyFactsOf(slow?.company ?? { cik: 1, name: '', ticker: '' }));
  const concepts = facts.facts['us-gaap'];
  for (let n = 0; n < 12_000; n++) concepts[`Fictional${n}`] = concepts.Assets;
  return JSON.stringify(facts);
}

async function newStore(name: string): Promise<{ database: TestDatabase; command(args: string[]): CommandOptions }> {
  const database = await createTestDatabase();
  made.push(database);
  const environment = {
    DATABASE_URL: urlOf(database.connection),
    ASFILED_DATA: join(folder.path, name),
    ASFILED_WORKERS: '1',
  };
  return { database, command: args => ({ environment, args }) };
}

function urlOf(connection: ConnectionSettings): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, database, host, port } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
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

const isClaimed = ({ db }: TestDatabase) =>
  db
    .queryOne<{ crashes: number }>(sql`
      select crashes from run_tasks where claimed_by is not null and state = 'waiting' and task_key like '%9000001'
      order by crashes desc limit 1`)
    .catch(() => null);

/** The process of its own in which a command reads a suspect. */
function readerOf(pid: number | undefined): number | null {
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      const isReader = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('isolated-main');
      if (isReader && Number(parent) === pid) return Number(name);
    } catch {
      // It ended meanwhile.
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
    writeFiles(folder.path, { [slow.path]: slowFacts(), [quick.path]: companyFactsOf(quick.company) });
    const load = command(['import', 'sec-edgar', join(folder.path, slow.path), join(folder.path, quick.path)]);

    const first = startCommand(load);
    await until(() => isClaimed(database));
    first.child.kill('SIGKILL');
    await first.ended;

    // Nothing but what the first one left.
    const second = startCommand(command(['worker']));
    await until(async () => ((await isClaimed(database)) ? true : null));
    // Once with the other suspect of its batch, and once alone.
    await until(async () => {
      const reader = (await isClaimed(database))?.crashes === 1 ? readerOf(second.child.pid) : null;
      if (reader !== null) process.kill(reader, 'SIGKILL');
      return database.db.queryOne(sql`select 1 from set_aside_tasks where reason is not null`);
    });
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
