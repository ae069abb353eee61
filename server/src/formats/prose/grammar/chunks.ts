import type { Chunk, NounPhrase, VerbGroup } from '../phrases.ts';
import type { Token } from '../tokens.ts';
import { RELATIVES, readLooseWord, readMultiword } from './function-words.ts';
import { MONTHS, readNounPhrase } from './noun-phrases.ts';
import { isModal, readVerbGroup } from './verb-groups.ts';

/** Divides the tokens of a sentence into phrases. Text in parentheses and quotation marks are left out. */
export function toChunks(all: readonly Token[]): Chunk[] {
  const tokens = withoutParentheses(withoutOthers(all));
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < tokens.length) {
    const chunk =
      readMultiword(tokens, at) ??
      readNounPhrase(tokens, at) ??
      readVerbGroup(tokens, at, chunks) ??
      readLooseWord(tokens, at);
    chunks.push(chunk);
    at += lengthOf(chunk);
  }
  const marked = chunks
    .map((chunk, at) => toParticiple(toSubordinator(chunk, at, chunks), at, chunks))
    .map(withModalBefore)
    .filter((chunk, at, all) => !isFocus(chunk, at, all) && !isColonOfObject(chunk, at, all));
  attachPrepositions(marked);
  return marked;
}

const CONJUNCTIONS = new Set(['after', 'before', 'since', 'as', 'than', 'for', 'like']);

/** `after he resigned`, `since the value of the asset was lower`: a preposition before a clause is a conjunction. */
function toSubordinator(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  if (chunk.kind !== 'preposition' || !CONJUNCTIONS.has(chunk.words)) return chunk;
  let next = at + 1;
  const subject = chunks[next];
  if (subject?.kind !== 'noun') return chunk;
  next++;
  while (
    (chunks[next]?.kind === 'preposition' && chunks[next + 1]?.kind === 'noun') ||
    chunks[next]?.kind === 'adverb'
  ) {
    next += chunks[next]?.kind === 'adverb' ? 1 : 2;
  }
  const verb = chunks[next];
  if (verb?.kind !== 'verb' || verb.form !== 'finite') return chunk;
  const hasAuxiliary = verb.tokens.some(token => token.pos === 'AUX');
  const isNominative = /^(?:i|we|he|she|it|they)$/.test(subject.head.lower);
  return isNominative || (hasAuxiliary && /^(?:after|before|since)$/.test(chunk.words))
    ? { ...chunk, kind: 'subordinator' }
    : chunk;
}

/** `the year ended December 31`: before a date, `ended` describes the period. */
function toParticiple(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  const next = chunks[at + 1];
  const isOfPeriod =
    chunk.kind === 'verb' &&
    /^end(?:ed|ing)$/.test(chunk.main.lower) &&
    chunk.tokens.length === 1 &&
    next?.kind === 'noun';
  // `by letter dated June 3, 2024`, `an amendment dated as of June 3, 2024`
  const isDated = chunk.kind === 'verb' && chunk.main.lower === 'dated' && chunk.tokens.length === 1;
  if (isDated && (next?.kind === 'noun' || next?.kind === 'preposition')) return { ...chunk, form: 'participle' };
  // `the terms set forth in the plan`
  const isSetForth = chunk.kind === 'verb' && chunk.main.lower === 'set' && chunk.tokens.length === 1;
  if (isSetForth && next?.kind === 'adverb' && next.words === 'forth' && chunks[at - 1]?.kind === 'noun')
    return { ...chunk, form: 'participle' };
  // `for the year then ended`
  if (chunk.kind === 'verb' && /^then ended$/i.test(chunk.tokens.map(token => token.text).join(' ')))
    return { ...chunk, form: 'participle' };
  return isOfPeriod && MONTHS.has(next.tokens[0]?.lower ?? '') ? { ...chunk, form: 'participle' } : chunk;
}

/** Adverbs between a preposition and its noun: `by only one source`. */
const FOCUS = /^(?:only|solely)$/;

function isFocus(chunk: Chunk, at: number, chunks: readonly Chunk[]): boolean {
  return (
    chunk.kind === 'adverb' &&
    FOCUS.test(chunk.words) &&
    chunks[at - 1]?.kind === 'preposition' &&
    chunks[at + 1]?.kind === 'noun'
  );
}

/** `The acquisitions included: Example Corp.`: the object follows the colon. */
function isColonOfObject(chunk: Chunk, at: number, chunks: readonly Chunk[]): boolean {
  return (
    chunk.kind === 'stop' && chunk.words === ':' && chunks[at - 1]?.kind === 'verb' && chunks[at + 1]?.kind === 'noun'
  );
}

