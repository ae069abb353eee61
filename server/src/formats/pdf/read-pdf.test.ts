import { describe, expect, test } from 'vitest';
import { fictionalPdf, flateStream, type PlacedText } from '../../../test/fictional/pdf.ts';
import { PDF_LIMITS, type PdfPage } from './pdf-page.ts';
import { readPdf } from './read-pdf.ts';

function textsOf({ runs }: PdfPage): string[] {
  return runs.map(run => run.text);
}

const line: PlacedText = { text: 'Aurora Works made a profit.', x: 72, y: 700 };
const whole = fictionalPdf({ pages: [[line]] });

describe('readPdf on a document', () => {
  test('reads texts with their positions, upright, from the upper left corner', async () => {
    const { pages, pageCount, faults } = await readPdf(fictionalPdf({ pages: [[line], [{ ...line, size: 20 }]] }));
    expect([pageCount, faults]).toEqual([2, []]);
    expect(pages.map(textsOf)).toEqual([[line.text], [line.text]]);
    const [run] = pages[0]?.runs ?? [];
    expect(run).toMatchObject({ left: 72, baseline: 842 - 700, size: 10 });
    // Helvetica's widths (Adobe Font Metrics) of these letters add up to 12,504 thousandths.
    expect(run?.right).toBeCloseTo(72 + 125.04, 1);
    expect(pages[1]?.runs[0]?.size).toBe(20);
  });

  test('reads Chinese by the character collection that the font names', async () => {
    const text = '本公司董事會謹此宣佈截至二零二五年十二月三十一日止年度之業績';
    const { pages, faults } = await readPdf(fictionalPdf({ pages: [[{ ...line, text }]] }));
    expect([pages.map(textsOf), faults]).toEqual([[[text]], []]);
  });

  test('replaces radicals named by the font with characters', async () => {
    const { pages } = await readPdf(fictionalPdf({ pages: [[{ ...line, text: '⼈⺠币' }]] }));
    expect(pages.map(textsOf)).toEqual([['人民币']]);
  });

  test('rotates a page in landscape orientation, and keeps text across the page separate', async () => {
    const turned = Array.from(
      { length: 5 },
      (_, at): PlacedText => ({ text: `row ${at}`, x: 100 + 14 * at, y: 300, turns: 1 }),
    );
    const { pages } = await readPdf(fictionalPdf({ pages: [[...turned, { ...line, text: 'tab' }]] }));
    expect(pages[0] && textsOf(pages[0])).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4']);
    const baselines = pages[0]?.runs.map(run => Math.round(run.baseline));
    expect(baselines).toEqual([100, 114, 128, 142, 156]);
    expect(pages[0]?.aside).toEqual(['tab']);
  });

  test('reads bookmarks with their target pages', async () => {
    const { bookmarks } = await readPdf(
      fictionalPdf({
        pages: [[line], [line]],
        bookmarks: [
          { title: '主席報告', page: 1, y: 720, items: [{ title: 'Outlook', page: 2 }] },
          { title: 'Accounts', page: 2, y: 842 },
        ],
      }),
    );
    expect(bookmarks).toEqual([
      { title: '主席報告', level: 1, pageNumber: 1, top: 122 },
      { title: 'Outlook', level: 2, pageNumber: 2, top: null },
      { title: 'Accounts', level: 1, pageNumber: 2, top: 0 },
    ]);
  });
});

