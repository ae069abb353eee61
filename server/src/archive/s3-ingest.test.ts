import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import {
  companyFactsOf,
  dataSetOf,
  fictionalCompanies,
  memberOf,
  mirrorOf,
  writeFiles,
} from '../../test/fictional/registry.ts';
import { HAS_SWIFT, SWIFT_TIMEOUT_MS, startSwift } from '../../test/stand-ins/swift.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { exportText, ingest, startTestWorker } from '../../test/worker.ts';
import { makeZip } from '../../test/write-zip.ts';
import { archiveBulk } from '../pipeline/runs/ingest.ts';
import { verifyArchive } from '../pipeline/verify-archive.ts';
import type { ArchiveSettings } from './archive.ts';

const folder = useTemporaryFolder();
const companies = fictionalCompanies(3);

/** Ingests a mirror, a bulk file of documents and one of tables, and returns the store as text. */
async function storeMadeWith(name: string, archive: ArchiveSettings): Promise<string> {
  const database = await createTestDatabase();
  const data = join(folder.path, name);
  const worker = await startTestWorker(database.connection, data, { archive });
  try {
    const mirror = await ingest(worker, { kind: 'everything', since: null }, { mirror: join(folder.path, 'mirror') });
    expect(mirror).toMatchObject({ failure: null, failed: 0 });
    for (const zip of ['companyfacts.zip', '2021q1.zip']) {
      const bulk = await ingest(worker, await archiveBulk(worker.tools, [join(folder.path, zip)]));
      expect(bulk).toMatchObject({ failure: null, failed: 0 });
    }
    const again = await ingest(worker, { kind: 'replay', from: 'parse' });
    expect(again).toMatchObject({ failure: null, failed: 0 });
    expect(await Array.fromAsync(verifyArchive(worker.tools.archive, database.db, { now: new Date() }))).toEqual([]);
    return await exportText(database.db);
  } finally {
    await worker.stop();
    await database.drop();
  }
}

it.skipIf(!HAS_SWIFT)(
  'threads use an archive in a bucket like one on disk, bulk files included',
  async () => {
    const facts = Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company, 2)]));
    writeFiles(folder.path, {
      ...Object.fromEntries(Object.entries(mirrorOf(companies)).map(([path, text]) => [join('mirror', path), text])),
      'companyfacts.zip': makeZip(facts),
      '2021q1.zip': makeZip(dataSetOf(companies)),
    });
    const swift = await startSwift();
    try {
      const onDisk = await storeMadeWith('disk', { kind: 'disk', folder: join(folder.path, 'disk/archive') });
      const inBucket = await storeMadeWith('bucket', { ...swift.settings, folder: join(folder.path, 'bucket/copies') });
      expect(inBucket).toBe(onDisk);
      expect(existsSync(join(folder.path, 'bucket/archive'))).toBe(false);
    } finally {
      await swift.stop();
    }
  },
  SWIFT_TIMEOUT_MS,
);
