import type { Token } from './tokens.ts';

/** A noun phrase without the phrases that follow it: `our three largest customers`. */
export interface NounPhrase {
  kind: 'noun';
  /** Its last noun or its pronoun. */
  head: Token;
  /** In order, determiners and modifiers included. */
  tokens: readonly Token[];
  start: number;
  end: number;
  /** Prepositional phrases that follow it directly, each attached to the noun before it as well. */
  preps: PrepositionalPhrase[];
}

export interface PrepositionalPhrase {
  preposition: string;
  phrase: NounPhrase;
}

export type VerbForm = 'finite' | 'infinitive' | 'gerund' | 'participle';

/** A verb with its auxiliaries: `has not been waived`. */
export interface VerbGroup {
  kind: 'verb';
  /** The main verb; `be` in `was effective`. */
  main: Token;
  tokens: readonly Token[];
  start: number;
  end: number;
  form: VerbForm;
  voice: 'active' | 'passive';
  /** Perfect groups (`has waived`) are `past`; `will`, `shall` and `is going to` are `future`. */
  tense: 'past' | 'present' | 'future';
  /** `may`, `could` … ; null if there is none. */
  modal: string | null;
  isNegated: boolean;
}

/** A preposition, a conjunction, a relative pronoun, punctuation, or a word that is in no phrase. */
export interface LooseWord {
  kind:
    | 'preposition'
    | 'coordinator'
    | 'subordinator'
    | 'relative'
    | 'comma'
    | 'stop'
    | 'adjective'
    | 'adverb'
    | 'other';
  token: Token;
  /** The words of a subordinator or preposition of several words, in lower case. */
  words: string;
  start: number;
  end: number;
}

export type Chunk = NounPhrase | VerbGroup | LooseWord;

/** The phrase of some tokens, the last of which is the head. */
export function toNounPhrase(tokens: readonly Token[]): NounPhrase | null {
  const [first, head] = [tokens[0], tokens.at(-1)];
  if (first === undefined || head === undefined) return null;
  return { kind: 'noun', head, tokens, start: first.start, end: head.end, preps: [] };
}

/** `Newco` in `Newco’s auditors`; null if the phrase has no possessive. */
export function possessorOf({ tokens }: NounPhrase): NounPhrase | null {
  const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  return at > 0 ? toNounPhrase(tokens.slice(0, at)) : null;
}
