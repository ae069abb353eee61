import { describe, expect, test } from 'vitest';
import { renderText } from '../html-text/render/render-text.ts';
import { findBookmarkedParts } from './bookmarked-parts.ts';
import type { PdfBookmark, PdfPage, PdfRun } from './pdf-page.ts';
import { toTextDocument } from './to-text-document.ts';

/** A text with letters half as wide as high, Chinese ones as wide. */
function run(text: string, left: number, baseline: number, size = 10): PdfRun {
  const width = [...text].reduce((sum, char) => sum + (char > '\u2e80' ? size : size / 2), 0);
  return { text, left, right: left + width, baseline, size };
}

/** Lines below each other. */
function lines(texts: readonly string[], left = 50, top = 100, size = 10): PdfRun[] {
  return texts.map((text, at) => run(text, left, top + at * size * 1.3, size));
}

function page(number: number, runs: PdfRun[]): PdfPage {
  return { number, height: 842, runs, aside: [] };
}

function textOf(...pages: PdfPage[]): string {
  const { document } = toTextDocument(pages);
  return renderText(document, 0, document.source.length);
}

const filler = 'The group sells instruments of its own and rents them out.';

describe('toTextDocument: lines', () => {
  test('joins lines into paragraphs: a short line ends one, an indented line starts the next', () => {
    const text = textOf(
      page(1, [
        ...lines([`${filler} The year was`, `${filler} It was good`, 'for all.']),
        ...lines([`${filler} Then came`], 70, 139),
        ...lines([`${filler} and so on so`, 'it went.'], 50, 152),
      ]),
    );
    expect(text.split('\n\n')).toEqual([
      `${filler} The year was ${filler} It was good for all.`,
      `${filler} Then came ${filler} and so on so it went.`,
    ]);
  });

  test('joins Chinese lines without a blank and closes spaced letters', () => {
    const [first, second] = ['本公司董事會謹此宣佈截至二零二五年三', '月三十一日止年度之業績'];
    expect(textOf(page(1, lines([first, second])))).toBe(first + second);
    expect(textOf(page(1, [run('綜 合 損 益 表', 50, 100)]))).toBe('綜合損益表');
  });

  test('joins split words as the document writes them elsewhere', () => {
    const text = textOf(
      page(1, [
        ...lines([
          'All the management and the year-end figures with both are here',
          `${filler} manage-`,
          'ment was changed before the end of which the board had a long-',
          'term plan with the figures of the year that ended and the year-',
          'end of the one before; the term was long and the board was tired',
        ]),
      ]),
    );
    expect(text).toContain('management was changed');
    expect(text).toContain('long-term plan');
    expect(text).toContain('year-end of the one');
  });

  test('reads larger letters as headings', () => {
    const { document } = toTextDocument([
      page(1, [run('Chairman’s Statement', 50, 60, 20), ...lines([filler, filler, filler], 50, 100)]),
    ]);
    const headings = document.blocks.flatMap(block =>
      block.kind === 'text' ? [[block.headingLevel, block.text]] : [],
    );
    expect(headings[0]).toEqual([1, 'Chairman’s Statement']);
    expect(headings[1]?.[0]).toBe(0);
  });
});

describe('toTextDocument: columns', () => {
  const left = Array.from({ length: 8 }, (_, at) => `left ${at} of the text goes on and on`);
  const right = Array.from({ length: 8 }, (_, at) => `right ${at} of the text goes on and on`);

  test('reads columns of prose in sequence, below the rows that cross them', () => {
    const text = textOf(
      page(1, [
        run('A heading that extends across both of the columns of the page and further', 50, 80),
        ...lines(left, 50, 110),
        ...lines(right, 300, 110),
      ]),
    );
    expect(text.indexOf('A heading')).toBe(0);
    expect(text.indexOf('left 7')).toBeLessThan(text.indexOf('right 0'));
    expect(text.indexOf('left 7')).toBeGreaterThan(0);
  });

  test('starts columns side by side, without a table above them', () => {
    const rows = ['營業額', '毛利', '溢利'].flatMap((label, at) => [
      run(label, 50, 60 + 14 * at),
      run(`${at + 1},000`, 150, 60 + 14 * at),
    ]);
    const { document } = toTextDocument([page(1, [...rows, ...lines(left, 50, 130), ...lines(right, 300, 135)])]);
    expect(document.blocks.map(block => block.kind)).toEqual(['table', 'text', 'text', 'page']);
    const text = renderText(document, 0, document.source.length);
    expect(text.indexOf('left 7')).toBeLessThan(text.indexOf('right 0'));
  });

  test('reads columns of figures as a table in any drawing order', () => {
    const rows = [
      [run('2025', 300, 100), run('2024', 400, 100)],
      [run('Revenue', 50, 114), run('1,234', 298, 114), run('987', 405, 114)],
      [run('Cost of sales', 50, 128), run('(800)', 298, 128), run('(700)', 398, 128)],
      [run('Profit attributable to owners', 50, 142), run('434', 305, 142), run('287', 405, 142)],
    ];
    const { document } = toTextDocument([page(1, rows.toReversed().flat())]);
    expect(document.blocks[0]?.kind).toBe('table');
    expect(renderText(document, 0, document.source.length).split('\n')).toEqual([
      ' | 2025 | 2024',
      'Revenue | 1,234 | 987',
      'Cost of sales | (800) | (700)',
      'Profit attributable to owners | 434 | 287',
    ]);
  });

  test('keeps lines unchanged if columns are unclear', () => {
    const { document } = toTextDocument([
      page(1, [
        ...[run('a b c', 50, 100), run('d', 120, 100), run('e', 190, 100)],
        ...[run('f g h i j k l m', 50, 114), run('n', 150, 114), run('o p q r s t', 175, 114)],
        ...[run('aa', 70, 128), run('bb', 100, 128), run('cc', 140, 128), run('dd', 165, 128), run('ee', 230, 128)],
      ]),
    ]);
    const text = renderText(document, 0, document.source.length);
    expect(text.replace(/[\s|]+/g, ' ').trim()).toBe('a b c d e f g h i j k l m n o p q r s t aa bb cc dd ee');
  });
});

