import type { ParsedSentence } from '../clauses.ts';
import type { Assertion, DocumentContext, Frame, Role } from '../frames.ts';
import { parseSentence } from '../grammar/parse-sentence.ts';
import { isOfClass, isTextOfClass, type Lexicon } from '../lexicon.ts';
import type { DocumentNames } from '../names.ts';
import type { NounPhrase } from '../phrases.ts';
import type { Sentence } from '../sentences.ts';
import { type CompiledFrame, compileFrame, DEFINITE, NAMED, PARTIES, type RoleTest, stemsOf } from './compile-frame.ts';
import { mentionsOf, phrasesInRole } from './find-mentions.ts';
import { partyIn, subjectBefore } from './party-in-sentence.ts';
import { toAssertion } from './to-assertion.ts';

const WORD = /[a-z]+/gi;

const MAX_WORDS = 50_000;

/** A table of frames, ready to read sentences. Build it once. */
export class FrameTable<Family extends string = string, Row extends Frame<Family> = Frame<Family>> {
  readonly #frames: readonly CompiledFrame<Row>[];
  readonly #lexicon: Lexicon;
  /** By first letter. */
  readonly #stems: ReadonlyMap<string, readonly { pattern: RegExp; frames: readonly CompiledFrame<Row>[] }[]>;
  /** Frames by word of a text: the same words recur in every filing. */
  readonly #framesOfWord = new Map<string, readonly CompiledFrame<Row>[]>();
  /** A sentence is read right after it was found to be a candidate. */
  #last: { sentence: Sentence | null; frames: CompiledFrame<Row>[] } = { sentence: null, frames: [] };

