import type { Chunk, NounPhrase, PrepositionalPhrase, VerbForm, VerbGroup } from './phrases.ts';
import type { Token } from './tokens.ts';

/** How a clause depends on another: `that` and `to` clauses complete it, relative clauses and participles describe a noun. */
export type ClauseRelation = 'main' | 'coordinate' | 'complement' | 'adverbial' | 'relative' | 'participle' | 'gerund';

/** A verb with what belongs to it. */
export interface Clause {
  verb: VerbGroup;
  form: VerbForm;
  voice: 'active' | 'passive';
  /** The subject as written or shared with another clause; several if joined by `and`. Empty if the sentence states none. */
  subjects: NounPhrase[];
  /** Noun phrases behind the verb without a preposition; of `be`, what the subject is. */
  objects: NounPhrase[];
  /** Adjectives behind the verb: `were not effective`. */
  adjectives: Token[];
  /** Prepositional phrases of the clause, those of its nouns included. */
  preps: PrepositionalPhrase[];
  relation: ClauseRelation;
  /** `if`, `that`, `which`, `upon`, `without` …; null if there is none. */
  marker: string | null;
  /** The clause, or the word before it, that governs this one: `agreed` in `agreed to sell`, `ability` in `ability to pay`. */
  parent: Clause | null;
  governor: Token | null;
  start: number;
  end: number;
}

/** The clauses of a sentence in text order, with its phrases. */
export interface ParsedSentence {
  text: string;
  clauses: Clause[];
  /** Noun phrases in text order, those outside of clauses included. */
  phrases: NounPhrase[];
  chunks: readonly Chunk[];
}
