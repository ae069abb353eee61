import { describe, expect, it } from 'vitest';
import type { FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { splitSections } from './split-sections.ts';

const paragraph = (text: string) => `<p>${text}</p>`;
const heading = (text: string) => `<p><b>${text}</b></p>`;
const prose = (name: string) =>
  paragraph(`${name} begins here. ${'The company sells lanterns to nine ports. '.repeat(40)}${name} ends here.`);
const items = (...titles: readonly string[]) => titles.map(title => heading(title) + prose(title)).join('');

function split(html: string, formType: string, periodEnd: string): FilingText {
  const text = parseHtml(`<html><body>${html}</body></html>`);
  const documents = [{ fileName: 'lantern.htm', nativeType: formType, isPrimary: true, text }];
  return splitSections({ formType, periodEnd, filingDate: null, itemCodes: [], documents });
}

const PART_I = items(
  'Item 1. Financial Statements',
  'Item 2. Management’s Discussion and Analysis of Financial Condition and Results of Operations',
  'Item 3. Quantitative and Qualitative Disclosures About Market Risk',
  'Item 4. Controls and Procedures',
);
const REPORT =
  heading('REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM') +
  paragraph('To the Board of Directors and Shareholders of Lantern Corp.') +
  paragraph('We have reviewed the condensed financial statements. '.repeat(12));

describe('text behind an item', () => {
  it('that a contents table interrupts is a doubt about the item above', () => {
    const contents = `<table>${[1, 2, 3, 5, 6].map(number => `<tr><td>Item ${number}.</td><td>${['', 'Legal Proceedings', 'Unregistered Sales of Equity Securities and Use of Proceeds', 'Defaults Upon Senior Securities', '', 'Other Information', 'Exhibits'][number]}</td><td>${number + 40}</td></tr>`).join('')}</table>`;
    const html = `${heading('Part I')}${PART_I}${contents}${prose('A note of nobody')}${heading('Part II')}${items('Item 1. Legal Proceedings', 'Item 6. Exhibits')}`;
    const { sections } = split(html, '10-Q', '2024-06-30');
    const doubted = sections.filter(({ warnings }) => warnings.includes('text_behind'));
    expect(doubted.map(({ sectionKey }) => sectionKey)).toEqual(['part_i.item_4']);
  });

  it('that follows a whole answer is a doubt about it', () => {
    const answered = `${heading('Item 3. Defaults Upon Senior Securities')}${paragraph('None.')}${paragraph('Members of Management')}${paragraph('Ada Harbour has led the Company since 2019.')}`;
    const html = `${heading('Part I')}${PART_I}${heading('Part II')}${items('Item 1. Legal Proceedings')}${answered}${items('Item 6. Exhibits')}`;
    const { sections } = split(html, '10-Q', '2024-06-30');
    const doubted = sections.filter(({ warnings }) => warnings.includes('text_behind'));
    expect(doubted.map(({ sectionKey }) => sectionKey)).toEqual(['part_ii.item_3']);
  });

  it('that is the auditors’ review of a quarter is a part of its own', () => {
    const [statements = '', discussion = '', ...rest] = PART_I.split(/(?=<p><b>Item)/);
    const html = `${heading('Part I')}${statements}${discussion}${REPORT}${rest.join('')}${heading('Part II')}${items('Item 1. Legal Proceedings', 'Item 6. Exhibits')}`;
    const { sections, status } = split(html, '10-Q', '2024-06-30');
    const texts = new Map(sections.map(({ sectionKey, text }) => [sectionKey, text]));
    expect(status).toBe('found');
    expect(texts.get('part_i.item_2')).toMatch(/ends here\.$/);
    expect(texts.get('financial_statements')).toMatch(/^To the Board of Directors/);
  });
});

describe('items that every annual report has', () => {
  const TITLES: readonly string[] = [
    'Item 1. Business',
    'Item 1A. Risk Factors',
    'Item 2. Properties',
    'Item 3. Legal Proceedings',
    'Item 5. Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities',
    'Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations',
    'Item 7A. Quantitative and Qualitative Disclosures About Market Risk',
    'Item 8. Financial Statements and Supplementary Data',
    'Item 9. Changes in and Disagreements with Accountants on Accounting and Financial Disclosure',
    'Item 9A. Controls and Procedures',
    'Item 9B. Other Information',
    'Item 10. Directors, Executive Officers and Corporate Governance',
    'Item 11. Executive Compensation',
    'Item 12. Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters',
    'Item 13. Certain Relationships and Related Transactions, and Director Independence',
    'Item 14. Principal Accountant Fees and Services',
    'Item 15. Exhibits and Financial Statement Schedules',
  ];

  it.each(['1A', '7A', '9B', '15'])('are missed where Item %s has no heading', number => {
    const html = items(...TITLES.filter(title => !title.startsWith(`Item ${number}.`)));
    expect(split(html, '10-K', '2024-12-31')).toMatchObject({
      status: 'partial',
      reason: `No heading was found for item_${number.toLowerCase()}.`,
    });
  });

  it('are those of the form of their time', () => {
    const html = items(...TITLES.filter(title => !/^Item (?:1A|7A|9A|9B|15)\./.test(title)));
    expect(split(html, '10-K', '1997-12-31')).toMatchObject({
      status: 'partial',
      reason: 'No heading was found for item_4, item_6.',
    });
  });
});
