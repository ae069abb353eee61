import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../test/processor-time.ts';
import type { FilingSection, FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { SectionDocument } from './section-input.ts';
import { splitSections } from './split-sections.ts';

const PROSE = 'The Company makes lanterns for harbours and sells them to port authorities in nine countries. ';

/** Prose of about this many characters, with distinct words at its beginning and end. */
function prose(name: string, characters = 1_200): string {
  return `${name} begins here. ${PROSE.repeat(Math.ceil(characters / PROSE.length))}${name} ends here.`;
}

function paragraph(text: string): string {
  return `<p style="font-size:10pt">${text}</p>`;
}

function heading(text: string): string {
  return `<p><span style="font-weight:700">${text}</span></p>`;
}

function document(html: string, extra: Partial<SectionDocument> = {}): SectionDocument {
  const text = parseHtml(`<html><body>${html}</body></html>`);
  return { fileName: 'lantern.htm', nativeType: '10-K', isPrimary: true, text, ...extra };
}

function splitAll(formType: string, documents: SectionDocument[], periodEnd: string | null = '2024-12-31'): FilingText {
  return splitSections({ formType, periodEnd, filingDate: null, itemCodes: [], documents });
}

function split(html: string, formType = '10-K'): Record<string, FilingSection> {
  return byKey(splitAll(formType, [document(html)]));
}

function byKey(text: FilingText): Record<string, FilingSection> {
  return Object.fromEntries(text.sections.map(section => [section.sectionKey, section]));
}

const TITLES: [string, string][] = [
  ['1', 'Business'],
  ['1A', 'Risk Factors'],
  ['1B', 'Unresolved Staff Comments'],
  ['2', 'Properties'],
  ['3', 'Legal Proceedings'],
  ['5', 'Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities'],
  ['7', 'Management’s Discussion and Analysis of Financial Condition and Results of Operations'],
  ['8', 'Financial Statements and Supplementary Data'],
  ['9A', 'Controls and Procedures'],
];

/** A report whose headings are made by `print`. */
function report(print: (number: string, title: string) => string): string {
  return TITLES.map(([number, title]) => `${print(number, title)}${paragraph(prose(`Text ${number}`))}`).join('\n');
}

function expectReport(sections: Record<string, FilingSection>): void {
  for (const [number] of TITLES) {
    const section = sections[`item_${number.toLowerCase()}`];
    expect(section?.text, `item ${number}`).toMatch(
      new RegExp(`^Text ${number} begins here[\\s\\S]*Text ${number} ends here\\.$`),
    );
  }
}

/** The other items that every report has. */
const ANSWERED_BY_NONE: readonly [number: string, title: string][] = [
  ['5', 'Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities'],
  ['9', 'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure'],
  ['11', 'Executive Compensation'],
  ['12', 'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters'],
  ['13', 'Certain Relationships and Related Transactions, and Director Independence'],
  ['14', 'Principal Accountant Fees and Services'],
];

const CONTENTS = `<table>${TITLES.map(
  ([number, title], index) => `<tr><td>Item ${number}.</td><td>${title}</td><td>${3 + index * 7}</td></tr>`,
).join('')}</table>`;

describe('headings of items', () => {
  it.each<[string, (number: string, title: string) => string]>([
    ['a dot', (number, title) => heading(`Item ${number}. ${title}`)],
    ['a colon', (number, title) => heading(`Item ${number}: ${title}`)],
    ['a dash', (number, title) => heading(`ITEM ${number} — ${title.toUpperCase()}`)],
    ['"No."', (number, title) => heading(`Item No. ${number} ${title}`)],
    ['no space', (number, title) => heading(`Item ${number}.${title}`)],
    ['nothing at all between number and title', (number, title) => heading(`Item ${number}${title}`)],
    ['the same in capitals', (number, title) => heading(`ITEM ${number}${title.toUpperCase()}`)],
    ['a part before it', (number, title) => heading(`Part II, Item ${number}. ${title}`)],
    ['no formatting', (number, title) => paragraph(`Item ${number}. ${title}`)],
    [
      'a number and a title in two cells',
      (number, title) => `<table><tr><td>Item ${number}.</td><td>${title}</td></tr></table>`,
    ],
    ['a number and a title in two blocks', (number, title) => heading(`Item ${number}.`) + heading(title)],
    ['a link back to the contents', (number, title) => heading(`<a href="#toc">Item ${number}. ${title}</a>`)],
    ['titles alone', (_, title) => heading(title.toUpperCase())],
  ])('are found with %s', (_, print) => {
    expectReport(split(`<p id="toc">Contents</p>${CONTENTS}${report(print)}`));
  });

  it('may break over lines', () => {
    const broken = (number: string, title: string) => {
      const words = title.split(' ');
      const half = Math.ceil(words.length / 2);
      return heading(`Item ${number}. ${words.slice(0, half).join(' ')}<br>${words.slice(half).join(' ')}`);
    };
    expectReport(split(CONTENTS + report(broken)));
  });

  it('may break over many lines', () => {
    const broken = (number: string, title: string) => {
      const words = title.split(' ').map((word, index) => (index % 3 === 2 ? `${word}<br>` : word));
      return heading(`Item ${number}.<br>${words.join(' ')}`);
    };
    expectReport(split(CONTENTS + report(broken)));
  });

  it('of a page that an item ends on are not its text', () => {
    const pages = (header: (number: string, title: string) => string) =>
      report((number, title) => `${heading(`Item ${number}. ${title}`)}`).replaceAll(
        /(Text (\w+) ends here\.<\/p>)/g,
        (_, text, number) => {
          const title = TITLES.find(([other]) => other === number)?.[1] ?? '';
          return `${text}<p style="text-align:center">9</p><hr style="page-break-after:always">${header(number, title)}`;
        },
      );
    const link = '<p><a href="#toc">Table of Contents</a></p>';
    for (const header of [
      (number: string, title: string) => heading(`Item ${number}. ${title} (Continued)`),
      (number: string) => heading(`Item ${number}`) + link,
      (number: string) => paragraph('PART II') + paragraph(`Item ${number}`) + link,
    ]) {
      expectReport(split(`<p id="toc">Contents</p>${CONTENTS}${pages(header)}`));
    }
  });

  it('may run into the text', () => {
    const sections = split(
      `${report((number, title) => heading(`Item ${number}. ${title}`))}
       <p><b>Item 9B. Other Information.</b> None.</p><p>Item 16. Form 10-K Summary. Not applicable.</p>`,
    );
    expect(sections.item_9b).toMatchObject({ text: 'None.', status: 'reserved_or_na' });
    expect(sections.item_16).toMatchObject({ text: 'Not applicable.', status: 'reserved_or_na' });
  });

  it('may name two items, which then share the text', () => {
    const sections = split(
      heading('Items 1 and 2. Business and Properties') +
        paragraph(prose('Both', 3_000)) +
        heading('Item 3. Legal Proceedings') +
        paragraph('None.') +
        heading('Item 7. Management’s Discussion and Analysis') +
        paragraph(prose('Discussion', 3_000)),
    );
    expect(sections.item_1).toMatchObject({ status: 'shared', sharedWith: ['item_2'] });
    expect(sections.item_2?.text).toBe(sections.item_1?.text);
    expect(sections.item_3?.text).toBe('None.');
  });

  it('may be consecutive and share one text', () => {
    const sections = split(
      `${report((number, title) => heading(`Item ${number}. ${title}`))}
       ${heading('Item 10. Directors, Executive Officers and Corporate Governance')}
       ${heading('Item 11. Executive Compensation')}
       ${paragraph('The information called for by Items 10 and 11 is incorporated by reference to our proxy statement.')}`,
    );
    expect(sections.item_10?.text).toMatch(/^The information called for/);
    expect(sections.item_10).toMatchObject({
      status: 'by_reference',
      target: { kind: 'proxy' },
      sharedWith: ['item_11'],
    });
  });

  it('are not taken from prose, quotations and figures', () => {
    const inside = [
      'Item 1A of this report describes risks that may affect the results of the harbour business.',
      'Item 7, which follows, should be read together with the statements.',
      '“Item 3. Legal Proceedings” describes the matter of the northern lighthouse.',
      'See Item 8. Financial Statements and Supplementary Data for the notes.',
      'Items sold in the year numbered 1,204.',
    ];
    const html = report((number, title) => heading(`Item ${number}. ${title}`)).replace(
      'Text 5 ends here.',
      `</p>${inside.map(paragraph).join('')}<p>Text 5 ends here.`,
    );
    expectReport(split(html));
  });

  it('are not taken from running headers', () => {
    const html = report((number, title) => heading(`Item ${number}. ${title}`)).replace(
      'Text 7 ends here.',
      `</p><p style="page-break-after:always">21</p>${heading('Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations (continued)')}<p>Text 7 ends here.`,
    );
    const sections = split(html);
    expect(sections.item_7?.text).toMatch(/^Text 7 begins[\s\S]*Text 7 ends here\.$/);
    expect(sections.item_7?.text).not.toMatch(/\b21\b/);
  });

  it('may follow a page’s header that announces them', () => {
    const html = report(
      (number, title) =>
        `<p style="page-break-after:always">9</p><p>PART I</p><p>Item ${number}</p>${heading(`ITEM ${number}. ${title.toUpperCase()}`)}`,
    );
    expectReport(split(CONTENTS + html));
  });

  it('are found by their links if they are images', () => {
    const linked = TITLES.map(
      ([number, title]) =>
        `<tr><td><a href="#i${number}">Item ${number}.</a></td><td>${title}</td><td>${number}</td></tr>`,
    ).join('');
    const body = report((number, title) =>
      number === '3'
        ? '<p id="i3"><img src="legal.png"></p>'
        : `<a id="i${number}"></a>${heading(`Item ${number}. ${title}`)}`,
    );
    const sections = split(`<table>${linked}</table>${body}`);
    expectReport(sections);
    expect(sections.item_3?.warnings).toContain('heading_not_seen');
    expect(sections.item_3?.confidence).toBeLessThan(0.8);
  });
});

describe('contents', () => {
  const bare = TITLES.map(([number, title]) => paragraph(`Item ${number}. ${title}`)).join('');
  const linked = TITLES.map(([number, title]) => paragraph(`<a href="#i${number}">Item ${number}. ${title}</a>`)).join(
    '',
  );
  const dotted = TITLES.map(([number, title], at) => paragraph(`Item ${number}. ${title} ........ ${at + 3}`)).join('');
  const bulleted = `<ul>${TITLES.map(([number, title]) => `<li>Part I, Item ${number}. ${title}</li>`).join('')}</ul>`;
  const pageFirst = `<table>${TITLES.map(([number, title], at) => `<tr><td>${at + 3}</td><td>Item ${number}.</td><td>${title}</td></tr>`).join('')}</table>`;
  const headings = (number: string, title: string) => `<a id="i${number}"></a>${heading(`Item ${number}. ${title}`)}`;
  const plain = (number: string, title: string) => `<a id="i${number}"></a>${paragraph(`Item ${number}. ${title}`)}`;

  it.each([
    ['without pages', bare],
    ['with links alone', linked],
    ['with dots', dotted],
    ['as a list', bulleted],
    ['with pages first', pageFirst],
    ['twice over', CONTENTS + CONTENTS],
    ['and a list of references', CONTENTS + bulleted],
  ])('%s are not the items', (_, contents) => {
    expectReport(split(`${heading('TABLE OF CONTENTS')}${contents}${report(headings)}`));
    expectReport(split(`${heading('TABLE OF CONTENTS')}${contents}${paragraph(prose('Caution'))}${report(plain)}`));
  });
});

describe('small business issuers', () => {
  it('number otherwise from item 6 on', () => {
    const sections = split(
      `${heading('ITEM 1. DESCRIPTION OF BUSINESS')}${paragraph(prose('Business'))}
       ${heading('ITEM 6. MANAGEMENT’S DISCUSSION AND ANALYSIS OR PLAN OF OPERATION')}${paragraph(prose('Plan'))}
       ${heading('ITEM 7. FINANCIAL STATEMENTS')}${paragraph(prose('Statements', 2_000))}
       ${heading('ITEM 8A(T). CONTROLS AND PROCEDURES')}${paragraph(prose('Controls'))}
       ${heading('ITEM 13. EXHIBITS')}${paragraph('31.1 Certification of the principal executive officer.')}`,
      '10-KSB',
    );
    expect(sections.item_6?.text).toMatch(/^Plan begins[\s\S]*Plan ends here\.$/);
    expect(sections.item_7?.text).toMatch(/^Statements begins/);
    expect(sections.item_8a?.text).toMatch(/^Controls begins/);
  });
});

describe('ends of items', () => {
  it('are not sub-headings, but parts, signatures and the exhibit index', () => {
    const html = `${heading('PART I')}${report((number, title) => heading(`Item ${number}. ${title}`)).replace(
      'Text 9A ends here.',
      `</p>${heading('Evaluation of Disclosure Controls')}<p>Text 9A ends here.`,
    )}${heading('PART III')}${heading('Item 14. Principal Accountant Fees and Services')}
      ${paragraph('Fees were $1.2 million and $1.1 million, all of them for audits of the statements.')}
      ${heading('SIGNATURES')}${paragraph('Pursuant to the requirements of Section 13, the registrant has signed.')}
      ${heading('EXHIBIT INDEX')}${paragraph('3.1 Charter of the Lantern Company, filed herewith as an exhibit.')}`;
    const sections = split(html);
    expectReport(sections);
    expect(sections.item_14?.text).toMatch(/^Fees were .* statements\.$/);
    expect(sections.exhibit_index?.text).toMatch(/^3\.1 Charter/);
  });

  it('precede officers without a number of their own', () => {
    const sections = split(
      `${heading('Item 3. Legal Proceedings')}${paragraph('None.')}${heading('Item 4. Mine Safety Disclosures')}
       ${paragraph('Not applicable.')}${heading('Information About Our Executive Officers')}
       ${paragraph(prose('Officers'))}${heading('PART II')}${heading('Item 5. Market for Registrant’s Common Equity')}
       ${paragraph(prose('Market'))}${heading('Item 7. Management’s Discussion and Analysis')}${paragraph(prose('Discussion'))}`,
    );
    expect(sections.item_4?.text).toBe('Not applicable.');
    expect(sections.executive_officers?.text).toMatch(/^Officers begins[\s\S]*Officers ends here\.$/);
  });

  it('are reported if nothing is between two headings', () => {
    const sections = split(
      `${report((number, title) => heading(`Item ${number}. ${title}`))}${heading('Item 10. Directors and Executive Officers')}
       ${heading('Item 11. Executive Compensation')}${paragraph(prose('Pay'))}${heading('Item 12. [Reserved]')}`,
    );
    expect(sections.item_10).toMatchObject({ status: 'partial', text: '', warnings: ['no_text'] });
    expect(sections.item_10?.confidence).toBeLessThan(0.8);
    expect(sections.item_12).toMatchObject({ text: '', warnings: [] });
  });

  it('reports the text that a missing heading may have left in the item before it', () => {
    const html = `${CONTENTS}${report((number, title) =>
      number === '3' ? paragraph('A word about courts follows.') : heading(`Item ${number}. ${title}`),
    )}`;
    const sections = split(html);
    expect(sections.item_3).toBeUndefined();
    expect(sections.item_2?.warnings).toContain('may_hold:item_3');
    expect(sections.item_2?.confidence).toBeLessThan(0.8);
  });
});

describe('quarterly reports', () => {
  const quarter = (part1: string, part2: string) => `
    ${part1}${heading('Item 1. Financial Statements')}${paragraph(prose('Statements', 2_000))}
    ${heading('Item 2. Management’s Discussion and Analysis of Financial Condition and Results of Operations')}
    ${paragraph(prose('Discussion', 1_500))}
    ${heading('Item 3. Quantitative and Qualitative Disclosures About Market Risk')}${paragraph('Not required.')}
    ${heading('Item 4. Controls and Procedures')}${paragraph(prose('Controls'))}
    ${part2}${heading('Item 1. Legal Proceedings')}${paragraph(prose('Legal'))}
    ${heading('Item 1A. Risk Factors')}${paragraph(prose('Risks'))}
    ${heading('Item 2. Unregistered Sales of Equity Securities and Use of Proceeds')}${paragraph('None.')}
    ${heading('Item 6. Exhibits')}${paragraph('31.1 Certification of the chief executive officer of the company.')}
    ${heading('SIGNATURES')}`;
  const expected = {
    'part_i.item_1': /^Statements begins/,
    'part_i.item_2': /^Discussion begins/,
    'part_i.item_3': /^Not required\.$/,
    'part_i.item_4': /^Controls begins/,
    'part_ii.item_1': /^Legal begins/,
    'part_ii.item_1a': /^Risks begins/,
    'part_ii.item_2': /^None\.$/,
    'part_ii.item_6': /officer of the company\.$/,
  };

  it.each([
    ['with headings of parts', heading('PART I. FINANCIAL INFORMATION'), heading('PART II. OTHER INFORMATION')],
    ['without them', '', ''],
  ])('distinguish the parts %s', (_, part1, part2) => {
    const sections = split(quarter(part1, part2), '10-Q');
    for (const [key, pattern] of Object.entries(expected)) expect(sections[key]?.text, key).toMatch(pattern);
  });

  it('may print the discussion before the statements', () => {
    const sections = split(
      `${heading('PART I. FINANCIAL INFORMATION')}
       ${heading('Item 2. Management’s Discussion and Analysis of Financial Condition and Results of Operations')}
       ${paragraph(prose('Discussion', 1_500))}
       ${heading('Item 1. Financial Statements')}${paragraph(prose('Statements', 2_000))}
       ${heading('Item 3. Quantitative and Qualitative Disclosures About Market Risk')}${paragraph('None.')}
       ${heading('Item 4. Controls and Procedures')}${paragraph(prose('Controls'))}`,
      '10-Q',
    );
    expect(sections['part_i.item_2']?.text).toMatch(/^Discussion begins[\s\S]*Discussion ends here\.$/);
    expect(sections['part_i.item_1']?.text).toMatch(/^Statements begins[\s\S]*Statements ends here\.$/);
    const warned = [sections['part_i.item_1'], sections['part_i.item_2']].flatMap(section => section?.warnings ?? []);
    expect(warned).toContain('out_of_order');
  });
});

describe('cross-reference indexes', () => {
  const pageBreak = (number: number) => `<p style="text-align:center;page-break-after:always">${number}</p>`;
  const pages = Array.from({ length: 30 }, (_, index) => {
    const titles: Record<number, string> = {
      3: 'OUR BUSINESS',
      9: 'RISK FACTORS',
      14: 'MANAGEMENT’S DISCUSSION AND ANALYSIS',
    };
    const title = titles[index + 1];
    return `${title === undefined ? '' : heading(title)}${paragraph(prose(`Page ${index + 1}`, 600))}${pageBreak(index + 1)}`;
  }).join('');
  const index = (row: (number: string, title: string, pages: string) => string, none = ANSWERED_BY_NONE) =>
    [
      ['1', 'Business', '3-5, 8'],
      ['1A', 'Risk Factors', '9-12'],
      ['1B', 'Unresolved Staff Comments', 'None'],
      ['2', 'Properties', '13'],
      ['3', 'Legal Proceedings', '28'],
      ['4', 'Mine Safety Disclosures', 'Not applicable'],
      ['7', 'Management’s Discussion and Analysis of Financial Condition and Results of Operations', '14-20'],
      ['7A', 'Quantitative and Qualitative Disclosures About Market Risk', '14-20'],
      ['8', 'Financial Statements and Supplementary Data', '21-29'],
      ['9A', 'Controls and Procedures', '30'],
      ['9B', 'Other Information', 'None'],
      ['10', 'Directors, Executive Officers and Corporate Governance', '*'],
      ['15', 'Exhibits and Financial Statement Schedules', '27'],
      ...none.map((item): [string, string, string] => [...item, 'None']),
    ]
      .map(([number = '', title = '', where = '']) => row(number, title, where))
      .join('');
  const note = paragraph('* Incorporated by reference from the proxy statement for the annual meeting.');

  it.each<[string, (number: string, title: string, pages: string) => string]>([
    ['with "Item"', (number, title, where) => `<tr><td>Item ${number}.</td><td>${title}</td><td>${where}</td></tr>`],
    ['with bare numbers', (number, title, where) => `<tr><td>${number}.</td><td>${title}</td><td>${where}</td></tr>`],
  ])('at the end, %s, give the pages of each item', (_, row) => {
    const text = splitAll('10-K', [
      document(`${pages}${heading('FORM 10-K CROSS-REFERENCE INDEX')}<table>${index(row)}</table>${note}`),
    ]);
    const sections = byKey(text);
    expect(text.status).toBe('found');
    expect(sections.item_1?.text).toMatch(
      /^Page 3 begins[\s\S]*Page 5 ends here\.\s+Page 8 begins[\s\S]*Page 8 ends here\.$/,
    );
    expect(sections.item_1?.warnings).toContain('several_page_ranges');
    expect(sections.item_1a?.text).toMatch(/^Page 9 begins[\s\S]*Page 12 ends here\.$/);
    expect(sections.item_1b).toMatchObject({ status: 'reserved_or_na', text: 'None' });
    expect(sections.item_7).toMatchObject({ status: 'shared', sharedWith: ['item_7a'] });
    expect(sections.item_7?.text).toMatch(/^Page 14 begins[\s\S]*Page 20 ends here\.$/);
    expect(sections.item_10).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' } });
  });

  it('are indexes even if most items are answered by words or marks', () => {
    const row = (number: string, title: string, where: string) =>
      `<tr><td>Item ${number}.</td><td>${title}</td><td>${where}</td></tr>`;
    const marked = ['11', '12', '13', '14'].map(number => row(number, 'Executive Compensation', '(a)')).join('');
    const table = `<table><tr><td>FORM 10-K CROSS-REFERENCE INDEX</td><td>Pages</td></tr>${index(row, ANSWERED_BY_NONE.slice(0, 2)).replace('<td>*</td>', '<td>30, (a)</td>')}${marked}
      <tr><td>Item 16.</td><td>Form 10-K Summary</td><td>Not applicable</td></tr><tr><td>Signatures</td><td>30</td></tr></table>
      ${paragraph('(a) Incorporated by reference from the proxy statement for the annual meeting.')}`;
    const text = splitAll('10-K', [document(`${pages}${table}`)]);
    const sections = byKey(text);
    expect(text.status).toBe('found');
    expect(sections.item_10).toMatchObject({ status: 'shared', sharedWith: ['item_9a'], target: { kind: 'proxy' } });
    expect(sections.item_10?.warnings).toContain('partly_by_reference');
    expect(sections.item_11).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' } });
    expect(sections.item_16).toMatchObject({ status: 'reserved_or_na', text: 'Not applicable' });
    for (const section of text.sections) expect(section.text).not.toContain('CROSS-REFERENCE');
  });

  it('lead to titles in front of their text', () => {
    const lead = `<p><span style="font-weight:700">RISK FACTORS.</span> ${prose('Weather', 600)}</p>`;
    const row = (number: string, title: string, where: string) =>
      `<tr><td>Item ${number}.</td><td>${title}</td><td>${where}</td></tr>`;
    const sections = split(
      `${pages.replace(heading('RISK FACTORS'), `${paragraph(prose('Tides', 600))}${lead}`)}<table>${index(row)}</table>`,
    );
    expect(sections.item_1a?.text).toMatch(/^Weather begins/);
  });

  it.each<[string, (number: string, title: string, captions: string) => string]>([
    ['in cells', (number, title, captions) => `<tr><td>Item ${number}.</td><td>${title}</td><td>${captions}</td></tr>`],
    [
      'in quotes',
      (number, title, captions) => {
        const quoted = captions.split('; ').map(caption => (/^None|^\*/.test(caption) ? caption : `“${caption}”`));
        return `<tr><td>Item ${number}.</td><td>${title}</td><td>${quoted.join(', ')}</td></tr>`;
      },
    ],
  ])('name headings %s instead of pages', (_, row) => {
    const captions: [string, string, string][] = [
      ['1', 'Business', 'Who we are; Our people'],
      ['1A', 'Risk Factors', 'What may go wrong'],
      ['1B', 'Unresolved Staff Comments', 'None'],
      ['2', 'Properties', 'Where we work'],
      ['3', 'Legal Proceedings', 'Disputes'],
      [
        '7',
        'Management’s Discussion and Analysis of Financial Condition and Results of Operations',
        'Financial Review',
      ],
      ['8', 'Financial Statements and Supplementary Data', 'Financial Statements and Notes'],
      ['9A', 'Controls and Procedures', 'Assurance'],
      ['11', 'Executive Compensation', '*'],
    ];
    const named = captions.flatMap(([, , where]) => (/^None|^\*/.test(where) ? [] : where.split('; ')));
    const shuffled = [...named.slice(4), ...named.slice(0, 4)];
    const body = shuffled
      .map(name => `${heading(name)}${heading('Overview')}${paragraph(prose(name, 2_000))}`)
      .join('');
    const rows = captions.map(([number, title, where]) => row(number, title, where)).join('');
    const text = splitAll('10-K', [
      document(`${heading('FORM 10-K CROSS-REFERENCE')}<table>${rows}</table>${note}${body}`),
    ]);
    const sections = byKey(text);
    expect(sections.item_1?.text).toMatch(
      /^Overview\s+Who we are begins[\s\S]*Who we are ends here\.\s+Overview\s+Our people begins[\s\S]*Our people ends here\.$/,
    );
    expect(sections.item_7?.text).toMatch(/^Overview\s+Financial Review begins[\s\S]*Financial Review ends here\.$/);
    expect(sections.item_7?.warnings).toContain('resolved_by_heading');
    expect(sections.item_9a?.text).toMatch(/Assurance ends here\.$/);
    expect(sections.item_1b).toMatchObject({ status: 'reserved_or_na' });
    expect(sections.item_11).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' } });
  });

  it('are reported, not guessed, if the pages are not printed', () => {
    const row = (number: string, title: string, where: string) =>
      `<tr><td>Item ${number}.</td><td>${title}</td><td>${where}</td></tr>`;
    const unprinted = pages.replaceAll(/<p style="text-align:center;page-break-after:always">\d+<\/p>/g, '');
    const text = splitAll('10-K', [document(`${unprinted}<table>${index(row)}</table>`)]);
    expect(text.status).not.toBe('found');
    for (const section of text.sections) expect(section.confidence).toBeLessThan(0.95);
  });
});

describe('items without headings', () => {
  const filled = `${heading('Item 1. Business')}${paragraph(prose('Business'))}
    ${heading('Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations')}${paragraph(prose('Discussion', 2_000))}
    ${heading('Item 8. Financial Statements and Supplementary Data')}${paragraph(prose('Statements', 2_000))}`;
  const end = `${heading('PART IV')}${heading('Item 15. Exhibits and Financial Statement Schedules')}${paragraph(prose('Exhibits'))}`;

  it.each([
    'Information required by this Part (Items 10, 11, 12, 13 and 14) is incorporated by reference from the proxy statement.',
    'The information called for by Part III (Item 10 — Directors, Item 11 — Executive Compensation, Item 12 — Security Ownership, Item 13 — Certain Relationships, and Item 14 — Accounting Fees) is incorporated by reference from the proxy statement.',
    'The information required by Part III is incorporated by reference from the proxy statement.',
  ])('are answered by the paragraph of their part: %s', sentence => {
    const sections = split(`${filled}${heading('PART III')}${paragraph(sentence)}${end}`);
    for (const key of ['item_10', 'item_11', 'item_12', 'item_13', 'item_14']) {
      expect(sections[key], key).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' }, text: sentence });
    }
  });

  it('are named by one heading', () => {
    const sentence = 'The information is incorporated by reference from the proxy statement.';
    const sections = split(
      `${filled}${heading('PART III')}${heading('Items 10, 11, 12, 13 and 14')}${paragraph(sentence)}${end}`,
    );
    for (const key of ['item_10', 'item_14'])
      expect(sections[key], key).toMatchObject({ status: 'by_reference', text: sentence });
  });

  it('are not taken from a paragraph that refers to nothing', () => {
    const sections = split(`${filled}${heading('PART III')}${paragraph(prose('Harbours'))}${end}`);
    expect(sections.item_10).toBeUndefined();
  });
});

describe('items of Regulation AB', () => {
  const trust = `${heading('Item 1. Business')}${paragraph('Omitted pursuant to General Instruction J.')}
    ${heading('Item 4. Mine Safety Disclosures')}${paragraph('Omitted pursuant to General Instruction J.')}
    ${heading('Item 1112(b) of Regulation AB. Significant Obligors of Pool Assets')}${paragraph('No obligor is significant.')}
    ${heading('Items 1114(b)(2) and 1115(b) of Regulation AB')}${paragraph(prose('Support'))}
    ${heading('Item 9B. Other Information')}${paragraph('None.')}
    ${heading('ITEM 1117 OF REGULATION AB, LEGAL PROCEEDINGS')}${paragraph(prose('Proceedings'))}
    ${paragraph('Item 1122 of Regulation AB requires an assessment, which is an exhibit to this report.')}
    ${heading('Item 1122. Compliance with Applicable Servicing Criteria')}${paragraph(prose('Servicing'))}
    ${heading('Item 1123. Servicer Compliance Statement')}${paragraph('See Exhibit 35 of this report.')}
    ${heading('Item 15. Exhibits and Financial Statement Schedules')}${paragraph(prose('Exhibits'))}`;

  it('are sections of the annual report of an asset-backed issuer, in any part of it', () => {
    const sections = split(trust);
    expect(sections.item_1112b).toMatchObject({ text: 'No obligor is significant.', warnings: [] });
    expect(sections.item_1114b).toMatchObject({ status: 'shared', sharedWith: ['item_1115b'] });
    expect(sections.item_1115b?.text).toMatch(/^Support begins/);
    expect(sections.item_9b).toMatchObject({ text: 'None.', warnings: [] });
    expect(sections.item_1117?.text).toMatch(/^Proceedings begins[\s\S]*exhibit to this report\.$/);
    expect(sections.item_1122?.text).toMatch(/^Servicing begins[\s\S]*Servicing ends here\.$/);
    expect(sections.item_1123).toMatchObject({ status: 'by_reference' });
    expect(sections.item_15?.text).toMatch(/^Exhibits begins/);
  });
});

describe('contents with pages', () => {
  it('give the discussion and the statements of a bank that prints no headings over them', () => {
    const page = (number: number, name: string) =>
      `${paragraph(prose(name, 1_200))}<p style="text-align:center;page-break-after:always">${number}</p>`;
    const html = `<table><tr><td>Part I</td><td></td></tr>
      <tr><td>Item 1.</td><td>Financial Statements</td><td></td></tr>
      <tr><td></td><td>Consolidated balance sheets at March 31, 2024</td><td>5</td></tr>
      <tr><td></td><td>Notes to Consolidated Financial Statements</td><td>6</td></tr>
      <tr><td>Item 2.</td><td>Management’s Discussion and Analysis of Financial Condition and Results of Operations</td><td></td></tr>
      <tr><td></td><td>Introduction</td><td>2</td></tr><tr><td></td><td>Capital</td><td>3</td></tr>
      <tr><td>Item 3.</td><td>Quantitative and Qualitative Disclosures About Market Risk</td><td>8</td></tr>
      <tr><td>Item 4.</td><td>Controls and Procedures</td><td>8</td></tr><tr><td>Part II</td><td></td></tr>
      <tr><td>Item 1.</td><td>Legal Proceedings</td><td>8</td></tr><tr><td>Item 1A.</td><td>Risk Factors</td><td>8</td></tr>
      <tr><td>Item 6.</td><td>Exhibits</td><td>8</td></tr></table>
      <p style="page-break-after:always">1</p>${page(2, 'Introduction')}${page(3, 'Capital')}${page(4, 'Risk')}
      ${page(5, 'Balance')}${page(6, 'Notes')}${page(7, 'Further')}
      ${heading('Item 3. Quantitative and Qualitative Disclosures About Market Risk')}${paragraph('See page 4 of this report.')}
      ${heading('Item 4. Controls and Procedures')}${paragraph(prose('Controls', 300))}${heading('PART II')}
      ${heading('Item 1. Legal Proceedings')}${paragraph(prose('Legal', 300))}
      ${heading('Item 1A. Risk Factors')}${paragraph(prose('Risks', 300))}${heading('Item 6. Exhibits')}${paragraph('31 Certification')}`;
    const sections = split(html, '10-Q');
    expect(sections['part_i.item_2']?.text).toMatch(/^Introduction begins[\s\S]*Risk ends here\.$/);
    expect(sections['part_i.item_1']?.text).toMatch(/^Balance begins[\s\S]*Further ends here\.$/);
    expect(sections['part_i.item_1']?.warnings).toContain('from_contents_pages');
    expect(sections['part_i.item_1']?.confidence).toBeLessThan(0.8);
  });
});

describe('references', () => {
  const main = `${heading('Item 1. Business')}${paragraph(prose('Business'))}
    ${heading('Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations')}
    ${paragraph('The information under “Financial Review” in the 2024 Annual Report to Shareholders is incorporated herein by reference.')}
    ${heading('Item 8. Financial Statements and Supplementary Data')}
    ${paragraph('See pages 4 through 5 of the 2024 Annual Report to Shareholders, incorporated herein by reference.')}
    ${heading('Item 9A. Controls and Procedures')}${paragraph(prose('Controls'))}
    ${heading('Item 11. Executive Compensation')}
    ${paragraph('The information is set forth in our definitive proxy statement and is incorporated by reference.')}`;
  const pageEnd = (number: number) => `<p style="page-break-after:always">${number}</p>`;
  const annual = `${heading('To our shareholders')}${paragraph(prose('Letter', 600))}${pageEnd(2)}
    ${heading('Financial Review')}${paragraph(prose('Review', 600))}${pageEnd(3)}
    ${heading('Consolidated Balance Sheets')}${paragraph(prose('Balance', 600))}${pageEnd(4)}
    ${paragraph(prose('Notes', 600))}${pageEnd(5)}`;
  const exhibit = document(annual, { fileName: 'annual.htm', nativeType: 'EX-13', isPrimary: false });

  it('into an annual report of the same filing are served from it', () => {
    const sections = byKey(splitAll('10-K', [document(main), exhibit]));
    expect(sections.item_7).toMatchObject({
      status: 'by_reference',
      resolvedFrom: 'annual.htm',
      document: 'annual.htm',
    });
    expect(sections.item_7?.text).toMatch(/^Review begins[\s\S]*Review ends here\.$/);
    expect(sections.item_8?.text).toMatch(/Balance begins[\s\S]*Notes ends here\.$/);
  });

  it('into a financial section behind the items are served from it', () => {
    const html = `${main.replace('in the 2024 Annual Report to Shareholders', 'in the Financial Section of this report')}
      ${heading('SIGNATURES')}${paragraph('Pursuant to the requirements of Section 13, the registrant has signed.')}
      ${heading('FINANCIAL SECTION')}${heading('Financial Review')}${paragraph(prose('Review', 2_000))}
      ${heading('Report of Independent Registered Public Accounting Firm')}${paragraph(prose('Opinion', 2_000))}`;
    const sections = byKey(splitAll('10-K', [document(html)]));
    expect(sections.item_7?.text).toMatch(/^Review begins[\s\S]*Review ends here\.$/);
    expect(sections.item_7).toMatchObject({ status: 'by_reference', resolvedFrom: null });
    expect(sections.item_7?.warnings).toContain('resolved_by_heading');
  });

  it.each([
    'For a discussion of legal proceedings, see “Part I, Item 1. Financial Statements—Note 14. Contingencies” of this report.',
    'For disclosures regarding market risks, see “Item 2. Management’s Discussion and Analysis – Interest Rates” in this report.',
    'Not applicable. Factors that could cause results to differ are set forth in Exhibit 99 to this report.',
  ])('are read from %s', sentence => {
    const sections = split(
      `${heading('Item 1. Business')}${paragraph(prose('Business'))}${heading('Item 3. Legal Proceedings')}${paragraph(sentence)}`,
    );
    expect(sections.item_3).toMatchObject({ status: 'by_reference', text: sentence });
  });

  it('beside words of the item are its target', () => {
    const sections =
      split(`${heading('Item 1. Business')}${paragraph(prose('Business'))}${heading('Item 10. Directors, Executive Officers and Corporate Governance')}
      ${paragraph(prose('Directors'))}${paragraph('The rest is incorporated by reference from the proxy statement.')}`);
    expect(sections.item_10).toMatchObject({
      status: 'found',
      target: { kind: 'proxy' },
      warnings: ['partly_by_reference'],
    });
  });

  it.each([
    'The information required by this Item is incorporated herein by reference to the proxy statement. The board has adopted a code of ethics, which applies to all harbour masters. The code is on our website, and waivers will be posted there within five business days. A copy is free of charge for everybody who asks the secretary at our offices for one.',
    'The information set forth in Note 9 to the financial statements in Item 8 is incorporated herein by reference. In the opinion of the Company, no proceeding would have a material effect on the results of its operations or its position.',
    'The shares are traded on the Lantern Exchange. There were about 900 holders of record. The information on prices and dividends is set forth in Item 8 under “Quarterly Data”, which information is hereby incorporated by reference.',
  ])('stay references with some sentences beside them: %s', sentences => {
    const sections = split(
      `${heading('Item 1. Business')}${paragraph(prose('Business'))}${heading('Item 3. Legal Proceedings')}${paragraph(sentences)}`,
    );
    expect(sections.item_3).toMatchObject({ status: 'by_reference' });
  });

  it('in the middle of a text of its own are said by a warning', () => {
    const html = `${heading('Item 1. Business')}${paragraph(prose('Business'))}${heading('Item 2. Properties')}
      ${paragraph(prose('Sheds', 800))}${paragraph('More is set forth in Item 7 under “Leases”, which is incorporated by reference.')}`;
    expect(split(html).item_2).toMatchObject({ status: 'found', warnings: ['partly_by_reference'] });
  });

  it('in a short text are said by a warning with their target, even if nothing is incorporated', () => {
    const html = `${heading('Item 1. Business')}${paragraph(prose('Business'))}${heading('Item 3. Legal Proceedings')}
      ${paragraph('Claims are made against the Company that concern lanterns, moorings and the keeping of harbour lights. See Note 9 to the financial statements.')}`;
    expect(split(html).item_3).toMatchObject({
      status: 'found',
      target: { kind: 'heading', locator: 'Note 9' },
      warnings: ['partly_by_reference'],
    });
  });

  it('stay references if their target is missing', () => {
    const sections = byKey(splitAll('10-K', [document(main)]));
    expect(sections.item_7).toMatchObject({ status: 'by_reference', target: { kind: 'exhibit', locator: 'EX-13' } });
    expect(sections.item_7?.resolvedFrom).toBeNull();
    expect(sections.item_11).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' } });
  });
});

describe('items stated in one place', () => {
  const rest = heading('Item 8. Financial Statements') + paragraph(prose('Statements', 2_000)) + heading('SIGNATURES');

  it('of one paragraph are distinguished by their titles', () => {
    const sections = split(`${heading('Item 1. Business')}${paragraph(prose('Business'))}
      ${paragraph('Item 2. Properties. The sheds at the quay, as described in Part I. Item 1. Business of this report. Item 3. Legal Proceedings. None. Item 4. Mine Safety Disclosures. Not applicable.')}
      ${heading('Item 7. Management’s Discussion and Analysis')}${paragraph(prose('Discussion'))}${rest}`);
    expect(sections.item_2?.text).toBe(
      'The sheds at the quay, as described in Part I. Item 1. Business of this report.',
    );
    expect(sections.item_3).toMatchObject({ status: 'reserved_or_na', text: 'None.' });
    expect(sections.item_4).toMatchObject({ status: 'reserved_or_na', text: 'Not applicable.' });
  });

  it.each([
    ['Items 7 and 7A.', ['item_7', 'item_7a']],
    ['Item 7/7A.', ['item_7', 'item_7a']],
    ['Items 10 through 13.', ['item_10', 'item_11', 'item_12', 'item_13']],
    ['Items 10, 11, 12 and 13.', ['item_10', 'item_11', 'item_12', 'item_13']],
  ])('under "%s" share the text', (title, keys) => {
    const reported = `${heading(title)}${paragraph('It is incorporated by reference from the proxy statement.')}`;
    const statements = `${heading('Item 8. Financial Statements')}${paragraph(prose('Statements', 2_000))}`;
    const inOrder = title.includes('10') ? statements + reported : reported + statements;
    const sections = split(`${heading('Item 1. Business')}${paragraph(prose('Business'))}${inOrder}`);
    for (const key of keys) {
      expect(sections[key]?.sharedWith).toEqual(keys.filter(other => other !== key));
      expect(sections[key]?.text).toMatch(/^It is incorporated/);
    }
  });

  it('of a table have their text in a cell of its own', () => {
    const rows = [
      ['16A', 'Audit Committee Financial Expert', prose('Expert', 300)],
      ['16B', 'Code of Ethics', 'Not applicable.'],
      ['16C', 'Principal Accountant Fees and Services', prose('Fees', 300)],
      ['16D', 'Exemptions from the Listing Standards for Audit Committees', 'None.'],
      ['16E', 'Purchases of Equity Securities by the Issuer and Affiliated Purchasers', 'None.'],
      ['16F', 'Change in Registrant’s Certifying Accountant', 'None.'],
      ['16G', 'Corporate Governance', prose('Governance', 300)],
    ];
    const items = [
      '3|Key Information',
      '4|Information on the Company',
      '5|Operating and Financial Review and Prospects',
      '15|Controls and Procedures',
    ]
      .map(item => item.split('|'))
      .map(([number, title]) => heading(`Item ${number}. ${title}`) + paragraph(prose(`Text ${number}`)))
      .join('');
    const table = rows.map(cells => `<tr><td>Item ${cells[0]}.</td><td>${cells[1]}</td><td>${cells[2]}</td></tr>`);
    const sections = split(
      `${items}<table>${table.join('')}</table>${heading('Item 19. Exhibits')}${paragraph(prose('List'))}`,
      '20-F',
    );
    expect(sections.item_16a?.text).toMatch(/^Expert begins here[\s\S]*Expert ends here\.$/);
    expect(sections.item_16b).toMatchObject({ status: 'reserved_or_na', text: 'Not applicable.' });
    expect(sections.item_16g?.text).toMatch(/^Governance begins here[\s\S]*Governance ends here\.$/);
  });

  it.each(['Item 4A. Executive Officers of the Registrant', 'ITEM 4A - EXECUTIVE OFFICERS OF THE REGISTRANT'])(
    'end where %s begins',
    title => {
      const sections = split(
        `${heading('Item 4. Mine Safety Disclosures')}${paragraph('Not applicable.')}${heading(title)}${paragraph(prose('Officers'))}
         ${heading('Item 7. Management’s Discussion and Analysis')}${paragraph(prose('Discussion'))}${rest}`,
      );
      expect(sections.item_4).toMatchObject({ status: 'reserved_or_na', text: 'Not applicable.' });
      expect(sections.executive_officers?.text).toMatch(/^Officers begins/);
    },
  );
});

describe('annual reports of foreign issuers', () => {
  it('have short items, lettered items and statements on F-pages', () => {
    const sections = split(
      `${heading('ITEM 3. KEY INFORMATION')}${paragraph(prose('Key'))}
       ${heading('ITEM 4. INFORMATION ON THE COMPANY')}${paragraph(prose('Company'))}
       ${heading('ITEM 4A. UNRESOLVED STAFF COMMENTS')}${paragraph('Not applicable.')}
       ${heading('ITEM 5. OPERATING AND FINANCIAL REVIEW AND PROSPECTS')}${paragraph(prose('Review'))}
       ${heading('ITEM 16. [RESERVED]')}${heading('ITEM 16A. AUDIT COMMITTEE FINANCIAL EXPERT')}${paragraph(prose('Expert', 200))}
       ${heading('Item 16.G. Corporate Governance')}${paragraph(prose('Governance', 200))}
       ${heading('ITEM 16K. CYBERSECURITY')}${paragraph(prose('Cyber', 200))}
       ${heading('ITEM 18. FINANCIAL STATEMENTS')}${paragraph('See pages F-1 through F-40.')}
       ${heading('ITEM 19. EXHIBITS')}${paragraph('1.1 Articles of association of the company, as amended.')}
       ${heading('SIGNATURES')}${paragraph('The registrant hereby certifies that it meets all of the requirements.')}`,
      '20-F',
    );
    expect(sections.item_4a).toMatchObject({ text: 'Not applicable.', status: 'reserved_or_na' });
    expect(sections.item_16a?.text).toMatch(/^Expert begins[\s\S]*Expert ends here\.$/);
    expect(sections.item_16g?.text).toMatch(/^Governance begins/);
    expect(sections.item_16k?.text).toMatch(/^Cyber begins/);
    expect(sections.item_18).toMatchObject({ status: 'by_reference' });
    expect(sections.item_19?.text).toBe('1.1 Articles of association of the company, as amended.');
  });
});

describe('filings of the text era', () => {
  it('have centred headings that break over lines, and pages between', () => {
    const wrap = (text: string) => text.replace(/(.{1,72})(?:\s|$)/g, '$1\n');
    const source = `
                                    PART I

ITEM 1.   BUSINESS

${wrap(prose('Business', 2_000))}
                                       2
<PAGE>

ITEM 2.   PROPERTIES

${wrap(prose('Properties', 400))}
ITEM 3.   LEGAL PROCEEDINGS

     None.

                                    PART II

ITEM 7.   MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND
          RESULTS OF OPERATIONS

${wrap(prose('Discussion', 2_000))}
ITEM 8.   FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA

${wrap(prose('Statements', 2_000))}
                                   SIGNATURES

     Pursuant to the requirements of Section 13 of the Securities Exchange Act.
`;
    const text = splitAll('10-K405', [document('', { text: parsePlainText(source) })], '1996-12-31');
    const sections = byKey(text);
    expect(text.reason).toBe(
      'No heading was found for item_4, item_5, item_6, item_9, item_10, item_11, item_12, item_13, item_14.',
    );
    expect(sections.item_1?.text).toMatch(/^Business begins[\s\S]*Business ends here\.$/);
    expect(sections.item_3?.text).toBe('None.');
    expect(sections.item_7?.text).toMatch(/^Discussion begins[\s\S]*Discussion ends here\.$/);
    expect(sections.item_8?.text).toMatch(/^Statements begins[\s\S]*Statements ends here\.$/);
  });
});

describe('numbers without "Item"', () => {
  it('are headings with the titles of the form, and not in notes of other titles', () => {
    const sections = split(
      `${heading('PART I. FINANCIAL INFORMATION')}${heading('1. Financial Statements')}${paragraph(prose('Statements', 3_000))}
       ${heading('2. Controls of Lamps')}${paragraph(prose('Note'))}
       ${heading('2. Management’s Discussion and Analysis of Financial Condition and Results of Operations')}${paragraph(prose('Discussion'))}
       ${heading('4. Controls and Procedures')}${paragraph(prose('Controls'))}
       ${heading('PART II. OTHER INFORMATION')}${heading('1. Legal Proceedings')}${paragraph('None.')}${heading('6. Exhibits')}${paragraph(prose('List', 300))}`,
      '10-Q',
    );
    expect(sections['part_i.item_1']?.text).toMatch(/Note ends here\.$/);
    expect(sections['part_i.item_4']?.text).toMatch(/^Controls begins here[\s\S]*Controls ends here\.$/);
    expect(sections['part_ii.item_1']).toMatchObject({ status: 'reserved_or_na' });
  });
});

describe('missing parts', () => {
  it('is reported, with the reason', () => {
    const text = splitAll('10-K', [document(paragraph(prose('Nothing')))]);
    expect(text).toMatchObject({ status: 'sections_not_found', sections: [] });
    expect(text.reason).toContain('lantern.htm');
  });

  it('is reported for a form without sections', () => {
    expect(splitAll('SC 13G', [document(paragraph(prose('Nothing')))])).toMatchObject({ status: 'sections_not_found' });
  });

  it('is reported for the items that every report has', () => {
    const text = splitAll('10-K', [document(heading('Item 1. Business') + paragraph(prose('Business')))]);
    expect(text.status).toBe('partial');
    expect(text.reason).toContain('item_7');
  });

  const marketRisk =
    heading('Item 7A. Quantitative and Qualitative Disclosures About Market Risk') + paragraph('None.');
  const whole = (between: string) =>
    report(
      (number, title) =>
        (number === '8' ? marketRisk : '') + heading(`Item ${number}. ${title}`) + (number === '5' ? between : ''),
    ) +
    [
      ['9B', 'Other Information'],
      ['10', 'Directors, Executive Officers and Corporate Governance'],
      ...ANSWERED_BY_NONE.slice(1),
      ['15', 'Exhibits and Financial Statement Schedules'],
    ]
      .map(([number, title]) => `${heading(`Item ${number}. ${title}`)}${paragraph('None.')}`)
      .join('');

  it('is reported for items that every report has, if only to say "none"', () => {
    expect(splitAll('10-K', [document(whole(''))])).toMatchObject({ status: 'found', reason: null });
    const lost = whole('').replace('Item 12. Security Ownership', 'Part III continued, Security Ownership');
    expect(splitAll('10-K', [document(lost)])).toMatchObject({
      status: 'partial',
      reason: expect.stringContaining('item_12'),
    });
  });

  it('is reported for an item that was reserved only later', () => {
    const text = (period: string) => splitAll('10-K', [document(whole(''))], period);
    expect(text('2012-12-31')).toMatchObject({ status: 'partial', reason: expect.stringContaining('item_6') });
    expect(text('2022-12-31').reason).toBeNull();
  });

  it('is reported for text between two sections', () => {
    const signatures = `${heading('SIGNATURES')}${paragraph('Pursuant to the requirements of Section 13, the registrant has signed.')}`;
    const text = splitAll('10-K', [
      document(whole(paragraph('Prices rose.') + signatures + paragraph(prose('Lost', 4_000)))),
    ]);
    expect(text).toMatchObject({ status: 'partial', reason: expect.stringMatching(/between item_5 and item_7/) });
  });

  it('lowers a heading without text if the item has text elsewhere', () => {
    const again = [...TITLES, ...ANSWERED_BY_NONE]
      .slice(4, 9)
      .map(([number, title]) => heading(`Item ${number}. ${title}`))
      .join(heading('Overview'));
    expectReport(split(`${whole('')}${again}`));
  });

  it('is not reported for an amendment with one item only', () => {
    const text = splitAll('10-K/A', [document(heading('Item 11. Executive Compensation') + paragraph(prose('Pay')))]);
    expect(text).toMatchObject({ status: 'found', reason: null });
  });
});

it('leaves a caption on risks in Item 1 before Item 1A existed', () => {
  const html = report((_, title) => heading(title));
  const [before, since] = ['2004-12-31', '2006-12-31'].map(period => byKey(splitAll('10-K', [document(html)], period)));
  expect(before?.item_1?.text).toContain('Text 1A ends here.');
  expect(since?.item_1a?.text).toMatch(/^Text 1A begins here/);
});

describe('hostile documents', () => {
  it('with thousands of headings are split in time linear in their number', () => {
    expectLinearTime(
      2_400,
      headings => `${heading('Item 1. Business')}<p>x</p>`.repeat(headings) + CONTENTS.repeat(headings / 100),
      html => splitAll('10-K', [document(html)]),
    );
  });
});
