import { describe, expect, it } from 'vitest';
import type { FilingText } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../../formats/html-text/parse-html.ts';
import { splitSections } from '../split-sections.ts';

const heading = (text: string) => `<p><b>${text}</b></p>`;
const prose = (name: string) =>
  `<p>${name} begins here. ${'The company sells lanterns to nine ports. '.repeat(40)}${name} ends here.</p>`;
const items = (names: readonly string[]) => names.map(name => heading(name) + prose(name)).join('');

function split(html: string, periodEnd: string): FilingText {
  const text = parseHtml(`<html><body>${html}</body></html>`);
  const documents = [{ fileName: 'lantern.htm', nativeType: '10-Q', isPrimary: true, text }];
  return splitSections({ formType: '10-Q', periodEnd, filingDate: null, itemCodes: [], documents });
}

const PART_I = items([
  'Item 1. Financial Statements',
  'Item 2. Management’s Discussion and Analysis of Financial Condition and Results of Operations',
  'Item 3. Quantitative and Qualitative Disclosures About Market Risk',
  'Item 4. Controls and Procedures',
]);
const EXHIBITS = items(['Item 6. Exhibits']);

describe('headings that no section begins at', () => {
  it('of an optional item make a report partial, and are named', () => {
    const legal = items(['Item 1. Legal Proceedings']) + heading('Risk Factors') + prose('Risks');
    const read = split(`${heading('Part I')}${PART_I}${heading('Part II')}${legal}${EXHIBITS}`, '2024-06-30');
    expect(read).toMatchObject({
      status: 'partial',
      reason: 'A line may be the heading of part_ii.item_1a, but no section begins there.',
    });
  });

  it('count only where the form has the item', () => {
    const statements = `${heading('Item 1. Financial Statements')}${prose('Statements')}${heading('Risk Factors')}${prose('Risks')}`;
    const others = PART_I.slice(PART_I.indexOf('<p><b>Item 2'));
    const legal = items(['Item 1. Legal Proceedings']);
    const read = split(
      `${heading('Part I')}${statements}${others}${heading('Part II')}${legal}${EXHIBITS}`,
      '2024-06-30',
    );
    expect(read.reason).toBeNull();
  });

  it('do not count in reports from before the item', () => {
    const legal = items(['Item 1. Legal Proceedings']) + heading('Risk Factors') + prose('Risks');
    const read = split(`${heading('Part I')}${PART_I}${heading('Part II')}${legal}${EXHIBITS}`, '2004-06-30');
    expect(read.reason).toBeNull();
  });
});
