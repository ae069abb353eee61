import { describe, expect, test } from 'vitest';
import { expectLinearTime } from '../../../../test/processor-time.ts';
import { renderMarkdown } from '../render/render-markdown.ts';
import { renderSafeHtml } from '../render/render-safe-html.ts';
import { renderText } from '../render/render-text.ts';
import type { Block, TextBlock } from '../text-document.ts';
import { parsePlainText } from './parse-plain-text.ts';

function shown(block: Block): string {
  if (block.kind === 'page') return `page ${block.pageNumber}`;
  if (block.kind === 'text') return block.text;
  return block.rows.map(row => row.cells.map(cell => cell.text).join(' | ')).join('\n');
}

function read(source: string): string[] {
  return parsePlainText(source).blocks.map(shown);
}

function textBlocks(source: string): TextBlock[] {
  return parsePlainText(source).blocks.filter(block => block.kind === 'text');
}

describe('parsePlainText: paragraphs', () => {
  test('joins lines that fill the width, until one has room for the next word', () => {
    expect(
      read(`     Fictional Mills Corporation (the "Company") was founded as a partnership
in 1975 and grinds wheat, rye and state-
of-the-art oats. It employs 12 persons
     On March 3 the mill burnt. No one was hurt, and the flour had been sold
the day before to a baker.
`),
    ).toEqual([
      'Fictional Mills Corporation (the "Company") was founded as a partnership in 1975 and grinds wheat, rye and state-of-the-art oats. It employs 12 persons',
      'On March 3 the mill burnt. No one was hurt, and the flour had been sold the day before to a baker.',
    ]);
  });

  test('starts a paragraph at a first-line indent after the end of a sentence', () => {
    expect(
      read(`   The Company was founded as a partnership in 1975 by the grandfather of its
president and grinds wheat.
   It employs 12 persons, most of whom live in the village, and sells flour to
bakers.
`),
    ).toEqual([
      'The Company was founded as a partnership in 1975 by the grandfather of its president and grinds wheat.',
      'It employs 12 persons, most of whom live in the village, and sells flour to bakers.',
    ]);
  });

  test('recognises list items and hanging text', () => {
    const blocks = textBlocks(`    (a)   Financial statements of the business acquired are filed with this
          report as Exhibit 99.
    (b)   Pro forma financial information. Not applicable.

    o  wheat
    o  rye
`);
    expect(blocks.map(block => [block.listDepth, block.text])).toEqual([
      [0, '(a) Financial statements of the business acquired are filed with this report as Exhibit 99.'],
      [0, '(b) Pro forma financial information. Not applicable.'],
      [1, 'o wheat'],
      [1, 'o rye'],
    ]);
  });
});

describe('parsePlainText: headings', () => {
  test('joins wrapped headings, and recognises them directly above their text', () => {
    expect(
      read(`ITEM 4.02 NON-RELIANCE ON PREVIOUSLY ISSUED FINANCIAL STATEMENTS OR A RELATED
AUDIT REPORT OR COMPLETED INTERIM REVIEW.

ITEM 7.  MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND
         RESULTS OF OPERATIONS

SIGNATURES
Pursuant to the requirements of the Securities Exchange Act of 1934, the
Registrant has duly caused this report to be signed.
`),
    ).toEqual([
      'ITEM 4.02 NON-RELIANCE ON PREVIOUSLY ISSUED FINANCIAL STATEMENTS OR A RELATED AUDIT REPORT OR COMPLETED INTERIM REVIEW.',
      "ITEM 7. MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS",
      'SIGNATURES',
      'Pursuant to the requirements of the Securities Exchange Act of 1934, the Registrant has duly caused this report to be signed.',
    ]);
  });

  test('recognises centred headings and headings underlined with dashes or equals signs, also dash-escaped', () => {
    const blocks = textBlocks(`                                  PART I
ITEM 1.  BUSINESS

                               RISK FACTORS
                               ============

Item 5. Other Events
- ------- ------------
On September 26, 1997, the mill was sold to its founder and to those who had
worked in it.
`);
    expect(blocks.map(block => [block.text.slice(0, 24), block.isCentred, block.isUnderlined])).toEqual([
      ['PART I', true, false],
      ['ITEM 1. BUSINESS', false, false],
      ['RISK FACTORS', true, true],
      ['Item 5. Other Events', false, true],
      ['On September 26, 1997, t', false, false],
    ]);
  });

  test('does not treat the start of a wrapped line as a heading', () => {
    expect(
      read(`Indicate by check mark if disclosure of delinquent filers pursuant to
Item 405 of Regulation S-K is not contained herein, and will not be
contained in definitive proxy statements.
`),
    ).toHaveLength(1);
  });
});

describe('parsePlainText: pages', () => {
  const PAGES = `<PAGE>   1
The first page ends in the middle of
                                       - 12 -
<PAGE>   2
a sentence.

                                      F-3
`;

  test('reads the page number printed at the foot', () => {
    expect(read(PAGES)).toEqual([
      'page null',
      'The first page ends in the middle of',
      'page 12',
      'a sentence.',
      'page F-3',
    ]);
  });

  test('removes page furniture from the text', () => {
    const document = parsePlainText(PAGES);
    expect(renderText(document, 0, PAGES.length)).not.toMatch(/12|F-3|PAGE/);
  });
});

