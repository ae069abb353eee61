import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiResponse, createTestApi, type TestApi } from '../../../../../test/api.ts';
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
import { DEFAULT_PLANS } from '../../../../accounts/plans.ts';
import { sql } from '../../../../db/database.ts';
import { ARCHIVE_STATUSES, isRetryable } from '../model.ts';
import { markDocument } from '../store.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
let api: TestApi;
let root: string;
let now = new Date('2024-06-03T12:00:00Z');

beforeAll(async () => {
  const { db } = database;
  await seedSmallStore(db);
  const opened = openTestArchive(folder.path);
  root = opened.root;
  await fileAnnualReport(db, opened.archive);
  await fileFiles(db, opened.archive, AURORA.current, [
    filingFile('package', makeZip({ 'inside/a.xml': '<a/>' }), {
      role: 'primary',
      contentType: 'application/zip',
      fileName: 'package.zip',
    }),
  ]);
  api = await createTestApi(db, {
    delivery: opened.delivery,
    now: () => now,
    plans: {
      ...DEFAULT_PLANS,
      business: { ...DEFAULT_PLANS.business, requestsPerSecond: 1e5, burst: 1e5, downloadsPerDay: 5 },
    },
  });
});

beforeEach(async () => {
  now = new Date('2024-06-03T12:00:00Z');
  await database.db.execute(sql`update accounts set day_downloads = 0, day_credits = 0`);
});

function content(nativeId: string, query = ''): Promise<ApiResponse> {
  return api.get(`/api/v1/documents/sec-edgar:${nativeId}/content${query}`);
}

async function downloadsUsed(): Promise<number> {
  const row = await database.db.queryOne<{ used: number }>(sql`
    select day_downloads as used from accounts where account_id = ${api.accountId}`);
  return row?.used ?? -1;
}

function pathOf(response: ApiResponse): string {
  const { pathname, search } = new URL(String(response.headers.location));
  return pathname + search;
}

async function follow(response: ApiResponse, headers: Record<string, string> = {}) {
  return api.server.app.inject({ method: 'GET', url: pathOf(response), headers });
}