  constructor(frames: readonly Row[], lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#frames = frames.map(frame => compileFrame(frame, lexicon));
    const byStem = Map.groupBy(
      this.#frames.flatMap(compiled => stemsOf(compiled, lexicon).map(stem => ({ stem, compiled }))),
      ({ stem }) => stem,
    );
    this.#stems = Map.groupBy(
      [...byStem].map(([stem, rows]) => ({
        first: stem.slice(0, 1),
        pattern: new RegExp(`^${stem}`),
        frames: rows.map(({ compiled }) => compiled),
      })),
      ({ first }) => first,
    );
  }

  /** Whether a row of the table names the family. */
  hasFamily(family: string): boolean {
    return this.#frames.some(({ frame }) => frame.family === family);
  }

  /** Families whose rows name the word. */
  familiesOfWord(word: string): ReadonlySet<Family> {
    const naming = this.#frames.filter(
      ({ verbs, nouns, adjectives }) => verbs.has(word) || nouns.has(word) || adjectives.has(word),
    );
    return new Set(naming.map(({ frame }) => frame.family));
  }

  /**
   * The rows of a family with another word in place of theirs, to read a word that no row names by the same tests. Rows that do
   * not test what a role names are left out: there the word alone is the meaning. So are rows that read the denial of their word.
   */
  withWord(family: Family, word: string, isUsable: (row: Row) => boolean): FrameTable<Family, Row> {
    const rows = this.#frames.filter(
      ({ frame, tests }) =>
        frame.family === family &&
        frame.polarity !== 'negative' &&
        isUsable(frame) &&
        tests.some(
          ({ isNegative, isOptional, of }) =>
            !isNegative &&
            !isOptional &&
            of.every(alternative => alternative.split('+').some(name => this.#lexicon.has(name))),
        ),
    );
    return new FrameTable(
      rows.map(({ frame }) => ({
        ...frame,
        ...(frame.verbs === undefined ? {} : { verbs: word }),
        ...(frame.nouns === undefined ? {} : { nouns: word }),
        ...(frame.adjectives === undefined ? {} : { adjectives: word }),
      })),
      this.#lexicon,
    );
  }

  /** True if a sentence may hold a matter of the table. Only such sentences are parsed. */
  isCandidate(sentence: Sentence): boolean {
    return this.#framesFor(sentence).length > 0;
  }

  /** The frames whose words the sentence has, in the order of the table. */
  #framesFor(sentence: Sentence): CompiledFrame<Row>[] {
    if (this.#last.sentence !== sentence) this.#last = { sentence, frames: this.#findFrames(sentence) };
    return this.#last.frames;
  }

  #findFrames({ quote }: Sentence): CompiledFrame<Row>[] {
    const named = new Set<CompiledFrame<Row>>();
    for (const word of quote.match(WORD) ?? []) for (const frame of this.#withWord(word)) named.add(frame);
    if (named.size === 0) return [];
    const fitting = [...named].filter(({ required }) =>
      required.every(patterns => patterns.some(pattern => pattern.test(quote))),
    );
    return fitting.length < 2 ? fitting : this.#frames.filter(frame => fitting.includes(frame));
  }

  #withWord(word: string): readonly CompiledFrame<Row>[] {
    const known = this.#framesOfWord.get(word);
    if (known !== undefined) return known;
    const lower = word.toLowerCase();
    const found = (this.#stems.get(lower.slice(0, 1)) ?? []).flatMap(({ pattern, frames }) =>
      pattern.test(lower) ? frames : [],
    );
    if (this.#framesOfWord.size >= MAX_WORDS) this.#framesOfWord.clear();
    this.#framesOfWord.set(word, found);
    return found;
  }

  /** Reads what a sentence states of the matters of the table. */
  read(sentence: Sentence, context: DocumentContext): Assertion<Family, Row>[] {
    const frames = this.#framesFor(sentence);
    if (frames.length === 0) return [];
    const sentenceParsed = parseSentence(sentence);
    return frames.flatMap(compiled => this.#apply(compiled, sentence, sentenceParsed, context));
  }

  #apply(
    compiled: CompiledFrame<Row>,
    sentence: Sentence,
    parse: ParsedSentence,
    context: DocumentContext,
  ): Assertion<Family, Row>[] {
    return mentionsOf(compiled, parse).flatMap(mention => {
      const roles = new Map<string, Role>();
      for (const test of compiled.tests) {
        const candidates = phrasesInRole(mention, test.role, parse);
        const fitting = candidates.find(phrase => this.#fits(phrase, test, sentence, parse, context.names));
        if (test.isNegative ? fitting !== undefined : fitting === undefined && !test.isOptional) return [];
        const chosen = test.isNegative ? undefined : (fitting ?? candidates[0]);
        if (chosen !== undefined) roles.set(test.role, toRole(chosen, context.names, sentence, parse));
      }
      return [toAssertion(compiled.frame, mention, roles, sentence, parse, context)];
    });
  }

  /** A pronoun has the class of its antecedent, a defined term that of what it stands for. */
  #isOfClass(
    phrase: NounPhrase,
    name: string,
    sentence: Sentence,
    parse: ParsedSentence,
    names: DocumentNames,
  ): boolean {
    const words = this.#lexicon.get(name) ?? new Set();
    if (isOfClass(phrase, words)) return true;
    const first = phrase.tokens[0]?.lower ?? '';
    if (/^(?:it|its|they|their)$/.test(first) && phrase.tokens.length === 1) {
      const antecedent =
        subjectBefore(phrase.start, parse) ??
        (sentence.previous === null ? null : subjectBefore(Number.POSITIVE_INFINITY, parseSentence(sentence.previous)));
      return antecedent !== null && isOfClass(antecedent, words);
    }
    const meaning = names.meanings?.get(
      phrase.tokens
        .map(token => token.lower)
        .join(' ')
        .replace(/^(?:the|an?) /, ''),
    );
    return meaning !== undefined && isTextOfClass(meaning, words);
  }

  #fits(phrase: NounPhrase, test: RoleTest, sentence: Sentence, parse: ParsedSentence, names: DocumentNames): boolean {
    return test.of.some(alternative =>
      alternative.split('+').every(stated => {
        const isExcluded = stated.startsWith('!');
        const name = stated.replace('!', '');
        if (isExcluded) return !this.#isOfClass(phrase, name, sentence, parse, names);
        if (name === '') return true;
        if (name === NAMED) return phrase.tokens.some(token => token.pos === 'PROPN');
        if (name === DEFINITE)
          return (
            phrase.tokens.some(token => token.pos === 'PROPN') ||
            /^(?:the|this|that|it|its|he|his|she|her)$/.test(phrase.tokens[0]?.lower ?? '')
          );
        if (PARTIES.has(name)) return partyIn(phrase, sentence, parse, names) === name;
        return this.#isOfClass(phrase, name, sentence, parse, names);
      }),
    );
  }
}

function toRole(phrase: NounPhrase, names: DocumentNames, sentence: Sentence, parse: ParsedSentence): Role {
  const { start, end } = phrase;
  return { text: sentence.quote.slice(start, end), start, end, party: partyIn(phrase, sentence, parse, names), phrase };
}
