import { expect, test } from 'vitest';
import { extractInline } from '../../../formats/ixbrl/extract-inline.ts';
import { toFilingReport } from './to-filing-report.ts';

const cell = (concept: string, context: string, digits: string) =>
  `<td><ix:nonFraction name="core:${concept}" contextRef="${context}" unitRef="gbp" decimals="0">${digits}</ix:nonFraction></td>`;

/** Accounts of a company that does not exist, as programs for accounts write them. */
function accounts(body: string): string {
  const context = (id: string, period: string, segment = '') =>
    `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">01234567</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`;
  const member = (name: string) =>
    `<xbrli:segment><xbrldi:explicitMember dimension="core:EquityClassesDimension">core:${name}</xbrldi:explicitMember></xbrli:segment>`;
  const end = '<xbrli:instant>2023-12-31</xbrli:instant>';
  const start = '<xbrli:instant>2022-12-31</xbrli:instant>';
  const year = '<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate>';
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
    xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
    xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:core="http://xbrl.frc.org.uk/fr/2023-01-01/core"><body>
    <div style="display:none"><ix:header><ix:resources>
    ${context('end', end)}${context('start', start)}${context('year', year)}
    ${context('endS', end, member('ShareCapital'))}${context('startS', start, member('ShareCapital'))}
    ${context('yearR', year, member('RetainedEarnings'))}
    <xbrli:unit id="gbp"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>
    ${body}</body></html>`;
}

function open(body: string) {
  const source = accounts(body);
  const documents = new Map([['accounts.html', source]]);
  const { report } = toFilingReport(extractInline([{ name: 'accounts.html', source }]), [], {
    language: 'en',
    documents,
  });
  const digitsOf = (at: number | null) => (at === null ? null : report.facts[at]?.value);
  const rows = report.statements.map(statement => statement.rows.map(row => [row.label, ...row.cells.map(digitsOf)]));
  return { ...report, rows };
}

test('a table of a balance sheet’s figures is the balance sheet, in its own order and words', () => {
  const { statements, rows } = open(`<h2>Abridged Balance Sheet at 31 December 2023</h2><p>All in pounds</p><table>
    <tr><th></th><th>2023</th><th>2022</th></tr>
    <tr><td>Fixed assets</td>${cell('FixedAssets', 'end', '70')}${cell('FixedAssets', 'start', '60')}</tr>
    <tr><td>Stock and debtors</td>${cell('CurrentAssets', 'end', '30')}${cell('CurrentAssets', 'start', '20')}</tr>
    <tr><td>Net assets</td>${cell('NetAssetsLiabilities', 'end', '100')}</tr></table>
    <table><tr><td>Staff</td>${cell('AverageNumberEmployeesDuringPeriod', 'year', '4')}</tr></table>`);
  expect(statements).toMatchObject([
    {
      statementType: 'balance',
      role: '',
      title: 'Abridged Balance Sheet at 31 December 2023',
      columns: [{ label: 'Dec. 31, 2023' }, { label: 'Dec. 31, 2022' }],
    },
  ]);
  expect(rows[0]).toEqual([
    ['Fixed assets', '70', '60'],
    ['Stock and debtors', '30', '20'],
    ['Net assets', '100', null],
  ]);
});

test('changes in equity have a column for each component, with the balances that open and close the period', () => {
  const { statements, rows } = open(`<p>Statement of changes in equity</p><table>
    <tr><td>At 1 January 2023</td>${cell('Equity', 'startS', '5')}${cell('Equity', 'start', '9')}</tr>
    <tr><td>Profit for the year</td>${cell('ProfitLoss', 'yearR', '2')}</tr>
    <tr><td>At 31 December 2023</td>${cell('Equity', 'endS', '5')}${cell('Equity', 'end', '11')}</tr></table>`);
  expect(statements[0]).toMatchObject({
    statementType: 'changes_in_equity',
    columns: [
      { label: 'Share Capital | 12 Months Ended Dec. 31, 2023', periodStart: '2023-01-01' },
      { label: '12 Months Ended Dec. 31, 2023' },
      { label: 'Retained Earnings | 12 Months Ended Dec. 31, 2023' },
    ],
  });
  expect(rows[0]).toEqual([
    ['At 1 January 2023', '5', '9', null],
    ['Profit for the year', null, null, '2'],
    ['At 31 December 2023', '5', '11', null],
  ]);
});

test('figures outside such tables are not a statement, and the report states why it has none', () => {
  const { statements, statementsReason } = open(`<p>${cell('FixedAssets', 'end', '70')}</p>`);
  expect(statements).toEqual([]);
  expect(statementsReason).toMatch(/without a presentation linkbase/);
});
