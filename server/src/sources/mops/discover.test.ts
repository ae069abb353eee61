import { expect, it } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import {
  ANNOUNCEMENT_COLUMNS,
  announcementRow,
  COMPANY_COLUMNS,
  companyRow,
  openDataFile,
} from './example-responses.ts';
import { mops } from './source.ts';

const FILES = 'https://mopsfin.twse.com.tw/opendata/';
const PROFILES = { [`${FILES}t187ap03_O.csv`]: openDataFile(COMPANY_COLUMNS, [companyRow()]) };
const DAY = { [`${FILES}t187ap04_O.csv`]: openDataFile(ANNOUNCEMENT_COLUMNS, [announcementRow()]) };

const clientOf = (responses: Readonly<Record<string, string>>) => clientWith(mops, responses);

const named = (name: string) => ({ kind: 'named' as const, tickers: [name], ids: [], since: null });

it('finds a company by its code or key, with the files of its board', async () => {
  for (const name of ['9801', 'mops:9801']) {
    const { tasks, missing } = await mops.discover(clientOf({ ...PROFILES, ...DAY }), named(name));
    expect(missing).toEqual([]);
    expect(tasks.map(task => task.key)).toEqual(['companies/otc', 'announcements/otc/2026-06-02', 'holdings/otc']);
    expect(tasks[1]?.documents?.[0]?.url).toBe(`${FILES}t187ap04_O.csv#2026-06-02`);
  }
  expect((await mops.discover(clientOf(PROFILES), named('1234'))).missing).toMatchObject([{ key: '1234' }]);
});

it('does not report a company as unknown if no profiles could be read', async () => {
  await expect(mops.discover(clientOf({}), named('9801'))).rejects.toMatchObject({ code: 'upstream_error' });
});

it('reads a channel of dated files without a task for a board that has none', async () => {
  const channel = { kind: 'channel' as const, channel: 'announcements', position: null };
  const { tasks } = await mops.discover(clientOf(DAY), channel);
  expect(tasks.map(task => task.key)).toEqual(['announcements/otc/2026-06-02']);
});
