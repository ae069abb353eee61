import { describe, expect, test } from 'vitest';
import type { FilingText } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { SectionInput } from '../section-input.ts';
import { splitCurrentReport } from './current-report.ts';

const COVER = `<p align="center"><b>FORM 8-K</b></p><p>Date of Report: March 4, 2021</p>
<p>Check the appropriate box below if the Form 8-K filing is intended to satisfy the filing obligation.</p>`;
const SIGNED = `<p><b>SIGNATURES</b></p><p>Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant
has duly caused this report to be signed.</p><p>Fictional Mills Corporation</p>`;

function split(body: string, itemCodes: string[] = [], filingDate: IsoDate | null = null): FilingText {
  return splitCurrentReport(inputOf(body, itemCodes, filingDate));
}

function inputOf(body: string, itemCodes: string[], filingDate: IsoDate | null): SectionInput {
  const isHtml = body.includes('<p');
  const text = isHtml ? parseHtml(`<html><body>${COVER}${body}</body></html>`) : parsePlainText(body);
  const documents = [{ fileName: 'mills-8k.htm', nativeType: '8-K', isPrimary: true, text }];
  return { formType: '8-K', periodEnd: null, filingDate, itemCodes, documents };
}

function textsOf(text: FilingText): Record<string, string> {
  return Object.fromEntries(text.sections.map(section => [section.sectionKey, section.text]));
}

