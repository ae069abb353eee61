import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import type { Parsed } from '../kit/source.ts';
import { allAccountsUrl, companyUrl, listUrl, mainAccountsUrl, periodicUrl, type ReportCode } from './endpoints.ts';
import { openDart } from './source.ts';

const CODE = '99000001';

/** Responses of a fictional company, as the guide of the registry has their fields. */
function response(list: Record<string, string>[], root: Record<string, unknown> = {}): string {
  return JSON.stringify({ status: '000', message: '정상', ...root, list });
}

function parse(documents: Record<string, string | Buffer>): Promise<Parsed<IssuerRecords[]>> {
  return openDart.parse(
    Object.entries(documents).map(([url, text]) => ({ url, sha256: '', bytes: Buffer.from(text) })),
  );
}

function row(receipt: string, code: ReportCode, year: string, cells: Record<string, string>): Record<string, string> {
  return { rcept_no: receipt, reprt_code: code, bsns_year: year, corp_code: CODE, currency: 'KRW', ...cells };
}

/** `concept [dimensions] start..end = value`, in the order of the rows. */
function reported(set: FactSet | undefined): string[] {
  return (set?.series ?? []).flatMap(series =>
    series.values.map((value, at) => {
      const start = series.starts[at];
      const period = `${start === null || start === undefined ? '' : toIsoDate(start)}..${toIsoDate(series.ends[at] ?? 0)}`;
      const dimensions = series.dimensions === '' ? '' : ` [${series.dimensions}]`;
      return `${series.concept} ${series.unit}${dimensions} ${period} = ${series.exact?.[at] ?? value}`;
    }),
  );
}

const THIRD = '20231114000999';
const third = { businessYear: '2023', reportCode: '11014' } as const;

describe('all accounts of a third quarter', () => {
  const documents = {
    [allAccountsUrl(CODE, third, 'CFS')]: response([
      row(THIRD, '11014', '2023', {
        sj_div: 'BS',
        account_id: 'ifrs-full_Assets',
        account_nm: '자산총계',
        thstrm_amount: '500',
        frmtrm_nm: '제 9 기말',
        frmtrm_amount: '450',
        ord: '1',
      }),
      row(THIRD, '11014', '2023', {
        sj_div: 'CIS',
        account_id: 'ifrs-full_Revenue',
        account_nm: '수익(매출액)',
        thstrm_amount: '30',
        thstrm_add_amount: '90',
        frmtrm_q_nm: '제 9 기 3분기',
        frmtrm_q_amount: '25',
        frmtrm_add_amount: '80',
        ord: '2',
      }),
      row(THIRD, '11014', '2023', {
        sj_div: 'CIS',
        account_id: 'ifrs-full_BasicEarningsLossPerShare',
        account_nm: '기본주당이익',
        thstrm_amount: '(12)',
        thstrm_add_amount: '-36',
        ord: '3',
      }),
      row(THIRD, '11014', '2023', {
        sj_div: 'CF',
        account_id: 'ifrs-full_CashFlowsFromUsedInOperatingActivities',
        account_nm: '영업활동현금흐름',
        thstrm_amount: '12345678901234567890',
        frmtrm_q_nm: '제 9 기 3분기',
        frmtrm_q_amount: '7',
        ord: '4',
      }),
      row(THIRD, '11014', '2023', {
        sj_div: 'CF',
        account_id: 'dart_CashAndCashEquivalentsAtBeginningOfPeriodCf',
        account_nm: '기초현금및현금성자산',
        thstrm_amount: '5',
        ord: '5',
      }),
    ]),
  };

  test('give three months and the year to date, and balances against the end of the previous year', async () => {
    const { records, anomalies } = await parse(documents);
    expect(anomalies).toEqual([]);
    expect(reported(records[0]?.facts[0])).toEqual([
      'ifrs-full:Assets KRW ..2023-09-30 = 500',
      'ifrs-full:Assets KRW ..2022-12-31 = 450',
      'ifrs-full:Revenue KRW 2023-07-01..2023-09-30 = 30',
      'ifrs-full:Revenue KRW 2023-01-01..2023-09-30 = 90',
      'ifrs-full:Revenue KRW 2022-01-01..2022-09-30 = 80',
      'ifrs-full:Revenue KRW 2022-07-01..2022-09-30 = 25',
      'ifrs-full:BasicEarningsLossPerShare KRW/shares 2023-07-01..2023-09-30 = -12',
      'ifrs-full:BasicEarningsLossPerShare KRW/shares 2023-01-01..2023-09-30 = -36',
      'ifrs-full:CashFlowsFromUsedInOperatingActivities KRW 2023-01-01..2023-09-30 = 12345678901234567890',
      'ifrs-full:CashFlowsFromUsedInOperatingActivities KRW 2022-01-01..2022-09-30 = 7',
      'dart:CashAndCashEquivalentsAtBeginningOfPeriodCf KRW ..2022-12-31 = 5',
    ]);
  });

  test('give a single statement of comprehensive income as the income statement', async () => {
    const { records } = await parse(documents);
    const faces = records[0]?.facts[0]?.faces[THIRD] ?? [];
    expect(faces.map(face => [face.statement, face.line, face.label])).toEqual([
      ['BS', 1, '자산총계'],
      ['IS', 2, '수익(매출액)'],
      ['IS', 3, '기본주당이익'],
      ['CF', 4, '영업활동현금흐름'],
      ['CF', 5, '기초현금및현금성자산'],
    ]);
    expect(records[0]?.facts[0]?.filings).toEqual([
      {
        accession: THIRD,
        category: 'interim_report',
        form: '분기보고서',
        filed: '2023-11-14',
        acceptedAt: null,
        fiscalYear: 2023,
        fiscalPeriod: 'Q3',
        periodEnd: '2023-09-30',
      },
    ]);
  });
});

