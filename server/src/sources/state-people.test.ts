import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RoleStatement } from '../domain/ownership/people/model/role.ts';
import { AnomalyLog } from '../kernel/anomaly-log.ts';
import { parseControlList, parseOfficers } from './companies-house/parse-persons.ts';
import { stateControl, stateOfficers } from './companies-house/state-people.ts';
import { loadSource } from './load-source.ts';
import { statePeople } from './opendart/state-people.ts';

const SHARED = join(import.meta.dirname, '../../../../shared/data/intl');
const log = () => new AnomalyLog('test', 'test');
const line = (one: RoleStatement) => [one.name, one.kind, one.relation, one.sinceDate, one.untilDate];

describe('Companies House', () => {
  it('states officers, companies among them, with birth and number', () => {
    const officers = parseOfficers(
      {
        items: [
          {
            name: 'EXAMPLE, Jane Anne',
            officer_role: 'director',
            appointed_on: '2012-11-09',
            date_of_birth: { year: 1970, month: 5 },
            links: { officer: { appointments: '/officers/abc/appointments' } },
          },
          { name: 'FICTIONAL SECRETARIES LIMITED', officer_role: 'corporate-secretary', resigned_on: '2015-01-31' },
        ],
      },
      log(),
    );
    const people = stateOfficers(officers);
    expect(people.map(line)).toEqual([
      ['Jane Anne Example', 'person', 'director', '2012-11-09', null],
      ['FICTIONAL SECRETARIES LIMITED', 'institution', 'officer', null, '2015-01-31'],
    ]);
    expect(people[0]).toMatchObject({ born: '1970-05', identifier: { scheme: 'ch_officer', identifier: 'abc' } });
  });

  it('states control with its band, and nobody where the register names nobody', () => {
    const kind = (name: string) => `${name}-person-with-significant-control`;
    const entries = parseControlList(
      '01234567',
      {
        items: [
          {
            kind: kind('individual'),
            name: 'Mrs Ann Example',
            notified_on: '2016-04-06',
            natures_of_control: ['voting-rights-25-to-50-percent', 'ownership-of-shares-75-to-100-percent'],
          },
          {
            kind: kind('corporate-entity'),
            name: 'Fictional Holdings Ltd',
            identification: { country_registered: 'England', registration_number: '7654321' },
            natures_of_control: ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'],
          },
          { kind: kind('super-secure') },
          { kind: 'persons-with-significant-control-statement', statement: 'no-individual' },
        ],
      },
      log(),
    );
    const people = stateControl(entries);
    expect(people.map(one => [one.name, one.ownershipMinPct, one.ownershipMaxPct])).toEqual([
      ['Ann Example', '75', '100'],
      ['Fictional Holdings Ltd', '25', null],
    ]);
    expect(people[1]?.identifier).toEqual({ scheme: 'uk', identifier: '07654321' });
  });
});

describe('OpenDART', () => {
  it('states officers with the end of their terms, and the common shares of who has two kinds', () => {
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
    expect(officers?.map(one => [one.name, one.relation, one.born, one.termEndDate, one.nativeId])).toEqual([
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
    expect(holders?.map(one => [one.name, one.ownershipPct])).toEqual([['홍길동', '1.5']]);
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
      const people = records.flatMap(one => one.people ?? []);
      expect(people.filter(one => one.relation === 'director')).toHaveLength(7);
      expect(people.find(one => one.name === '王莉' && one.relation === 'officer')).toMatchObject({
        roleTitle: '总经理(代)',
        born: '1972',
        asOf: null,
      });
      expect(people.some(one => one.roleTitle?.includes('党') === true)).toBe(false);
    },
  );
});

describe('EDINET', () => {
  it.skipIf(!existsSync(SHARED))('states who holds how much of whom by a report of a large holding', async () => {
    const edinet = await loadSource('edinet');
    const read = async (name: string) => {
      const bytes = readFileSync(join(SHARED, 'jp/edinet/docs', name));
      const { records } = await edinet.parse([{ url: edinet.identifyImport(name, bytes), bytes, sha256: '' }]);
      return records.flatMap(one => one.people ?? []);
    };
    const people = await read('S100TMMG_type1.zip');
    expect(people.filter(one => one.relation === 'major_shareholder').map(one => one.ownershipPct)).toEqual(
      expect.arrayContaining(['16.15', '9.9']),
    );
    expect(people.find(one => one.name === '古川 俊太郎' || one.name === '古川俊太郎')).toMatchObject({
      relation: 'director',
      shares: '10000',
      asOf: '2024-06-28',
    });
  });
});
