import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonObject, objectsOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseCharges } from './charges.ts';
import { parseCompanyData } from './company-data.ts';
import { companyNumber } from './company-number.ts';
import { parseControlSnapshot, parseSnapshotIndex } from './control.ts';
import { categoryOfFiling, isAmendment } from './filing-history.ts';
import { parseOfficers } from './officers.ts';
import { companiesHouse } from './source.ts';

const API = 'https://api.company-information.service.gov.uk';

function parse(url: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return companiesHouse.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
}

function newLog(): AnomalyLog {
  return new AnomalyLog('companies-house', 'test');
}

describe('company numbers', () => {
  test('have eight characters, with zeros after the prefix', () => {
    const stated = ['8209948', '00390616', 'SC421617', 'sc1234', 'OE000001', 'R0000123', 'IP00001R', 'SP2769RS', ' 1 '];
    expect(stated.map(companyNumber)).toEqual([
      '08209948',
      '00390616',
      'SC421617',
      'SC001234',
      'OE000001',
      'R0000123',
      'IP00001R',
      'SP2769RS',
      '00000001',
    ]);
  });

  test('are null for other text', () => {
    const others = ['', 'ABC', '123456789', 'SC1234567', '12-34', undefined, null];
    expect(others.map(companyNumber)).toEqual(others.map(() => null));
  });
});

describe('categories', () => {
  test('accounts are annual reports, amended accounts are amendments, changes of the year end are neither', () => {
    const of = (category: string, formType: string, description = '') =>
      categoryOfFiling({ category, formType, description }).category;
    expect(of('accounts', 'AA', 'accounts-with-accounts-type-full')).toBe('annual_report');
    expect(of('accounts', 'AA', 'accounts-with-accounts-type-interim')).toBe('interim_report');
    expect(of('accounts', 'AA01', 'change-account-reference-date-company-current-extended')).toBe('other');
    expect(of('insolvency', 'LIQ03')).toBe('material_event');
    expect(of('confirmation-statement', 'CS01')).toBe('other');
    expect(of('toString', 'X')).toBe('other');
    expect(isAmendment('AAMD', 'accounts-amended-with-made-up-date')).toBe(true);
    expect(isAmendment('RP04CS01', 'second-filing-of-confirmation-statement-with-made-up-date')).toBe(true);
    expect(isAmendment('AA', 'accounts-with-accounts-type-dormant')).toBe(false);
  });
});

const ENTRY = { transaction_id: 'T1', date: '2023-06-30', type: 'AA', category: 'accounts' };