test('removes running headers', () => {
  const pages = ['one', 'two', 'three', 'four', 'five'].map(page => `<PAGE>\nMILLS 10-K\n\nText of page ${page}.\n\n`);
  expect(read(pages.join('')).filter(text => !text.startsWith('page'))).toEqual([
    'Text of page one.',
    'Text of page two.',
    'Text of page three.',
    'Text of page four.',
    'Text of page five.',
  ]);
});

describe('parsePlainText: tables', () => {
  const STATEMENT = `<TABLE>
<CAPTION>
                                                 Six Months Ended
                                              ----------------------
                                              June 30,      June 30,
                                                1995          1994
                                              --------      --------
<S>                                           <C>           <C>
Net sales                                     $  1,945      $  1,530
Accounts receivable, less
  allowances of $64 and $68                        940           681
Operating expenses:
   Restructuring costs                            (127)          --
                                              --------      --------
                                              $  1,818      $  2,211
                                              ========      ========
</TABLE>
`;

  test('reads columns from the alignment of lines', () => {
    expect(read(STATEMENT)).toEqual([
      [
        ' | Six Months Ended',
        ' | June 30, | June 30,',
        ' | 1995 | 1994',
        'Net sales | $1,945 | $1,530',
        'Accounts receivable, less allowances of $64 and $68 | 940 | 681',
        'Operating expenses: |  | ',
        'Restructuring costs | (127) | --',
        ' | $1,818 | $2,211',
      ].join('\n'),
    ]);
    const table = parsePlainText(STATEMENT).blocks[0];
    const cells = table?.kind === 'table' ? table.rows.flatMap(row => row.cells) : [];
    expect(cells.filter(cell => cell.isHeader && cell.text !== '').map(cell => [cell.text, cell.colspan])).toEqual([
      ['Six Months Ended', 2],
      ['June 30,', 1],
      ['June 30,', 1],
      ['1995', 1],
      ['1994', 1],
    ]);
    const figure = cells.find(cell => cell.text === '(127)');
    expect(STATEMENT.slice(figure?.start, figure?.end)).toBe('(127)');
  });

  test('recognises tables without tags', () => {
    expect(
      read(`         California                 0-18225                      77-0059951
(State or other jurisdiction      (Commission                  (IRS Employer
   of incorporation)              File Number)               Identification No.)

         Wheat          9           12
         Rye           11          104
`),
    ).toEqual([
      'California | 0-18225 | 77-0059951\n(State or other jurisdiction | (Commission | (IRS Employer\nof incorporation) | File Number) | Identification No.)',
      'Wheat | 9 | 12\nRye | 11 | 104',
    ]);
  });

  test('reads a table of contents with leader dots', () => {
    expect(
      read(`<TABLE>
<S>         <C>                                                       <C>
                                PART I
Item 1.     Business................................................    1
Item 7.     Management's Discussion and Analysis of Financial
            Condition...............................................   14
</TABLE>
`),
    ).toEqual([
      " | PART I | \nItem 1. | Business | 1\nItem 7. | Management's Discussion and Analysis of Financial Condition | 14",
    ]);
  });

  test('keeps lines unchanged if columns overlap', () => {
    const blocks = textBlocks(`<TABLE>
                        Common Stock     Retained  Total
                      Shares    Amount   Earnings  Equity
Balance at 1991      118,386 $ 278,865 $1,492,024   1,766
Issued   4,093   155,388    --    155
Repurchase of shares  (4,000) (151,943)  (60,682)   (212)
</TABLE>
`);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.isPreformatted).toBe(true);
    expect(blocks[0]?.text.split('\n')).toHaveLength(5);
  });

  test('reads prose between table tags as prose', () => {
    const prose = 'The weighted average interest rates for borrowings were approximately\n'.repeat(4);
    const blocks = parsePlainText(`<TABLE>\n${prose}</TABLE>\n`).blocks;
    expect(blocks.map(block => block.kind)).toEqual(['text']);
  });

  test('ends an unclosed table at the next page', () => {
    expect(read('<TABLE>\nWheat          9           12\nRye           11          104\n<PAGE>\nNext page.\n')).toEqual(
      ['Wheat | 9 | 12\nRye | 11 | 104', 'page null', 'Next page.'],
    );
  });
});

test('parsePlainText decodes windows-1252 and character references', () => {
  expect(read('The \u0093mill\u0094 of Smith &amp; Sons \u0096 sold for &#163;9\0.\n')).toEqual([
    'The “mill” of Smith & Sons – sold for £9.',
  ]);
});

test('parsePlainText skips the container’s own tags', () => {
  expect(read('<TYPE>8-K\n<SEQUENCE>1\n<DESCRIPTION>FORM 8-K\n<TEXT>\nFORM 8-K\n</TEXT>\n')).toEqual(['FORM 8-K']);
});

