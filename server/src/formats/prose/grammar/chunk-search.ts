import type { Chunk, NounPhrase, VerbGroup } from '../phrases.ts';
import { MONTHS } from './noun-phrases.ts';

/** The place of the chunk before a verb and its adverbs. */
export function overAdverbs(chunks: readonly Chunk[], verbAt: number): number {
  let at = verbAt - 1;
  while (chunks[at]?.kind === 'adverb') at--;
  return at;
}

export function isBoundary(chunk: Chunk): boolean {
  return chunk.kind === 'subordinator' || chunk.kind === 'relative' || chunk.kind === 'stop';
}

export function isBareForm({ main, tokens }: VerbGroup): boolean {
  return (
    main.lower === main.lemma && tokens.every(token => token === main || token.pos === 'ADV') && main.pos === 'VERB'
  );
}

const TIME_WORDS = new Set([...MONTHS, 'year', 'quarter', 'month', 'day', 'week', 'time', 'period']);

/** `this year`, `2014`, `June 30`: adverbs rather than subjects. */
export function isTime({ head, tokens }: NounPhrase): boolean {
  if (head.pos === 'NUM')
    return tokens.length <= 4 && (/^(?:19|20)\d\d$/.test(head.text) || TIME_WORDS.has(tokens[0]?.lemma ?? ''));
  return TIME_WORDS.has(head.lemma) && /^(?:this|that|last|next|same|each)$/.test(tokens[0]?.lower ?? '');
}

/** `the year ended December 31` */
export function isDate({ tokens, head }: NounPhrase): boolean {
  return head.pos === 'NUM' && MONTHS.has(tokens[0]?.lower ?? '');
}

/** The noun before a relative pronoun; the whole chain's first noun if prepositional phrases are between. */
export function antecedentOf(chunks: readonly Chunk[], relativeAt: number): NounPhrase | null {
  let at = relativeAt - 1;
  while (at >= 0) {
    const chunk = chunks[at];
    // `Newco, acquired in 2024, which`
    if (chunk?.kind === 'noun' && isTime(chunk) && chunks[at - 1]?.kind === 'preposition') {
      at -= 2;
      if (chunks[at]?.kind === 'verb') at--;
      continue;
    }
    if (chunk?.kind === 'noun') return chunk;
    if (chunk === undefined || (chunk.kind !== 'comma' && chunk.kind !== 'preposition')) return null;
    at--;
  }
  return null;
}

const MAX_INSERTION = 40;

/** The comma that opens the insertion which the comma at `closing` closes; null if the text before it is no insertion. */
export function insertionStart(
  chunks: readonly Chunk[],
  closing: number,
  isFiniteAt: (at: number) => boolean,
): number | null {
  for (let at = closing - 1; at >= Math.max(0, closing - MAX_INSERTION); at--) {
    const chunk = chunks[at];
    if (chunk === undefined || chunk.kind === 'stop') return null;
    if (chunk.kind !== 'comma') continue;
    const first = chunks[at + 1];
    const before = chunks[at - 1];
    if (first === undefined || before === undefined) return null;
    const startsInsertion =
      first.kind === 'relative' ||
      first.kind === 'preposition' ||
      first.kind === 'adverb' ||
      first.kind === 'subordinator' ||
      (first.kind === 'noun' &&
        before.kind === 'noun' &&
        (first.tokens[0]?.lower === 'whose' || !hasVerbBetween(chunks, at, closing, isFiniteAt))) ||
      (first.kind === 'verb' && !isFiniteAt(at + 1));
    if (startsInsertion && before.kind === 'noun' && !isYearBetween(chunks, at)) return at;
  }
  return null;
}

/** An apposition has no verb of its own; `each of which sells` has one in its relative clause. */
function hasVerbBetween(
  chunks: readonly Chunk[],
  opening: number,
  closing: number,
  isFiniteAt: (at: number) => boolean,
): boolean {
  for (let at = opening + 1; at < closing; at++) {
    if (chunks[at]?.kind === 'relative') return false;
    if (isFiniteAt(at)) return true;
  }
  return false;
}

/** `On June 20, 2018, we`: the commas around a year are no insertion. */
export function isYearBetween(chunks: readonly Chunk[], comma: number): boolean {
  const next = chunks[comma + 1];
  return next?.kind === 'noun' && next.tokens.length === 1 && /^(?:19|20)\d\d$/.test(next.head.text);
}