describe('responses of the API', () => {
  test('a filing history states each transaction once, whatever pages it is on', async () => {
    const named = {
      ...ENTRY,
      description: 'accounts-with-accounts-type-full',
      description_values: { made_up_date: '2022-12-31' },
    };
    const pages = [
      [named],
      [
        named,
        {
          ...ENTRY,
          transaction_id: 'T2',
          type: 'MG01',
          category: 'mortgage',
          description: 'legacy',
          description_values: { description: 'Particulars of a charge' },
        },
      ],
    ];
    const documents = pages.map((items, at) => ({
      url: `${API}/company/01234567/filing-history?items_per_page=50&start_index=${at * 50}`,
      sha256: '',
      bytes: Buffer.from(JSON.stringify({ total_count: 2, items })),
    }));
    const { records, anomalies } = await companiesHouse.parse(documents);
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]?.damage).toBeNull();
    expect(records[0]?.filings).toMatchObject([
      {
        nativeId: 'T1',
        category: 'annual_report',
        categoryGroup: 'periodic',
        filingDate: '2023-06-30',
        knownAt: '2023-06-30T23:00:00Z',
        periodEnd: '2022-12-31',
        title: 'Accounts with accounts type full',
      },
      { nativeId: 'T2', category: 'material_event', title: 'Particulars of a charge', periodEnd: null },
    ]);
  });

  test('a history without one of its pages is damaged and an anomaly', async () => {
    const { records, anomalies } = await parse(`${API}/company/01234567/filing-history?start_index=0`, {
      total_count: 60,
      items: [ENTRY],
    });
    expect(anomalies).toMatchObject([{ kind: 'missing_filings', detail: '59 of 60 are on no page that was read' }]);
    expect(records).toMatchObject([{ damage: 'missing_filings', filings: [{ nativeId: 'T1' }] }]);
  });

  test('an entry without id or date is an anomaly', async () => {
    const items = [{ ...ENTRY, transaction_id: null }, { ...ENTRY, date: '2023-02-30' }, ENTRY];
    const { records, anomalies } = await parse(`${API}/company/01234567/filing-history?a=b`, { total_count: 3, items });
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_filing', 'bad_filing']);
    expect(records[0]?.filings).toHaveLength(1);
  });

  test.each([
    ['an error in the body', '{"errors":[{"error":"company-profile-not-found","type":"ch:service"}]}', 'error_answer'],
    ['an error of the gateway', '{"error":"Invalid Authorization","type":"ch:service"}', 'error_answer'],
    ['a page of HTML', '<!DOCTYPE html><html><body>Sorry, down for maintenance</body></html>', 'html_instead_of_json'],
    ['text that is cut off', '{"company_number":"0123', 'truncated_json'],
    ['an empty response', '', 'empty_answer'],
    ['a list', '[]', 'unexpected_document'],
    ['another object', '{}', 'unexpected_document'],
  ])('%s is an anomaly and states nothing', async (_, body, kind) => {
    for (const path of [
      '/company/01234567',
      '/company/01234567/filing-history?x=1',
      '/company/01234567/officers',
      '/search/companies?q=a',
    ]) {
      const { records, anomalies } = await parse(API + path, body);
      expect(records.flatMap(record => [record.issuer, ...record.filings]).filter(item => item !== null)).toEqual([]);
      expect(anomalies.map(anomaly => anomaly.kind)).toContain(kind);
    }
  });

  test('events of a stream state issuers and filings; deletions and unknown lines are anomalies, blank lines are not', async () => {
    const lines = [
      {
        resource_kind: 'company-profile',
        resource_uri: '/company/01234567',
        data: { company_number: '01234567', company_name: 'EXAMPLE  ONE LTD', company_status: 'active', type: 'ltd' },
        event: { timepoint: 1, type: 'changed' },
      },
      {
        resource_kind: 'filing-history',
        resource_uri: '/company/01234567/filing-history/T1',
        data: ENTRY,
        event: { timepoint: 2, type: 'changed' },
      },
      {
        resource_kind: 'filing-history',
        resource_uri: '/company/01234567/filing-history/T9',
        data: {},
        event: { timepoint: 3, type: 'deleted' },
      },
      {
        resource_kind: 'company-charges',
        resource_uri: '/company/01234567/charges',
        data: {},
        event: { timepoint: 4, type: 'changed' },
      },
    ].map(item => JSON.stringify(item));
    const { records, anomalies } = await parse(
      'https://stream.companieshouse.gov.uk/filings?timepoint=1',
      `${lines.join('\n\n')}\nnonsense\n`,
    );
    expect(records).toMatchObject([
      {
        canonicalKey: 'uk:01234567',
        source: 'stream/filings/0000000000000001',
        issuer: { companyName: 'EXAMPLE ONE LTD' },
        filings: [{ nativeId: 'T1' }],
      },
    ]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['deleted_resource', 'unknown_kind', 'bad_line']);
  });
});