describe('GET /api/v1/documents/{document_id}/content', () => {
  it('redirects to the primary file: compressed as accepted, named, with the digest of the decoded bytes', async () => {
    const response = await content(AURORA.annual2023);
    expect(response.status).toBe(302);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-credits-cost': '1' });
    expect(response.headers.location).toMatch(/^http:\/\/localhost:80\/downloads\/AURW_10-K_2024-02-19\.htm\?/);
    const file = await follow(response, { 'accept-encoding': 'gzip' });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/html',
      'content-disposition': 'attachment; filename="AURW_10-K_2024-02-19.htm"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const bytes = gunzipSync(file.rawPayload);
    expect(bytes.toString()).toBe(ANNUAL_REPORT);
    const detail = await api.get(`/api/v1/documents/sec-edgar:${AURORA.annual2023}`);
    expect(detail.json.archive).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex') });
  });

  it('serves attachments by file_id, pictures uncompressed, packages whole', async () => {
    const exhibit = await content(AURORA.annual2023, '?file_id=2');
    expect(exhibit.headers.location).toContain('AURW_10-K_2024-02-19_EX-21.1_2.htm');
    const picture = await follow(await content(AURORA.annual2023, '?file_id=3'));
    expect(picture.headers['content-encoding']).toBeUndefined();
    expect(picture.rawPayload).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0]));
    const zip = await follow(await content(AURORA.current));
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('decodes for clients that accept no coding, and supports HEAD', async () => {
    const response = await content(AURORA.annual2023);
    for (const accepted of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }]) {
      const plain = await follow(response, accepted);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.payload).toBe(ANNUAL_REPORT);
    }
    const headers = { 'accept-encoding': 'gzip' };
    const head = await api.server.app.inject({ method: 'HEAD', url: pathOf(response), headers });
    expect([head.statusCode, head.payload, head.headers['content-encoding']]).toEqual([200, '', 'gzip']);
    const posted = await api.server.app.inject({ method: 'POST', url: pathOf(response) });
    expect(posted.statusCode).toBe(405);
  });

  it('signs links that are valid for ten minutes and one file', async () => {
    const response = await content(AURORA.annual2023);
    const url = new URL(String(response.headers.location));
    const changed = (change: (url: URL) => void): string => {
      const copy = new URL(url);
      change(copy);
      return copy.pathname + copy.search;
    };
    const other = createHash('sha256').update('another').digest('hex');
    const tampered = [
      changed(url => url.searchParams.set('sha256', other)),
      changed(url => url.searchParams.set('expires', '99999999999')),
      changed(url => url.searchParams.set('type', 'text/html;x')),
      changed(url => url.searchParams.set('signature', 'AAAA')),
      changed(url => url.searchParams.delete('signature')),
      changed(url => url.searchParams.append('sha256', other)),
      changed(url => url.searchParams.delete('expires')),
      changed(url => {
        url.pathname = '/downloads/evil.exe';
      }),
      '/downloads/AURW_10-K_2024-02-19.htm',
    ];
    for (const path of tampered) {
      const refused = await api.ask({ method: 'GET', url: path });
      expect([refused.status, refused.json.error], path).toEqual([403, 'forbidden']);
    }
    now = new Date('2024-06-03T12:09:59Z');
    expect((await follow(response)).statusCode).toBe(200);
    now = new Date('2024-06-03T12:10:00Z');
    const late = await follow(response);
    expect([late.statusCode, late.json().error]).toEqual([403, 'forbidden']);
  });

  it('distinguishes files inside packages from unknown files', async () => {
    expect((await content(AURORA.current, '?file_id=inside/a.xml')).json.error).toBe('member_not_served');
    expect((await content(AURORA.current, '?file_id=nothing')).json.error).toBe('not_found');
    expect((await content('none')).json.error).toBe('not_found');
    expect(await downloadsUsed()).toBe(0);
  });

  it('returns for each status why there is nothing to download, without counting a download', async () => {
    const pending = await content(AURORA.annual2022);
    expect(pending.status).toBe(409);
    expect(pending.json).toMatchObject({ error: 'not_archived', archive_status: 'pending', retryable: true });
    await markDocument(database.db, { registry: 'sec-edgar', nativeId: AURORA.annual2022 }, 'not_exposed', 'not yet');
    expect((await content(AURORA.annual2022)).json).toMatchObject({ archive_status: 'unresolved', retryable: true });
    const { archive } = openTestArchive(folder.path);
    const large = [filingFile('1', 'x'.repeat(100), { role: 'primary' })];
    await fileFiles(database.db, archive, AURORA.amended2022, large, 99);
    for (const status of ARCHIVE_STATUSES.filter(status => status !== 'stored')) {
      await database.db.execute(
        sql`update filing_files set status = ${status} where native_id = ${AURORA.amended2022}`,
      );
      const { status: code, json } = await content(AURORA.amended2022);
      expect([code, json.error, json.archive_status, json.retryable]).toEqual([
        409,
        'not_archived',
        status,
        isRetryable(status),
      ]);
    }
    expect(await downloadsUsed()).toBe(0);
  });

  it('never exceeds the downloads of a day under concurrency, and resets at midnight UTC', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => content(AURORA.annual2023)));
    expect(responses.filter(response => response.status === 302)).toHaveLength(5);
    const refused = responses.filter(response => response.status === 429);
    expect(refused).toHaveLength(25);
    expect(refused[0]?.json).toMatchObject({
      error: 'download_quota_exceeded',
      limit: 5,
      resets_at: '2024-06-04T00:00:00Z',
    });
    expect(refused[0]?.headers['retry-after']).toBe(String(12 * 3600));
    expect(await downloadsUsed()).toBe(5);
    now = new Date('2024-06-04T00:00:01Z');
    expect((await content(AURORA.annual2023)).status).toBe(302);
    expect(await downloadsUsed()).toBe(1);
  });

  it('returns 503 and Retry-After if it cannot deliver', async () => {
    const without = await createTestApi(database.db);
    const off = await without.get(`/api/v1/documents/sec-edgar:${AURORA.annual2023}/content`);
    expect([off.status, off.json.error, off.headers['retry-after']]).toEqual([503, 'delivery_unavailable', '60']);
    const link = await content(AURORA.annual2023);
    const detail = await api.get(`/api/v1/documents/sec-edgar:${AURORA.annual2023}`);
    const { sha256 } = detail.json.archive as { sha256: string };
    rmSync(join(root, sha256.slice(0, 2)), { recursive: true });
    const lost = await content(AURORA.annual2023);
    expect(lost.json).toMatchObject({ error: 'not_archived', archive_status: 'pending', retryable: true });
    expect((await follow(link)).statusCode).toBe(409);
    rmSync(root, { recursive: true });
    const gone = await content(AURORA.annual2023);
    expect([gone.status, gone.json.error, gone.headers['retry-after']]).toEqual([503, 'delivery_unavailable', '30']);
    expect(await downloadsUsed()).toBe(1);
  });

  it('requires the Business plan', async () => {
    const free = await createTestApi(database.db, {}, 'free');
    const { status, json } = await free.get(`/api/v1/documents/sec-edgar:${AURORA.annual2023}/content`);
    expect([status, json.error]).toEqual([403, 'upgrade_required']);
  });

  // The last of all: the meter remembers a refusal for a second, and this clock does not advance.
  it('refunds the download if credits are insufficient', async () => {
    const { archive } = openTestArchive(folder.path);
    await fileFiles(database.db, archive, AURORA.current, [filingFile('1', 'again', { role: 'primary' })]);
    const used = DEFAULT_PLANS.business.creditsPerDay;
    await database.db.execute(sql`
      update accounts set usage_day = '2024-06-03', day_credits = ${used} where account_id = ${api.accountId}`);
    expect((await content(AURORA.current)).json.error).toBe('quota_exceeded');
    expect(await downloadsUsed()).toBe(0);
  });
});
