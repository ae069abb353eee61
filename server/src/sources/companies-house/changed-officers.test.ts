import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { archiveDocuments } from '../../pipeline/runs/ingest.ts';
import { companiesHouse } from './source.ts';

const folder = useTemporaryFolder();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, { workers: 1, registries: ['companies-house'] });
const ingest = ingestFrom('companies-house');
const WANTED = { kind: 'channel', channel: 'officers', position: null } as const;

/** A line of the stream of filings. */
function filingEvent(number: string, type: string, daysAgo: number): string {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const id = `${type}${number}`;
  return JSON.stringify({
    resource_kind: 'filing-history',
    resource_uri: `/company/${number}/filing-history/${id}`,
    resource_id: id,
    data: { category: 'officers', date, description: 'appoint-person-director-company', transaction_id: id, type },
    event: { timepoint: 1, published_at: `${date}T09:00:00`, type: 'changed' },
  });
}

test('officers are requested once after a filing that changes them, and not after others', async () => {
  const lines = [
    filingEvent('09999901', 'AP01', 3),
    filingEvent('09999902', 'CS01', 3),
    filingEvent('09999903', 'TM01', 90),
  ];
  const officer = { name: 'EXAMPLE, Ada', officer_role: 'director', appointed_on: '2024-05-01', links: {} };
  const page = { items: [officer], total_results: 1, items_per_page: 35, start_index: 0, kind: 'officer-list' };
  writeFiles(folder.path, {
    'filings.jsonl': lines.map(line => `${line}\n`).join(''),
    'mirror/api.company-information.service.gov.uk/company/09999901/officers': JSON.stringify(page),
  });
  const filed = await archiveDocuments(worker.tools, companiesHouse, [join(folder.path, 'filings.jsonl')]);
  expect(await ingest(worker, filed)).toMatchObject({ failure: null, failed: 0, filings: 3 });
  const mirror = join(folder.path, 'mirror');
  expect(await ingest(worker, WANTED, { mirror })).toMatchObject({ failure: null, failed: 0, tasks: 1, done: 1 });
  const rows = await database.db.query(sql`
    select canonical_key, source from issuer_statements join issuers using (issuer_id) where source = 'officers'`);
  expect(rows).toEqual([{ canonical_key: 'uk:09999901', source: 'officers' }]);
  expect(await ingest(worker, WANTED, { mirror })).toMatchObject({ failure: null, tasks: 0 });
});

test('officers that the registry does not have are requested again after one, two, four hours, and then daily', async () => {
  const id = '09999905';
  writeFiles(folder.path, {
    'change.jsonl': `${filingEvent(id, 'AP01', 20)}\n`,
    'empty/api.company-information.service.gov.uk/company/09999999/officers': '{}',
  });
  const filed = await archiveDocuments(worker.tools, companiesHouse, [join(folder.path, 'change.jsonl')]);
  await ingest(worker, filed);
  const mirror = join(folder.path, 'empty');
  const requested = async (): Promise<boolean> => {
    const asked = await ingest(worker, WANTED, { mirror });
    return asked.tasks > 0;
  };
  const age = (minutes: number) =>
    database.db.execute(sql`
      update run_tasks set finished_at = finished_at - ${minutes}::integer * interval '1 minute' where task_key = ${id}`);
  const waited: number[] = [];
  expect(await requested()).toBe(true);
  for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
    await age(hours * 60 - 30);
    expect(await requested(), `before ${hours} hours`).toBe(false);
    await age(30);
    if (await requested()) waited.push(hours);
  }
  expect(waited).toEqual([1, 2, 4, 8, 16, 24, 24]);
});