describe('finds an item by its heading:', () => {
  test.each([
    ['Item 5.02. Departure of Directors or Certain Officers.'],
    ['ITEM 5.02: Departure of Directors or Certain Officers'],
    ['Item No. 5.02 – Departure of Directors or Certain Officers'],
    ['Item 5.02(b) Departure of Directors or Certain Officers'],
    ['Item&nbsp;5.02&#8212;Departure of Directors or Certain Officers'],
    ['Item 5.02'],
    ['Item 5.2 Departure of Directors or Certain Officers'],
    ['Item5.02Departure of Directors or Certain Officers'],
    ['• Item 5.02 Departure of Directors or Certain Officers'],
    ['Section 5 – Corporate Governance and Management Item 5.02 Departure of Directors or Certain Officers'],
    ['Item 5.02 Resignation of Our Chief Miller'],
  ])('%s', heading => {
    const text = split(`<p><b>${heading}</b></p><p>On March 1, 2021, Ann Doe resigned.</p>${SIGNED}`);
    expect(text.status).toBe('found');
    expect(textsOf(text)).toEqual({ 'item_5.02': 'On March 1, 2021, Ann Doe resigned.' });
  });

  test('split over the cells of a table', () => {
    const text = split(
      `<table><tr><td><b>Item 8.01</b></td><td></td><td><b>Other Events.</b></td></tr></table><p>The mill burnt.</p>
       <table><tr><td><b>Item 9.01</b></td><td><b>Financial Statements and Exhibits.</b></td></tr></table>
       <table><tr><td>99.1</td><td>Press release</td></tr><tr><td>104</td><td>Cover page</td></tr></table>${SIGNED}`,
      ['8.01', '9.01'],
    );
    expect(textsOf(text)).toEqual({
      'item_8.01': 'The mill burnt.',
      'item_9.01': '99.1 | Press release\n104 | Cover page',
    });
  });

  test('split over paragraphs', () => {
    const text = split(
      `<p>Item 5.02</p><p>Departure of Directors or Certain Officers; Election of</p>
       <p>Directors; Appointment of Certain Officers</p><p>Ann Doe resigned.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_5.02': 'Ann Doe resigned.' });
  });

  test('run into the paragraph', () => {
    const text = split(
      `<p><b>Item 8.01 Other Events.</b> The mill burnt on March 3.</p><p>It stood empty.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_8.01': 'The mill burnt on March 3.\n\nIt stood empty.' });
  });

  test('run into a paragraph that nothing marks', () => {
    const text = split(
      `<p>Item 5.02 Departure of Directors or Certain Officers. (b) On March 1 Ann Doe resigned.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_5.02': '(b) On March 1 Ann Doe resigned.' });
  });

  test('preferring it to a mention that looks like a heading', () => {
    const text = split(
      `<p>Item 5.02 Ann Doe, whose departure we report, wishes us well, and we wish her well too.</p>
       <p><b>Item 5.02 Departure of Directors or Certain Officers</b></p><p>Ann Doe resigned.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_5.02': 'Ann Doe resigned.' });
  });

  test('by the title without the number if the header names the item', () => {
    const text = split(`<p><b>Other Events</b></p><p>The mill burnt.</p>${SIGNED}`, ['8.01']);
    expect(textsOf(text)).toEqual({ 'item_8.01': 'The mill burnt.' });
    expect(text.sections[0]?.confidence).toBeLessThan(0.75);
    expect(text.sections[0]?.warnings).toEqual(['Found by its title: the text does not number the item.']);
  });

  test('several items in one heading, which share its text', () => {
    const text = split(
      `<p><b>Items 2.01 and 5.01. Completion of Acquisition or Disposition of Assets; Changes in Control of Registrant</b></p>
       <p>The merger closed.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_2.01': 'The merger closed.', 'item_5.01': 'The merger closed.' });
    expect(text.sections.map(section => [section.status, section.sharedWith])).toEqual([
      ['shared', ['item_5.01']],
      ['shared', ['item_2.01']],
    ]);
  });

  test('several items with titles in one heading, or in headings without text between', () => {
    const joined = split(
      `<p><b>Item 2.02 Results of Operations and Financial Condition and Item 7.01 Regulation FD Disclosure</b></p>
       <p>See the release.</p>${SIGNED}`,
    );
    expect(joined.sections.map(section => section.sharedWith)).toEqual([['item_7.01'], ['item_2.02']]);
    const stacked = split(
      `<p><b>Item 2.02 Results of Operations and Financial Condition</b></p><p><b>Item 7.01 Regulation FD Disclosure</b></p>
       <p>See the release.</p>${SIGNED}`,
    );
    expect(textsOf(stacked)).toEqual({ 'item_2.02': 'See the release.', 'item_7.01': 'See the release.' });
    expect(stacked.sections.map(section => [section.isFurnished, section.status])).toEqual([
      [true, 'shared'],
      [true, 'shared'],
    ]);
  });

  test('not by lines of a table of contents', () => {
    const text = split(
      `<p>TABLE OF CONTENTS</p><p><a href="#a">Item 8.01 Other Events</a></p><p>Item 9.01 Financial Statements and Exhibits</p>
       <p>SIGNATURES</p><p><b>Item 8.01 Other Events</b></p><p>The mill burnt on March 3, 2021.</p>
       <p><b>Item 9.01 Financial Statements and Exhibits</b></p><p>(d) Exhibits: 99.1 Press release of March 3, 2021</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({
      'item_8.01': 'The mill burnt on March 3, 2021.',
      'item_9.01': '(d) Exhibits: 99.1 Press release of March 3, 2021',
    });
  });

  test('not by mentions of items in prose', () => {
    const text = split(
      `<p><b>Item 7.01 Regulation FD Disclosure.</b></p><p>Item 7.01 of this report is furnished, not filed.</p>
       <p>“Item 4.02 Non-Reliance on Previously Issued Financial Statements” of our report of May 2 is withdrawn.</p>
       <p>Item 404(a) of Regulation S-K asks for nothing more.</p>${SIGNED}`,
    );
    expect(text.sections.map(section => section.sectionKey)).toEqual(['item_7.01']);
    expect(text.sections[0]?.text).toMatch(/nothing more\.$/);
  });

  test('leaving headings of the form’s sections out of its text', () => {
    const text = split(
      `<p><b>Section 8 – Other Events</b></p><p><b>Item 8.01 Other Events</b></p><p>The mill burnt.</p>
       <p><b>Section 9 – Financial Statements and Exhibits</b></p><p><b>Item 9.01 Financial Statements and Exhibits</b></p>
       <p>(d) Exhibits. None.</p>${SIGNED}`,
    );
    expect(textsOf(text)).toEqual({ 'item_8.01': 'The mill burnt.', 'item_9.01': '(d) Exhibits. None.' });
  });
});

describe('compares items with the header:', () => {
  test('reports an item that is missing in the text', () => {
    const text = split(`<p><b>Item 8.01 Other Events</b></p><p>The mill burnt.</p>${SIGNED}`, ['5.02', '8.01']);
    expect(text.status).toBe('partial');
    expect(text.reason).toBe("The filing's header names item 5.02, of which no heading was found.");
    expect(text.sections.map(section => section.sectionKey)).toEqual(['item_8.01']);
  });

  test('adds no items of an older report that the text quotes', () => {
    const text = split(
      `<p><b>Item 8.01 Other Events</b></p><p>Our report of May 2 read as follows:</p>
       <p><b>Item 4.02 Non-Reliance on Previously Issued Financial Statements</b></p><p>The 2019 statements are not to be relied on.</p>
       <p>That report is withdrawn.</p>${SIGNED}`,
      ['8.01'],
    );
    expect(text.sections.map(section => section.sectionKey)).toEqual(['item_8.01']);
    expect(text.sections[0]?.text).toMatch(/That report is withdrawn\.$/);
    expect(text.reason).toBe("Headings of item 4.02 were passed over: the filing's header does not name it.");
  });

  test('finds the list of exhibits without a heading', () => {
    const text = split(
      `<p><b>Item 8.01 Other Events</b></p><p>The mill burnt.</p>
       <table><tr><td>Exhibit Number</td><td>Description</td></tr><tr><td>99.1</td><td>Press release</td></tr></table>${SIGNED}`,
      ['8.01', '9.01'],
    );
    expect(textsOf(text)).toEqual({
      'item_8.01': 'The mill burnt.',
      'item_9.01': 'Exhibit Number | Description\n99.1 | Press release',
    });
  });

  test('reports a document without any items', () => {
    const text = split(`<p>We sell flour.</p>${SIGNED}`, ['2.02']);
    expect(text).toEqual({
      status: 'sections_not_found',
      reason: "No heading of item 2.02, which the filing's header names, was found in mills-8k.htm.",
      sections: [],
    });
  });
});

describe('ends the last item:', () => {
  test('before the signatures and the exhibit index after them', () => {
    const text = split(
      `<p><b>Item 9.01 Financial Statements and Exhibits</b></p><p>(d) Exhibits</p><p>99.1 Press release</p>${SIGNED}
       <p>EXHIBIT INDEX</p><p>99.1 Press release</p>`,
    );
    expect(textsOf(text)).toEqual({ 'item_9.01': '(d) Exhibits\n\n99.1 Press release' });
  });

  test.each([
    ['<p>S I G N A T U R E S</p>'],
    ['<p>SIGNATURE PAGE</p>'],
    ['<table><tr><td>SIGNATURES</td></tr></table>'],
    [
      '<p>In accordance with Section 13 of the Securities Exchange Act of 1934, the registrant caused this report to be signed.</p>',
    ],
  ])('%s', signature => {
    const text = split(`<p><b>Item 8.01 Other Events</b></p><p>The mill burnt.</p>${signature}<p>/s/ Ann Doe</p>`);
    expect(textsOf(text)).toEqual({ 'item_8.01': 'The mill burnt.' });
  });

  test('after an exhibit index before the signatures if there is no other list of exhibits', () => {
    const list = `<p><b>EXHIBIT INDEX</b></p><p>99.1 Press release</p>${SIGNED}`;
    const alone = split(`<p><b>Item 9.01 Financial Statements and Exhibits</b></p><p>(d) Exhibits</p>${list}`);
    expect(textsOf(alone)['item_9.01']).toBe('(d) Exhibits\n\nEXHIBIT INDEX\n\n99.1 Press release');
    const second = split(`<p><b>Item 9.01 Financial Statements and Exhibits</b></p><p>99.1 Press release</p>${list}`);
    expect(textsOf(second)['item_9.01']).toBe('99.1 Press release');
  });
});

test('marks an item that only refers to another one as by_reference', () => {
  const text = split(
    `<p><b>Item 1.01 Entry into a Material Definitive Agreement</b></p><p>We borrowed $9 million.</p>
     <p><b>Item 2.03 Creation of a Direct Financial Obligation</b></p>
     <p>The information set forth in Item 1.01 is incorporated herein by reference.</p>${SIGNED}`,
  );
  expect(text.sections.map(section => [section.sectionKey, section.status, section.target?.locator])).toEqual([
    ['item_1.01', 'found', undefined],
    ['item_2.03', 'by_reference', 'Item 1.01'],
  ]);
});

describe('before 2004-08-23', () => {
  const REPORT = `<PAGE>
                                  FORM 8-K

                 INFORMATION INCLUDED IN THIS REPORT

Items 1 through 4, 6 and 8 Not Applicable.

Item 5.     OTHER EVENTS.

       (i)  Fictional Mills Corporation has bought the mill at Lower Fordham
from its founder.

Item 7.     FINANCIAL STATEMENTS, PRO FORMA FINANCIAL INFORMATION AND
            EXHIBITS.

            (c)  Exhibits

            99.1  Text of press release dated January 19, 2000.

                                       2
<PAGE>
                                  SIGNATURE

Pursuant to the requirements of the Securities Exchange Act of 1934, the
registrant has duly caused this report to be signed on its behalf.
`;

  test('items have plain numbers, and the header may leave some out', () => {
    const wanted = {
      item_5: '(i) Fictional Mills Corporation has bought the mill at Lower Fordham from its founder.',
      item_7: '(c) Exhibits\n\n99.1 Text of press release dated January 19, 2000.',
    };
    expect(textsOf(split(REPORT, [], '2000-01-24'))).toEqual(wanted);
    const strict = split(REPORT, ['7'], '2000-01-24');
    expect(Object.keys(textsOf(strict))).toEqual(['item_7']);
    expect(strict.reason).toContain('5');
    const withHeader = splitCurrentReport({ ...inputOf(REPORT, ['7'], '2000-01-24'), unnamedItems: 1 });
    expect(textsOf(withHeader)).toEqual(wanted);
    expect(withHeader.sections[0]?.warnings).toEqual(["The filing's header does not name the item."]);
  });

  test('marks items that are not applicable', () => {
    const text = split(
      `ITEM 1.  CHANGES IN CONTROL OF REGISTRANT\n\n  Not applicable.\n\nITEM 12. RESULTS OF OPERATIONS AND FINANCIAL CONDITION\n
  On March 3 the mill published its results.\n\nSIGNATURES\n`,
    );
    expect(text.sections.map(section => [section.sectionKey, section.status, section.isFurnished])).toEqual([
      ['item_1', 'reserved_or_na', false],
      ['item_12', 'found', true],
    ]);
  });
});

test('reads hostile headings in bounded time', () => {
  const text = split(`${'<p>Item 8.01 Other Events</p>'.repeat(20_000)}${SIGNED}`, ['8.01']);
  expect(text.sections).toHaveLength(1);
});
