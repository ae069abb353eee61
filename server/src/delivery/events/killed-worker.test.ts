import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWatcher, notificationsOf, untilAnnounced } from '../../../test/accounts/watch.ts';
import { databaseUrl, useTestDatabase } from '../../../test/database.ts';
import { hoursAgo, submissionsWith } from '../../../test/fictional/recent-filings.ts';
import { fictionalCompanies, listed, writeFiles } from '../../../test/fictional/registry.ts';
import { type CommandOptions, runWithKills } from '../../../test/service/kill-during-load.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingest, startTestWorker } from '../../../test/worker.ts';
import { type Database, sql } from '../../db/database.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const companies = fictionalCompanies(30);
const NEW_FILINGS = 5;

async function countReported(db: Database): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`select count(*)::integer as count from notifications`);
  return row?.count ?? 0;
}

test('a worker that is killed repeatedly while it stores and announces notifies of each filing once', async () => {
  const { db, connection } = database;
  const mirror = join(folder.path, 'mirror');
  const data = join(folder.path, 'data');
  const publish = (submissions?: Parameters<typeof listed>[1]) => writeFiles(mirror, listed(companies, submissions));
  publish();
  let worker = await startTestWorker(connection, data);
  await ingest(worker, { kind: 'everything', since: null }, { mirror });
  await worker.stop();
  const listings = await db.query<{ issuerId: string; ticker: string }>(
    sql`select issuer_id as "issuerId", ticker from listings`,
  );
  expect(listings).toHaveLength(companies.length);
  const watcher = await createWatcher(db, 'watcher@example.org', listings);

  publish(company =>
    submissionsWith(
      company,
      Array.from({ length: NEW_FILINGS }, (_, n) => ({
        accession: `000${company.cik}-26-00090${n}`,
        form: '8-K',
        acceptedAt: hoursAgo(n + 1),
      })),
    ),
  );
  const command: CommandOptions = {
    environment: { DATABASE_URL: databaseUrl(connection), ASFILED_DATA: data, ASFILED_WORKERS: '2' },
    args: ['ingest', 'sec-edgar', '--mirror', mirror],
  };
  const all = companies.length * NEW_FILINGS;
  const moments = [1, Math.floor(all / 3), Math.floor(all / 2)];
  const result = await runWithKills(command, moments.length, async kill => {
    const stored = await db.queryOne<{ count: number }>(sql`select count(*)::integer as count from announcements`);
    return (stored?.count ?? 0) >= (moments[kill] ?? 0);
  });
  expect(result, result.output).toMatchObject({ code: 0 });
  expect(result.killed).toBeGreaterThan(0);

  worker = await startTestWorker(connection, data);
  await untilAnnounced(db);
  await worker.stop();
  const reported = await notificationsOf(db, watcher);
  expect(reported).toHaveLength(all);
  expect(new Set(reported).size).toBe(all);
  expect(await countReported(db)).toBe(all);
});
