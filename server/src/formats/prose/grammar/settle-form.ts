import type { Chunk, NounPhrase, VerbForm, VerbGroup } from '../phrases.ts';
import { insertionStart, isBoundary, isDate, overAdverbs } from './chunk-search.ts';

/** A past form without auxiliary is a participle (`a suit filed in May was dismissed`) or finite (`we filed a suit`). */
export function settleForm(chunks: readonly Chunk[], at: number): VerbForm {
  const verb = chunks[at] as VerbGroup;
  if (verb.form !== 'finite') return verb.form;
  const hasAuxiliary =
    verb.modal !== null ||
    verb.main.pos === 'AUX' ||
    verb.tokens.some(token => token !== verb.main && token.pos === 'AUX');
  if (hasAuxiliary) return 'finite';
  const { lower, lemma } = verb.main;
  if (/s$/.test(lower) || lower === lemma) return 'finite';
  const before = chunks[overAdverbs(chunks, at)];
  const next = chunks[at + 1];
  // `agreements related to the card`
  if (lower === 'related' && next?.kind === 'preposition' && before?.kind === 'noun' && hasFiniteBefore(chunks, at))
    return 'participle';
  // `Completed the sale of the unit.`: a list item without a subject.
  if (before === undefined && next?.kind === 'noun' && !hasFiniteAfter(chunks, at)) return 'finite';
  if (before === undefined || before.kind === 'preposition') return 'participle';
  const isRelative = before.kind === 'relative' || (before.kind === 'noun' && chunks[at - 2]?.kind === 'relative');
  if (isRelative || before.kind === 'coordinator') return 'finite';
  if (before.kind === 'noun' && isPronoun(before)) return 'finite';
  const isFollowedByObject = (next?.kind === 'noun' && !isDate(next)) || next?.kind === 'subordinator';
  // `a suit captioned Doe v. Roe was filed`
  if (before.kind === 'noun' && /^(?:caption|style|entitle|title)$/.test(lemma)) return 'participle';
  // `a customer filed an action`: a participle with an object is of a verb of naming or giving.
  if (isFollowedByObject && before.kind === 'noun' && isDetermined(next) && !TAKES_TWO_OBJECTS.test(lemma))
    return 'finite';
  if (isFollowedByObject) {
    const isModifier = before.kind === 'comma' ? hasFiniteBefore(chunks, at) : hasFiniteAfter(chunks, at);
    return isModifier ? 'participle' : 'finite';
  }
  return hasFiniteAfter(chunks, at) || hasFiniteBefore(chunks, at) ? 'participle' : 'finite';
}

/** Verbs whose participle keeps an object: `a suit captioned Doe v. Roe`, `the officer awarded the option`. */
const TAKES_TWO_OBJECTS =
  /^(?:caption|style|entitle|title|name|call|term|designate|deem|award|grant|give|pay|owe|offer|assign|allocate|issue|sell|lend|charge|deny|allow|teach|end|date)$/;

/** `an action`, `its mill`: an object, no day. */
function isDetermined(chunk: Chunk | undefined): boolean {
  return (
    chunk?.kind === 'noun' &&
    /^(?:an?|the|its|our|their|his|her|this|these|certain)$/.test(chunk.tokens[0]?.lower ?? '') &&
    !/^(?:day|week|month|quarter|year|date|period)$/.test(chunk.head.lemma)
  );
}

function isPronoun({ head }: NounPhrase): boolean {
  return /^(?:i|we|he|she|it|they|you)$/.test(head.lower);
}

function isSurelyFinite(chunk: Chunk): boolean {
  if (chunk.kind !== 'verb' || chunk.form !== 'finite') return false;
  return (
    chunk.modal !== null ||
    chunk.main.pos === 'AUX' ||
    chunk.tokens.some(token => token !== chunk.main && token.pos === 'AUX') ||
    /s$/.test(chunk.main.lower) ||
    chunk.main.lower === chunk.main.lemma
  );
}

/** A finite verb, or a past form between its subject and its object: `we incurred charges`. */
function isLikelyFinite(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at];
  if (chunk?.kind !== 'verb' || chunk.form !== 'finite') return false;
  const [before, next] = [chunks[overAdverbs(chunks, at)], chunks[at + 1]];
  return isSurelyFinite(chunk) || (before?.kind === 'noun' && next?.kind === 'noun' && !isDate(next));
}

/** True if a later finite verb of the same segment has no subject of its own. */
function hasFiniteAfter(chunks: readonly Chunk[], at: number): boolean {
  for (let next = at + 1; next < chunks.length; next++) {
    const chunk = chunks[next];
    if (chunk === undefined || isBoundary(chunk)) return false;
    if (chunk.kind === 'coordinator' && chunks[next + 1]?.kind === 'noun' && chunks[next + 2]?.kind === 'verb')
      return false;
    if (chunk.kind === 'coordinator' && chunks[next - 1]?.kind === 'comma' && hasOwnSubject(chunks, next)) return false;
    if (chunk.kind !== 'verb') continue;
    if (!isSurelyFinite(chunk) && !(chunk.form === 'finite' && chunks[next + 1]?.kind === 'noun')) continue;
    const before = chunks[overAdverbs(chunks, next)];
    if (before?.kind === 'coordinator') return false;
    return !(before?.kind === 'noun' && chunks[next - 2]?.kind !== 'preposition');
  }
  return false;
}

/** `…, and the lawsuit against the Company was dismissed`: the coordinator joins a clause with a subject of its own. */
function hasOwnSubject(chunks: readonly Chunk[], coordinatorAt: number): boolean {
  let at = coordinatorAt + 1;
  if (chunks[at]?.kind !== 'noun') return false;
  at++;
  while (chunks[at]?.kind === 'preposition' && chunks[at + 1]?.kind === 'noun') at += 2;
  const verb = chunks[at];
  return verb !== undefined && isSurelyFinite(verb);
}

/** True if the segment has a finite verb before, and no coordinator directly before this one. */
function hasFiniteBefore(chunks: readonly Chunk[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const chunk = chunks[before];
    if (chunk === undefined || isBoundary(chunk)) return false;
    if (chunk.kind === 'comma')
      before = insertionStart(chunks, before, place => isLikelyFinite(chunks, place)) ?? before;
    // `will cut 300 jobs, or 10% of the workforce, as part of a plan announced today`: `or` explains the object.
    const explains = chunk.kind === 'coordinator' && chunk.words === 'or' && chunks[before - 1]?.kind === 'comma';
    if (chunk.kind === 'coordinator' && chunks[before + 1]?.kind === 'noun' && !explains) return false;
    if (chunk.kind === 'verb' && chunk.form === 'finite') return true;
  }
  return false;
}