const ANNUAL = '20240320000001';
const annual = { businessYear: '2023', reportCode: '11011' } as const;

function annualRow(cells: Record<string, string>, receipt = ANNUAL): Record<string, string> {
  return row(receipt, '11011', '2023', { ord: '1', ...cells });
}

describe('all accounts of a year', () => {
  test('name accounts without an id by their names, and equal names by number', async () => {
    const list = [
      annualRow({ sj_div: 'BS', account_id: '-표준계정코드 미사용-', account_nm: 'Ⅰ. 기 타', thstrm_amount: '1' }),
      annualRow({ sj_div: 'BS', account_id: '-표준계정코드 미사용-', account_nm: '기타', thstrm_amount: '2' }),
      annualRow({ sj_div: 'BS', account_id: 'ifrs_Equity', account_nm: '자본총계', thstrm_amount: '3' }),
      annualRow({ sj_div: 'BS', account_id: 'ifrs-full_Equity', account_nm: '자본', thstrm_amount: '4' }),
      annualRow({ sj_div: 'BS', account_id: 'ifrs-full_Assets', account_nm: '자산', thstrm_amount: '십원' }),
      annualRow({ sj_div: 'BS', account_id: 'ifrs-full_Inventories', account_nm: '재고', thstrm_amount: '-' }),
    ];
    const { records, anomalies } = await parse({ [allAccountsUrl(CODE, annual, 'CFS')]: response(list) });
    expect(reported(records[0]?.facts[0])).toEqual([
      'ext:기타 KRW ..2023-12-31 = 1',
      'ext:기타.2 KRW ..2023-12-31 = 2',
      'ifrs-full:Equity KRW ..2023-12-31 = 3',
    ]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['contradictory_facts', 'bad_value']);
  });

  test('give changes in equity with columns as members and balances at the ends', async () => {
    const detail = '자본 [구성요소]|지배기업의 소유주에게 귀속되는 지분 [구성요소]|이익잉여금 [구성요소]';
    const equity = { sj_div: 'SCE', account_id: 'ifrs-full_Equity' };
    const list = [
      annualRow({
        ...equity,
        account_nm: '2023.01.01 (기초자본)',
        account_detail: detail,
        thstrm_amount: '10',
        frmtrm_amount: '8',
      }),
      annualRow({
        sj_div: 'SCE',
        account_id: 'ifrs-full_ProfitLoss',
        account_nm: '당기순이익',
        account_detail: detail,
        thstrm_amount: '2',
      }),
      annualRow({ ...equity, account_nm: '기말자본', account_detail: '연결재무제표 [member]', thstrm_amount: '12' }),
    ];
    const { records, anomalies } = await parse({ [allAccountsUrl(CODE, annual, 'CFS')]: response(list) });
    expect(anomalies).toEqual([]);
    const member = '[ifrs-full:ComponentsOfEquityAxis=ext:이익잉여금]';
    expect(reported(records[0]?.facts[0])).toEqual([
      `ifrs-full:Equity KRW ${member} ..2022-12-31 = 10`,
      `ifrs-full:Equity KRW ${member} ..2021-12-31 = 8`,
      `ifrs-full:ProfitLoss KRW ${member} 2023-01-01..2023-12-31 = 2`,
      'ifrs-full:Equity KRW ..2023-12-31 = 12',
    ]);
  });

  test('give statements of a company without a group without a dimension', async () => {
    const own = response([
      annualRow({ sj_div: 'BS', account_id: 'ifrs-full_Assets', account_nm: '자산', thstrm_amount: '1' }),
    ]);
    const alone = await parse({ [allAccountsUrl(CODE, annual, 'OFS')]: own });
    expect(reported(alone.records[0]?.facts[0])).toEqual([
      'ifrs-full:Assets KRW [basis=non_consolidated] ..2023-12-31 = 1',
    ]);
    const none = '{"status":"013","message":"조회된 데이타가 없습니다."}';
    const only = await parse({
      [allAccountsUrl(CODE, annual, 'CFS')]: none,
      [allAccountsUrl(CODE, annual, 'OFS')]: own,
    });
    expect(only.anomalies).toEqual([]);
    expect(only.records.flatMap(record => reported(record.facts[0]))).toEqual([
      'ifrs-full:Assets KRW ..2023-12-31 = 1',
    ]);
  });
});