describe('readPdf on bad bytes', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'pdf_damaged'],
    ['a file with only a header', Buffer.from('%PDF-1.7\n%%EOF'), 'pdf_damaged'],
    ['a file of letters', Buffer.from('x'.repeat(100_000)), 'pdf_damaged'],
    ['an encrypted file', fictionalPdf({ pages: [[line]], isEncrypted: true }), 'pdf_encrypted'],
    ['a file beyond the size limit', Buffer.alloc(PDF_LIMITS.bytes + 1), 'pdf_too_large'],
  ])('reports %s as a fault and returns no page', async (_, bytes, kind) => {
    const { pages, faults } = await readPdf(bytes);
    expect([pages, faults.map(fault => fault.kind)]).toEqual([[], [kind]]);
  });

  test('returns the text or a fault for a file cut anywhere, and reads the next document', async () => {
    const { pages: texts } = await readPdf(whole);
    for (let length = whole.length - 1; length > 0; length -= 97) {
      const { pages, faults } = await readPdf(whole.subarray(0, length));
      const isRead = pages.length > 0 && pages[0]?.runs[0]?.text === line.text;
      expect(isRead || faults.length > 0 || pages.every(page => page.runs.length === 0)).toBe(true);
    }
    expect((await readPdf(whole)).pages).toEqual(texts);
  });

  test('never throws on random changes', async () => {
    let state = 7;
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 8; change++) {
        state = (state * 48_271) % 2_147_483_647;
        bytes[state % bytes.length] = state >> 8;
      }
      const { pages, faults } = await readPdf(bytes);
      expect(pages.length + faults.length).toBeGreaterThan(0);
    }
  });

  test('ends its thread, not the process, for a stream that unpacks beyond the memory limit', async () => {
    const bomb = withContent(flateStream(Buffer.alloc(160 << 20, ' ')));
    expect(bomb.length).toBeLessThan(1 << 20);
    const limits = { ...PDF_LIMITS, memoryMb: 64, wallMs: 120_000 };
    const { faults } = await readPdf(bomb, limits);
    expect(faults.map(fault => fault.kind)).toEqual(['pdf_memory_limit']);
    expect((await readPdf(whole)).pages).toHaveLength(1);
  });

  test('terminates on circular references and arrays', async () => {
    const looped = whole.toString('latin1').replace(/\/Kids \[[^\]]*\]/, '/Kids [2 0 R 2 0 R]');
    const nested = whole.toString('latin1').replace(/\/MediaBox \[[^\]]*\]/, `/MediaBox ${'['.repeat(50_000)}`);
    const backwards = whole.toString('latin1').replace('/Size', '/Prev 9 /Size');
    for (const source of [looped, nested, backwards]) {
      const { pages, faults } = await readPdf(Buffer.from(source, 'latin1'));
      expect(pages.length + faults.length).toBeGreaterThan(0);
    }
    expect((await readPdf(whole)).pages).toHaveLength(1);
  });
});

describe('readPdf limits', () => {
  const long = fictionalPdf({ pages: Array.from({ length: 10_000 }, () => [line]) });

  test('reads pages up to the limit and reports a fault', async () => {
    const { pages, pageCount, faults } = await readPdf(long, { ...PDF_LIMITS, pages: 50 });
    expect([pages.length, pageCount]).toEqual([50, 10_000]);
    expect(faults).toEqual([{ kind: 'pdf_page_limit', locator: '', detail: 'read up to page 50: 10000 pages' }]);
  });

  test('limits text and time', async () => {
    const { pages, faults } = await readPdf(long, { ...PDF_LIMITS, chars: 100 });
    expect([pages.length, faults[0]?.kind]).toEqual([3, 'pdf_text_limit']);
    const late = await readPdf(long, { ...PDF_LIMITS, cpuMs: 0 });
    expect([late.pages.length, late.faults[0]?.kind]).toEqual([1, 'pdf_time_limit']);
    const never = await readPdf(long, { ...PDF_LIMITS, wallMs: 0 });
    expect(never.faults[0]?.kind).toBe('pdf_time_limit');
  });
});

/** A document of one page with this content stream. */
function withContent(stream: Buffer): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>';
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n'),
    Buffer.from(`2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj ${page} endobj\n4 0 obj `),
    stream,
    Buffer.from('\nendobj\ntrailer << /Root 1 0 R >>\n'),
  ]);
}
