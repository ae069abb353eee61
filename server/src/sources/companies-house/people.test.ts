import { expect, test } from 'vitest';
import type { RoleStatement } from '../../domain/ownership/people/model/role.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseControlList, stateControl } from './control.ts';
import { parseOfficers, stateOfficers } from './officers.ts';
import { openAccounts, readAccountsOfficers } from './open-accounts.ts';

const log = () => new AnomalyLog('companies-house', 'test');
const line = (statement: RoleStatement) => [
  statement.name,
  statement.kind,
  statement.relation,
  statement.sinceDate,
  statement.untilDate,
];

test('officers of the register have their dates, month of birth and id, companies among them', () => {
  const officers = parseOfficers(
    [
      {
        name: 'EXAMPLE, Jane Anne',
        officer_role: 'director',
        appointed_on: '2012-11-09',
        date_of_birth: { year: 1970, month: 5 },
        links: { officer: { appointments: '/officers/abc/appointments' } },
      },
      { name: 'FICTIONAL SECRETARIES LIMITED', officer_role: 'corporate-secretary', resigned_on: '2015-01-31' },
    ],
    log(),
  );
  const people = stateOfficers(officers);
  expect(people.map(line)).toEqual([
    ['Jane Anne Example', 'person', 'director', '2012-11-09', null],
    ['FICTIONAL SECRETARIES LIMITED', 'institution', 'officer', null, '2015-01-31'],
  ]);
  expect(people[0]).toMatchObject({ born: '1970-05', identifier: { scheme: 'ch_officer', identifier: 'abc' } });
});

test('persons with significant control have their band, and entries without a name are left out', () => {
  const kind = (name: string) => `${name}-person-with-significant-control`;
  const entries = parseControlList(
    '01234567',
    [
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
    log(),
  );
  const people = stateControl(entries);
  expect(people.map(person => [person.name, person.ownershipMinPct, person.ownershipMaxPct])).toEqual([
    ['Ann Example', '75', '100'],
    ['Fictional Holdings Ltd', '25', null],
  ]);
  expect(people[1]?.identifier).toEqual({ scheme: 'uk', identifier: '07654321' });
});

/** Accounts of a fictional company: only what names its officers. */
function accounts(names: readonly [member: string, name: string][]): string {
  const contexts = [...new Set(names.map(([member]) => member))].map(
    member =>
      `<xbrli:context id="${member}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">ZZ999901</xbrli:identifier><xbrli:segment><xbrldi:explicitMember dimension="b:EntityOfficersDimension">b:${member}</xbrldi:explicitMember></xbrli:segment></xbrli:entity><xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>`,
  );
  const facts = names.map(
    ([member, name]) => `<ix:nonNumeric name="b:NameEntityOfficer" contextRef="${member}">${name}</ix:nonNumeric>`,
  );
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:b="http://xbrl.frc.org.uk/cd/2023-01-01/business"><head><title>x</title></head><body><div style="display:none"><ix:header><ix:resources>${contexts.join('')}</ix:resources></ix:header></div><p>${facts.join(' ')}</p></body></html>`;
}

test('accounts name each office once, in the order of the document', () => {
  const bytes = Buffer.from(
    accounts([
      ['Director2', 'Ada  Sample'],
      ['Director1', 'Bo Placeholder'],
      ['CompanySecretary1', 'Ada Sample'],
      ['Director2', 'Ada Sample'],
      ['PartnerLLP1', 'Cy Specimen'],
      ['Director3', ''],
    ]),
  );
  const { records } = openAccounts({
    url: 'accounts-bulk-data/Prod223_0000_ZZ999901_20231231.html',
    sha256: '',
    bytes,
  });
  const report = records[0]?.contents?.report;
  if (report == null) throw new Error('no fact is tagged');
  expect(readAccountsOfficers(report)).toEqual([
    { name: 'Ada Sample', role: 'director', asOf: '2023-12-31' },
    { name: 'Bo Placeholder', role: 'director', asOf: '2023-12-31' },
    { name: 'Ada Sample', role: 'secretary', asOf: '2023-12-31' },
    { name: 'Cy Specimen', role: 'member', asOf: '2023-12-31' },
  ]);
});
