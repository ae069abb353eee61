import { describe, expect, it } from 'vitest';
import { cutPassages } from './search-passages.ts';

describe('cutPassages', () => {
  it('cuts at ends of paragraphs, and the passages together are the text', () => {
    const text = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}. ${'Words of it. '.repeat(at)}`).join('\n\n');
    const passages = cutPassages(text);
    expect(passages.map(passage => passage.text).join('')).toBe(text);
    expect(passages.every(passage => passage.text.length <= 1_000)).toBe(true);
    expect(passages.map(passage => passage.passage)).toEqual(passages.map((_, at) => at));
  });

  it('counts places as PostgreSQL does: in code points', () => {
    const [first, second] = cutPassages(`${'😀'.repeat(400)}\n\n${'a'.repeat(900)}`);
    expect([first?.startChar, first?.chars, second?.startChar, second?.chars]).toEqual([1, 402, 403, 900]);
  });

  it('has no passages of nothing', () => expect(cutPassages('')).toEqual([]));

  it('divides very long texts into parts that a tsvector can hold', () => {
    const parts = new Map<number, number>();
    for (const { part, text } of cutPassages('漢字 '.repeat(200_000))) {
      parts.set(part, (parts.get(part) ?? 0) + Buffer.byteLength(text));
    }
    expect(parts.size).toBeGreaterThan(2);
    expect(Math.max(...parts.values())).toBeLessThanOrEqual(500_000);
  });

  it('never cuts a character in two, and takes its time by the length alone', () => {
    const started = performance.now();
    const passages = cutPassages('😀'.repeat(1_000_000));
    expect(passages.every(passage => passage.text.isWellFormed())).toBe(true);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
