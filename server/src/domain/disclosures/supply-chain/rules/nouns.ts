import { join } from 'node:path';
import { readLexicon } from '../../../../formats/prose/lexicon.ts';
import type { NounPhrase } from '../../../../formats/prose/phrases.ts';
import { OPENING_WORDS } from './name-words.ts';

const WORDS = readLexicon(join(import.meta.dirname, 'supply-words.tsv'));

/** `either`: a customer or a supplier, by what is bought or sold. `deal`: what a party does with the company (sales, receivables). */
export type NounKind = 'customer' | 'supplier' | 'either' | 'deal';
const KINDS: readonly NounKind[] = ['customer', 'supplier', 'either', 'deal'];

/** What the head of a noun phrase is for customers and suppliers; null for any other matter. */
export function kindOfNoun({ head, tokens }: NounPhrase): NounKind | null {
  if (isInName(head.text, tokens.at(-2)?.text)) return null;
  // `Gotham, Foundry and Apollo`: within a sentence, a capital letter alone makes a name.
  if (tokens.length === 1 && head.start > 0 && /^\p{Lu}\p{Ll}/u.test(head.text) && head.lower === head.lemma)
    return null;
  if (WORDS.get('no_party')?.has(`${tokens.at(-2)?.lower}_${head.lemma}`)) return null;
  const forms = [head.lemma, head.lower, endOfCompound(head.lower)];
  return KINDS.find(kind => forms.some(form => WORDS.get(kind)?.has(form))) ?? null;
}

/** `customer-entities` → `entity` */
function endOfCompound(lower: string): string {
  const last = lower.split('-').at(-1) ?? lower;
  return last.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
}

/** `Brook Auto Group`: the noun is the end of a name. */
function isInName(head: string, before: string | undefined): boolean {
  return (
    /^\p{Lu}\p{Ll}/u.test(head) &&
    before !== undefined &&
    /^\p{Lu}\p{L}*\p{Ll}/u.test(before) &&
    !OPENING_WORDS.has(before)
  );
}

/** True if a noun phrase denotes customers, suppliers or other parties without naming them. */
export function isParty(phrase: NounPhrase): boolean {
  const kind = kindOfNoun(phrase);
  return kind !== null && kind !== 'deal';
}