describe('toTextDocument: pages', () => {
  const body = (at: number) => lines([filler, `Page ${at} says ${'abcdefghijkl'[at]}.`], 50, 100);

  test('removes page numbers, and headers after the first', () => {
    const pages = Array.from({ length: 6 }, (_, at) =>
      page(at + 1, [run('Aurora Works Annual Report 2025', 50, 30), ...body(at), run(`${at + 10}`, 290, 800)]),
    );
    const text = textOf(...pages);
    expect(text.match(/Annual Report/g)).toHaveLength(1);
    expect(text).not.toMatch(/\b1[0-5]\b/);
    expect(text).toContain('Page 5 says f.');
    const breaks = toTextDocument(pages).document.blocks.filter(block => block.kind === 'page');
    expect(breaks.map(pageBreak => pageBreak.kind === 'page' && pageBreak.pageNumber)).toEqual([
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
    ]);
  });

  test('does not split a paragraph at a page end', () => {
    const chinese = ['本公司董事會謹此宣佈截至二零二五年三', '月三十一日止年度之業績如下'];
    expect(textOf(...chinese.map((text, at) => page(at + 1, lines([text]))))).toBe(chinese.join(''));
    expect(textOf(page(1, lines([`${filler} It`])), page(2, lines([`${filler}`])))).toBe(`${filler} It ${filler}`);
  });
});

describe('findBookmarkedParts', () => {
  const text = toTextDocument([
    page(1, [run('Contents', 50, 60, 16), ...lines([filler])]),
    page(2, [run('1. Chairman’s  Statement', 50, 60, 16), ...lines([filler, 'The first part.'])]),
    page(3, [run('Outlook', 50, 60, 12), ...lines([filler, 'The second part.'])]),
    page(4, lines([filler, 'The third part.'])),
  ]);
  const bookmark = (title: string, pageNumber: number | null, level = 1): PdfBookmark => ({
    title,
    level,
    pageNumber,
    top: null,
  });
  const partsOf = (...bookmarks: PdfBookmark[]) => {
    const found = findBookmarkedParts(text, bookmarks);
    if (found.kind === 'none') return found.why;
    return found.parts.map(({ title, level, start, end, isHeadingSeen }) => ({
      title,
      level,
      isHeadingSeen,
      text: renderText(text.document, start, end).split('\n\n').at(-1),
    }));
  };

  test('divides the text at the targets, at the printed heading if there is one', () => {
    const parts = partsOf(
      bookmark('Chairman’s Statement', 2),
      bookmark('Outlook', 3, 2),
      bookmark('獨立核數師報告', 4),
    );
    expect(parts).toEqual([
      {
        title: 'Chairman’s Statement',
        level: 1,
        isHeadingSeen: true,
        text: expect.stringContaining('The first part.'),
      },
      { title: 'Outlook', level: 2, isHeadingSeen: true, text: expect.stringContaining('The second part.') },
      { title: '獨立核數師報告', level: 1, isHeadingSeen: false, text: expect.stringContaining('The third part.') },
    ]);
  });

  test('skips a bookmark that points backwards', () => {
    const parts = partsOf(bookmark('Glossary', 4), bookmark('Chairman’s Statement', 2), bookmark('Outlook', 3));
    expect(parts).toMatchObject([{ title: 'Chairman’s Statement' }, { title: 'Outlook' }]);
  });

  test('uses the level below a single outermost bookmark', () => {
    const parts = partsOf(
      bookmark('Annual report', 1),
      bookmark('Chairman’s Statement', 2, 2),
      bookmark('Outlook', 3, 2),
    );
    expect(parts).toMatchObject([
      { title: 'Chairman’s Statement', level: 1 },
      { title: 'Outlook', level: 1 },
    ]);
  });

  test.each([
    ['no_bookmarks', []],
    ['bookmarks_of_software', [bookmark('_Toc1234', 2), bookmark('OLE_LINK1', 3), bookmark('page 4', 4)]],
    ['bookmarks_lead_nowhere', [bookmark('A', null), bookmark('B', null), bookmark('B', 99)]],
    ['one_bookmark', [bookmark('Chairman’s Statement', 2)]],
  ])('reports why bookmarks do not divide the text: %s', (why, bookmarks) => {
    expect(partsOf(...bookmarks)).toBe(why);
  });
});
