import { join } from 'node:path';
import { readLexicon } from '../../../../../formats/prose/lexicon.ts';

/** What one buys and sells. */
export const GOODS = readLexicon(join(import.meta.dirname, '../supply-words.tsv')).get('goods') ?? new Set<string>();
/** Verbs by which the company buys. */
export const BUYS = new Set('purchase buy source procure obtain acquire'.split(' '));
/** Verbs by which the company sells. */
export const SELLS = new Set('sell ship distribute'.split(' '));
/** What is done for the company with its goods. */
export const MAKES = new Set('manufacture produce assemble fabricate process supply package refine'.split(' '));
/** Verbs of a supplier. */
export const SUPPLIES = new Set('supply provide manufacture produce'.split(' '));