describe('years that do not close in December', () => {
  const list = (receipt: string) =>
    response([
      annualRow({ sj_div: 'IS', account_id: 'ifrs-full_Revenue', account_nm: '매출', thstrm_amount: '1' }, receipt),
    ]);
  const profile = JSON.stringify({
    status: '000',
    corp_code: CODE,
    corp_name: '가상(주)',
    corp_cls: 'E',
    acc_mt: '03',
  });

  test('are dated by the day of receipt', async () => {
    for (const [receipt, period] of [
      ['20240620000001', '2023-04-01..2024-03-31'],
      ['20230622000001', '2022-04-01..2023-03-31'],
    ] as const) {
      const { records } = await parse({
        [companyUrl(CODE)]: profile,
        [allAccountsUrl(CODE, annual, 'CFS')]: list(receipt),
      });
      expect(records.flatMap(record => reported(record.facts[0]))).toEqual([`ifrs-full:Revenue KRW ${period} = 1`]);
    }
  });

  test('are dated by the table of a report', async () => {
    const receipt = '20251201000001';
    const { records } = await parse({
      [periodicUrl('hyslrSttus', CODE, annual)]: response([
        { rcept_no: receipt, corp_code: CODE, corp_name: '가상', stlm_dt: '2023-06-30' },
      ]),
      [allAccountsUrl(CODE, annual, 'CFS')]: list(receipt),
    });
    expect(records.flatMap(record => reported(record.facts[0]))).toEqual([
      'ifrs-full:Revenue KRW 2022-07-01..2023-06-30 = 1',
    ]);
  });

  test('are not guessed: a report received at an unusual time has no facts', async () => {
    const { records, anomalies } = await parse({ [allAccountsUrl(CODE, annual, 'CFS')]: list('20240620000001') });
    expect(records.flatMap(record => record.facts)).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unknown_period']);
  });
});

