import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { announcementsUrl } from '../../sources/bse-india/announcements.ts';
import { announcementPage, announcementRow } from '../../sources/bse-india/example-responses.ts';
import { DOCUMENTS } from '../../sources/bse-india/filings.ts';
import { bseIndia } from '../../sources/bse-india/source.ts';
import { mirrorPath } from '../../sources/kit/http/mirror-path.ts';
import { Gateway } from '../registry/registry-gateway.ts';
import { insertRun, insertRunTasks } from '../store/runs.ts';
import type { Worker } from '../worker.ts';
import { processTasks } from './process-tasks.ts';
import type { RunTask, TaskOutcome } from './run-task.ts';

const NUMBER = '9b1d7c2e-0000-4000-8000-000000000001';
const folder = useTemporaryFolder();
let database: TestDatabase;
let worker: Worker;

beforeEach(async () => {
  database = await createTestDatabase();
  worker = await startTestWorker(database.connection, join(folder.path, randomUUID()), { registries: ['bse-india'] });
});
afterEach(async () => {
  await worker.stop();
  await database.drop();
});

const LIST = {
  [announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1)]: announcementPage([announcementRow(1)]),
};
const DOCUMENT = { [`${DOCUMENTS}5c000000-0000-4000-8000-000000000001.pdf`]: '%PDF-1.7 fictional' };

function writeMirror(mirror: string, responses: Readonly<Record<string, string>>): void {
  for (const [url, text] of Object.entries(responses)) {
    const file = join(mirror, mirrorPath({ url }));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function storedFiles(): Promise<unknown[]> {
  return database.db.query(sql`select native_id, status from filing_files order by native_id`);
}

test.each(['registry', 'replay'] as const)(
  'documents read before the list that states their filing are read again and stored (%s)',
  async origin => {
    const mirror = join(folder.path, randomUUID());
    writeMirror(mirror, { ...LIST, ...DOCUMENT });
    const { db } = database;
    const runId = randomUUID();
    const options = { mirror, record: null, force: false };
    await insertRun(db, { runId, registry: 'bse-india', command: 'test', options });
    const gateway = new Gateway({ ...worker.tools, contact: null, keys: {} });
    const client = { ...gateway.open(bseIndia, options), origin };
    const { tasks } = await bseIndia.discover(client, { kind: 'everything', since: null });
    await insertRunTasks(db, runId, tasks);
    const read = async (isFiling: boolean): Promise<TaskOutcome[]> => {
      const chosen = tasks.filter(task => (task.kind === 'filing') === isFiling);
      const runTasks = chosen.map(
        (task): RunTask => ({ runId, task, client, force: false, mayRetry: origin === 'registry' }),
      );
      return processTasks(worker.tools, bseIndia, runTasks, new AbortController().signal);
    };
    expect(await read(true)).toEqual([{ state: 'unsettled', reason: expect.stringContaining('unknown_filing') }]);
    expect(await storedFiles()).toEqual([]);
    expect(await read(false)).toEqual([{ state: 'settled', reason: null }]);
    expect(await read(true)).toEqual([{ state: 'settled', reason: null }]);
    expect(await storedFiles()).toEqual([{ native_id: NUMBER, status: 'stored' }]);
    await gateway.close();
  },
);
