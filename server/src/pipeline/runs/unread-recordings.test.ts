import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { announcementsUrl } from '../../sources/bse-india/announcements.ts';
import { announcementPage, announcementRow } from '../../sources/bse-india/example-responses.ts';
import { DOCUMENTS } from '../../sources/bse-india/filings.ts';
import { mirrorPath } from '../../sources/kit/http/mirror-path.ts';
import type { Worker } from '../worker.ts';

const EVERYTHING = { kind: 'everything', since: null } as const;
const LIST = announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1);
const [LISTED, UNLISTED] = [1, 2].map(number => `${DOCUMENTS}5c000000-0000-4000-8000-00000000000${number}.pdf`);
const ELSEWHERE = 'https://www.example.com/of-another-registry.pdf';

const ingest = ingestFrom('bse-india');
const folder = useTemporaryFolder();
const database = useTestDatabase();
let worker: Worker;

beforeAll(async () => {
  worker = await startTestWorker(database.connection, join(folder.path, 'data'), { registries: ['bse-india'] });
});
afterAll(() => worker.stop());

function record(responses: Readonly<Record<string, string>>): void {
  for (const [url, text] of Object.entries(responses)) {
    const file = join(folder.path, 'mirror', mirrorPath({ url }));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function unread(): Promise<{ tally: unknown; anomalies: unknown[] }> {
  return {
    tally: await database.db.queryOne(sql`select read, unread from tallies where kind = 'recordings'`),
    anomalies: await database.db.query(sql`select source, detail from anomalies where kind = 'unread_recordings'`),
  };
}

test('a recording that no list names is counted and named, until a list names it', async () => {
  const document = '%PDF-1.7 fictional';
  record({ [LIST]: announcementPage([announcementRow(1)]), [`${LISTED}`]: document, [`${UNLISTED}`]: document });
  record({ [ELSEWHERE]: document });
  const options = { mirror: join(folder.path, 'mirror') };
  await ingest(worker, EVERYTHING, options);
  expect(await unread()).toEqual({
    tally: { read: 2, unread: 1 },
    anomalies: [{ source: 'mirror', detail: `1 files were not read: ${UNLISTED}` }],
  });
  record({ [LIST]: announcementPage([announcementRow(1), announcementRow(2)]) });
  await ingest(worker, EVERYTHING, options);
  expect(await unread()).toEqual({ tally: { read: 3, unread: 0 }, anomalies: [] });
});