test('reads main accounts of a half-year with commas, own dates, three months and the year to date', async () => {
  const half = { businessYear: '2023', reportCode: '11012' } as const;
  const receipt = '20230814000002';
  const { records, anomalies } = await parse({
    [mainAccountsUrl(CODE, half)]: response([
      row(receipt, '11012', '2023', {
        fs_div: 'CFS',
        sj_div: 'BS',
        account_nm: '자산총계',
        thstrm_dt: '2023.06.30 현재',
        thstrm_amount: '1,000',
        frmtrm_dt: '2022.12.31 현재',
        frmtrm_amount: '900',
      }),
      row(receipt, '11012', '2023', {
        fs_div: 'CFS',
        sj_div: 'IS',
        account_nm: '법인세차감전 순이익',
        thstrm_dt: '2023.01.01 ~ 2023.06.30',
        thstrm_amount: '-1,234',
        thstrm_add_amount: '2,000',
        frmtrm_nm: '제 9 기 반기',
        frmtrm_amount: '3',
        frmtrm_add_amount: '4',
      }),
    ]),
  });
  expect(anomalies).toEqual([]);
  expect(reported(records[0]?.facts[0])).toEqual([
    'ext:자산총계 KRW ..2023-06-30 = 1000',
    'ext:자산총계 KRW ..2022-12-31 = 900',
    'ext:법인세차감전순이익 KRW 2023-04-01..2023-06-30 = -1234',
    'ext:법인세차감전순이익 KRW 2023-01-01..2023-06-30 = 2000',
    'ext:법인세차감전순이익 KRW 2022-01-01..2022-06-30 = 4',
    'ext:법인세차감전순이익 KRW 2022-04-01..2022-06-30 = 3',
  ]);
});

describe('refusals with HTTP status 200', () => {
  const url = allAccountsUrl(CODE, annual, 'CFS');

  test.each([
    ['{"status":"020","message":"요청 제한을 초과하였습니다."}', 'status_020'],
    ['{"status":"800","message":"시스템 점검"}', 'status_800'],
    ['{"status":"010","message":"등록되지 않은 키입니다."}', 'status_010'],
    ['<html><body>점검중</body></html>', 'html_instead_of_json'],
    ['<?xml version="1.0"?><result><status>101</status></result>', 'status_101'],
    ['', 'empty_answer'],
    ['[1]', 'unexpected_document'],
    ['{"list":[]}', 'unexpected_document'],
    ['{"status":"000","list":[{"rcept_no":"2024', 'truncated_json'],
  ])('give no facts and are reported: %s', async (text, kind) => {
    const { records, anomalies } = await parse({ [url]: text });
    expect(records.map(record => [record.canonicalKey, record.facts.length, record.damage])).toEqual([
      [`dart:${CODE}`, 0, kind],
    ]);
    expect(anomalies[0]?.kind).toBe(kind);
  });

  test('do not include "no data"', async () => {
    const { records, anomalies } = await parse({ [url]: '{"status":"013","message":"조회된 데이타가 없습니다."}' });
    expect(anomalies).toEqual([]);
    expect(records[0]).toMatchObject({ facts: [], filings: [], damage: null });
  });

  test('are thrown by a fetch, but not "no data"', async () => {
    const client = (text: string) =>
      fakeClient(openDart, { get: async requested => ({ url: requested, sha256: '', bytes: Buffer.from(text) }) });
    const task = { kind: 'company', key: CODE, issuerKey: `dart:${CODE}`, documents: null, urls: null, since: null };
    await expect(openDart.fetch(client('{"status":"020","message":""}'), task)).rejects.toThrow(/status_020/);
    expect(await openDart.fetch(client('{"status":"013","message":""}'), task)).toEqual([]);
  });
});

