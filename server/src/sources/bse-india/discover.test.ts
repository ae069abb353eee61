import { describe, expect, it } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import type { RegistryClient } from '../kit/source.ts';
import { announcementsUrl } from './announcements.ts';
import { announcementPage, announcementRow, NOTHING_FOUND, securityRow } from './example-responses.ts';
import { DOCUMENTS, OLDER_DOCUMENTS } from './filings.ts';
import { securities } from './securities.ts';
import { bseIndia } from './source.ts';

const { discover, fetch: fetchTask } = bseIndia;
const securitiesUrl = (status: string) => securities.url({ status });

const clientOf = (responses: Readonly<Record<string, string>>, origin: RegistryClient['origin'] = 'registry') =>
  // 01:30 of the 20th in India.
  clientWith(bseIndia, responses, { origin, now: () => new Date('2026-11-19T20:00:00Z') });

const LIST = { [securitiesUrl('Active')]: JSON.stringify([securityRow()]) };
const SHARE = { code: '599001', from: '2026-11-01', to: '2026-11-20' };
const NAMED = { kind: 'named', tickers: ['aurora'], ids: [], since: '2026-11-01' } as const;
const PDF = '5c000000-0000-4000-8000-000000000001.pdf';

describe('a named share', () => {
  it('is found by symbol, code or key, with its announcements page by page', async () => {
    const client = clientOf({
      ...LIST,
      [announcementsUrl(SHARE, 1)]: announcementPage([announcementRow(1)], 2),
      [announcementsUrl(SHARE, 2)]: announcementPage([announcementRow(2)], 2),
    });
    const { tasks, missing, anomalies } = await discover(client, { ...NAMED, tickers: ['aurora'], ids: ['X'] });
    expect(tasks.map(task => [task.kind, task.key])).toEqual([
      ['list', 'securities/active'],
      ['announcements', 'announcements/599001/20261101-20261120/001'],
      ['announcements', 'announcements/599001/20261101-20261120/002'],
    ]);
    expect(missing).toMatchObject([{ key: 'X' }]);
    expect(anomalies).toEqual([]);
    for (const id of ['599001', 'bse:599001']) {
      expect((await discover(client, { ...NAMED, tickers: [], ids: [id] })).tasks).toHaveLength(3);
    }
  });

  it('has documents requested by their form', async () => {
    const rows = [announcementRow(1), announcementRow(2, { CATEGORYNAME: 'AGM/EGM', SUBCATNAME: '', NEWSSUB: 'AGM' })];
    const client = clientOf({ ...LIST, [announcementsUrl(SHARE, 1)]: announcementPage(rows) });
    const requested = async (forms: string[] | 'all') => {
      const { tasks } = await discover(client, { ...NAMED, tickers: ['AURORA'], ids: [], forms });
      return tasks.filter(task => task.kind === 'filing').map(task => task.urls);
    };
    const first = [`${DOCUMENTS}${PDF}#599001/9b1d7c2e-0000-4000-8000-000000000001`];
    expect(await requested(['earnings_release'])).toEqual([first]);
    expect(await requested(['result'])).toEqual([first]);
    expect(await requested('all')).toHaveLength(2);
  });

  it('is not reported as unknown if no list could be read', async () => {
    for (const responses of [{}, { [securitiesUrl('Active')]: '<html>busy</html>' }]) {
      await expect(discover(clientOf(responses), { ...NAMED, tickers: ['AURORA'], ids: [] })).rejects.toMatchObject({
        code: 'upstream_error',
      });
    }
  });
});

describe('the channel of announcements', () => {
  const days = (...dates: string[]) => dates.map(date => announcementsUrl({ code: null, from: date, to: date }, 1));

  it('is read by days of India, the last one again', async () => {
    const [before = '', today = ''] = days('2026-11-19', '2026-11-20');
    const client = clientOf({ [before]: announcementPage([announcementRow(1)]), [today]: NOTHING_FOUND });
    const wanted = { kind: 'channel', channel: 'announcements', position: '2026-11-20' } as const;
    const { tasks, position, anomalies } = await discover(client, wanted);
    expect(tasks.map(task => task.key)).toEqual(['announcements/all/20261119-20261119/001']);
    expect(position).toBe('2026-11-20');
    expect(anomalies).toEqual([]);
  });

  it('reports a day with missing rows, and stops at an invalid response', async () => {
    const [day = '', next = ''] = days('2026-11-19', '2026-11-20');
    const wanted = { kind: 'channel', channel: 'announcements', position: '2026-11-20' } as const;
    const short = clientOf({ [day]: announcementPage([announcementRow(1)], 3), [next]: NOTHING_FOUND });
    expect((await discover(short, wanted)).anomalies).toMatchObject([
      { source: 'announcements/all/2026-11-19-2026-11-19', kind: 'count_mismatch', detail: '3 counted, 1 listed' },
    ]);
    const broken = clientOf({ [day]: '{"Table":[' });
    await expect(discover(broken, wanted)).rejects.toMatchObject({ code: 'upstream_error' });
  });
});

describe('a mirror', () => {
  it('is read with documents by the announcements that name them', async () => {
    const page = announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1);
    const broken = announcementsUrl({ code: null, from: '2026-11-18', to: '2026-11-18' }, 1);
    const responses = {
      ...LIST,
      [page]: announcementPage([announcementRow(1), announcementRow(2)]),
      [broken]: '<html>',
    };
    const client = clientOf({ ...responses, [OLDER_DOCUMENTS + PDF]: '%PDF-1.4' }, 'replay');
    const { tasks, missing } = await discover(client, { kind: 'everything', since: null });
    expect(tasks.map(task => task.key)).toEqual([
      'securities/active',
      'announcements/all/20261119-20261119/001',
      'announcements/all/20261118-20261118/001',
      '9b1d7c2e-0000-4000-8000-000000000001',
    ]);
    expect(missing).toMatchObject([{ key: 'announcements/all/20261118-20261118/001' }]);
  });
});

describe('a document', () => {
  const url = `${DOCUMENTS}${PDF}#599001/9b1d7c2e-0000-4000-8000-000000000001`;
  const task = { kind: 'filing', key: 'x', issuerKey: 'bse:599001', documents: null, urls: [url], since: null };

  it('is requested at its first URL and then where documents are moved to, and keeps its issuer', async () => {
    for (const place of [DOCUMENTS, OLDER_DOCUMENTS]) {
      const found = await fetchTask(clientOf({ [place + PDF]: '%PDF-1.4' }), task);
      expect(found.map(document => document.url)).toEqual([url]);
    }
    expect(await fetchTask(clientOf({}), task)).toEqual([]);
  });

  it('is rejected if it is a page', async () => {
    const asking = fetchTask(clientOf({ [DOCUMENTS + PDF]: '<html>Access Denied</html>' }), task);
    await expect(asking).rejects.toMatchObject({ code: 'upstream_error' });
  });
});
