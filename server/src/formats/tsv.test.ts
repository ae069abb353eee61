import { expect, test } from 'vitest';
import { readLines, splitCells, splitLines } from './tsv.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('readLines gives the same lines wherever the chunks are cut, even within a character', async () => {
  const text = 'a\tb\r\nZürich €\t\n\nlast';
  for (const size of [1, 2, 3, 5, 100]) {
    const batches = await Array.fromAsync(readLines(chunksOf(text, size)));
    expect(batches.flatMap(({ lines }) => lines)).toEqual(['a\tb', 'Zürich €\t', '', 'last']);
    let line = 1;
    for (const batch of batches) {
      expect(batch.line).toBe(line);
      line += batch.lines.length;
    }
  }
});

test('readLines rejects an endless line before it fills the memory', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.alloc(1 << 16, 'x');
  }
  await expect(Array.fromAsync(readLines(endless()))).rejects.toThrow(RangeError);
});

test('splitLines splits text in memory the same way', () => {
  expect(splitLines('a\r\nb\nc')).toEqual(['a', 'b', 'c']);
  expect(splitCells('a\t\tb\t')).toEqual(['a', '', 'b', '']);
});