describe('the table of companies', () => {
  const header =
    'CompanyName, CompanyNumber,CompanyCategory,CompanyStatus,CountryOfOrigin,Accounts.AccountRefDay,Accounts.AccountRefMonth,SICCode.SicText_1,PreviousName_1.CONDATE, PreviousName_1.CompanyName';

  test('is read by column, with or without blanks in its header', () => {
    const log = newLog();
    const rows = [
      '"EXAMPLE, TWO LTD",123,Private Limited Company,Liquidation,United Kingdom,29,2,62012 - Software,15/07/2011,OLD NAME LTD',
      'SHORT,1',
    ];
    const issuers = parseCompanyData(`\uFEFF${[header, ...rows].join('\r\n')}\r\n`, log);
    expect(issuers).toMatchObject([
      {
        canonicalKey: 'uk:00000123',
        companyName: 'EXAMPLE, TWO LTD',
        countryCode: 'GB',
        status: 'active',
        fiscalYearEnd: '02-29',
        industry: { scheme: 'uk_sic', code: '62012', label: 'Software' },
        formerNames: [{ companyName: 'OLD NAME LTD', untilDate: '2011-07-15' }],
      },
    ]);
    expect(log.list().map(anomaly => anomaly.kind)).toEqual(['short_row']);
  });

  test('is not read if it has other columns', () => {
    const log = newLog();
    expect(parseCompanyData('Name,Number\nA,1\n', log)).toEqual([]);
    expect(log.list()).toMatchObject([{ kind: 'missing_column' }]);
  });
});

describe('appointments of an officer', () => {
  test('state the officer at each company; an entry without a company and a shortened page are anomalies', async () => {
    const item = { name: 'Ann EXAMPLE', officer_role: 'director', appointed_on: '2019-02-01' };
    const company = { company_number: '1234567', company_name: 'FICTIONAL LIMITED', company_status: 'dissolved' };
    const { records, anomalies } = await parse(`${API}/officers/abc/appointments?start_index=35`, {
      name: 'Ann EXAMPLE',
      total_results: 40,
      start_index: 35,
      items_per_page: 35,
      items: [
        { ...item, appointed_to: company },
        { ...item, appointed_to: company, officer_role: 'secretary', resigned_on: '2021-03-04' },
        { ...item, appointed_to: { company_number: 'SC5', company_name: 'SAMPLE LLP' }, officer_role: 'llp-member' },
        item,
      ],
    });
    expect(anomalies.map(({ kind }) => kind)).toEqual(['short_page', 'bad_appointment']);
    const identifier = { scheme: 'ch_officer', identifier: 'abc' };
    expect(records).toMatchObject([
      {
        canonicalKey: 'uk:01234567',
        source: 'appointments/abc/35',
        issuer: { companyName: 'FICTIONAL LIMITED', status: 'inactive' },
        people: [
          { name: 'Ann EXAMPLE', relation: 'director', sinceDate: '2019-02-01', untilDate: null, identifier },
          { roleTitle: 'secretary', untilDate: '2021-03-04', identifier },
        ],
      },
      { canonicalKey: 'uk:SC000005', people: [{ relation: 'officer', roleTitle: 'llp member' }] },
    ]);
  });
});

