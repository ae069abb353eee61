import { nameKey } from '../../../../kernel/identifiers/name-key.ts';

const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * What two spellings of one name, label or base have in common: case, punctuation, legal forms, number words and `U.S.`
 * don't matter.
 */
export function spellingOf(text: string): string {
  const words = text.replace(/\bU\.?S\.?(?:A\.?)?(?!\p{L})/gu, 'United States').replace(/\p{L}+/gu, word => {
    const number = NUMBER_WORDS.indexOf(word.toLowerCase());
    return number < 0 ? word : String(number + 1);
  });
  return nameKey(words) || text.toLowerCase();
}

/** {@link spellingOf} of the base of a percentage; null for the company's total. */
export function spellingOfBase(base: string | null): string | null {
  return base === null ? null : spellingOf(base);
}

/** {@link spellingOf} of a counterparty: `U.S. Federal Government` is the United States Government. */
export function spellingOfName(name: string): string {
  return spellingOf(name).replace(/^(?:united states )?federal government$/, 'united states government');
}
