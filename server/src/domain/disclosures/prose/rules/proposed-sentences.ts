import { parseSentence } from '../../../../formats/prose/grammar/parse-sentence.ts';
import type { Sentence } from '../../../../formats/prose/sentences.ts';
import { governsStatus } from '../../../../formats/prose/status.ts';

/** A sentence of a filing that a proposal quotes. */
export interface QuotedSentence<Text> {
  text: Text;
  sentence: Sentence;
  /** Its index among the sentences of the text. */
  at: number;
}

/** Shorter quotes may match by chance. */
const MIN_QUOTE_CHARS = 20;

/**
 * Finds the sentence that contains a quote, exactly but for white space; null if none does. The whole sentence is read: a quote
 * cannot leave out its condition or its denial.
 */
export function findQuoted<Text extends { sentences: readonly Sentence[] }>(
  texts: readonly Text[],
  quote: string,
): QuotedSentence<Text> | null {
  const wanted = quote.trim().replace(/\s+/g, ' ');
  if (wanted.length < MIN_QUOTE_CHARS) return null;
  for (const text of texts) {
    const at = text.sentences.findIndex(sentence => sentence.text.includes(wanted));
    const sentence = text.sentences[at];
    if (sentence !== undefined) return { text, sentence, at };
  }
  return null;
}

/** Verbs without a meaning of their own. */
const EMPTY_VERBS = new Set(['be', 'have', 'do']);

/**
 * The base forms in which a word of a sentence names a matter; none if the sentence lacks it, or if it is a word such as `deny`
 * or `intend`, which only says how another is meant.
 */
export function lemmasOfWord(sentence: Sentence, word: string): string[] {
  const wanted = word.toLowerCase();
  const { clauses, phrases } = parseSentence(sentence);
  const tokens = [
    ...clauses.flatMap(clause => [clause.verb.main, ...clause.adjectives]),
    ...phrases.map(phrase => phrase.head),
  ];
  const lemmas = tokens.flatMap(token => (token.lower === wanted ? [token.lemma] : []));
  return [...new Set(lemmas)].filter(lemma => !EMPTY_VERBS.has(lemma) && !governsStatus(lemma) && !/\s/.test(lemma));
}