describe('persons with significant control', () => {
  test('a snapshot has totals; unknown kinds and damaged lines are anomalies', () => {
    const log = newLog();
    const lines = [
      {
        company_number: '1234567',
        data: {
          kind: 'legal-person-person-with-significant-control',
          name: 'A State',
          natures_of_control: ['voting-rights-25-to-50-percent'],
          notified_on: '2016-04-06',
          links: { self: '/company/01234567/persons-with-significant-control/legal-person/abc' },
        },
      },
      { company_number: '1234567', data: { kind: 'alien' } },
      { data: { kind: 'totals#persons-of-significant-control-snapshot', persons_of_significant_control_count: 2 } },
    ].map(item => JSON.stringify(item));
    const snapshot = parseControlSnapshot([...lines, '<html>'], log);
    expect(snapshot.totals).toEqual({ persons: 2, statements: 0, exemptions: 0 });
    expect(snapshot.entries).toMatchObject([
      { companyNumber: '01234567', kind: 'legal_person', name: 'A State', notificationId: 'abc' },
    ]);
    expect(log.list().map(anomaly => anomaly.kind)).toEqual(['unknown_kind', 'bad_line']);
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const UK = `${INTL}uk/companies-house/`;

describe.skipIf(!existsSync(UK))('recorded responses (only with ../shared/data/intl)', () => {
  const bytes = (name: string) => readFileSync(UK + name);
  const json = (name: string) => JSON.parse(bytes(name).toString('utf8')) as unknown;
  const items = (name: string) => {
    const value = json(name);
    if (!isJsonObject(value)) throw new Error(name);
    return objectsOf(value.items);
  };
  const parseFile = (url: string, name: string) =>
    companiesHouse.parse([{ url: API + url, sha256: '', bytes: bytes(name) }]);

  test('the profile of Candour Group Limited states name, former name, status and year end', async () => {
    const { records, anomalies } = await parseFile('/company/08957400', 'api/company_candour.json');
    expect(anomalies).toEqual([]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'uk:08957400',
        source: 'profile',
        issuer: {
          companyName: 'CANDOUR GROUP LIMITED',
          status: 'active',
          fiscalYearEnd: '03-31',
          legalForm: 'ltd',
          industry: { code: '68100' },
          formerNames: [{ companyName: 'LONDON & KENT ESTATES LIMITED', untilDate: '2020-04-20' }],
        },
      },
    ]);
  });

  test('the history of PFB Hire has 47 filings', async () => {
    const { records, anomalies } = await parseFile(
      '/company/07310390/filing-history?items_per_page=50&start_index=0',
      'api/filing_pfb_hire.json',
    );
    expect(anomalies).toEqual([]);
    const filings = records[0]?.filings ?? [];
    expect(filings).toHaveLength(47);
    expect(
      filings
        .filter(filing => filing.category === 'annual_report')
        .map(filing => [filing.filingDate, filing.periodEnd]),
    ).toEqual([
      ['2015-10-23', '2015-07-31'],
      ['2014-10-07', '2014-07-31'],
      ['2014-01-13', '2013-07-31'],
      ['2012-10-11', '2012-07-31'],
      ['2012-04-05', '2011-07-31'],
    ]);
    expect(filings.find(filing => filing.formType === 'RESOLUTIONS')?.title).toBe('Resolutions');
  });

  test('a search lists 14 companies; an entry without a title and a shortened page are anomalies', async () => {
    const { records, anomalies } = await parseFile('/search/companies?q=you', 'api/search_result_you.json');
    expect(records).toHaveLength(14);
    expect(records[0]?.issuer).toMatchObject({ canonicalKey: 'uk:04475590', companyName: 'YOU LIMITED' });
    expect(records.find(record => record.issuer?.companyName === 'YOU & CO. LTD')?.issuer?.status).toBe('inactive');
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['short_page', 'missing_name']);
  });

  test('officers and charges are read', async () => {
    const log = newLog();
    const officers = parseOfficers(items('api/officers_you_limited.json'), log);
    expect(
      officers.map(officer => [officer.name, officer.role, officer.appointedOn, officer.resignedOn, officer.born]),
    ).toEqual([
      ['STEVENSON, Elizabeth Mary', 'secretary', null, null, null],
      ['STEVENSON, Benjamin Thomas', 'director', '2017-09-02', null, { year: 1985, month: 7 }],
      ['STEVENSON, Elizabeth Mary', 'director', '2002-07-02', null, { year: 1957, month: 3 }],
      ['LONDON LAW SECRETARIAL LIMITED', 'corporate-nominee-secretary', '2002-07-02', '2002-07-02', null],
      ['LONDON LAW SERVICES LIMITED', 'nominee-director', '2002-07-02', '2002-07-02', null],
      ['STEVENSON, Benjamin Thomas', 'director', '2012-11-09', '2017-09-01', { year: 1985, month: 6 }],
      ['STEVENSON, Leslie Alan', 'director', '2002-07-02', '2012-08-28', { year: 1950, month: 4 }],
    ]);
    const charges = parseCharges(items('api/charges_pfb_hire.json'), log);
    expect(charges).toHaveLength(9);
    expect(charges[0]).toMatchObject({ chargeCode: '073103900009', createdOn: '2015-12-18', status: 'outstanding' });
    expect(log.list()).toEqual([]);
    const { records, anomalies } = await parseFile('/company/07310390/charges', 'api/charges_pfb_hire.json');
    expect(anomalies).toEqual([]);
    expect(records).toMatchObject([{ canonicalKey: 'uk:07310390', source: 'charges', issuer: null }]);
    // Each charge links to the filing that created it, and the response is still a list of charges.
    expect(companiesHouse.identifyImport('charges.json', bytes('api/charges_pfb_hire.json'))).toBe(
      `${API}/company/07310390/charges`,
    );
  });

  test('lines of snapshots state persons, statements and totals', () => {
    const log = newLog();
    const lines = [3, 5, 7, 9, 10, 12, 14, 16].flatMap(at => {
      const value = json(`psc/psc-data-${at}.json`);
      return Array.isArray(value) ? value.map(item => JSON.stringify(item)) : [];
    });
    const quoted = bytes('psc/quoted_psc_bulk_line.jsonl').toString('utf8').split('\n');
    const { entries, totals } = parseControlSnapshot([...lines, ...quoted], log);
    expect(log.list()).toEqual([]);
    expect(totals).toEqual({ persons: 9_792_999, statements: 627_924, exemptions: 60 });
    const rows = entries.map(entry => [entry.companyNumber, entry.kind, entry.name, entry.notifiedOn, entry.ceasedOn]);
    expect(rows).toContainEqual(['08810260', 'individual', 'Mr Michael Charles Saunders', '2016-04-06', null]);
    expect(rows).toContainEqual([
      '07102351',
      'legal_person',
      'State Administration Of Foreign Exchange',
      '2016-04-06',
      null,
    ]);
    expect(rows).toContainEqual(['02443921', 'super_secure', null, null, null]);
    expect(rows).toContainEqual(['09145694', 'individual', 'Mrs Nga Thanh Wildman', '2016-04-06', '2018-05-14']);
    expect(entries.find(entry => entry.companyNumber === '06452920')?.naturesOfControl).toEqual([
      'ownership-of-shares-75-to-100-percent',
      'voting-rights-25-to-50-percent',
    ]);
  });

  test('every kind of line is read', () => {
    const names = [
      'ceased_on',
      'corporate',
      'exemptions',
      'individual',
      'legal',
      'no_country',
      'no_match',
      'not_found',
      'statement',
      'statement_ceased_on',
      'super_secure',
      'totals',
      'unknown_kind',
    ];
    const log = newLog();
    const { entries } = parseControlSnapshot(
      names.map(name => JSON.stringify(json(`psc/psc_${name}.json`))),
      log,
    );
    expect(entries.map(entry => entry.kind)).toEqual([
      'individual',
      'corporate',
      'exemptions',
      'individual',
      'legal_person',
      'corporate',
      'corporate',
      'corporate',
      'statement',
      'statement',
      'super_secure',
    ]);
    expect(log.list().map(anomaly => anomaly.kind)).toEqual(['bad_line']);
    expect(entries[0]).toMatchObject({ name: 'Joe Bloggs' });
  });

  test('the page of the snapshots names 20 parts', () => {
    const names = parseSnapshotIndex(bytes('psc/en_pscdata.html').toString('utf8'));
    expect(names).toHaveLength(20);
    expect(names[0]).toBe('psc-snapshot-2022-02-09_1of20.zip');
  });

  test('tables of companies of 2023 are read', () => {
    const log = newLog();
    const issuersOf = (name: string) => parseCompanyData(bytes(`bulk-products/${name}.csv`).toString('utf8'), log);
    const issuers = issuersOf('product-217_sample');
    expect(issuers.map(issuer => issuer.status)).toEqual(issuers.map(() => 'active'));
    expect(issuers[0]).toMatchObject({ canonicalKey: 'uk:14413082', companyName: '! HEAL UR TECH LTD' });
    expect(issuersOf('product-217-multiple_2023_08_22_sample')).toEqual(issuers);
    // This table has a header only.
    expect(issuersOf('product-217-multiple_2023_07_02_sample')).toEqual([]);
    expect(log.list()).toEqual([]);
  });
});

describe('a table of 150,000 companies', () => {
  test('is read to its end', async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => `EXAMPLE ${at},${at + 1},Active`);
    const text = `CompanyName, CompanyNumber,CompanyStatus\n${rows.join('\n')}\n`;
    const { records, anomalies } = await parse('company-data/companies.csv', text);
    expect(records).toHaveLength(150_000);
    expect(anomalies).toEqual([]);
  });
});
