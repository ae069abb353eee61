import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { PersonKind } from '../model/person.ts';

/** A name in the form used for comparison. */
export interface PersonName {
  /** Folded, without honours and forms of address; used for search. */
  key: string;
  /** Its words in order, without the generation. */
  words: readonly string[];
  /** `jr`, `sr`, `ii` …: distinguishes persons. */
  generation: string | null;
}

const ADDRESSES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady baron baroness hon honourable rev captain sheikh shri smt madam mme herr'.split(
    ' ',
  ),
);
/** Words after a name that do not belong to it. */
const HONOURS = new Set(
  'esq esquire md phd dphil mba cpa cfa llb llm jd dds dvm pe cbe obe mbe kbe dbe qc kc fca aca frs frcp bsc msc'.split(
    ' ',
  ),
);
const GENERATIONS = new Set('jr sr ii iii iv'.split(' '));
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const SHORTEST_PREFIX = 3;

/** Splits a name into its parts. For institutions, removes only legal forms. */
export function readPersonName(name: string, kind: PersonKind): PersonName {
  if (kind === 'institution' || WIDE.test(name)) {
    const key = nameKey(name);
    return { key, words: key === '' ? [] : [key], generation: null };
  }
  const words = nameKey(name).split(' ');
  const named = words.filter((word, at) => !(ADDRESSES.has(word) && at === 0) && !(HONOURS.has(word) && at > 0));
  const behind = named.findIndex((word, at) => at > 0 && GENERATIONS.has(word));
  const generation = behind < 0 ? null : (named[behind] ?? null);
  const plain = named.filter((_, at) => at !== behind);
  return { key: named.join(' '), words: plain, generation };
}

/**
 * Certainty that two names are the same: `full` if all words that both spell out agree, `initials` if some are only
 * initials.
 */
export type NameMatch = 'full' | 'initials' | null;

/**
 * Whether two names may be of the same person, in any word order. At least two words must agree, one of them spelt out.
 * A middle name that only one of them has is not a difference; a different generation or another spelt-out word is.
 */
export function matchNames(a: PersonName, b: PersonName): NameMatch {
  if (a.words.length === 0 || b.words.length === 0 || a.generation !== b.generation) return null;
  if (a.words.length === 1 || b.words.length === 1) return a.key === b.key ? 'full' : null;
  const left = new Set(b.words.keys());
  const take = (fits: (other: string) => boolean): boolean => {
    for (const at of left) {
      if (fits(b.words[at] ?? '')) return left.delete(at);
    }
    return false;
  };
  let spelt = 0;
  let shortened = 0;
  const rest: string[] = [];
  for (const word of a.words) {
    if (word.length > 1 && take(other => other === word)) spelt++;
    else rest.push(word);
  }
  const apart: string[] = [];
  for (const word of rest) {
    if (take(other => isShortOf(word, other) || isShortOf(other, word))) shortened++;
    else apart.push(word);
  }
  const others = [...left].map(at => b.words[at] ?? '');
  // Only one of the names may have words left over.
  if (apart.length > 0 && others.length > 0) return null;
  if (spelt >= 2) return 'full';
  return spelt === 1 && shortened >= 1 ? 'initials' : null;
}

/** `t` or `tim` for `timothy`; `j` for `j`. */
function isShortOf(short: string, long: string): boolean {
  return long.startsWith(short) && (short.length === 1 || short.length >= SHORTEST_PREFIX);
}
