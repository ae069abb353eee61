import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { sql } from '../../../db/database.ts';
import {
  type FiledFile,
  forgetObject,
  listArchivedAfter,
  listSourcesOf,
  markDocument,
  upsertFilingFiles,
  wantAgain,
} from './store.ts';

const database = useTestDatabase();
const FILING = { registry: 'sec-edgar', nativeId: '0000900001-24-000001' };
const DAY_ONE = new Date('2024-02-20T00:00:00Z');
const DAY_TWO = new Date('2024-02-21T00:00:00Z');

function file(fileId: string, sha256: string | null, members = 0): FiledFile {
  return {
    file: {
      fileId,
      role: fileId === '1' ? 'primary' : 'attachment',
      fileName: `document-${fileId}.htm`,
      nativeType: fileId === '1' ? '10-K' : 'EX-21',
      title: null,
      url: `https://registry.example/${fileId}`,
      contentType: 'text/html',
    },
    outcome:
      sha256 === null
        ? { event: 'over_limit', reason: 'too large' }
        : {
            event: 'obtained',
            sha256,
            byteSize: 10,
            members: Array.from({ length: members }, (_, n) => ({
              path: `member-${n}.xml`,
              contentType: 'application/xml',
              byteSize: n,
            })),
          },
  };
}

function digest(letter: string): string {
  return letter.repeat(64);
}

async function rows(): Promise<unknown[]> {
  return database.db.query(sql`
    select canonical_key as key, file_id, position, f.status, sha256, stored_at from filing_files f join issuers using (issuer_id)
    order by canonical_key, position`);
}

/** Whatever is written again shows here. */
async function rowVersions(): Promise<unknown> {
  return database.db.query(sql`
    select xmin::text, ctid::text from filing_files union all select xmin::text, ctid::text from package_members
    union all select xmin::text, ctid::text from filings union all select xmin::text, ctid::text from archive_objects
    order by 1, 2`);
}

async function documents(): Promise<unknown[]> {
  return database.db.query(sql`
    select archive_status as status, archive_attempts as attempts, archive_reason as reason from filings
    where native_id = ${FILING.nativeId} order by issuer_id`);
}

beforeAll(async () => {
  for (const key of ['cik:900001', 'cik:900002']) {
    const issuer = await seedIssuer(database.db, { key, name: `Filer ${key}` });
    await seedFilings(database.db, issuer, [{ nativeId: FILING.nativeId, form: '10-K', filed: '2024-02-19' }]);
  }
});

describe('the files of a filing', () => {
  it('are stored for every filer and mark the document as stored; repeating changes nothing', async () => {
    const files = [file('1', digest('a')), file('2', digest('b'), 3)];
    await database.db.transaction(tx => upsertFilingFiles(tx, FILING, files, DAY_ONE));
    const first = await rows();
    expect(first).toMatchObject([
      { key: 'cik:900001', file_id: '1', status: 'stored', sha256: digest('a'), stored_at: '2024-02-20T00:00:00Z' },
      { key: 'cik:900001', file_id: '2' },
      { key: 'cik:900002', file_id: '1' },
      { key: 'cik:900002', file_id: '2' },
    ]);
    expect(await documents()).toEqual(Array(2).fill({ status: 'stored', attempts: 0, reason: null }));
    const before = await rowVersions();
    await database.db.transaction(tx => upsertFilingFiles(tx, FILING, files, DAY_TWO));
    expect(await rows()).toEqual(first);
    expect(await rowVersions()).toEqual(before);
    expect(await database.db.query(sql`select path from package_members`)).toHaveLength(6);
    expect(await listArchivedAfter(database.db, '', 10)).toEqual([digest('a'), digest('b')]);
  });

  it('stay stored when a later attempt returns less, take new bytes, and are dropped when the filing no longer has them', async () => {
    await database.db.transaction(tx =>
      upsertFilingFiles(tx, FILING, [file('1', null), file('3', digest('c'))], DAY_TWO),
    );
    expect((await rows()).slice(0, 2)).toMatchObject([
      { file_id: '1', status: 'stored', sha256: digest('a'), stored_at: '2024-02-20T00:00:00Z' },
      { file_id: '3', status: 'stored', sha256: digest('c'), stored_at: '2024-02-21T00:00:00Z' },
    ]);
    expect(await database.db.query(sql`select path from package_members`)).toEqual([]);
    await database.db.transaction(tx => upsertFilingFiles(tx, FILING, [file('1', digest('d'))], DAY_TWO));
    expect(await rows()).toMatchObject([
      { file_id: '1', position: 0, sha256: digest('d'), stored_at: '2024-02-21T00:00:00Z' },
      { key: 'cik:900002' },
    ]);
  });

  it('are requested again when the archive lost them; a failed attempt does not undo stored files', async () => {
    expect(await markDocument(database.db, FILING, 'attempt_failed', 'status 503')).toEqual({
      status: 'stored',
      attempts: 0,
    });
    expect(await listSourcesOf(database.db, [digest('d')])).toEqual([
      { sha256: digest('d'), registry: 'sec-edgar', url: 'https://registry.example/1' },
    ]);
    expect(await forgetObject(database.db, digest('d'))).toBe(false);
    expect(await wantAgain(database.db, [digest('d')])).toEqual([FILING]);
    expect(await documents()).toMatchObject([{ status: 'pending', attempts: 0 }, { status: 'pending' }]);
    expect(await rows()).toMatchObject([{ status: 'pending', sha256: null, stored_at: null }, {}]);
    expect(await forgetObject(database.db, digest('d'))).toBe(true);
  });

  it('are failed, then exhausted if unavailable; an unknown filing is reported', async () => {
    const states: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      states.push((await markDocument(database.db, FILING, 'attempt_failed', 'status 503'))?.status);
    }
    expect(states).toEqual(['failed', 'failed', 'failed', 'exhausted']);
    expect(await documents()).toMatchObject([{ reason: 'status 503' }, {}]);
    const nobody = { registry: 'sec-edgar', nativeId: 'none' };
    expect(await markDocument(database.db, nobody, 'has_no_file', '')).toBeNull();
  });

  it('may have any name', async () => {
    const strange = file('1', digest('e'), 1);
    strange.file.fileName = 'a\u0000b\ud800.htm';
    await database.db.transaction(tx => upsertFilingFiles(tx, FILING, [strange], DAY_TWO));
    expect(await database.db.query(sql`select distinct file_name from filing_files`)).toEqual([
      { file_name: 'ab\ufffd.htm' },
    ]);
  });
});
