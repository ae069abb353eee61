import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import { makeZip } from '../../../test/write-zip.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { listZipBuffer, readZipBufferMember } from '../../formats/zip.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { standardPrefix } from '../kit/xbrl/report-names.ts';
import { openAccounts } from './open-accounts.ts';
import { companiesHouse } from './source.ts';

const DAY_URL = 'https://download.companieshouse.gov.uk/Accounts_Bulk_Data-2024-05-01.zip/';

function open(url: string, text: string | Buffer) {
  return openAccounts({ url, sha256: '', bytes: Buffer.from(text) });
}

interface FactRow {
  concept: string;
  dimensions: string;
  start: string | null;
  end: string;
  value: number | null;
}

function factsOf(records: readonly IssuerRecords[]): FactRow[] {
  return records.flatMap(({ facts }) =>
    facts.flatMap(({ series }) =>
      series.flatMap(factSeries =>
        factSeries.ends.map((end, at) => ({
          concept: factSeries.concept,
          dimensions: factSeries.dimensions,
          start: factSeries.starts[at] == null ? null : toIsoDate(factSeries.starts[at]),
          end: toIsoDate(end),
          value: factSeries.values[at] ?? null,
        })),
      ),
    ),
  );
}

describe('prefixes of taxonomies', () => {
  test('are the same for every year and document', () => {
    const namespaces = {
      'http://xbrl.frc.org.uk/fr/2014-09-01/core': 'core',
      'http://xbrl.frc.org.uk/fr/2023-01-01/core': 'core',
      'http://xbrl.frc.org.uk/cd/2019-01-01/business': 'bus',
      'http://www.xbrl.org/uk/cd/business/2009-09-01': 'bus',
      'http://xbrl.frc.org.uk/reports/2019-01-01/direp': 'direp',
      'http://www.xbrl.org/uk/reports/direp/2009-09-01': 'direp',
      'http://xbrl.frc.org.uk/FRS-102/2019-01-01': 'frs-102',
      'http://xbrl.frc.org.uk/cd/2019-01-01/countries': 'countries',
      'http://www.xbrl.org/uk/gaap/core/2009-09-01': 'uk-gaap',
      'http://www.xbrl.org/uk/ifrs/core/2009-09-01': 'uk-ifrs',
      'http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01': 'pt',
      'http://www.xbrl.org/uk/fr/gcd/2004-12-01': 'gcd',
      'http://www.companieshouse.gov.uk/ef/xbrl/uk/fr/gaap/ae/2009-06-21': 'ae',
      'http://www.companieshouse.gov.uk/ef/xbrl/gaap/ae/2005-06-01': 'ae',
      'http://www.hmrc.gov.uk/schemas/ct/dpl/2019-01-01': 'dpl',
      'http://xbrl.ifrs.org/taxonomy/2021-03-24/ifrs-full': 'ifrs-full',
      'http://www.example.com/own': null,
    };
    for (const [namespace, prefix] of Object.entries(namespaces)) expect(standardPrefix(namespace)).toBe(prefix);
  });
});

/** Accounts of a company that does not exist. */
function accountsOf({ contexts, facts, number = '01234567' }: { contexts: string; facts: string; number?: string }) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
  xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2015-02-26" xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
  xmlns:ns1='http://xbrl.frc.org.uk/fr/2022-01-01/core' xmlns:ns2='http://xbrl.frc.org.uk/cd/2022-01-01/business'>
<head><title>Accounts</title></head><body><div style="display:none"><ix:header><ix:hidden>
  <ix:nonNumeric name="ns2:UKCompaniesHouseRegisteredNumber" contextRef="fy">${number}</ix:nonNumeric>
  <ix:nonNumeric name="ns2:BalanceSheetDate" contextRef="end">2023-12-31</ix:nonNumeric>
  <ix:nonNumeric name="ns1:DateAuthorisationFinancialStatementsForIssue" contextRef="end">2024-03-15</ix:nonNumeric>
</ix:hidden><ix:references><link:schemaRef xlink:type="simple" xlink:href="https://xbrl.frc.org.uk/FRS-102/2022-01-01/FRS-102-2022-01-01.xsd"/></ix:references>
<ix:resources>
  <xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>
  ${context('fy', '<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate>')}
  ${context('end', '<xbrli:instant>2023-12-31</xbrli:instant>')}
  ${contexts}
