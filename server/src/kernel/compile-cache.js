import { join } from 'node:path';

/**
 * Folder of Node's compile cache: stripping the types of every file dominates start-up time. JavaScript like main.js,
 * because the type stripper costs 20 MB in each process or thread that loads a TypeScript file before the cache is
 * enabled.
 */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compile');
