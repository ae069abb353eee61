import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { writeMirror } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { archiveDocuments } from '../../pipeline/runs/ingest.ts';
import { announcementsUrl } from './announcements.ts';
import { announcementPage, announcementRow, securityRow } from './example-responses.ts';
import { DOCUMENTS } from './filings.ts';
import { securities } from './securities.ts';
import { bseIndia } from './source.ts';

const ingest = ingestFrom('bse-india');
const BSE = new URL('../../../../../shared/data/intl/in/bse/', import.meta.url).pathname;
const PDF = '5c000000-0000-4000-8000-000000000001.pdf';
const folder = useTemporaryFolder();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, { registries: ['bse-india'] });

function issuer(canonicalKey: string): Promise<Record<string, unknown> | null> {
  return database.db.queryOne(sql`
    select company_name, market_id, array(select mic || ' ' || ticker from listings where issuer_id = i.issuer_id) as listings,
      (select count(*)::int from filings where issuer_id = i.issuer_id) as filings
    from issuers i where canonical_key = ${canonicalKey}`);
}

describe('a mirror', () => {
  const everything = { kind: 'everything', since: null } as const;

  test('gives shares, announcements and documents, and stores nothing of a page in place of a list', async () => {
    const mirror = join(folder.path, 'mirror');
    const day = { code: null, from: '2026-11-19', to: '2026-11-19' };
    writeMirror(mirror, {
      [securities.url({ status: 'Active' })]: JSON.stringify([securityRow()]),
      [securities.url({ status: 'Delisted' })]: '<html>Access Denied</html>',
      [announcementsUrl(day, 1)]: announcementPage([announcementRow(1), announcementRow(2)]),
      [DOCUMENTS + PDF]: '%PDF-1.7 fictional',
    });
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ failure: null, tasks: 4, done: 3, failed: 1 });
    // Name and symbol of the list take precedence over announcements.
    expect(await issuer('bse:599001')).toEqual({
      company_name: 'Aurora Widgets & Co Limited',
      market_id: 'in',
      listings: ['XBOM AURORA'],
      filings: 2,
    });
    const stored = await database.db.queryOne(sql`
      select known_at, category, registry from filings where native_id = '9b1d7c2e-0000-4000-8000-000000000001'`);
    expect(stored).toEqual({
      known_at: '2026-11-19T12:35:13Z',
      category: 'earnings_release',
      registry: 'bse-india',
    });
    const failed = await database.db.query(sql`
      select task_key from run_tasks where run_id = ${result.runId} and state = 'failed'`);
    expect(failed).toEqual([{ task_key: 'securities/delisted' }]);
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, done: 0 });
  });
});

describe.skipIf(!existsSync(BSE))('recorded files of the exchange (needs ../shared/data/intl)', () => {
  test('are imported without an anomaly, and reprocessed to the same store', async () => {
    const paths = ['announcements.json', 'listSecurities.json'].map(name => BSE + name);
    const wanted = await archiveDocuments(worker.tools, bseIndia, paths);
    expect(await ingest(worker, wanted)).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0, filings: 1 });
    expect(await issuer('bse:500002')).toMatchObject({ company_name: 'ABB India Limited', listings: ['XBOM ABB'] });
    expect(await issuer('bse:517397')).toMatchObject({ company_name: 'PAN ELECTRONICS INDIA LTD.', filings: 1 });
    const before = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });
});
