import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import type { RegistryClient } from '../kit/source.ts';
import {
  allAccountsUrl,
  companyUrl,
  corpCodesUrl,
  documentUrl,
  holdingsUrl,
  listUrl,
  mainAccountsUrl,
  ofCompany,
  periodicUrl,
  xbrlUrl,
} from './endpoints.ts';
import { openDart } from './source.ts';

const CODE = '99000001';
const NONE = '{"status":"013","message":"조회된 데이타가 없습니다."}';

/** A registry with the given responses, and "no data" to every other request. */
function registry(responses: Record<string, string | Buffer>): RegistryClient & { requested: string[] } {
  const requested: string[] = [];
  const client = fakeClient(openDart, {
    // Past midnight in Seoul, the day before elsewhere.
    now: () => new Date('2024-03-20T16:00:00Z'),
    get: async url => {
      requested.push(url);
      return { url, sha256: '', bytes: Buffer.from(responses[url] ?? NONE) };
    },
  });
  return { ...client, requested };
}

function listed(receipt: string, name: string, code = CODE): Record<string, string> {
  return {
    corp_code: code,
    corp_name: '가상',
    report_nm: name,
    rcept_no: receipt,
    corp_cls: 'Y',
    stock_code: '999990',
  };
}

function page(rows: Record<string, string>[], number: number, pages: number): string {
  const counts = { page_no: number, page_count: 100, total_count: rows.length, total_page: pages };
  return JSON.stringify({ status: '000', message: '정상', ...counts, list: rows });
}

const profile = JSON.stringify({ status: '000', corp_code: CODE, corp_name: '가상(주)', corp_cls: 'Y', acc_mt: '12' });
const accounts = JSON.stringify({ status: '000', list: [] });
const annual = { businessYear: '2023', reportCode: '11011' } as const;
const third = { businessYear: '2023', reportCode: '11014' } as const;

describe('a company', () => {
  test('is requested by its profile, its list page by page, and the accounts of its reports', async () => {
    const client = registry({
      [companyUrl(CODE)]: profile,
      [listUrl(CODE, '2023-01-01', '2024-03-21', 1)]: page([listed('20240318000001', '사업보고서 (2023.12)')], 1, 2),
      [listUrl(CODE, '2023-01-01', '2024-03-21', 2)]: page([listed('20231114000001', '분기보고서 (2023.09)')], 2, 2),
      [allAccountsUrl(CODE, annual, 'CFS')]: accounts,
      [mainAccountsUrl(CODE, third)]: accounts,
    });
    const task = {
      kind: 'company',
      key: CODE,
      issuerKey: `dart:${CODE}`,
      documents: null,
      urls: null,
      since: '2023-01-01',
    };
    const documents = await openDart.fetch(client, task);
    expect(documents.map(document => document.url)).toEqual([
      companyUrl(CODE),
      listUrl(CODE, '2023-01-01', '2024-03-21', 1),
      listUrl(CODE, '2023-01-01', '2024-03-21', 2),
      allAccountsUrl(CODE, annual, 'CFS'),
      allAccountsUrl(CODE, annual, 'OFS'),
      // The quarter has neither consolidated nor separate accounts: main accounts replace them.
      allAccountsUrl(CODE, third, 'CFS'),
      allAccountsUrl(CODE, third, 'OFS'),
      mainAccountsUrl(CODE, third),
      periodicUrl('hyslrSttus', CODE, annual),
      periodicUrl('exctvSttus', CODE, annual),
      holdingsUrl('majorstock', CODE),
      holdingsUrl('elestock', CODE),
    ]);
  });

  test('is found by ticker in the code list, and reported if unknown', async () => {
    const row = `<list><corp_code>${CODE}</corp_code><corp_name>가상</corp_name><stock_code>999990</stock_code></list>`;
    const client = registry({ [corpCodesUrl()]: makeZip({ 'CORPCODE.xml': `<result>${row}</result>` }) });
    const wanted = { kind: 'named' as const, tickers: ['999990', '1'], ids: ['zero', '126380'], since: null };
    const found = await openDart.discover(client, wanted);
    expect(found.tasks.map(task => [task.kind, task.key])).toEqual([
      ['corp-codes', 'corp-codes'],
      ['company', '00126380'],
      ['company', CODE],
    ]);
    expect(found.missing.map(item => item.key)).toEqual(['zero', '1']);
  });
});

describe('the channel of all filings', () => {
  const day = (date: string) => listUrl(null, date, date, 1);
  const responses = {
    [day('2024-03-18')]: page([listed('20240318000001', '사업보고서 (2023.12)')], 1, 1),
    [day('2024-03-20')]: page([listed('20240320000001', '주요사항보고서(가상)', '99000002')], 1, 1),
  };

  test('reads the days since its position, today in Seoul again the next time', async () => {
    const client = registry(responses);
    const wanted = { kind: 'channel' as const, channel: 'list', position: '2024-03-17', forms: [] };
    const found = await openDart.discover(client, wanted);
    expect(client.requested).toEqual(['2024-03-18', '2024-03-19', '2024-03-20', '2024-03-21'].map(day));
    expect(found.position).toBe('2024-03-20');
    expect(found.tasks.map(task => [task.kind, task.key, task.issuerKey])).toEqual([
      ['list', 'list/20240318-20240318/1', null],
      ['list', 'list/20240320-20240320/1', null],
      ['company', CODE, `dart:${CODE}`],
    ]);
  });

  test('fetches the documents of all tagged reports by default', async () => {
    const wanted = { kind: 'channel' as const, channel: 'list', position: '2024-03-17' };
    const { tasks } = await openDart.discover(registry(responses), wanted);
    expect(tasks.filter(task => task.kind === 'filing').map(task => task.key)).toEqual(['20240318000001']);
  });

  test('fetches the documents of requested forms', async () => {
    const wanted = { kind: 'channel' as const, channel: 'list', position: '2024-03-17', forms: ['A001'] };
    const found = await openDart.discover(registry(responses), wanted);
    const opened = found.tasks.filter(task => task.kind === 'filing');
    const urls = [documentUrl('20240318000001'), xbrlUrl('20240318000001', '11011')];
    expect(opened.map(task => [task.key, task.issuerKey, task.urls])).toEqual([
      ['20240318000001', `dart:${CODE}`, urls.map(url => ofCompany(url, CODE))],
    ]);
    expect(opened[0]?.urls?.map(url => openDart.issuerOf(url))).toEqual([`dart:${CODE}`, `dart:${CODE}`]);
  });

  test('stops at a refusal, without moving its position', async () => {
    const client = registry({ [day('2024-03-19')]: '{"status":"020","message":""}' });
    const wanted = { kind: 'channel' as const, channel: 'list', position: '2024-03-17' };
    await expect(openDart.discover(client, wanted)).rejects.toThrow(/status_020/);
  });
});

test('refuses to request everything of the registry', async () => {
  await expect(openDart.discover(registry({}), { kind: 'everything', since: null })).rejects.toThrow(/too large/);
});
