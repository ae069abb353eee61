import { describe, expect, test } from 'vitest';
import type { FilingText } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../../formats/html-text/plain-text/parse-plain-text.ts';
import { splitProxy } from './proxy.ts';

const PROSE =
  'The board of Fictional Mills Corporation has considered the matter at length and describes it here. '.repeat(3);

function split(body: string): FilingText {
  const text = body.includes('<p') ? parseHtml(`<html><body>${body}</body></html>`) : parsePlainText(body);
  const documents = [{ fileName: 'mills-def14a.htm', nativeType: 'DEF 14A', isPrimary: true, text }];
  return splitProxy({ formType: 'DEF 14A', periodEnd: null, filingDate: null, itemCodes: [], documents });
}

function heading(text: string): string {
  return `<p><b>${text}</b></p>`;
}

function prose(text: string): string {
  return `<p>${text} ${PROSE}</p>`;
}

const OWNERS = `<table><tr><td>Name</td><td>Shares beneficially owned</td><td>Percent of class</td></tr>
<tr><td>Ann Doe</td><td>1,000</td><td>2.1%</td></tr><tr><td>Ben Roe</td><td>2,000</td><td>4.2%</td></tr>
<tr><td>Cy Poe</td><td>3,000</td><td>6.3%</td></tr><tr><td>All as a group</td><td>6,000</td><td>12.6%</td></tr></table>`;

const STATEMENT = [
  '<p>TABLE OF CONTENTS</p><p><a href="#a">Election of Directors</a></p><p>Corporate Governance ..... 7</p>',
  heading('General Information About the Annual Meeting'),
  prose('You may vote by mail.'),
  heading('Proposal No. 1 – Election of Directors'),
  prose('Ann Doe is nominated.'),
  heading('Corporate Governance'),
  prose('Six directors are independent.'),
  heading('Board Committees'),
  prose('The audit committee met twice.'),
  heading('Director Compensation'),
  prose('Each director has $9,000.'),
  heading('Proposal No. 2 – Advisory Vote on Executive Compensation'),
  prose('You are asked to approve our pay.'),
  heading('Compensation Discussion and Analysis'),
  prose('Pay follows the harvest.'),
  heading('Summary Compensation Table'),
  '<table><tr><td>Name</td><td>Year</td><td>Salary</td><td>Total</td></tr><tr><td>Ann Doe</td><td>2020</td><td>$90,000</td><td>$99,000</td></tr></table>',
  prose('Salaries are in dollars.'),
  heading('Pay Ratio'),
  prose('The ratio was 9 to 1.'),
  heading('Pay Versus Performance'),
  prose('Pay was flat.'),
  heading('Certain Relationships and Related Party Transactions'),
  prose('There were none.'),
  heading('Security Ownership of Certain Beneficial Owners and Management'),
  prose('As of March 1:'),
  OWNERS,
  heading('Audit Fees'),
  prose('We paid $12,000.'),
  heading('Other Matters'),
  prose('We know of none.'),
].join('\n');

test('finds parts by the words of their headings', () => {
  const { status, sections } = split(STATEMENT);
  expect(status).toBe('found');
  expect(sections.map(section => [section.sectionKey, section.text.slice(0, 24)])).toEqual([
    ['voting_procedures', 'You may vote by mail. Th'],
    ['director_nominees', 'Ann Doe is nominated. Th'],
    ['governance', 'Six directors are indepe'],
    ['director_compensation', 'Each director has $9,000'],
    ['related_party', 'There were none. The boa'],
    ['audit_fees', 'We paid $12,000. The boa'],
    ['cda', 'Pay follows the harvest.'],
    ['compensation_tables', 'Name | Year | Salary | T'],
    ['pay_ratio', 'The ratio was 9 to 1. Th'],
    ['pay_versus_performance', 'Pay was flat. The board '],
    ['beneficial_ownership', 'As of March 1: The board'],
    ['proposals.1', 'Ann Doe is nominated. Th'],
    ['proposals.2', 'You are asked to approve'],
  ]);
  const byKey = new Map(sections.map(section => [section.sectionKey, section]));
  expect(byKey.get('governance')?.text).toMatch(/The audit committee met twice\./);
  expect(byKey.get('beneficial_ownership')?.text).toMatch(/All as a group \| 6,000 \| 12\.6%$/);
  expect(byKey.get('proposals.1')).toMatchObject({
    title: 'Proposal 1: Election of Directors',
    status: 'shared',
    sharedWith: ['director_nominees'],
  });
  expect(byKey.get('audit_fees')?.text).not.toMatch(/We know of none/);
});

