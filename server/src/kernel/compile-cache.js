import { join } from 'node:path';

/**
 * Where Node keeps what it made of the sources: to strip the types of each file at each start takes longer than all else. In
 * JavaScript, as main.js is: what strips types takes 20 MB of each process and thread that loads one file before this is known.
 */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compile');
