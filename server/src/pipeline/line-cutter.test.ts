import { expect, test } from 'vitest';
import { LineCutter } from './line-cutter.ts';

function cut(pieces: readonly string[], maxBytes = 100): string[] {
  const cutter = new LineCutter(maxBytes);
  return pieces.flatMap(piece => cutter.cut(Buffer.from(piece))).map(line => line.toString());
}

test('lines are whole wherever the pieces break, blank ones are none, and an unfinished one waits', () => {
  expect(cut(['{"a"', ':1}\n\n{"b":', '2}\r', '\n\r\n{"c"'])).toEqual(['{"a":1}', '{"b":2}']);
});

test('of a line without an end only its beginning is held, and the next one is whole', () => {
  expect(cut(['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60), '\nnext\n'])).toEqual(['x'.repeat(100), 'next']);
});

test('characters of several bytes survive a break in their middle', () => {
  const bytes = Buffer.from('£\n');
  const cutter = new LineCutter(10);
  expect([...cutter.cut(bytes.subarray(0, 1)), ...cutter.cut(bytes.subarray(1))].map(String)).toEqual(['£']);
});
