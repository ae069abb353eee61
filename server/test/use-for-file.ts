import { afterAll, beforeAll } from 'vitest';

/**
 * What a test file needs from before its first test until after its last. The members of the returned object exist only
 * inside tests and hooks.
 */
export function useForFile<T extends object>(make: () => Promise<T>, close: (made: T) => unknown): T {
  let made: T | null = null;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(async () => {
    if (made !== null) await close(made);
  });
  return new Proxy({} as T, {
    get(_, member) {
      if (made === null)
        throw new Error(`${String(member)} exists only inside tests and hooks, not while tests are collected.`);
      return Reflect.get(made, member);
    },
  });
}