const MOST_BETWEEN = 5;

/** `may in the future include`: a modal apart from its verb. The modal then stands for an adverb. */
function withModalBefore(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  if (chunk.kind !== 'verb') return chunk;
  if (isModal(chunk)) {
    const verb = chunks.slice(at + 1, at + 2 + MOST_BETWEEN).find(next => next.kind === 'verb');
    return verb !== undefined && isBare(verb)
      ? { kind: 'adverb', token: chunk.main, words: chunk.main.lower, start: chunk.start, end: chunk.end }
      : chunk;
  }
  if (!isBare(chunk)) return chunk;
  const before = chunks.slice(Math.max(0, at - 1 - MOST_BETWEEN), at).findLast(candidate => candidate.kind === 'verb');
  if (before === undefined || !isModal(before)) return chunk;
  const { modal, tense, isNegated } = before;
  return { ...chunk, form: 'finite', modal, tense, isNegated: isNegated || chunk.isNegated };
}

function isBare({ form, main, tokens }: VerbGroup): boolean {
  return form === 'finite' && main.lower === main.lemma && tokens[0] === main;
}

function lengthOf(chunk: Chunk): number {
  if (chunk.kind === 'noun' || chunk.kind === 'verb') return chunk.tokens.length;
  return chunk.words.split(' ').length;
}

/** `Doe v. Example Corp., et al. was filed`, or `et. al.`: the full stop ends no sentence, and the others are not named. */
function withoutOthers(tokens: readonly Token[]): readonly Token[] {
  const others = new Set<number>();
  for (const [at, { lower }] of tokens.entries()) {
    if (lower !== 'al' && lower !== 'al.') continue;
    const et = tokens[at - 1]?.text === '.' ? at - 2 : at - 1;
    if (tokens[et]?.lower !== 'et' && tokens[et]?.lower !== 'et.') continue;
    const from = tokens[et - 1]?.text === ',' ? et - 1 : et;
    const to = tokens[at + 1]?.text === '.' ? at + 1 : at;
    for (let other = from; other <= to; other++) others.add(other);
  }
  return others.size === 0 ? tokens : tokens.filter((_, at) => !others.has(at));
}

const QUOTATION = /^["“”„‘'`]+$/;

/** Parentheses are left out, except relative clauses: `(which contains …)` reads as if between commas. */
function withoutParentheses(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  const open: boolean[] = [];
  const isShown = () => open.every(shown => shown);
  for (const [at, token] of tokens.entries()) {
    if (/^[([]$/.test(token.text)) {
      const shows = RELATIVES.has(tokens[at + 1]?.lower ?? '') && isShown();
      open.push(shows);
      if (shows) kept.push({ ...token, text: ',', lower: ',', lemma: ',' });
    } else if (/^[)\]]$/.test(token.text)) {
      const shows = open.pop() === true && isShown();
      if (shows) kept.push({ ...token, text: ',', lower: ',', lemma: ',' });
    } else if (isShown() && !QUOTATION.test(token.text)) kept.push(token);
  }
  // An unclosed parenthesis would hide the rest of the sentence.
  return open.length === 0
    ? kept
    : tokens.filter(token => !/^[()[\]]$/.test(token.text) && !QUOTATION.test(token.text));
}

/** `5,000 shares, or 62%, of the stock`: where the words behind a noun phrase go on after what explains it. */
function explainedTo(chunks: readonly Chunk[], at: number): number {
  const [comma, or, noun, end, next] = chunks.slice(at + 1, at + 6);
  const isExplained =
    comma?.kind === 'comma' &&
    or?.kind === 'coordinator' &&
    or.words === 'or' &&
    noun?.kind === 'noun' &&
    end?.kind === 'comma' &&
    next?.kind === 'preposition';
  return isExplained ? at + 5 : at + 1;
}

/** Attaches the chain of prepositional phrases behind a noun phrase to each noun phrase before it. */
function attachPrepositions(chunks: readonly Chunk[]): void {
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.kind !== 'noun') continue;
    let next = explainedTo(chunks, at);
    for (;;) {
      const [word, phrase] = [chunks[next], chunks[next + 1]];
      if (word?.kind !== 'preposition' || phrase?.kind !== 'noun') break;
      chunk.preps.push({ preposition: word.words, phrase });
      next += 2;
      // `of A and B`: both belong to the preposition.
      while (
        chunks[next]?.kind === 'coordinator' &&
        chunks[next + 1]?.kind === 'noun' &&
        chunks[next + 2]?.kind !== 'verb'
      ) {
        chunk.preps.push({ preposition: word.words, phrase: chunks[next + 1] as NounPhrase });
        next += 2;
      }
    }
  }
}
