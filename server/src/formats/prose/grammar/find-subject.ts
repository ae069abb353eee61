import type { Chunk, NounPhrase, VerbGroup } from '../phrases.ts';
import { antecedentOf, insertionStart, isBareForm, isTime, isYearBetween, overAdverbs } from './chunk-search.ts';

export interface Subject {
  phrases: NounPhrase[];
  /** Where the search for the start of the clause ended. */
  from: number;
  /** Shared with the clause of this verb: `defaulted and was sued`. */
  sharedWith: number | null;
  isShared: boolean;
  relative: number | null;
}

/** Looks to the left of a finite verb for its subject, over insertions, modifiers and prepositional phrases. */
export function findSubject(
  chunks: readonly Chunk[],
  verbAt: number,
  isFiniteAt: (at: number) => boolean,
): Subject | null {
  let at = overAdverbs(chunks, verbAt);
  let hasCoordinator = false;
  let sawComma = false;
  let fallback: Subject | null = null;
  if (chunks[at]?.kind === 'coordinator') {
    const shared = verbBefore(chunks, at, verbAt, isFiniteAt);
    if (shared !== null) return { phrases: [], from: verbAt, sharedWith: shared, isShared: true, relative: null };
  }
  while (at >= 0) {
    const chunk = chunks[at];
    if (chunk === undefined) return null;
    if (chunk.kind === 'noun') {
      if (chunks[at - 1]?.kind === 'preposition') {
        at -= 2;
        continue;
      }
      if (chunks[at - 1]?.kind === 'verb' && !isFiniteAt(at - 1)) {
        // The object of a participle or an infinitive.
        at -= 2;
        continue;
      }
      if (isTime(chunk)) {
        at--;
        continue;
      }
      // `Newco acquired all shares of Elm and Newco Sub merged into Elm`: the shares are the object of the clause before.
      if (fallback !== null && chunks[at - 1]?.kind === 'verb') return fallback;
      const isPredicate = chunks[at - 1]?.kind === 'verb' && (chunks[at - 1] as VerbGroup).main.lemma === 'be';
      if (isPredicate && sawComma && isFiniteAt(at - 1)) {
        // `A was the lender, has been repaid`: the subject of `was`.
        return { phrases: [], from: verbAt, sharedWith: at - 1, isShared: true, relative: null };
      }
      const { phrases, from, isPrepositional } = withCoordinated(chunks, at);
      if (isPrepositional && fallback === null) {
        // `a suit against Newco and the Company was filed`: both belong to the preposition if a noun is before it.
        fallback = { phrases, from, sharedWith: null, isShared: false, relative: null };
        at = from - 4;
        continue;
      }
      return { phrases, from, sharedWith: null, isShared: false, relative: relativeBefore(chunks, from) };
    }
    if (chunk.kind === 'relative') {
      const antecedent = antecedentOf(chunks, at);
      return {
        phrases: antecedent === null ? [] : [antecedent],
        from: at,
        sharedWith: null,
        isShared: true,
        relative: at,
      };
    }
    if (chunk.kind === 'subordinator' || chunk.kind === 'stop') return fallback;
    if (chunk.kind === 'comma') {
      if (isYearBetween(chunks, at)) {
        at--;
        continue;
      }
      sawComma = true;
      const opening = insertionStart(chunks, at, isFiniteAt);
      at = opening === null || hasCoordinator ? at - 1 : opening - 1;
      continue;
    }
    if (chunk.kind === 'coordinator') {
      // `the trustee or holders of 25 % may`: the phrase before the coordinator belongs to the subject.
      hasCoordinator = true;
    }
    if (chunk.kind === 'verb' && isFiniteAt(at)) {
      return hasCoordinator && fallback === null
        ? { phrases: [], from: verbAt, sharedWith: at, isShared: true, relative: null }
        : fallback;
    }
    at--;
  }
  return fallback;
}

/** The verb that a verb after a coordinator continues: a finite one, or for a base form any: `to sell or pledge`. */
function verbBefore(
  chunks: readonly Chunk[],
  from: number,
  verbAt: number,
  isFiniteAt: (at: number) => boolean,
): number | null {
  const isBase = isBareForm(chunks[verbAt] as VerbGroup);
  for (let at = from - 1; at >= 0; at--) {
    const chunk = chunks[at];
    if (chunk?.kind === 'stop') return null;
    if (chunk?.kind === 'verb' && (isFiniteAt(at) || (isBase && chunk.form === 'infinitive'))) return at;
  }
  return null;
}

function relativeBefore(chunks: readonly Chunk[], from: number): number | null {
  return chunks[from - 1]?.kind === 'relative' ? from - 1 : null;
}

function withCoordinated(
  chunks: readonly Chunk[],
  last: number,
): { phrases: NounPhrase[]; from: number; isPrepositional: boolean } {
  const phrases = [chunks[last] as NounPhrase];
  let from = last;
  let isJoined = false;
  for (;;) {
    const before = chunks[from - 1];
    const isCoordinator =
      before?.kind === 'coordinator' || (before?.kind === 'preposition' && before.words === 'as well as');
    const isComma = before?.kind === 'comma';
    const step = isCoordinator && chunks[from - 2]?.kind === 'comma' ? 3 : 2;
    const phrase = chunks[from - step];
    if ((!isCoordinator && !(isComma && isJoined)) || phrase?.kind !== 'noun') break;
    isJoined ||= isCoordinator;
    const start = from - step;
    // `ceased to be director, and Roe became`, `was named President and Roe was named`: the object of the verb before.
    const verb = chunks[start - 1];
    if (verb?.kind === 'verb' && (step === 3 || verb.voice === 'passive')) break;
    // `between A and B`, `of A and B`: the phrase belongs to the preposition.
    if (isTime(phrase)) break;
    if (chunks[start - 1]?.kind === 'preposition') return { phrases, from, isPrepositional: step === 2 };
    phrases.unshift(phrase);
    from = start;
  }
  return { phrases, from, isPrepositional: false };
}
