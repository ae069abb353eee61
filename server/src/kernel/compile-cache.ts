import { join } from 'node:path';

/**
 * Where Node keeps what it made of the sources. To strip the types of each file at each start takes longer than all else, and what
 * strips them 30 MB of memory in each thread: once is enough.
 */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compile');
