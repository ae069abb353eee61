import { expect, test } from 'vitest';
import { mentionsOf } from './press-feed.ts';

test.each([
  ['Example Works, Inc. (NYSE: EXWK) today said', ['NYSE:EXWK']],
  ['Example (Nasdaq: EXA, EXAB)', ['Nasdaq:EXA', 'Nasdaq:EXAB']],
  ['Example (Nasdaq, NYSE Texas: EXA)', ['Nasdaq:EXA', 'NYSE Texas:EXA']],
  ['Example (TSX/NYSE: EX.B)', ['TSX:EX.B', 'NYSE:EX.B']],
  ['Example (TSX: EX; OTCQX: EXMPF) and Other (NYSE American: OTH)', ['TSX:EX', 'OTCQX:EXMPF', 'NYSE American:OTH']],
  ['Example [OTC PINK:EXPK]', ['OTC PINK:EXPK']],
  ['At 10:30 (in the morning), nothing (see below) is named', []],
  ['(NYSE: too long a word to be a ticker)', []],
  ['(NYSE:)', []],
  [`${'('.repeat(50_000)}NYSE: EXA`, []],
])('reads the listings in "%s"', (text, expected) => {
  expect(mentionsOf(text)).toEqual(expected);
});