describe('finds a part without a heading:', () => {
  test('beneficial owners by their table, at low confidence', () => {
    const { status, reason, sections } = split(
      `<p>The following holds as of March 1.</p>${OWNERS}<p>* Less than one percent.</p>`,
    );
    expect([status, reason]).toEqual([
      'partial',
      'Only 1 of the usual parts of a proxy statement were found by their headings.',
    ]);
    expect(sections).toMatchObject([{ sectionKey: 'beneficial_ownership', confidence: 0.45 }]);
    expect(sections[0]?.text).toMatch(/^The following holds[\s\S]*Less than one percent\.$/);
  });

  test('pay versus performance by its tags', () => {
    const { sections } = split(
      `<p>Our fiscal years compare so.</p><table><tr><td>Year</td><td>Paid</td></tr><tr><td>2020</td>
       <td><ix:nonFraction name="ecd:PeoActuallyPaidCompAmt" contextRef="c">99,000</ix:nonFraction></td></tr></table>`,
    );
    expect(sections).toMatchObject([{ sectionKey: 'pay_versus_performance', warnings: ['Found by its tags.'] }]);
  });
});

test('reads a proposal with its title under its number, and the vote that it needs', () => {
  const { sections } = split(
    [
      heading('PROPOSAL 1'),
      heading('ELECTION OF DIRECTORS'),
      prose('Ann Doe is nominated.'),
      heading('Vote Required'),
      prose('A majority elects.'),
      heading('PROPOSAL 2'),
      heading('RATIFICATION OF AUDITORS'),
      prose('Doe and Roe audit us.'),
      heading('Audit Fees'),
      prose('We paid $12,000.'),
    ].join('\n'),
  );
  expect(sections.map(section => [section.sectionKey, section.title])).toEqual([
    ['director_nominees', 'Director Nominees'],
    ['audit_fees', 'Audit Fees'],
    ['proposals.1', 'Proposal 1: ELECTION OF DIRECTORS'],
    ['proposals.2', 'Proposal 2: RATIFICATION OF AUDITORS'],
  ]);
  expect(sections[0]?.text).toMatch(/A majority elects/);
});

test('begins a part once if a running header repeats its title', () => {
  const page = heading('Corporate Governance') + prose('Next page.');
  const { sections } = split(heading('Director Compensation') + prose('Fees.') + page.repeat(5));
  expect(sections.find(section => section.sectionKey === 'governance')?.text.match(/Next page/g)).toHaveLength(5);
});

test('finds the parts of a plain text statement of the 1990s', () => {
  const { sections } = split(`                            ELECTION OF DIRECTORS

     Ann Doe and Ben Roe are nominated for election as directors of Fictional
Mills Corporation, to serve until the next annual meeting of shareholders.

                         COMPENSATION OF DIRECTORS
                         -------------------------

     Each director who is no employee of the company is paid $9,000 a year, and
$500 for each meeting of the board or of a committee that he or she attends.
`);
  expect(sections.map(section => [section.sectionKey, section.confidence])).toEqual([
    ['director_nominees', 0.85],
    ['director_compensation', 0.85],
  ]);
});

test('reports a document without any parts', () => {
  expect(split('<p>We sell flour.</p>')).toEqual({
    status: 'sections_not_found',
    reason: 'No part of a proxy statement was found in mills-def14a.htm.',
    sections: [],
  });
});
