import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { scratchFolder } from './service/scratch-folder.ts';

/** A folder for the whole test file: `const folder = useTemporaryFolder();` and then `folder.path` inside tests. */
export function useTemporaryFolder(): { readonly path: string } {
  const made = { path: '' };
  beforeAll(() => {
    made.path = mkdtempSync(join(scratchFolder(), 'asfiled-files-'));
  });
  afterAll(() => rmSync(made.path, { recursive: true, force: true }));
  return made;
}
