import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import type { RegistryClient } from '../kit/source.ts';
import { hkexNews } from './source.ts';

const { discover, fetch: fetchTask } = hkexNews;

/** A stand-in for the registry: `response` returns the text of a URL, or null for status 404. */
function clientOf(response: (url: URL) => string | null, requested: string[] = []): RegistryClient {
  return fakeClient(hkexNews, {
    now: () => new Date('2026-03-27T01:00:00Z'),
    get: async url => {
      requested.push(url);
      const text = response(new URL(url));
      if (text === null) return null;
      const bytes = Buffer.from(text);
      return { url, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
    },
  });
}

function rows(count: number, day = '27/03/2026'): object[] {
  return Array.from({ length: count }, (_, at) => ({
    TITLE: `Notice ${at}`,
    LONG_TEXT: at === 0 ? 'Announcements and Notices - [Final Results]' : 'Circulars - [Other]',
    STOCK_CODE: '00990',
    STOCK_NAME: 'AURORA',
    DATE_TIME: `${day} 08:00`,
    FILE_LINK: `/listedco/listconews/sehk/2026/0327/20260327${String(at).padStart(5, '0')}.pdf`,
  }));
}

function responseOf(all: object[], rowRange: number): string {
  const shown = all.slice(0, rowRange);
  return JSON.stringify({
    result: shown.length === 0 ? 'null' : JSON.stringify(shown),
    hasNextRow: shown.length < all.length,
    loadedRecord: shown.length,
    recordCnt: all.length,
  });
}

const PREFIX = 'callback({"more":"1","stockInfo":[{"stockId":7001,"code":"00990","name":"AURORA"}]});\n';

describe('a named stock', () => {
  it('is found by its code, and searched year by year in both languages', async () => {
    const requested: string[] = [];
    const client = clientOf(url => {
      if (url.pathname.endsWith('prefix.do')) return PREFIX;
      return responseOf(url.searchParams.get('lang') === 'E' ? rows(3) : [], Number(url.searchParams.get('rowRange')));
    }, requested);
    const { tasks, missing } = await discover(client, {
      kind: 'named',
      tickers: ['990'],
      ids: [],
      since: '2025-06-01',
      forms: ['annual_report'],
    });
    expect(missing).toEqual([]);
    expect(requested[0]).toContain('name=00990');
    const windows = requested.slice(1).map(url => new URL(url).searchParams);
    expect(windows.map(window => `${window.get('fromDate')}-${window.get('toDate')} ${window.get('lang')}`)).toEqual([
      '20260101-20260327 E',
      '20260101-20260327 zh',
      '20250101-20251231 E',
      '20250101-20251231 zh',
    ]);
    expect(tasks.map(task => [task.kind, task.key, task.issuerKey])).toEqual([
      ['stock', '00990', null],
      ['holdings', '00990', null],
      ['titles', 'titles/en/sehk-7001/20260101', null],
      ['filing', '2026032700000', 'hkex:00990'],
      ['titles', 'titles/en/sehk-7001/20250101', null],
      ['filing', '2026032700000', 'hkex:00990'],
    ]);
  });

  it('is missing if unknown, but not after an error page', async () => {
    const wanted = { kind: 'named', tickers: ['990', 'AAPL'], ids: [], since: null } as const;
    const none = clientOf(() => 'callback({"more":"0","stockInfo":[]});');
    const { missing } = await discover(none, { ...wanted, tickers: [...wanted.tickers], ids: [] });
    expect(missing.map(item => item.reason)).toEqual([
      "unknown stock code 00990: the registry's search does not know it",
      'AAPL is not a stock code (up to five digits)',
    ]);
    const page = clientOf(() => '<html>busy</html>');
    await expect(discover(page, { ...wanted, tickers: ['990'], ids: [] })).rejects.toThrow(/html_instead_of_json/);
  });
});

describe('the headlines of all issuers', () => {
  const channel = { kind: 'channel', channel: 'titles', position: '2026-03-26' } as const;

  it('are read day by day on both boards, the last two days again, without tasks for empty days', async () => {
    const requested: string[] = [];
    const client = clientOf(url => {
      const query = url.searchParams;
      const hasSome =
        query.get('market') === 'SEHK' && query.get('fromDate') === '20260327' && query.get('lang') === 'E';
      return responseOf(hasSome ? rows(250) : [], Number(query.get('rowRange')));
    }, requested);
    const { tasks, position } = await discover(client, channel);
    expect(position).toBe('2026-03-27');
    expect(tasks.map(task => task.key)).toEqual(['titles/en/sehk--1/20260327']);
    // Three days, two boards, two languages, and once more for the rows after the first hundred.
    expect(requested).toHaveLength(13);
    expect(requested.filter(url => url.includes('rowRange=250'))).toHaveLength(1);
    expect(tasks[0]?.documents?.[0]?.url).toContain('rowRange=250');
  });

  it('are requested in halves if the registry does not show all; one day too large is an error', async () => {
    const client = clientOf(url => {
      const query = url.searchParams;
      if (url.pathname.endsWith('prefix.do')) return PREFIX;
      const isLong = query.get('fromDate') !== query.get('toDate');
      return responseOf(isLong ? rows(5_000) : rows(1), Number(query.get('rowRange')));
    });
    const since = '2026-03-01';
    const { tasks } = await discover(client, { kind: 'named', tickers: ['990'], ids: [], since });
    // 86 days of the year so far, in each of the two languages.
    expect(tasks.filter(task => task.kind === 'titles')).toHaveLength(86 * 2);
    expect(new Set(tasks.map(task => `${task.kind} ${task.key}`)).size).toBe(tasks.length);
    const full = clientOf(url => responseOf(rows(5_000), Number(url.searchParams.get('rowRange'))));
    await expect(discover(full, channel)).rejects.toThrow(/does not show all headlines of 2026-03-25/);
  });

  it('are read month by month after a long pause, and at once since a day', async () => {
    const client = clientOf(url => responseOf([], Number(url.searchParams.get('rowRange'))));
    const late = await discover(client, { ...channel, position: '2026-01-01' });
    expect(late.position).toBe('2026-01-30');
    const first = await discover(client, { ...channel, position: null });
    expect(first.position).toBe('2026-03-27');
    const requested: string[] = [];
    const counted = clientOf(() => responseOf([], 100), requested);
    const { tasks, position } = await discover(counted, { kind: 'everything', since: '2026-01-01' });
    expect([tasks.length, position, requested.length]).toEqual([5, undefined, 86 * 4]);
    await expect(discover(counted, { kind: 'everything', since: null })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('stop at an invalid response, which does not count as an empty day', async () => {
    for (const text of ['<html>captcha</html>', '', '{"error":"denied"}']) {
      await expect(
        discover(
          clientOf(() => text),
          channel,
        ),
      ).rejects.toMatchObject({ code: 'upstream_error' });
    }
  });
});

describe('a document', () => {
  it('is requested at its own URL, and keeps its issuer', async () => {
    const requested: string[] = [];
    const url = 'https://www1.hkexnews.hk/listedco/listconews/sehk/2026/0327/2026032700000.pdf#00990';
    const task = {
      kind: 'filing',
      key: '2026032700000',
      issuerKey: 'hkex:00990',
      documents: null,
      urls: [url],
      since: null,
    };
    const [document] = await fetchTask(
      clientOf(() => '%PDF-1.4', requested),
      task,
    );
    expect(requested).toEqual([url.replace('#00990', '')]);
    expect(document?.url).toBe(url);
    expect(
      await fetchTask(
        clientOf(() => null),
        task,
      ),
    ).toEqual([]);
  });
});

describe('lists', () => {
  it('are requested from the exchange in both languages, and from the clearing system of yesterday', async () => {
    const { tasks } = await discover(
      clientOf(() => null),
      { kind: 'channel', channel: 'stocks', position: null },
    );
    expect(tasks.map(task => task.key)).toEqual([
      'stocks/active-en',
      'stocks/active-zh',
      'stocks/inactive-en',
      'stocks/inactive-zh',
      'stocks/clearing',
    ]);
    expect(tasks.at(-1)?.urls?.[0]).toContain('shareholdingdate=20260326');
  });
});
