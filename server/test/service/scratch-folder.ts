import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The parent of temporary test folders: in memory if available, otherwise inside the project. */
export function scratchFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    const cache = join(import.meta.dirname, '../../../node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    return cache;
  }
}
