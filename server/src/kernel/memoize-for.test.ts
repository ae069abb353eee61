import { expect, it } from 'vitest';
import { memoizeFor } from './memoize-for.ts';

it('memoizeFor shares one read per subject within the interval, and reads again afterwards or after a failure', async () => {
  let nowMs = 0;
  let reads = 0;
  let fails = false;
  const read = memoizeFor(
    100,
    async () => {
      if (fails) throw new Error('no answer');
      return ++reads;
    },
    () => nowMs,
  );
  const [one, other] = [{}, {}];
  expect(await Promise.all([read(one), read(one)])).toEqual([1, 1]);
  expect(await read(other)).toBe(2);
  nowMs = 99;
  expect(await read(one)).toBe(1);
  nowMs = 100;
  fails = true;
  await expect(read(one)).rejects.toThrow('no answer');
  fails = false;
  expect(await read(one)).toBe(3);
});