</ix:resources></ix:header></div>
<h1><ix:nonNumeric name="ns2:EntityCurrentLegalOrRegisteredName" contextRef="fy">EXAMPLE THREE LIMITED</ix:nonNumeric></h1>
<p>Statement of financial position</p>
${facts}</body></html>`;
}

function context(id: string, period: string, member = ''): string {
  const segment = member === '' ? '' : `<xbrli:segment>${member}</xbrli:segment>`;
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">01234567</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`;
}

function explicit(dimension: string, member: string): string {
  return `<xbrldi:explicitMember dimension="${dimension}">${member}</xbrldi:explicitMember>`;
}

function money(name: string, contextRef: string, text: string, more = ''): string {
  return `<p><ix:nonFraction name="ns1:${name}" contextRef="${contextRef}" unitRef="GBP" decimals="0" format="ixt:numdotdecimal" ${more}>${text}</ix:nonFraction></p>`;
}

const INSTANT = '<xbrli:instant>2023-12-31</xbrli:instant>';
const WITHIN_A_YEAR = explicit('ns1:MaturitiesOrExpirationPeriodsDimension', 'ns1:WithinOneYear');
const GROUP = explicit('ns2:GroupCompanyDataDimension', 'ns2:Consolidated');

describe('accounts', () => {
  test('of a company have facts with the usual prefixes, scale, sign and members, and a section of text', () => {
    const text = accountsOf({
      contexts: context('due', INSTANT, WITHIN_A_YEAR),
      facts: money('Equity', 'end', '12.5', 'scale="3" sign="-"') + money('Creditors', 'due', '1,200'),
    });
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20231231.html`, text);
    expect(anomalies).toEqual([]);
    expect(factsOf(records)).toEqual([
      { concept: 'core:Equity', dimensions: '', start: null, end: '2023-12-31', value: -12_500 },
      {
        concept: 'core:Creditors',
        dimensions: 'core:MaturitiesOrExpirationPeriodsDimension=core:WithinOneYear',
        start: null,
        end: '2023-12-31',
        value: 1_200,
      },
    ]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'uk:01234567',
        source: 'filing/Prod223_9999_01234567_20231231',
        issuer: { companyName: 'EXAMPLE THREE LIMITED', fiscalYearEnd: '12-31' },
        filings: [
          {
            formType: 'AA',
            category: 'annual_report',
            filingDate: '2024-05-01',
            knownAt: '2024-05-01T23:00:00Z',
            periodEnd: '2023-12-31',
            hasXbrl: true,
          },
        ],
        contents: { text: { status: 'found', sections: [{ sectionKey: 'report' }] } },
      },
    ]);
    expect(records[0]?.contents?.text.sections[0]?.text).toContain('Statement of financial position');
    expect(records[0]?.contents?.text.sections[0]?.text).not.toContain('2024-03-15');
  });

  test('of a group have its figures without a basis, those of the company with one', () => {
    const text = accountsOf({
      contexts: context('group', INSTANT, GROUP) + context('groupDue', INSTANT, GROUP + WITHIN_A_YEAR),
      facts: money('Equity', 'end', '5') + money('Equity', 'group', '9') + money('Creditors', 'groupDue', '2'),
    });
    const { records } = open(`${DAY_URL}Prod223_9999_01234567_20231231.html`, text);
    expect(factsOf(records).map(fact => [fact.concept, fact.dimensions, fact.value])).toEqual([
      ['core:Equity', 'basis=non_consolidated', 5],
      ['core:Equity', '', 9],
      ['core:Creditors', 'core:MaturitiesOrExpirationPeriodsDimension=core:WithinOneYear', 2],
    ]);
    // The report itself has them as filed.
    expect(records[0]?.contents?.report?.facts.find(fact => fact.value === '9')?.dimensions).toEqual({
      'bus:GroupCompanyDataDimension': 'bus:Consolidated',
    });
  });

  test('that are called group accounts and tag the company only have a basis', () => {
    const scope = explicit('ns2:ScopeAccountsDimension', 'ns2:ConsolidatedGroupCompanyAccounts');
    const text = accountsOf({
      contexts: context(
        'scope',
        '<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate>',
        scope,
      ),
      facts: `<ix:nonNumeric name="ns2:ScopeAccounts" contextRef="scope"></ix:nonNumeric>${money('Equity', 'end', '5')}`,
    });
    expect(factsOf(open(`${DAY_URL}Prod223_9999_01234567_20231231.html`, text).records)).toMatchObject([
      { dimensions: 'basis=non_consolidated', value: 5 },
    ]);
  });

  test('without a day of publication are dated by their approval, with an anomaly', () => {
    const text = accountsOf({ contexts: '', facts: money('Equity', 'end', '5') });
    const { records, anomalies } = open('accounts-bulk-data/Prod223_9999_01234567_20231231.html', text);
    expect(anomalies).toMatchObject([{ kind: 'filing_date_from_authorisation', detail: '2024-03-15' }]);
    expect(records).toMatchObject([
      { source: 'filing/Prod223_9999_01234567_20231231', filings: [{ filingDate: '2024-03-15' }] },
    ]);
    expect(factsOf(records)).toHaveLength(1);
  });

  test('that tag another company or period than they are filed for are an anomaly', () => {
    const text = accountsOf({ contexts: '', facts: money('Equity', 'end', '5'), number: '7654321' });
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20241231.html`, text);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['other_company_tagged', 'other_period_tagged']);
    expect(records[0]?.canonicalKey).toBe('uk:01234567');
  });

  test('that contradict themselves keep the first figure, with an anomaly', () => {
    const text = accountsOf({ contexts: '', facts: money('Equity', 'end', '5') + money('Equity', 'end', '8') });
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20231231.html`, text);
    expect(factsOf(records)).toMatchObject([{ value: 5 }]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['contradictory_facts']);
  });

  test('in plain XBRL of 2009 are read, members of tuples too', () => {
    const text = `<?xml version="1.0"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:a="http://www.companieshouse.gov.uk/ef/xbrl/uk/fr/gaap/ae/2009-06-21"
  xmlns:b="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01" xmlns:c="http://www.xbrl.org/uk/fr/gcd/2004-12-01"
  xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
<link:schemaRef xlink:type="simple" xlink:href="http://www.companieshouse.gov.uk/ef/xbrl/uk/fr/gaap/ae/2009-06-21/uk-gaap-ae-2009-06-21.xsd"/>
<context id="y"><entity><identifier scheme="http://www.companieshouse.gov.uk/">01234567</identifier></entity><period><startDate>2009-07-01</startDate><endDate>2010-06-30</endDate></period></context>
<context id="e"><entity><identifier scheme="http://www.companieshouse.gov.uk/">01234567</identifier></entity><period><instant>2010-06-30</instant></period></context>
<unit id="GBP"><measure>iso4217:GBP</measure></unit>
<c:EntityCurrentLegalName contextRef="y">EXAMPLE FOUR LIMITED</c:EntityCurrentLegalName>
<a:CompaniesHouseRegisteredNumber contextRef="y">01234567</a:CompaniesHouseRegisteredNumber>
<b:ApprovalDetails><b:DateApproval contextRef="y">2010-09-01</b:DateApproval></b:ApprovalDetails>
<b:ShareholderFunds contextRef="e" unitRef="GBP" decimals="0">-310</b:ShareholderFunds>
</xbrl>`;
    const { records, anomalies } = open('accounts-bulk-data/Prod224_0001_01234567_20100630.xml', text);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['filing_date_from_authorisation']);
    expect(factsOf(records)).toEqual([
      { concept: 'pt:ShareholderFunds', dimensions: '', start: null, end: '2010-06-30', value: -310 },
    ]);
    expect(records[0]?.filings).toMatchObject([{ filingDate: '2010-09-01', periodEnd: '2010-06-30' }]);
    expect(records[0]?.issuer?.companyName).toBe('EXAMPLE FOUR LIMITED');
    expect(records[0]?.contents?.text.status).toBe('sections_not_found');
  });

  test('in a zip are read from its documents; nested zips are an anomaly', () => {
    const main = accountsOf({ contexts: '', facts: money('Equity', 'end', '5') });
    // The second document of a set refers to contexts and units of the first.
    const notes = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
      xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2015-02-26"
      xmlns:ns1="http://xbrl.frc.org.uk/fr/2022-01-01/core"><body><p>Notes to the accounts</p>${money('Debtors', 'end', '7')}</body></html>`;
    const bytes = makeZip({
      'report/accounts.html': main,
      'report/notes.xhtml': notes,
      'report/logo.png': 'x',
      'own.xsd': '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>',
      'own_lab.xml': '<linkbase xmlns="http://www.xbrl.org/2003/linkbase"/>',
      'more.zip': makeZip({}),
    });
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20231231.zip`, bytes);
    expect(factsOf(records).map(({ concept, value }) => [concept, value])).toEqual([
      ['core:Equity', 5],
      ['core:Debtors', 7],
    ]);
    expect(records[0]).toMatchObject({
      source: 'filing/Prod223_9999_01234567_20231231',
      filings: [{ primaryDocument: 'report/accounts.html' }],
      contents: {
        files: [
          { role: 'primary', fileName: 'report/accounts.html', contentType: 'text/html' },
          { role: 'attachment', fileName: 'report/notes.xhtml' },
        ],
        text: {
          sections: [
            { sectionKey: 'report', order: 1, document: 'report/accounts.html' },
            { sectionKey: 'report_2', order: 2, document: 'report/notes.xhtml' },
          ],
        },
      },
    });
    expect(anomalies).toMatchObject([
      { kind: 'unread_member', locator: 'Prod223_9999_01234567_20231231.zip/more.zip' },
    ]);
  });

  test.each([
    ['in a zip without accounts', 'no_accounts', makeZip({ 'a.xml': '<linkbase/>' })],
    ['in a damaged zip', 'not_a_zip', makeZip({ 'a.html': 'x' }).subarray(0, 30)],
  ])('that are %s have no fact and an anomaly %s', (_, kind, bytes) => {
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20231231.zip`, bytes);
    expect(factsOf(records)).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toContain(kind);
  });

  test.each([
    ['empty', ''],
    ['a page without tags', '<html><body>Service unavailable</body></html>'],
    ['a deep nest', `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL">${'<div>'.repeat(50_000)}`],
    ['binary', Buffer.from([0, 1, 2, 255, 0, 0])],
    [
      'an entity bomb',
      `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;&a;&a;&a;&a;&a;">]><xbrl xmlns="http://www.xbrl.org/2003/instance">&c;&c;&c;</xbrl>`,
    ],
  ])('that are %s have no fact and an anomaly', (_, text) => {
    const { records, anomalies } = open(`${DAY_URL}Prod223_9999_01234567_20231231.html`, text);
    expect(factsOf(records)).toEqual([]);
    expect(anomalies.length).toBeGreaterThan(0);
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;

describeWith(INTL)('recorded accounts (only with ../shared/data/intl)', () => {
  const rows = (name: string): Map<string, string>[] => {
    const [header = '', ...lines] = readFileSync(`${INTL}truth/${name}.tsv`, 'utf8').split('\n');
    const columns = header.split('\t');
    return lines.map(line => new Map(line.split('\t').map((cell, at) => [columns[at] ?? '', cell])));
  };
  const truth = rows('intl_financials').filter(row => row.get('registry') === 'companies-house');
  const documents = new Map(
    [...new Set(truth.map(row => row.get('document') ?? ''))].map(name => [name, openRecorded(name)]),
  );

  function openRecorded(name: string) {
    const [path = '', member] = name.split('#');
    const file = readFileSync(INTL + path);
    const bytes = member === undefined ? (path.endsWith('.gz') ? gunzipSync(file) : file) : memberOf(file, member);
    const fileName = member ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/, '');
    return openAccounts({ url: companiesHouse.identifyImport(fileName, bytes), sha256: '', bytes });
  }

  function memberOf(zip: Buffer, name: string): Buffer {
    const member = listZipBuffer(zip).find(zipMember => zipMember.name === name);
    if (member === undefined) throw new Error(name);
    return readZipBufferMember(zip, member);
  }

  test('are 22 sets, each of its company', () => {
    expect(documents.size).toBe(22);
    for (const row of rows('intl_entities')) {
      const opened = documents.get(row.get('source_files') ?? '');
      if (row.get('row_type') !== 'entity' || opened === undefined) continue;
      expect(opened.records[0]?.canonicalKey).toBe(row.get('canonical_key'));
      expect(opened.records[0]?.issuer?.companyName).toBe(row.get('name_local')?.replace(/\s+/g, ' '));
    }
  });

  test('have their printed statements, group and company apart', () => {
    const path = 'uk/companies-house/accounts/Prod223_2911_11010959_20200630.html.gz';
    const report = openRecorded(path).records[0]?.contents?.report;
    expect(report?.statements.map(({ statementType, title }) => [statementType, title]).slice(0, 4)).toEqual([
      ['income', 'Consolidated Profit and Loss Account for the Year Ended 30 June 2020'],
      ['balance', 'Consolidated Balance Sheet as at 30 June 2020'],
      ['balance', 'Balance Sheet as at 30 June 2020'],
      ['changes_in_equity', 'Consolidated Statement of Changes in Equity for the Year Ended 30 June 2020'],
    ]);
    const digitsOf = (cell: number | null) => (cell === null ? null : report?.facts[cell]?.value);
    expect(report?.statements[0]?.rows.slice(0, 3).map(row => [row.label, ...row.cells.map(digitsOf)])).toEqual([
      ['Turnover', '27240615', '32702529'],
      ['Cost of sales', '9780446', '12222708'],
      ['Gross profit', '17460169', '20479821'],
    ]);
  });

  test('have every tagged value of the truth table, on its basis', () => {
    const tagged = truth.filter(row => row.get('basis') === 'tagged');
    expect(tagged).toHaveLength(85);
    const otherBasis: string[] = [];
    for (const row of tagged) {
      const concept = row.get('element_or_label')?.split(':')[1];
      const value = Number(row.get('filed_value') || row.get('value'));
      const found = factsOf(documents.get(row.get('document') ?? '')?.records ?? []).filter(
        fact =>
          fact.concept.split(':')[1] === concept &&
          fact.value === value &&
          fact.end === row.get('period_end') &&
          fact.start === (row.get('period_start') || null),
      );
      const place = `${row.get('company_number')} ${row.get('line_item')} ${row.get('period_end')}`;
      expect(found.map(() => place).slice(0, 1)).toEqual([place]);
      const isCompanyOfGroup = /company/.test(row.get('note') ?? '') && row.get('consolidated') === 'no';
      const basis = isCompanyOfGroup ? 'basis=non_consolidated' : '';
      if (!found.some(factRow => factRow.dimensions === basis)) otherBasis.push(place);
    }
    // The filer tagged the group's figure as the company's.
    expect(otherBasis).toEqual(['04184222 pretax_income 2020-02-29', '04184222 pretax_income 2019-02-28']);
  });

  test('have no figure without a basis if the group’s are printed and not tagged', () => {
    const untagged = truth.filter(row => row.get('untagged') === 'yes' && row.get('consolidated') === 'yes');
    expect(untagged).toHaveLength(24);
    const plain = (document: string) =>
      factsOf(documents.get(document)?.records ?? [])
        .filter(fact => fact.dimensions === '')
        .map(fact => fact.concept);
    for (const document of new Set(untagged.map(row => row.get('document') ?? ''))) {
      expect(new Set(plain(document))).toEqual(new Set(['core:ProfitLoss']));
    }
  });

  test('have the expected anomalies and no others', () => {
    const kinds = new Map<string, number>();
    for (const { anomalies } of documents.values()) {
      for (const { kind } of anomalies) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(kinds)).toEqual({
      filing_date_from_authorisation: 22,
      unused_invalid_contexts: 4,
      format_of_other_registry: 1,
    });
  });

  test('have their text', () => {
    for (const { records } of documents.values()) {
      expect(records[0]?.contents?.text.status).toBe('found');
      const sections = records[0]?.contents?.text.sections ?? [];
      expect(sections.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(1000);
    }
  });
});