test('parsePlainText accepts any line end and keeps source offsets', () => {
  const source = 'First.\r\n\r\nSecond.\r\rThird.';
  const { blocks } = parsePlainText(source);
  expect(blocks.map(block => source.slice(block.start, block.end))).toEqual(['First.', 'Second.', 'Third.']);
});

describe('parsePlainText: hostile text', () => {
  test.each([
    ['one line', 'x ', 400_000],
    ['one chunk', 'short line of text\n', 20_000],
    ['open tables', '<TABLE>\n1    2\n', 12_000],
    ['open tables and pages', '<TABLE>\n<PAGE>\n', 20_000],
    ['groups of two rows', 'a       1       2\nb       3       4\n\n', 6_000],
    ['carriage returns', 'a\r', 40_000],
    ['dots', `${'.'.repeat(1_900)}\n`, 200],
    ['blanks', `${' '.repeat(1_900)}x\n`, 200],
    ['tabs', `${'\t'.repeat(1_900)}x\n`, 200],
    ['angle brackets', '<', 400_000],
    ['NULs', '\0', 400_000],
  ])('reads %s in time linear in the length', (_, piece, size) => {
    expectLinearTime(size, count => piece.repeat(count), parsePlainText);
  });

  // The time of a long line may depend on its length, which is cut.
  test('reads lines of any length in time linear in the length', () => {
    for (const character of ['.', ' ', '\t']) {
      expectLinearTime(400_000, length => `${character.repeat(length)}x\n`, parsePlainText);
    }
  });
});

test('renders preformatted lines unchanged', () => {
  const source = `<TABLE>
                      Shares    Amount   Earnings  Equity
Balance at 1991      118,386 $ 278,865 $1,492,024   1,766
Issued & sold   4,093   155,388    --    155
Repurchase of shares  (4,000) (151,943)  (60,682)   (212)
</TABLE>
`;
  const document = parsePlainText(source);
  expect(renderMarkdown(document, 0, source.length)).toMatch(/^```\n {22}Shares {4}Amount[\s\S]*\n```$/);
  expect(renderSafeHtml(document, 0, source.length)).toMatch(
    /^<pre> {22}Shares[\s\S]*Issued &amp; sold {3}4,093[\s\S]*<\/pre>$/,
  );
  expect(renderText(document, 0, source.length)).toMatch(/\nRepurchase of shares {2}\(4,000\)/);
});

test('ends the heading of an item that leaves room in its line', () => {
  const text = 'The mill grinds wheat, rye and oats for the bakers of the town and sells flour.\n';
  expect(read(`ITEM 1. BUSINESS\nGeneral\n\n${text}\nITEM 2. PROPERTIES\n${text}`)).toEqual([
    'ITEM 1. BUSINESS',
    'General',
    text.trim(),
    'ITEM 2. PROPERTIES',
    text.trim(),
  ]);
});

test('begins a paragraph at the heading of an item directly below the rows of a table', () => {
  const rows = Array.from(
    { length: 4 },
    (_, row) => `  Quarter ${row}..............   $12.0${row}     $10.0${row}    $14.00`,
  );
  const blocks = read(`${rows.join('\n')}\nITEM 6. SELECTED FINANCIAL DATA\n\nThe mill ground less wheat.\n`);
  expect(blocks.slice(1)).toEqual(['ITEM 6. SELECTED FINANCIAL DATA', 'The mill ground less wheat.']);
});

describe('parsePlainText: page numbers without page tags', () => {
  const page = (number: number): string =>
    `${'The mill grinds wheat, rye and oats for the bakers of the town.\n'.repeat(20)}${number}\n`;

  test('end pages if they are consecutive and a page apart', () => {
    const blocks = parsePlainText([3, 4, 5, 6, 7].map(page).join('')).blocks;
    expect(blocks.filter(block => block.kind === 'page').map(block => block.pageNumber)).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
  });

  test('end pages even if other pages are marked', () => {
    const source = [1, 2, 3, 4, 5, 6, 7].map(number => page(number) + (number === 4 ? '<PAGE>\n' : '')).join('');
    const numbers = parsePlainText(source).blocks.flatMap(block => (block.kind === 'page' ? [block.pageNumber] : []));
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('are text otherwise', () => {
    const blocks = parsePlainText([3, 9, 4, 12, 5, 1].map(page).join('')).blocks;
    expect(blocks.some(block => block.kind === 'page')).toBe(false);
  });

  test('follow the longest sequence, across table cells and a page without a number', () => {
    const page = (number: string) =>
      `${Array.from({ length: 16 }, (_, line) => `The mill of Fictional Mills grinds ${line} sacks of wheat.\n\n`).join('')}${number}\n\n`;
    const cells = 'Wheat\n\n3\n\nRye\n\n7\n\nOats\n\n12\n\n';
    const source = [page('1'), page('2'), cells, page('3'), page(''), page('5'), page('6'), page('7')].join('');
    const numbers = parsePlainText(source).blocks.flatMap(block => (block.kind === 'page' ? [block.pageNumber] : []));
    expect(numbers).toEqual(['1', '2', '3', '5', '6', '7']);
  });
});
