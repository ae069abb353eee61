import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { ANNUAL_REPORT, fileAnnualReport, openTestArchive } from '../../test/seeds/documents.ts';
import { AURORA, seedSmallStore } from '../../test/seeds/issuers.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import type { DiskArchive } from '../archive/disk-archive.ts';
import { sql } from '../db/database.ts';
import { recordArchived, upsertFetch } from './store/fetches.ts';
import { type ArchiveFinding, repairFinding, verifyArchive } from './verify-archive.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const HOURS_AGO = new Date(Date.now() - 5 * 3_600_000);
let archive: DiskArchive;
let root: string;

beforeAll(async () => {
  await seedSmallStore(database.db);
  ({ archive, root } = openTestArchive(folder.path));
  await fileAnnualReport(database.db, archive);
});

function pathOf(sha256: string): string {
  return join(root, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.zst`);
}

async function findings(): Promise<ArchiveFinding[]> {
  return Array.fromAsync(verifyArchive(archive, database.db, { now: new Date() }));
}

async function digestOfFile(fileId: string): Promise<string> {
  const row = await database.db.queryOne<{ sha256: string }>(sql`
    select sha256 from filing_files where native_id = ${AURORA.annual2023} and file_id = ${fileId}`);
  return row?.sha256 ?? '';
}

describe('verifying the archive', () => {
  it('checks every object and finds nothing in an intact archive', async () => {
    let looked = 0;
    const walk = verifyArchive(archive, database.db, { now: new Date(), onObject: () => looked++ });
    expect(await Array.fromAsync(walk)).toEqual([]);
    expect(looked).toBe(3);
  });

  it('reports an unreferenced object as orphaned only if it is old', async () => {
    const { sha256 } = await archive.put(Buffer.from('put by a process that was killed then'));
    expect(await findings()).toEqual([]);
    utimesSync(pathOf(sha256), HOURS_AGO, HOURS_AGO);
    const [orphan] = await findings();
    expect(orphan).toMatchObject({ kind: 'orphaned', sha256 });
    const refetch = () => Promise.reject(new Error('no registry should be called'));
    const repair = await repairFinding(archive, database.db, orphan as ArchiveFinding, refetch);
    expect(repair.outcome).toBe('removed');
    expect(await findings()).toEqual([]);
  });

  it('refetches damaged and missing objects and accepts the same bytes', async () => {
    const [report, exhibit] = [await digestOfFile('1'), await digestOfFile('2')];
    writeFileSync(pathOf(report), readFileSync(pathOf(report)).subarray(0, 40));
    rmSync(pathOf(exhibit));
    const found = await findings();
    expect(found.map(finding => [finding.kind, finding.sha256]).toSorted()).toEqual([
      ['damaged', report],
      ['missing', exhibit],
    ]);
    const requested: string[] = [];
    const bytesOf: Record<string, string> = {
      'https://registry.example/1': ANNUAL_REPORT,
      'https://registry.example/2': '<html>Subsidiaries</html>',
    };
    for (const finding of found) {
      const repair = await repairFinding(archive, database.db, finding, async ({ registry, url }) => {
        requested.push(`${registry} ${url}`);
        return (await archive.put(Buffer.from(bytesOf[url] ?? ''))).sha256;
      });
      expect(repair).toMatchObject({ outcome: 'restored', filings: [], reason: null });
    }
    expect(requested.toSorted()).toEqual([
      'sec-edgar https://registry.example/1',
      'sec-edgar https://registry.example/2',
    ]);
    expect(await findings()).toEqual([]);
    expect((await archive.read(report)).toString()).toBe(ANNUAL_REPORT);
  });

  it('marks a document as pending if the registry does not serve its file alone', async () => {
    const report = await digestOfFile('1');
    rmSync(pathOf(report));
    const [finding] = await findings();
    const repair = await repairFinding(archive, database.db, finding as ArchiveFinding, async () => null);
    expect(repair).toMatchObject({
      outcome: 'pending',
      filings: [{ registry: 'sec-edgar', nativeId: AURORA.annual2023 }],
      reason: 'https://registry.example/1 no longer exists',
    });
    const filing = await database.db.queryOne(sql`
      select archive_status as status from filings where native_id = ${AURORA.annual2023}`);
    expect(filing).toEqual({ status: 'pending' });
    await fileAnnualReport(database.db, archive);
    expect(await findings()).toEqual([]);
  });

  it('forgets an object that the registry replaced, and reports an object without a source as lost', async () => {
    const old = await archive.put(Buffer.from('{"yesterday":true}'));
    const url = 'https://registry.example/companyfacts.json';
    const head = { etag: null, lastModified: null, contentType: 'application/json', fetchedAt: new Date() };
    await upsertFetch(database.db, 'sec-edgar', url, { ...old, ...head });
    const imported = await archive.put(Buffer.from('imported from a file'));
    await recordArchived(database.db, imported.sha256, imported.byteSize, null);
    for (const { sha256 } of [old, imported]) rmSync(pathOf(sha256));
    const outcomes: Record<string, string> = {};
    for (const finding of await findings()) {
      const { outcome } = await repairFinding(archive, database.db, finding, async source => {
        const today = await archive.put(Buffer.from('{"today":true}'));
        await upsertFetch(database.db, source.registry, source.url, { ...today, ...head });
        return today.sha256;
      });
      outcomes[finding.sha256] = outcome;
    }
    expect(outcomes).toEqual({ [old.sha256]: 'replaced', [imported.sha256]: 'lost' });
    expect(await findings()).toMatchObject([{ kind: 'missing', sha256: imported.sha256 }]);
  });

  it('throws if the archive is unreachable', async () => {
    rmSync(root, { recursive: true });
    await expect(findings()).rejects.toMatchObject({ code: 'delivery_unavailable' });
  });
});
