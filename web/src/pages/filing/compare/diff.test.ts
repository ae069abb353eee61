import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../../server/test/processor-time.ts';
import { diffSections, type Piece } from './diff.ts';

const marked = (pieces: readonly Piece[] | null) =>
  pieces?.map(({ kind, text }) => (kind === 'same' ? text : `{${kind === 'added' ? '+' : '-'}${text}}`)).join('') ??
  null;

describe('the diff of two sections', () => {
  it('marks changed words in reworded paragraphs', () => {
    const { rows, changes, wordsAdded, wordsRemoved } = diffSections(
      'One customer bought 22% of our cloth.\n\nWe borrow under a credit line that ends in June 2028.',
      'One customer bought 31% of our cloth.\n\nWe borrow under a credit line that ends in May 2027.',
    );
    expect(rows.map(({ later }) => marked(later))).toEqual([
      'One customer bought {+31%} of our cloth.',
      'We borrow under a credit line that ends in {+May 2027}.',
    ]);
    expect(rows.map(({ earlier }) => marked(earlier))[1]).toBe(
      'We borrow under a credit line that ends in {-June 2028}.',
    );
    expect({ changes, wordsAdded, wordsRemoved }).toEqual({ changes: 2, wordsAdded: 3, wordsRemoved: 3 });
  });

  it('pairs a paragraph with its earlier version after an insertion', () => {
    const { rows, changes } = diffSections(
      'Our mills run on two rivers.\n\nA dry summer slows both of them.',
      'A new risk: the tariff on wool rose.\n\nOur mills run on three rivers.\n\nA dry summer slows both of them.',
    );
    expect(rows.map(({ later, earlier }) => [marked(later), marked(earlier)])).toEqual([
      ['{+A new risk: the tariff on wool rose.}', null],
      ['Our mills run on {+three} rivers.', 'Our mills run on {-two} rivers.'],
      ['A dry summer slows both of them.', 'A dry summer slows both of them.'],
    ]);
    expect(changes).toBe(2);
  });

  it('keeps deleted paragraphs and finds no changes in equal texts', () => {
    const gone = diffSections('Kept here.\n\nNobody says this any more.', 'Kept here.');
    expect(gone.rows[1]).toEqual({
      later: null,
      earlier: [{ text: 'Nobody says this any more.', kind: 'removed' }],
      isChanged: true,
    });
    expect(diffSections('The same.\n\nTwice.', 'The  same.\n\nTwice.').changes).toBe(0);
    expect(diffSections('', '')).toEqual({ rows: [], changes: 0, wordsAdded: 0, wordsRemoved: 0 });
  });

  it('compares Han characters individually', () => {
    const { rows } = diffSections('当社は機械を売る。', '当社は器械を売る。');
    expect(marked(rows[0]?.later ?? null)).toBe('当社は{+器}械を売る。');
  });

  it('stays fast if everything differs', () => {
    const text = (word: string) =>
      Array.from({ length: 400 }, (_, p) =>
        Array.from({ length: 60 }, (__, w) => `${word}${(p * w) % 97}`).join(' '),
      ).join('\n\n');
    let changes = 0;
    const tookMs = processorMs(() => (changes = diffSections(text('a'), text('b')).changes));
    expect(changes).toBeGreaterThan(300);
    expect(tookMs).toBeLessThan(10_000);
  });
});
