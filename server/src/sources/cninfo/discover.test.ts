import { describe, expect, it } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import type { RegistryClient } from '../kit/source.ts';
import { announcementsUrl } from './announcements.ts';
import { cninfo } from './source.ts';
import { stocks } from './stocks.ts';

const { discover, fetch: fetchTask } = cninfo;
const LISTS = { szse: stocks.url({ name: 'szse' }), bj: stocks.url({ name: 'bj' }) };

const clientOf = (responses: Readonly<Record<string, string>>, origin: RegistryClient['origin'] = 'registry') =>
  clientWith(cninfo, responses, { origin, now: () => new Date('2026-03-27T01:00:00Z') });

const LIST = JSON.stringify({
  stockList: [{ code: '600998', orgId: 'gssh0600998', zwjc: '曙光工业', pinyin: 'sggy', category: 'A股' }],
});
function announcement(number: number): object {
  const id = `122000000${number}`;
  return {
    announcementId: id,
    secCode: '600998',
    secName: '曙光工业',
    orgId: 'gssh0600998',
    announcementTitle: '2025年年度报告',
    announcementTime: 1_773_936_000_000,
    adjunctUrl: `finalpage/2026-03-20/${id}.PDF`,
    announcementType: '01010503||010112||01030101',
  };
}

const NAMED = { kind: 'named', tickers: ['600998'], ids: ['cninfo:600998x'], since: null } as const;

describe('a named company', () => {
  it('is found in the lists, and requested by its code, with its announcements by a form', async () => {
    const query = { stock: '600998,gssh0600998', from: '2026-03-01', to: '2026-03-27' };
    const page = (number: number, hasMore: boolean) => ({
      [announcementsUrl(query, number)]: JSON.stringify({
        totalAnnouncement: 2,
        hasMore,
        announcements: [announcement(number)],
      }),
    });
    const client = clientOf({ [LISTS.szse]: LIST, ...page(1, true), ...page(2, false) });
    const wanted = { kind: 'named', tickers: ['600998'], ids: ['x'], since: '2026-03-01', forms: 'all' } as const;
    const { tasks, missing, anomalies } = await discover(client, { ...wanted, tickers: ['600998'], ids: ['x'] });
    expect(tasks.map(task => [task.kind, task.key, task.issuerKey])).toEqual([
      ['list', 'stocks/szse', null],
      ['company', '600998', 'cninfo:600998'],
      ['announcements', 'announcements/600998/2026-03-01~2026-03-27/001', null],
      ['filing', '1220000001', 'cninfo:600998'],
      ['announcements', 'announcements/600998/2026-03-01~2026-03-27/002', null],
      ['filing', '1220000002', 'cninfo:600998'],
    ]);
    expect(tasks[3]?.urls).toEqual(['https://static.cninfo.com.cn/finalpage/2026-03-20/1220000001.PDF#600998']);
    expect(missing.map(item => item.key)).toEqual(['x']);
    expect(anomalies).toEqual([]);
  });

  it('is not reported as unknown if the lists could not be read', async () => {
    for (const responses of [{}, { [LISTS.szse]: '<html>busy</html>' }]) {
      const asking = discover(clientOf(responses), { ...NAMED, tickers: ['600998'], ids: [] });
      await expect(asking).rejects.toMatchObject({ code: 'upstream_error' });
    }
  });
});

describe('a mirror', () => {
  it('is read without requests to the registry', async () => {
    const executives = 'https://www.cninfo.com.cn/data20/companyOverview/getCompanyExecutives?scode=600998';
    const page = 'https://www.cninfo.com.cn/new/disclosure/stock?orgId=gssh0600998&stockCode=600998';
    const client = clientOf({ [LISTS.bj]: LIST, [executives]: '{}', [page]: '<html>' }, 'replay');
    const { tasks } = await discover(client, { kind: 'everything', since: null });
    expect(tasks.map(task => task.urls)).toEqual([[LISTS.bj], [executives]]);
  });
});

describe('a document', () => {
  it('keeps its issuer', async () => {
    const url = 'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF';
    const task = { kind: 'filing', key: '1290000001', issuerKey: 'cninfo:600998', documents: null, since: null };
    const found = await fetchTask(clientOf({ [url]: '%PDF-1.4' }), { ...task, urls: [`${url}#600998`] });
    expect(found.map(document => document.url)).toEqual([`${url}#600998`]);
    expect(await fetchTask(clientOf({}), { ...task, urls: [url] })).toEqual([]);
  });
});
