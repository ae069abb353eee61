import { expect, it } from 'vitest';
import { watchLoop } from './loop-lateness.ts';

it('reports the event loop as late while it is blocked, and not once a sample was on time', () => {
  let nowMs = 0;
  const loop = watchLoop(() => nowMs);
  nowMs = 60;
  expect(loop.isLate()).toBe(false);
  nowMs = 200;
  expect(loop.isLate()).toBe(true);
  loop.stop();
});