describe('a list', () => {
  const listed = (receipt: string, name: string, rm = '') => {
    return {
      corp_code: CODE,
      corp_name: '가상',
      stock_code: '',
      corp_cls: 'E',
      report_nm: name,
      rcept_no: receipt,
      rm,
    };
  };

  test('gives marks, periods, categories and amendments', async () => {
    const list = [
      listed('20240501000001', '[기재정정]사업보고서 (2023.12)', '연'),
      listed('20240320000001', '사업보고서 (2023.12)', '연정'),
      listed('20230814000002', '반기보고서 (2023.06)'),
      listed('20230515000003', '분기보고서 (2023.03)'),
      listed('20230501000004', '임원ㆍ주요주주특정증권등소유상황보고서'),
      listed('20230401000005', '주요사항보고서(유상증자결정)'),
      listed('20230301000006', '[첨부정정][기재정정]증권신고서(지분증권)'),
      listed('20230201000007', '의결권대리행사권유참고서류'),
      listed('20230101000008', '주권매매거래정지(상장폐지 사유 발생)', '코'),
    ];
    const url = listUrl(CODE, '2023-01-01', '2024-12-31', 1);
    const root = { page_no: 1, page_count: 100, total_count: 9, total_page: 1 };
    const { records, anomalies } = await parse({ [url]: response(list, root) });
    expect(anomalies).toEqual([]);
    expect(records[0]?.source).toBe('list/20230101-20241231');
    const filings = records[0]?.filings ?? [];
    expect(
      filings.map(filing => [filing.formType, filing.category, filing.periodEnd, filing.isAmendment, filing.amends]),
    ).toEqual([
      ['사업보고서', 'annual_report', '2023-12-31', true, '20240320000001'],
      ['사업보고서', 'annual_report', '2023-12-31', false, undefined],
      ['반기보고서', 'interim_report', '2023-06-30', false, undefined],
      ['분기보고서', 'interim_report', '2023-03-31', false, undefined],
      ['임원ㆍ주요주주특정증권등소유상황보고서', 'insider_transaction', null, false, undefined],
      ['주요사항보고서(유상증자결정)', 'material_event', null, false, undefined],
      ['증권신고서(지분증권)', 'registration', null, true, undefined],
      ['의결권대리행사권유참고서류', 'proxy', null, false, undefined],
      ['주권매매거래정지(상장폐지 사유 발생)', 'listing_change', null, false, undefined],
    ]);
  });

  test('is damaged if a page has fewer rows than it counts', async () => {
    const url = listUrl(null, '2024-03-20', '2024-03-20', 1);
    const root = { page_no: 1, page_count: 100, total_count: 2, total_page: 1 };
    const { records, anomalies } = await parse({
      [url]: response([listed('20240320000001', '사업보고서 (2023.12)')], root),
    });
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['count_out_of_range']);
    expect(records[0]).toMatchObject({ canonicalKey: `dart:${CODE}`, damage: 'count_out_of_range' });
  });

  test('reports rows without a company or a receipt', async () => {
    const url = listUrl(null, '2024-03-20', '2024-03-20', 1);
    const { records, anomalies } = await parse({
      [url]: response([listed('2024', 'x'), { ...listed('20240320000001', 'x'), corp_code: 'x' }]),
    });
    expect(records).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_row', 'bad_row']);
  });
});

test('reads many rows of one name in bounded time', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) =>
    annualRow({
      sj_div: 'BS',
      account_id: '-표준계정코드 미사용-',
      account_nm: '기타',
      thstrm_amount: String(at),
      rcept_no: `20240320${String(at % 4_000).padStart(6, '0')}`,
    }),
  );
  const before = process.threadCpuUsage();
  const { records } = await parse({ [allAccountsUrl(CODE, annual, 'CFS')]: response(many) });
  const { user, system } = process.threadCpuUsage(before);
  expect(records[0]?.facts[0]?.filings).toHaveLength(4_000);
  expect((user + system) / 1000).toBeLessThan(4_000);
});
