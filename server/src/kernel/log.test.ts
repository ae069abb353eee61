import { expect, it } from 'vitest';
import { toTextLine } from './log.ts';

it('turns a JSON record into a line with time, level, message and details', () => {
  const record = {
    level: 40,
    time: '2026-11-23T20:00:00.000Z',
    msg: 'mail queue is full',
    waiting: 12,
    note: 'a b',
    id: 'x',
  };
  expect(toTextLine(JSON.stringify(record))).toBe(
    '2026-11-23T20:00:00.000Z WARN mail queue is full (waiting=12, note="a b", id=x)\n',
  );
  expect(toTextLine('{"level":50,"msg":"failed"}')).toBe('ERROR failed\n');
});
