import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { parseHtml } from './parse-html.ts';
import type { Block, TableBlock, TextBlock } from './text-document.ts';

function blocks(html: string): Block[] {
  return parseHtml(html).blocks;
}

function texts(html: string): string[] {
  return paragraphs(html).map(block => block.text);
}

function paragraphs(html: string): TextBlock[] {
  return blocks(html).filter(block => block.kind === 'text');
}

function table(html: string): TableBlock | undefined {
  return blocks(html).find(block => block.kind === 'table');
}

describe('parseHtml: text', () => {
  it('decodes references and collapses white space', () => {
    expect(texts('<p>Lantern&nbsp;&amp;\n  Sons&#8217; <b>har</b>bour &#151; &euro;5&bogus; &#xZZ;</p>')).toEqual([
      'Lantern & Sons’ harbour — €5&bogus; &#xZZ;',
    ]);
  });

  it('starts a new block at block elements and line breaks', () => {
    const lines = paragraphs('<div>one<p>two<br>three<div>four</div>five</div>');
    expect(lines.map(({ text, isContinuation }) => [text, isContinuation])).toEqual([
      ['one', false],
      ['two', false],
      ['three', true],
      ['four', false],
      ['five', false],
    ]);
  });

  it('records source offsets', () => {
    const source = '<p> <b>Lantern</b> works </p>';
    const [block] = paragraphs(source);
    expect(source.slice(block?.start, block?.end).trim()).toBe('<b>Lantern</b> works'.replace('<b>', ''));
  });

  it('leaves out hidden parts', () => {
    const html = `<head><title>T</title><style>p{}</style></head><body><div style="display:none"><p>no</p></div>
      <span style="VISIBILITY:hidden">no</span><script>if (1<2) no()</script><p hidden>no</p>
      <ix:header><ix:hidden><ix:nonNumeric>no</ix:nonNumeric></ix:hidden></ix:header><p>yes</p></body>`;
    expect(texts(html)).toEqual(['yes']);
  });

  it('leaves out the container’s own lines', () => {
    expect(texts('<DOCUMENT>\n<TYPE>10-Q\n<SEQUENCE>1\n<FILENAME>a.htm\n<TEXT>\n<p>yes</p></TEXT></DOCUMENT>')).toEqual(
      ['yes'],
    );
  });

  it('keeps the lines of preformatted parts', () => {
    expect(texts('<pre>ITEM 1.\nBusiness\n\nWe sell</pre>')).toEqual(['ITEM 1.', 'Business', 'We sell']);
  });

  it('repairs windows-1252 read as Latin-1', () => {
    expect(texts('<p>Harbour\u0092s \u0093light\u0094</p>')).toEqual(['Harbour’s “light”']);
  });
});

describe('parseHtml: formatting', () => {
  it.each([
    ['<p><b>Item 1</b></p>', { isBold: true }],
    ['<p style="font-weight:700">Item 1</p>', { isBold: true }],
    ['<p><span style="font:bold 10pt Arial">Item 1</span></p>', { isBold: true }],
    ['<p><b>Item</b> 1</p>', { isBold: false, emphasisedLead: 4 }],
    ['<p><b>Item 1<span style="font-weight:400"> and</span></b></p>', { isBold: false, emphasisedLead: 6 }],
    ['<p><b>Item</b> <b>1</b> — </p>', { isBold: true }],
    ['<p><i>Item 1</i></p>', { isItalic: true }],
    ['<p style="text-decoration:underline">Item 1</p>', { isUnderlined: true }],
    ['<p align="center">Item 1</p>', { isCentred: true }],
    ['<center>Item 1</center>', { isCentred: true }],
    ['<div style="text-align:center"><p style="text-align:left">Item 1</p></div>', { isCentred: false }],
    ['<p style="text-transform:uppercase">Item 1</p>', { text: 'ITEM 1' }],
    ['<h2>Item 1</h2>', { headingLevel: 2, isBold: true }],
    ['<ul><li>Item<ul><li>1', { text: 'Item', listDepth: 1 }],
  ])('recognises %s', (html, expected) => {
    expect(paragraphs(html)[0]).toMatchObject(expected);
  });

  it('ends formatting with its element, however the element is closed', () => {
    expect(paragraphs('<p align=center><b>one<p>two</b><p>three').map(block => block.isCentred)).toEqual([
      true,
      false,
      false,
    ]);
    expect(paragraphs('<b><table><tr><td>one</td></tr></table></b><p>two</p>').map(block => block.isBold)).toEqual([
      false,
      false,
    ]);
  });
});

