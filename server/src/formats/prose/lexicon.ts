import { readFileSync } from 'node:fs';
import type { NounPhrase } from './phrases.ts';

/** Classes of nouns and adjectives by name: what a role may be. */
export type Lexicon = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads a table with the columns class and words; words are lemmas, those of several words are joined by `_`. */
export function readLexicon(path: string): Lexicon {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const classes = new Map<string, Set<string>>();
  for (const line of lines) {
    const [name = '', words = ''] = line.split('\t');
    const known = classes.get(name) ?? new Set<string>();
    classes.set(name, known);
    for (const word of words.split(' ')) if (word !== '') known.add(word);
  }
  return classes;
}

const MOST_WORDS = 4;

/** The words of a phrase as lemmas and as written, single and joined: `event_of_default` is found over the phrases that `of` joins. */
export function lemmasOf(phrase: NounPhrase): ReadonlySet<string> {
  const known = lemmas.get(phrase);
  if (known !== undefined) return known;
  const found = readLemmas(phrase);
  lemmas.set(phrase, found);
  return found;
}

/** Every row of a table needs the words of every phrase. */
const lemmas = new WeakMap<NounPhrase, ReadonlySet<string>>();

function readLemmas(phrase: NounPhrase): Set<string> {
  const found = new Set<string>();
  for (const form of ['lemma', 'lower'] as const) {
    const own = phrase.tokens.map(token => token[form]);
    for (const word of own)
      if (word.includes('-')) for (const part of [word.replaceAll('-', '_'), ...word.split('-')]) found.add(part);
    const joined = [...own];
    for (const { preposition, phrase: next } of phrase.preps) {
      if (joined.length > own.length + MOST_WORDS) break;
      joined.push(preposition.replaceAll(' ', '_'));
      for (const token of next.tokens) joined.push(token[form]);
    }
    for (let from = 0; from < own.length; from++) {
      for (let size = 1; size <= MOST_WORDS; size++) {
        if (size === 1 || from + size <= joined.length) found.add(joined.slice(from, from + size).join('_'));
      }
    }
  }
  return found;
}

/** True if a phrase, or a noun that `of` attaches to it, has a word of the class. */
export function isOfClass(phrase: NounPhrase, words: ReadonlySet<string>): boolean {
  const has = (nounPhrase: NounPhrase) => !lemmasOf(nounPhrase).isDisjointFrom(words);
  return has(phrase) || phrase.preps.some(({ preposition, phrase: next }) => preposition === 'of' && has(next));
}

/** True if a lower-case text has a word of the class, alone or joined with the next. */
export function isTextOfClass(text: string, words: ReadonlySet<string>): boolean {
  const parts = text.split(/[\s,]+/);
  return parts.some((part, at) => words.has(part) || words.has(`${part}_${parts[at + 1] ?? ''}`));
}
