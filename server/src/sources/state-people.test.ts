import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RoleStatement } from '../domain/ownership/people/model/role.ts';
import { AnomalyLog } from '../kernel/anomaly-log.ts';
import { loadSource } from './load-source.ts';
import { statePeople } from './opendart/people/state-people.ts';

const SHARED = join(import.meta.dirname, '../../../../shared/data/intl');
const log = () => new AnomalyLog('test', 'test');
const line = (statement: RoleStatement) => [
  statement.name,
  statement.kind,
  statement.relation,
  statement.sinceDate,
  statement.untilDate,
];

describe('OpenDART', () => {
  it('states officers with the end of their terms, and only the common shares of a holder of two kinds', () => {
    const row = { rcept_no: '20240312000736', stlm_dt: '2023-12-31' };
    const officers = statePeople(
      'exctvSttus',
      [
        {
          ...row,
          nm: '홍길동',
          birth_ym: '1962년 03월',
          ofcps: '부회장',
          rgist_exctv_at: '사내이사',
          tenure_end_on: '2026년 03월 17일',
        },
        { ...row, nm: '임꺽정', ofcps: '상무', rgist_exctv_at: '미등기' },
      ],
      log(),
    );
    expect(
      officers?.map(officer => [officer.name, officer.relation, officer.born, officer.termEndDate, officer.nativeId]),
    ).toEqual([
      ['홍길동', 'director', '1962-03', '2026-03-17', '20240312000736'],
      ['임꺽정', 'officer', null, null, '20240312000736'],
    ]);
    const holding = { ...row, nm: '홍길동', trmend_posesn_stock_co: '100', trmend_posesn_stock_qota_rt: '1.5' };
    const holders = statePeople(
      'hyslrSttus',
      [
        { ...holding, stock_knd: '우선주', trmend_posesn_stock_qota_rt: '9.9' },
        { ...holding, stock_knd: '보통주' },
        { ...holding, nm: '계', stock_knd: '보통주' },
      ],
      log(),
    );
    expect(holders?.map(holder => [holder.name, holder.ownershipPct])).toEqual([['홍길동', '1.5']]);
    const reports = statePeople(
      'majorstock',
      [{ ...row, rcept_dt: '2024-05-24', repror: '국민연금공단', stkrt: '4.9' }],
      log(),
    );
    expect(reports?.map(line)).toEqual([['국민연금공단', 'institution', 'major_shareholder', null, '2024-05-24']]);
    expect(statePeople('empSttus', [row], log())).toBeNull();
  });
});

describe('CNINFO', () => {
  it.skipIf(!existsSync(SHARED))(
    'states directors and officers by their posts, and no posts of the party',
    async () => {
      const bytes = readFileSync(join(SHARED, 'cn/cninfo/executives_600519.json'));
      const cninfo = await loadSource('cninfo');
      const url = cninfo.identifyImport('executives_600519.json', bytes);
      const { records } = await cninfo.parse([{ url, bytes, sha256: '' }]);
      const people = records.flatMap(record => record.people ?? []);
      expect(people.filter(person => person.relation === 'director')).toHaveLength(7);
      expect(people.find(person => person.name === '王莉' && person.relation === 'officer')).toMatchObject({
        roleTitle: '总经理(代)',
        born: '1972',
        asOf: null,
      });
      expect(people.some(person => person.roleTitle?.includes('党') === true)).toBe(false);
    },
  );
});

describe('EDINET', () => {
  it.skipIf(!existsSync(SHARED))('states holder, company and share from a large-holding report', async () => {
    const edinet = await loadSource('edinet');
    const read = async (name: string) => {
      const bytes = readFileSync(join(SHARED, 'jp/edinet/docs', name));
      const { records } = await edinet.parse([{ url: edinet.identifyImport(name, bytes), bytes, sha256: '' }]);
      return records.flatMap(record => record.people ?? []);
    };
    const people = await read('S100TMMG_type1.zip');
    expect(people.filter(person => person.relation === 'major_shareholder').map(person => person.ownershipPct)).toEqual(
      expect.arrayContaining(['16.15', '12.38']),
    );
    expect(people.find(person => person.name === '古川 俊太郎' || person.name === '古川俊太郎')).toMatchObject({
      relation: 'director',
      shares: '10000',
      asOf: '2024-06-28',
    });
  });
});
