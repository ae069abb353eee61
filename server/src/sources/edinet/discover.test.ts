import { describe, expect, test } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { documentUrl } from './addresses.ts';
import { dayLists, dayListUrl } from './day-lists.ts';
import { annualPackage, dayList, listRow, MILL } from './fictional-documents.ts';
import { edinet } from './source.ts';

const { discover, fetch: fetchTask } = edinet;

/** On Sunday the 30th of June 2024, late in the evening of Japan. */
const clientOf = (found: Readonly<Record<string, string | Buffer>>) =>
  clientWith(edinet, found, { now: () => new Date('2024-06-30T14:30:00Z') });

const responses = {
  [dayListUrl('2024-06-28')]: dayList([
    listRow({}),
    listRow({ docID: 'S100ZZ02', docTypeCode: '180', xbrlFlag: '0', csvFlag: '0' }),
    listRow({ docID: 'S100ZZ03', edinetCode: 'E99902', secCode: null, JCN: null }),
  ]),
  [dayListUrl('2024-06-29')]: dayList([]),
  [documentUrl('S100ZZ01', 1)]: makeZip(annualPackage('true')),
};

describe('channels', () => {
  test('read past days again for a week, without tasks for empty days', async () => {
    const client = clientOf(responses);
    const wanted = { kind: 'channel', channel: 'past-days', position: '2024-06-30', forms: ['120'] } as const;
    const { tasks, position } = await discover(client, wanted);
    expect(client.requested).toHaveLength(7);
    expect(tasks.map(task => `${task.kind} ${task.key}`)).toEqual([
      'day 2024-06-28',
      'filing S100ZZ01',
      'filing S100ZZ03',
    ]);
    expect(tasks[0]?.documents).toHaveLength(1);
    expect(position).toBe('2024-06-30');
  });

  test('fetch all tagged reports by default, and other documents only of requested types', async () => {
    const wanted = { kind: 'channel', channel: 'past-days', position: '2024-06-30' } as const;
    const filingsOf = async (forms: { forms?: readonly string[] }) => {
      const { tasks } = await discover(clientOf(responses), { ...wanted, ...forms });
      return tasks.filter(task => task.kind === 'filing').map(task => task.key);
    };
    expect(await filingsOf({})).toEqual(['S100ZZ01', 'S100ZZ03']);
    expect(await filingsOf({ forms: ['XBRL', '180'] })).toEqual(['S100ZZ01', 'S100ZZ02', 'S100ZZ03']);
    expect(await filingsOf({ forms: ['180'] })).toEqual(['S100ZZ02']);
    expect(await filingsOf({ forms: [] })).toEqual([]);
  });

  test('request a list one, two, four and seven nights after its day, and read the archived one otherwise', async () => {
    const since: Record<string, string> = {};
    const client = clientOf(responses);
    const reusing = {
      ...client,
      kept: async (url: string, notBefore: string) => {
        const day = dayLists.open(url)?.task.key ?? '';
        since[day] = notBefore;
        // Requested on the night before, except for the day whose turn it is.
        if (notBefore >= '2024-06-29') return null;
        return { url, bytes: Buffer.from(dayList([listRow({})])), sha256: '' };
      },
    };
    const { tasks } = await discover(reusing, { kind: 'channel', channel: 'past-days', position: '2024-06-30' });
    expect(since).toEqual({
      '2024-06-23': '2024-06-29',
      '2024-06-24': '2024-06-27',
      '2024-06-25': '2024-06-28',
      '2024-06-26': '2024-06-29',
      '2024-06-27': '2024-06-28',
      '2024-06-28': '2024-06-29',
    });
    expect(client.requested).toEqual(['2024-06-23', '2024-06-26', '2024-06-28', '2024-06-29'].map(dayListUrl));
    expect(tasks.filter(task => task.kind === 'day').map(task => task.key)).toContain('2024-06-27');
  });

  test('read a list of an earlier week from the archive if it was requested in its last night', async () => {
    const since: string[] = [];
    const kept = { url: dayListUrl('2024-06-20'), bytes: Buffer.from(dayList([listRow({})])), sha256: '' };
    const client = clientOf(responses);
    const reusing = {
      ...client,
      kept: async (url: string, notBefore: string) => {
        if (url !== kept.url) return null;
        since.push(notBefore);
        return kept;
      },
    };
    const { tasks } = await discover(reusing, { kind: 'named', tickers: [], ids: ['E99901'], since: '2024-06-19' });
    expect(tasks.map(task => task.key)).toContain('S100ZZ01');
    expect(since).toEqual(['2024-06-26']);
    expect(client.requested).not.toContain(kept.url);
  });

  test('use the current day in Japan', async () => {
    const client = clientOf(responses);
    await discover(client, { kind: 'channel', channel: 'today', position: null });
    expect(client.requested).toEqual([dayListUrl('2024-06-30')]);
    await expect(discover(client, { kind: 'channel', channel: 'other', position: null })).rejects.toThrow(/no channel/);
  });
});

