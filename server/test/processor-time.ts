import { expect } from 'vitest';

/** Milliseconds of this thread's processor time that a call takes. Other processes do not count, as they do on a clock. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const TIMES_LARGER = 8;
/** Eight times the size takes about 8 times as long if time is linear in the size, and 64 times if it is quadratic. */
const MAX_TIMES_LONGER = 28;
/** Work that takes less than this at the full size is not compared: the processor clock is too coarse for an eighth of it. */
const TOO_SHORT_MS = 30;
const ATTEMPTS = 3;

/**
 * Asserts that the processor time of `work` grows linearly with its input. `inputOf` makes an input of about `size`
 * items; its own time does not count. Choose the size so that linear work takes a tenth of a second.
 */
export function expectLinearTime<T>(size: number, inputOf: (size: number) => T, work: (input: T) => unknown): void {
  const [small, large] = [inputOf(Math.ceil(size / TIMES_LARGER)), inputOf(size)];
  // Compiles the code, which would count as time of the small input only.
  work(small);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_TIMES_LONGER; attempt++) {
    const smallMs = processorMs(() => work(small));
    const largeMs = processorMs(() => work(large));
    least = Math.min(least, largeMs < TOO_SHORT_MS ? 1 : largeMs / smallMs);
  }
  expect(least, `${TIMES_LARGER} times the input takes ${least.toFixed(0)} times as long`).toBeLessThan(
    MAX_TIMES_LONGER,
  );
}
