import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { writeMirror } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import {
  ANNOUNCEMENT_COLUMNS,
  announcementRow,
  COMPANY_COLUMNS,
  companyRow,
  openDataFile,
} from './example-responses.ts';

const ingest = ingestFrom('mops');
const FILES = 'https://mopsfin.twse.com.tw/opendata/';
const everything = { kind: 'everything', since: null } as const;
const folder = useTemporaryFolder();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, { registries: ['mops'] });

/** A day's file of announcements: the change of name is announced each day, everything else once. */
function day(reported: string, spoken: string, subject: string): string {
  return openDataFile(ANNOUNCEMENT_COLUMNS, [
    announcementRow({ 出表日期: reported, 發言日期: spoken }),
    announcementRow({ 出表日期: reported, 發言日期: spoken, 發言時間: '173000', 主旨: subject }),
  ]);
}

test('files of two days at one address are both kept, and a change of name that both announce is one event', async () => {
  const days = [
    day('1150602', '1150601', '公告本公司董事會決議買回本公司股份'),
    day('1150603', '1150602', '公告本公司取得虛構電子股份有限公司股權'),
  ];
  for (const [at, text] of days.entries()) {
    const mirror = join(folder.path, `mirror-${at}`);
    writeMirror(mirror, {
      [`${FILES}t187ap03_L.csv`]: openDataFile(COMPANY_COLUMNS, [companyRow()]),
      [`${FILES}t187ap04_L.csv`]: text,
    });
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, failed: 0 });
  }
  const issuer = await database.db.queryOne(sql`
    select company_name, market_id, (select count(*)::int from filings where issuer_id = i.issuer_id) as filings
    from issuers i where canonical_key = 'mops:9801'`);
  expect(issuer).toEqual({ company_name: '曙光零件股份有限公司', market_id: 'tw', filings: 4 });
  const events = await database.db.query<Record<string, unknown>>(sql`
    select kind, event_date, first_known_at, count(*) over (partition by event_id)::int as filings
    from corporate_events where is_current or kind = 'name_change' order by kind, known_at`);
  expect(events.map(event => [event.kind, event.event_date, event.first_known_at, event.filings])).toEqual([
    ['acquisition_or_disposal', '2026-05-28', '2026-06-02T09:30:00Z', 1],
    ['buyback', '2026-05-28', '2026-06-01T09:30:00Z', 1],
    ['name_change', '2026-05-28', '2026-05-31T23:00:03Z', 2],
    ['name_change', '2026-05-28', '2026-05-31T23:00:03Z', 2],
  ]);
  const before = await exportText(database.db);
  expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
  expect(await exportText(database.db)).toBe(before);
});
