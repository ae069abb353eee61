import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { PersonKind } from '../model/person.ts';

/** A name as persons are compared by. */
export interface PersonName {
  /** Folded, honours and forms of address left out: what the name is searched by. */
  key: string;
  /** Its words in order, without a generation. */
  words: readonly string[];
  /** `jr`, `sr`, `ii` …: part of who somebody is. */
  generation: string | null;
}

const ADDRESSES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady baron baroness hon honourable rev captain sheikh shri smt madam mme herr'.split(
    ' ',
  ),
);
/** What is written behind a name and names nobody. */
const HONOURS = new Set(
  'esq esquire md phd dphil mba cpa cfa llb llm jd dds dvm pe cbe obe mbe kbe dbe qc kc fca aca frs frcp bsc msc'.split(
    ' ',
  ),
);
const GENERATIONS = new Set('jr sr ii iii iv'.split(' '));
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const SHORTEST_PREFIX = 3;

/** Takes a name apart. Of institutions only legal forms are dropped. */
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

/** How sure two names are one: `full` where all that both spell out is the same, `initials` where some of it is a letter only. */
export type NameMatch = 'full' | 'initials' | null;

/**
 * Whether two names may be of one person, in whatever order they are written. Two words have to agree, at least one of them
 * spelt out; a middle name that only one states is no difference, another generation or another spelt word is.
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
  // What is left over may stand on one side only.
  if (apart.length > 0 && others.length > 0) return null;
  if (spelt >= 2) return 'full';
  return spelt === 1 && shortened >= 1 ? 'initials' : null;
}

/** `t` or `tim` of `timothy`; `j` of `j`. */
function isShortOf(short: string, long: string): boolean {
  return long.startsWith(short) && (short.length === 1 || short.length >= SHORTEST_PREFIX);
}
