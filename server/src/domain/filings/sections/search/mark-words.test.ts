import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../../test/processor-time.ts';
import { likelyWords, toMarkable, toSnippet } from './mark-words.ts';

const snippet = (text: string, words: string[], terms: RegExp[] = []) =>
  toSnippet(toMarkable(text), word => words.includes(word), terms);

describe('toSnippet', () => {
  it('marks words as written and escapes the text', () => {
    expect(snippet('Higher Tariffs & “costs” <b>', ['tariffs', 'costs'])).toBe(
      'Higher <mark>Tariffs</mark> &amp; “<mark>costs</mark>” &lt;b&gt;',
    );
    expect(snippet('See 3.14 and acme.com/x', ['3.14', 'acme.com/x'])).toBe(
      'See <mark>3.14</mark> and <mark>acme.com/x</mark>',
    );
  });

  it('marks terms of unspaced writing, even if spaced', () => {
    expect(snippet('当期の減損損失は、合　計で10百万円。', [], [/減損/gu, /合[^\p{L}\p{N}]{0,4}計/gu])).toBe(
      '当期の<mark>減損</mark>損失は、<mark>合 計</mark>で10百万円。',
    );
    expect(snippet('ＥＢＩＴＤＡは増加', ['ebitda'])).toBe('<mark>ＥＢＩＴＤＡ</mark>は増加');
  });

  it('shows the fragment with most of the words, and a second one', () => {
    const filler = 'Nothing of note is in this sentence. '.repeat(10);
    const text = `zinc here. ${filler}zinc and copper and tin. ${filler}tin at the end.`;
    const shown = snippet(text, ['zinc', 'copper', 'tin']);
    expect(shown).toContain('<mark>zinc</mark> and <mark>copper</mark> and <mark>tin</mark>');
    expect(shown.split(' … ')).toHaveLength(2);
    expect(shown.length).toBeLessThan(700);
  });

  it('shows the beginning if no word is found, and nothing of an empty text', () => {
    expect(snippet('Alpha beta', [])).toBe('Alpha beta');
    expect(snippet('', [])).toBe('');
  });

  it('never splits a character', () => {
    const family = '👨‍👩‍👧';
    for (const unit of ['😀', '𠮷', 'か\u3099', 'e\u0301', family, '\u{1f1ef}\u{1f1f5}']) {
      for (let lead = 0; lead < 4; lead++) {
        const text = `${'x'.repeat(lead)}${unit.repeat(300)}zinc${unit.repeat(300)}`;
        const shown = snippet(text, ['zinc']);
        expect(shown.isWellFormed(), unit).toBe(true);
        expect(shown).not.toMatch(/^\p{M}/u);
      }
    }
  });

  it('takes time linear in the length', () => {
    expectLinearTime(
      16_000,
      count => 'zinc '.repeat(count),
      text => snippet(text, ['zinc']),
    );
    expectLinearTime(
      16_000,
      count => '減'.repeat(count),
      text => snippet(text, [], [/減/gu]),
    );
  });
});

describe('likelyWords', () => {
  it('returns words with the first letter of a queried word, ignoring marks', () => {
    const passage = toMarkable('Énergies, energy and Tariffs of 2024; 減損');
    expect(likelyWords(passage, ['energ', 'tariff', '減損'])).toEqual(['énergies', 'energy', 'tariffs']);
  });
});
