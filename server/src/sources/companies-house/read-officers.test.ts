import { expect, test } from 'vitest';
import { openAccounts } from './open-accounts.ts';
import { readAccountsOfficers } from './read-officers.ts';

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

test('officers are named once for each office, in the order of the accounts', () => {
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
  if (report == null) throw new Error('nothing is tagged');
  expect(readAccountsOfficers(report)).toEqual([
    { name: 'Ada Sample', role: 'director', asOf: '2023-12-31' },
    { name: 'Bo Placeholder', role: 'director', asOf: '2023-12-31' },
    { name: 'Ada Sample', role: 'secretary', asOf: '2023-12-31' },
    { name: 'Cy Specimen', role: 'member', asOf: '2023-12-31' },
  ]);
});
