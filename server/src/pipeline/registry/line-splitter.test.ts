import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function cut(pieces: readonly string[], maxBytes = 100): string[] {
  const cutter = new LineSplitter(maxBytes);
  return pieces.flatMap(piece => cutter.split(Buffer.from(piece))).map(line => line.toString());
}

test('joins lines across chunks, drops blank lines, and holds an unfinished line', () => {
  expect(cut(['{"a"', ':1}\n\n{"b":', '2}\r', '\n\r\n{"c"'])).toEqual(['{"a":1}', '{"b":2}']);
});

test('truncates an endless line and returns the next line whole', () => {
  expect(cut(['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60), '\nnext\n'])).toEqual(['x'.repeat(100), 'next']);
});

test('keeps multi-byte characters that two chunks share', () => {
  const bytes = Buffer.from('£\n');
  const cutter = new LineSplitter(10);
  expect([...cutter.split(bytes.subarray(0, 1)), ...cutter.split(bytes.subarray(1))].map(String)).toEqual(['£']);
});