describe('parseHtml: links and anchors', () => {
  it('keeps links, and places an anchor at its own or the next block', () => {
    const { blocks: all, anchors } = parseHtml(
      '<p><a href="#i1">Item 1 &amp; 2</a> x</p><a name="i1"></a><p>Item 1</p><p id="i2">Item 2</p>',
    );
    expect(all[0]).toMatchObject({ links: [{ href: '#i1', text: 'Item 1 & 2' }] });
    expect([anchors.get('i1'), anchors.get('i2')]).toEqual([1, 2]);
  });
});

describe('parseHtml: tables', () => {
  it('reads rows of cells with spans', () => {
    const html =
      '<table><tr><th colspan="2">Year</th></tr><tr><td rowspan=2>Sales<br>net</td><td>$</td><td>5</td></tr></table>';
    expect(table(html)?.rows.map(row => row.cells)).toMatchObject([
      [{ text: 'Year', colspan: 2, isHeader: true }],
      [{ text: 'Sales net', rowspan: 2, isHeader: false }, { text: '$' }, { text: '5' }],
    ]);
  });

  it('replaces layout tables with their paragraphs', () => {
    expect(texts('<table><tr><td></td><td><p>one</p><p>two</p></td></tr><tr><td>three</td></tr></table>')).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(texts('<table><tr><td><b>Item 1.</b></td><td>&nbsp;</td><td><b>Business</b></td></tr></table>')).toEqual([
      'Item 1. Business',
    ]);
    expect(
      paragraphs('<table><tr><td>•</td><td>first light</td></tr><tr><td>•</td><td>second light</td></tr></table>'),
    ).toMatchObject([
      { text: '• first light', listDepth: 1 },
      { text: '• second light', listDepth: 1 },
    ]);
  });

  it('replaces tables around other tables with their content', () => {
    const inner = '<table><tr><td>Sales</td><td>5</td></tr></table>';
    expect(blocks(`<table><tr><td>Left</td><td>${inner}</td></tr></table>`).map(block => block.kind)).toEqual([
      'text',
      'table',
    ]);
  });

  it('closes rows and cells without end tags', () => {
    expect(
      table('<table><tr><td>a<td>b<tr><td>c<td>d</table>')?.rows.map(row => row.cells.map(cell => cell.text)),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });
});

describe('parseHtml: pages', () => {
  const page = (foot: string, text: string) =>
    `<p>${text}</p><p style="text-align:center">${foot}</p><hr style="page-break-after:always">`;

  it('merges page numbers, running headers and links to the contents into page breaks', () => {
    const html = [1, 2, 3, 4, 5]
      .map(n => page(`${n} | Lantern Inc. Form 10-K`, `text ${'abcde'[n - 1]}`))
      .join('<p><a href="#toc">Table of Contents</a></p>');
    const all = blocks(html);
    expect(all.flatMap(block => (block.kind === 'text' ? [block.text] : []))).toEqual([
      'text a',
      'text b',
      'text c',
      'text d',
      'text e',
    ]);
    expect(all.flatMap(block => (block.kind === 'page' ? [block.pageNumber] : []))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('keeps the day below signatures, and the name of a group above its first statement', () => {
    const days = [1, 2, 3, 4].map(n => page(`${n}`, `signed ${'abcd'[n - 1]}</p><p>February 16, 2024`)).join('');
    const rest = [5, 6, 7, 8, 9].map(n => page(`${n}`, 'text')).join('');
    expect(texts(days + rest).filter(text => text.startsWith('February'))).toHaveLength(4);
    const statements = ['Balance Sheets', 'Statements of Income', 'Statements of Cash Flows', 'Notes', 'Notes']
      .map((title, n) => page(String(n), `LANTERN INC. AND SUBSIDIARIES</p><p>${title}</p><p>text ${'abcde'[n]}`))
      .join('');
    const shown = texts(`${page('0', 'cover')}${statements}`);
    expect(shown.filter(text => text.startsWith('LANTERN'))).toHaveLength(1);
    expect(shown.indexOf('LANTERN INC. AND SUBSIDIARIES')).toBe(shown.indexOf('Balance Sheets') - 1);
  });

  it('keeps short answers that end pages more often than a header would', () => {
    const html = [1, 2, 3, 4, 5]
      .map(n => page(String(n), `Item ${n}`).replace('<p style', '<p>Not applicable.</p><p style'))
      .join('');
    expect(texts(html).filter(text => text === 'Not applicable.')).toHaveLength(5);
  });

  it('removes repeated headers of part and item, except the first of a part', () => {
    const html = ['1', '1', '1A', '2', '3']
      .map((item, n) => `<p>PART I</p><p>Item ${item}</p>${page(String(n + 1), `text ${'abcde'[n]}.`)}`)
      .join('');
    expect(texts(`<p style="page-break-after:always">0</p>${html}`)).toEqual([
      'PART I',
      'text a.',
      'text b.',
      'text c.',
      'text d.',
      'text e.',
    ]);
  });

  it('does not end a page at a drawn line alone', () => {
    expect(blocks('<p>one</p><hr><p>two</p>').map(block => block.kind)).toEqual(['text', 'text']);
    expect(blocks('<p>one</p><p>- 7 -</p><hr><p>two</p>')).toMatchObject([
      { text: 'one' },
      { pageNumber: '7' },
      { text: 'two' },
    ]);
  });
});

describe('parseHtml: hostile input', () => {
  it.each<[string, () => string]>([
    [
      'elements nested a hundred thousand deep',
      () => `${'<div><b>'.repeat(50_000)}light${'</b></div>'.repeat(50_000)}`,
    ],
    ['as many unmatched end tags', () => `light${'</b></p></table></span>'.repeat(100_000)}`],
    ['as many misnested elements', () => `${'<i>'.repeat(30_000)}${'<td></i>'.repeat(30_000)}light`],
    ['tables a thousand deep', () => `${'<table><tr><td>'.repeat(1_000)}light`],
    [
      'an attribute of fifty megabytes',
      () => `<p style="${'a'.repeat(50_000_000)}" title="${'<'.repeat(1_000)}">light</p>`,
    ],
    ['NULs and lone surrogates', () => `<p>li\0gh\ud800t</p>`],
    ['broken entities', () => `<p>${'&'.repeat(100_000)}${'&#'.repeat(100_000)}&#x110000;&#99999999999; light</p>`],
    ['an unclosed tag', () => `<p>light</p><p class="${'x'.repeat(1_000)}`],
    [
      'excessive column and row spans',
      () => `<table>${'<tr><td colspan="99999999" rowspan="-1">light</td><td>2</td></tr>'.repeat(100)}</table>`,
    ],
    [
      'an entity bomb, which HTML does not expand',
      () => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><p>light &b;</p>`,
    ],
  ])('reads %s in bounded time', (_, make) => {
    const source = make();
    let document = parseHtml('');
    expect(processorMs(() => (document = parseHtml(source)))).toBeLessThan(10_000);
    expect(document.blocks.length).toBeGreaterThan(0);
  });

  it.each(['<p>one</p><p>two</p', '<p>one</p></p ', '<p>one</b class="x', '<ix:header></ix:header><p>one</p x'])(
    'does not read an end tag cut off at the end of the document as text: %s',
    source => {
      const { blocks } = parseHtml(source);
      expect(blocks.map(block => block.kind === 'text' && block.text)).toEqual(source.match(/one|two/g));
      expect(blocks.every(block => block.start >= 0)).toBe(true);
    },
  );

  it('keeps source order where two page breaks claim one page number', () => {
    const rule = '<hr style="page-break-after:always">';
    const { blocks } = parseHtml(`<p>one</p><p>1</p>${rule}<p>2</p>${rule}<p>3</p><p>two</p>`);
    for (const [at, block] of blocks.entries()) {
      expect(block.start).toBeGreaterThanOrEqual(blocks[at - 1]?.end ?? 0);
      expect(block.end).toBeGreaterThanOrEqual(block.start);
    }
  });

  it('reports reached limits', () => {
    expect(parseHtml(`${'<div>'.repeat(70_000)}light`).warnings).toContain('nesting_limit');
  });
});

const PERIODIC = new URL('../../../../../shared/data/us/periodic/', import.meta.url).pathname;

describe.skipIf(!existsSync(PERIODIC))('parseHtml: recorded reports (skipped without ../shared/data/us)', () => {
  const read = (name: string) => parseHtml(gunzipSync(readFileSync(PERIODIC + name)).toString('utf8'));

  it("reads Apple's for fiscal 2024: contents, statements, footers", () => {
    const { blocks: all, warnings } = read('AAPL_10-K_0000320193-24-000123.htm.gz');
    const rows = all.flatMap(block => (block.kind === 'table' ? block.rows : []));
    const sales = rows.find(
      row => row.cells[0]?.text === 'Total net sales' && row.cells.some(cell => cell.text === '391,035'),
    );
    expect(sales?.cells.map(cell => cell.text).filter(text => /\d/.test(text))).toContain('383,285');
    expect(all.some(block => block.kind === 'text' && /Form 10-K \| \d+$/.test(block.text))).toBe(false);
    expect(all.filter(block => block.kind === 'page' && /^\d+$/.test(block.pageNumber ?? '')).length).toBeGreaterThan(
      50,
    );
    expect(warnings).toEqual([]);
  });

  it("reads Medicis's for fiscal 1999: trademarks in one paragraph, page numbers between rules", () => {
    const { blocks: all } = read('0000950153-99-001234.html.gz');
    expect(all).toContainEqual(expect.objectContaining({ text: 'Products in Development', isBold: true }));
    expect(all.filter(block => block.kind === 'page').map(block => block.pageNumber)).toContain('16');
  });
});
