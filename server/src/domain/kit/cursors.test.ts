import { expect, it } from 'vitest';
import { z } from 'zod';
import { fromCursor, toCursor } from './cursors.ts';

const place = z.tuple([z.string()]);
const question = { market_id: 'us', window_days: 90 };

it('accepts a cursor for the same question to the same list only', () => {
  const cursor = toCursor('screenStreet', question, ['17']);
  expect(fromCursor('screenStreet', question, cursor, place)).toEqual(['17']);
  for (const [list, other] of [
    ['screenRedFlags', question],
    ['screenStreet', { ...question, window_days: 91 }],
    ['screenStreet', {}],
  ] as const)
    expect(() => fromCursor(list, other, cursor, place)).toThrow('Cursor is invalid for this list');
});

it('rejects truncated and changed cursors', () => {
  const cursor = toCursor('screenStreet', question, ['a name of some length']);
  const changed = [...cursor].map(
    (character, at) => `${cursor.slice(0, at)}${character === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
  );
  for (const other of [...changed, ...[...cursor].map((_, at) => cursor.slice(0, at)), `${cursor}A`, `${cursor}=`])
    expect(() => fromCursor('screenStreet', question, other, place), other).toThrow('Cursor is invalid for this list');
});
