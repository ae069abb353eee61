import { describe, expect, it } from 'vitest';
import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { splitSections } from './split-sections.ts';

const paragraph = (text: string) => `<p>${text}</p>`;
const heading = (text: string) => `<p><b>${text}</b></p>`;
const prose = (name: string, times = 20) =>
  paragraph(`${name} begins here. ${'The company sells lanterns to nine ports. '.repeat(times)}${name} ends here.`);

function split(html: string, formType = '10-K', periodEnd = '2023-12-31'): Record<string, FilingSection> {
  return splitText(parseHtml(`<html><body>${html}</body></html>`), formType, periodEnd);
}

function splitText(text: TextDocument, formType: string, periodEnd: string): Record<string, FilingSection> {
  const documents = [{ fileName: 'lantern.htm', nativeType: formType, isPrimary: true, text }];
  const { sections } = splitSections({ formType, periodEnd, filingDate: null, itemCodes: [], documents });
  return Object.fromEntries(sections.map(section => [section.sectionKey, section]));
}

const ITEMS: [number: string, title: string][] = [
  ['1', 'Business'],
  ['1A', 'Risk Factors'],
  ['2', 'Properties'],
  ['3', 'Legal Proceedings'],
  ['7', 'Management’s Discussion and Analysis of Financial Condition and Results of Operations'],
  ['7A', 'Quantitative and Qualitative Disclosures About Market Risk'],
  ['8', 'Financial Statements and Supplementary Data'],
  ['9A', 'Controls and Procedures'],
];

function report(print: (number: string, title: string) => string): string {
  return ITEMS.map(([number, title]) => print(number, title) + prose(`Text ${number}`)).join('');
}

function expectAll(sections: Record<string, FilingSection>): void {
  for (const [number] of ITEMS) {
    const text = sections[`item_${number.toLowerCase()}`]?.text;
    expect(text, number).toMatch(new RegExp(`^Text ${number} begins here.*Text ${number} ends here\\.$`));
  }
}

describe('headings', () => {
  it('may have the word Item in a line of its own', () => {
    expectAll(split(report((number, title) => paragraph('Item') + paragraph(`${number}. ${title}`))));
  });

  it('may end within a line of the text', () => {
    const html = ITEMS.map(
      ([number, title]) =>
        paragraph(`Item ${number}. ${title.split(' ')[0]}`) +
        paragraph(`${title.split(' ').slice(1).join(' ')} Text ${number} begins here.`) +
        prose(`Text ${number}`),
    );
    const { item_7 } = split(html.join(''));
    expect(item_7?.text).toMatch(/^Text 7 begins here/);
  });

  it('may spell their numbers', () => {
    const words = ['ONE', 'ONE A', 'TWO', 'THREE', 'SEVEN', 'SEVEN A', 'EIGHT', 'NINE A'];
    const sections = split(
      report((number, title) => heading(`ITEM ${words[ITEMS.findIndex(item => item[0] === number)]} - ${title}`)),
    );
    for (const number of ['1', '2', '3', '7', '8'])
      expect(sections[`item_${number}`]?.text, number).toMatch(new RegExp(`^Text ${number} begins here`));
  });

  it('without numbers count in a part that numbers none', () => {
    const numbered = ['1. Legal Proceedings', '1A. Risk Factors', '5. Other Information', '6. Exhibits'];
    const html =
      heading('PART I. FINANCIAL INFORMATION') +
      prose('Statements') +
      heading('Quantitative and Qualitative Disclosures About Market Risk') +
      prose('Risk') +
      heading('Controls and Procedures') +
      prose('Controls') +
      heading('PART II. OTHER INFORMATION') +
      numbered.map(title => heading(`Item ${title}`) + prose(title)).join('');
    const sections = split(html, '10-Q');
    expect(sections['part_i.item_3']?.text).toMatch(/^Risk begins here.*Risk ends here\.$/);
    expect(sections['part_i.item_4']?.text).toMatch(/^Controls begins here.*Controls ends here\.$/);
  });

  it('of the exhibits may be followed by a reference to their page only', () => {
    const html =
      report((number, title) => heading(`Item ${number}. ${title}`)) +
      heading('Item 9B. Other Information') +
      prose('Other') +
      heading('Item 15. Exhibits') +
      paragraph('See “Index to Exhibits” on page 53.') +
      '<hr style="page-break-after:always">' +
      heading('INDEX TO EXHIBITS') +
      heading('ITEM 15') +
      paragraph('10.1 Lease of a pier in the harbour of the north');
    expect(split(html).item_9b?.text).toMatch(/^Other begins here.*Other ends here\.$/);
  });
});

describe('ends', () => {
  it('are above rules of asterisks and a part IA', () => {
    const html = report((number, title) => heading(`Item ${number}. ${title}`))
      .replace(heading('Item 7. '), `${paragraph('*****')}${heading('Item 7. ')}`)
      .replace(heading(`Item 7A. ${ITEMS[5]?.[1]}`), found => heading('PART IA') + found)
      .replace(heading(`Item 7. ${ITEMS[4]?.[1]}`), found => paragraph('********') + found);
    expectAll(split(html));
  });
});

