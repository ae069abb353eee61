import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';

/**
 * `describe` for tests on data that a clone does not bring, such as ../shared. Without the data the body does not run, so it
 * may read files while tests are collected; the suite counts as one skipped test. (`describe.skipIf` runs its body always.)
 */
export function describeWith(path: string | URL): (title: string, body: () => void) => void {
  return existsSync(path) ? describe : title => it.skip(title, () => undefined);
}