describe('companies by name', () => {
  test('are found on the days since, by ticker or number, and reported if they filed nothing', async () => {
    const wanted = {
      kind: 'named',
      tickers: ['990a'],
      ids: ['E99902', 'E12345'],
      since: '2024-06-27',
      forms: 'all',
    } as const;
    const { tasks, missing } = await discover(clientOf(responses), {
      ...wanted,
      tickers: [...wanted.tickers],
      ids: [...wanted.ids],
    });
    expect(
      tasks.map(task => `${task.key} ${task.issuerKey} ${(task.urls?.[0] ?? task.documents?.[0]?.url)?.slice(-6)}`),
    ).toEqual([
      '2024-06-28 null type=2',
      `S100ZZ01 jcn:${MILL.number} ${encodeURIComponent(`jcn:${MILL.number}`).slice(-6)}`,
      `S100ZZ02 jcn:${MILL.number} ${encodeURIComponent(`jcn:${MILL.number}`).slice(-6)}`,
      'S100ZZ03 edinet:E99902 E99902',
    ]);
    expect(missing.map(item => item.key)).toEqual(['E12345']);
  });

  test('are requested all together only since a day', async () => {
    await expect(discover(clientOf({}), { kind: 'everything', since: null })).rejects.toThrow(/--since/);
  });
});

describe('a document', () => {
  const task = { kind: 'filing', key: 'S100ZZ01', issuerKey: null, documents: null, since: null };

  test('is requested without its note, which it keeps', async () => {
    const client = clientOf(responses);
    const documents = await fetchTask(client, { ...task, urls: [`${documentUrl('S100ZZ01', 1)}#edinet%3AE99901`] });
    expect(client.requested).toEqual([documentUrl('S100ZZ01', 1)]);
    expect(documents[0]?.url).toBe(`${documentUrl('S100ZZ01', 1)}#edinet%3AE99901`);
  });

  test.each([
    ['{"StatusCode": 401,"message": "Access denied"}'],
    ['<html>maintenance</html>'],
    ['{"metadata":{"status":"500","message":"Internal Server Error"}}'],
    [''],
  ])('is an error if it is refused with status 200: %s', async response => {
    const client = clientOf({ [documentUrl('S100ZZ01', 1)]: response });
    const fetching = fetchTask(client, { ...task, urls: [documentUrl('S100ZZ01', 1)] });
    await expect(fetching).rejects.toMatchObject({ code: 'upstream_error' });
  });

  test('is absent if the body states 404', async () => {
    const client = clientOf({ [documentUrl('S100ZZ01', 1)]: '{"metadata":{"status":"404","message":"Not Found"}}' });
    expect(await fetchTask(client, { ...task, urls: [documentUrl('S100ZZ01', 1)] })).toEqual([]);
  });
});
