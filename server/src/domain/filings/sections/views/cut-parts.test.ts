import { describe, expect, it } from 'vitest';
import { cutParts, excerptOf } from './cut-parts.ts';

describe('cutParts', () => {
  it('returns one part if the content fits, even if it is empty', () => {
    expect(cutParts('', 'text', 10)).toEqual(['']);
    expect(cutParts('0123456789', 'text', 10)).toEqual(['0123456789']);
  });

  it('cuts after paragraphs, else after lines, sentences and words', () => {
    expect(cutParts('one two\n\nthree four five', 'text', 12)).toEqual(['one two\n\n', 'three four ', 'five']);
    expect(cutParts('| a | b |\n| c | d |\n| e | f |', 'markdown', 12)).toEqual([
      '| a | b |\n',
      '| c | d |\n',
      '| e | f |',
    ]);
    expect(cutParts('One two. Three four', 'text', 12)).toEqual(['One two. ', 'Three four']);
  });

  it('keeps HTML tables whole if they fit', () => {
    const html = '<p>one</p><table><tr><td>1</td></tr></table><p>two</p>';
    expect(cutParts(html, 'html', 45)).toEqual(['<p>one</p><table><tr><td>1</td></tr></table>', '<p>two</p>']);
  });

  it('returns parts within the limit that concatenate to any content', () => {
    const contents = ['x'.repeat(1_000), '😀'.repeat(500), ' '.repeat(333), 'a b\n'.repeat(300), '<p>'.repeat(200)];
    for (const content of contents) {
      for (const form of ['text', 'markdown', 'html'] as const) {
        for (const size of [7, 64, 101]) {
          const parts = cutParts(content, form, size);
          expect(parts.join('')).toBe(content);
          expect(parts.every(part => part.length <= size && part.length > 0)).toBe(true);
          expect(parts.every(part => part.isWellFormed())).toBe(true);
        }
      }
    }
  });
});

describe('excerptOf', () => {
  it.each([
    ['short', 10, 'short'],
    ['one two three', 9, 'one two'],
    ['one two three', 7, 'one two'],
    ['unbroken', 4, 'unbr'],
    ['😀😀', 3, '😀'],
  ])('%s to %i characters', (text, maxChars, excerpt) => expect(excerptOf(text, maxChars)).toBe(excerpt));
});
