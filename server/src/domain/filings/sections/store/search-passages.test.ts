import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../../test/processor-time.ts';
import { cutPassages } from './search-passages.ts';

describe('cutPassages', () => {
  it('cuts at ends of paragraphs; the passages concatenate to the text', () => {
    const text = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}. ${'Words of it. '.repeat(at)}`).join('\n\n');
    const passages = cutPassages(text);
    expect(passages.map(passage => passage.text).join('')).toBe(text);
    expect(passages.every(passage => passage.text.length <= 1_000)).toBe(true);
    expect(passages.map(passage => passage.passage)).toEqual(passages.map((_, at) => at));
  });

  it('counts positions in code points, as PostgreSQL does', () => {
    const [first, second] = cutPassages(`${'😀'.repeat(400)}\n\n${'a'.repeat(900)}`);
    expect([first?.startChar, first?.chars, second?.startChar, second?.chars]).toEqual([1, 402, 403, 900]);
  });

  it('returns no passages of an empty text', () => expect(cutPassages('')).toEqual([]));

  it('splits very long texts into parts that fit a tsvector', () => {
    const parts = new Map<number, number>();
    for (const { part, text } of cutPassages('漢字 '.repeat(200_000))) {
      parts.set(part, (parts.get(part) ?? 0) + Buffer.byteLength(text));
    }
    expect(parts.size).toBeGreaterThan(2);
    expect(Math.max(...parts.values())).toBeLessThanOrEqual(500_000);
  });

  it('never splits a character, and takes time linear in the length', () => {
    const emojis = (count: number) => '😀'.repeat(count);
    expect(cutPassages(emojis(100_000)).every(passage => passage.text.isWellFormed())).toBe(true);
    expectLinearTime(200_000, emojis, cutPassages);
  });
});