describe('parts without a number', () => {
  it('end an item: officers in Part I, an auditors’ report below the controls', () => {
    const officers = heading('EXECUTIVE OFFICERS OF THE REGISTRANT (AT MARCH 27)') + prose('Officers');
    const auditors =
      heading('Report of Independent Registered Public Accounting Firm') +
      paragraph('To the Shareholders and the Board of Directors') +
      prose('Opinion');
    const html =
      heading('PART I') +
      report((number, title) => (number === '3' ? officers : '') + heading(`Item ${number}. ${title}`)) +
      auditors +
      heading('Item 9B. Other Information') +
      prose('Other', 300);
    const sections = split(html);
    expectAll(sections);
    expect(sections.executive_officers?.text).toMatch(/^Officers begins here.*Officers ends here\.$/);
    expect(sections.financial_statements?.text).toMatch(/^To the Shareholders[\s\S]*Opinion ends here\.$/);
  });

  it('end an item: officers with a note behind a plain title, an auditors’ report above item 8', () => {
    const officers =
      paragraph('Executive Officers of the Registrant [pursuant to Instruction 3 to Item 401(b)].') + prose('Officers');
    const auditors =
      heading('Report of Independent Registered Public Accounting Firm') +
      paragraph('To the Shareholders and the Board of Directors') +
      prose('Opinion', 300);
    const above = new Map([
      ['3', officers],
      ['8', auditors],
    ]);
    const sections = split(
      heading('PART I') + report((number, title) => (above.get(number) ?? '') + heading(`Item ${number}. ${title}`)),
    );
    expectAll(sections);
    expect(sections.executive_officers?.text).toMatch(/^Officers begins here.*Officers ends here\.$/);
    expect(sections.financial_statements?.text).toMatch(/^To the Shareholders[\s\S]*Opinion ends here\.$/);
  });

  it('end the last item if they have a table of contents of their own', () => {
    const rows = ['Business Profile', 'Financial Summary', 'Frequently Used Terms', 'Quarterly Information'];
    const contents = rows.map((title, index) => `<tr><td>${title}</td><td>${26 + index}</td></tr>`).join('');
    const bound = `${heading('FINANCIAL SECTION')}${heading('TABLE OF CONTENTS')}<table>${contents}</table>`;
    expectAll(split(report((number, title) => heading(`Item ${number}. ${title}`)) + bound + prose('Profile')));
  });
});

it('takes an item without text as reserved if the contents that link to it say so', () => {
  const items = ITEMS.toSpliced(4, 0, ['6', '[Reserved]']);
  const contents = items.map(
    ([number, title]) => `<tr><td><a href="#i${number}">Item ${number}.</a></td><td>${title}</td><td>5</td></tr>`,
  );
  const body = items.map(([number, title]) => {
    const isReserved = number === '6';
    return `<a id="i${number}"></a>${isReserved ? heading('PART II') : heading(`Item ${number}. ${title}`) + prose(`Text ${number}`)}`;
  });
  const sections = split(`<table>${contents.join('')}</table>${body.join('')}`);
  expectAll(sections);
  expect(sections.item_6).toMatchObject({ status: 'reserved_or_na', text: '' });
});

describe('an index that names the first page of each item', () => {
  const pages = new Map([...ITEMS].map(([number], index) => [number, ((index * 3) % ITEMS.length) + 1]));
  const ordered = ITEMS.toSorted(([a], [b]) => (pages.get(a) ?? 0) - (pages.get(b) ?? 0));
  const html =
    ordered
      .map(
        ([number, title]) =>
          `${heading(title.toUpperCase())}${prose(`Text ${number}`)}<p>${pages.get(number)}</p><hr style="page-break-after:always">`,
      )
      .join('') +
    paragraph('Form 10-K Cross-Reference Index') +
    `<table>${ITEMS.map(([number, title]) => `<tr><td>Item ${number}</td><td>${title}</td><td>Page ${pages.get(number)}</td></tr>`).join('')}</table>`;

  it('gives each item the text up to the next one', () => {
    expectAll(split(html));
  });
});

describe('a report that reprints pages of the annual report behind its signatures', () => {
  const body = (name: string) =>
    `     ${name} begins here.\n${'     The company sells lanterns to nine ports.\n'.repeat(12)}     ${name} ends here.\n`;
  const page = (number: number) => `\n                  F-${number - 19}\n<PAGE>\n`;
  const names = ['Chart', 'Earnings', 'Overview', 'Segments', 'Liquidity', 'Position', 'Notes', 'Auditors'];
  const reprint = names.map((name, at) => `\nAnnual Report Page ${at + 20}\n\n${body(name)}${page(at + 20)}`);
  const items: [string, string][] = [
    ['1.  Business', body('Business')],
    ['2.  Properties', body('Properties')],
    ['3.  Legal Proceedings', body('Proceedings')],
    [
      "7.  Management's Discussion and Analysis of Financial Condition and Results of Operations",
      '     Reported on pages 22-24 of the Annual Report to Share Owners for 1993.\n',
    ],
    ['8.  Financial Statements and Supplementary Data', '     See index under item 14.\n'],
    [
      '14. Exhibits, Financial Statement Schedules and Reports on Form 8-K',
      '     Statements contained on the pages indicated:\n     Earnings, page F-2.  Position, page F-4.\n     Notes, pages F-5 to F-7.\n',
    ],
  ];
  const text = `${items.map(([title, content]) => `Item ${title}\n\n${content}\n`).join('\n')}
                    SIGNATURES

     Pursuant to the requirements of the Securities Exchange Act of 1934, this report has been signed on its behalf.

                  (23)
<PAGE>
${reprint.join('')}`;

  it('gives the items that refer to them their text', () => {
    const { item_7, item_8 } = splitText(parsePlainText(text), '10-K', '1993-12-31');
    expect(item_7).toMatchObject({ status: 'by_reference', warnings: ['resolved_by_pages'] });
    expect(item_7?.text).toMatch(/^Overview begins here[\s\S]*Liquidity ends here\.$/);
    expect(item_8).toMatchObject({ status: 'by_reference', warnings: ['resolved_by_pages'] });
    expect(item_8?.text).toMatch(/^Earnings begins here[\s\S]*Notes ends here\.$/);
  });
});
