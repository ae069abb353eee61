import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  ANNUAL_REPORT,
  fileAnnualReport,
  fileFiles,
  filingFile,
  openTestArchive,
} from '../../../../../test/seeds/documents.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { useTemporaryFolder } from '../../../../../test/temporary-folder.ts';
import { makeZip } from '../../../../../test/write-zip.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { getDocument } from './get-document.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  await seedSmallStore(db);
  const { archive } = openTestArchive(folder.path);
  await fileAnnualReport(db, archive);
  const members = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`XBRL/part-${n}.xml`, '<a/>']));
  const zip = makeZip({ 'index.htm': '<html/>', ...members });
  await fileFiles(db, archive, AURORA.current, [
    filingFile('package', zip, { role: 'primary', contentType: 'application/zip', fileName: 'package.zip' }),
  ]);
});

async function detail(id: string, query = ''): Promise<Record<string, unknown>> {
  const { json } = await api.read(getDocument, `/api/v1/documents/${id}${query}`);
  return json;
}

describe('GET /api/v1/documents/{document_id}', () => {
  it('returns a document with its files, by its id or that of its filing', async () => {
    const json = await detail(uuidV5(`sec-edgar:${AURORA.annual2023}`));
    expect(json).toMatchObject({
      filing_id: `sec-edgar:${AURORA.annual2023}`,
      fiscal_year: 2023,
      archive: {
        status: 'stored',
        byte_size: ANNUAL_REPORT.length,
        sha256: createHash('sha256').update(ANNUAL_REPORT).digest('hex'),
      },
      manifest: null,
    });
    expect(json.files).toMatchObject([
      { file_id: '1', file_role: 'primary', file_name: 'aurw-20231231.htm', archive: { status: 'stored' } },
      { file_id: '2', file_role: 'attachment', title: 'Subsidiaries' },
      { file_id: '3', archive: { content_type: 'image/jpeg', byte_size: 4 } },
    ]);
    expect(await detail(`sec-edgar:${AURORA.annual2023}`)).toEqual(json);
  });

  it('returns a document that was not fetched yet without files', async () => {
    expect(await detail(`sec-edgar:${AURORA.annual2022}`)).toMatchObject({
      archive: { status: 'pending', content_type: null, byte_size: null, sha256: null },
      files: [],
      manifest: null,
    });
  });

  it('lists the members of a package page by page', async () => {
    const id = `sec-edgar:${AURORA.current}`;
    const seen: { path: string }[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const { manifest } = (await detail(id, `?member_offset=${offset}`)) as {
        manifest: { members: { path: string }[]; total: number; next_member_offset: number | null };
      };
      expect(manifest.total).toBe(451);
      seen.push(...manifest.members);
      offset = manifest.next_member_offset;
    }
    expect(seen).toHaveLength(451);
    expect(new Set(seen.map(file => file.path)).size).toBe(451);
    expect(seen[0]).toEqual({ path: 'index.htm', content_type: 'text/html', byte_size: 7 });
    expect(await detail(id, '?member_offset=9999')).toMatchObject({
      manifest: { members: [], total: 451, next_member_offset: null },
    });
  });

  it('lists no members of a package with paths outside it', async () => {
    const { archive } = openTestArchive(folder.path);
    const hostile = makeZip({ '../../etc/passwd': 'x' });
    await fileFiles(database.db, archive, AURORA.amended2022, [
      filingFile('1', hostile, { role: 'primary', contentType: 'application/zip' }),
    ]);
    expect(await detail(`sec-edgar:${AURORA.amended2022}`)).toMatchObject({
      archive: { status: 'stored' },
      manifest: null,
    });
  });

  it('returns 404 for unknown documents', async () => {
    for (const id of ['sec-edgar:none', uuidV5('nothing'), 'x', "';--"]) {
      expect((await api.get(`/api/v1/documents/${encodeURIComponent(id)}`)).json.error).toBe('not_found');
    }
    expect((await api.get(`/api/v1/documents/x?member_offset=-1`)).status).toBe(422);
  });
});
