import type { NounPhrase, VerbGroup } from '../../../../../formats/prose/phrases.ts';
import { isParty } from '../nouns.ts';
import { isTemporal } from '../periods.ts';
import type { QuantityList } from '../quantities.ts';
import { baseAfter } from './share-bases.ts';
import { isAmount, isOwnSubject, type ShareSentence } from './share-sentence.ts';

/** `X accounts for 12 %`: the subject is the party. */
const HOLDS = new Set(
  'account represent comprise constitute contribute make compose form total be exceed amount equal aggregate approximate generate provide purchase buy owe produce supply manufacture'.split(
    ' ',
  ),
);
/** `we derive 12 % of … from X`: the party follows. */
const TAKES = new Set(
  'derive generate earn receive obtain purchase buy source procure sell ship make collect realize record recognize bill have acquire distribute transact'.split(
    ' ',
  ),
);
/** `12 % of … came from X`: the party follows. */
const COMES = new Set(
  'derive come result originate be generate relate attribute concentrate consist represent comprise receive make earn sell purchase obtain source account constitute supply provide buy procure owe contribute arise stem reflect distribute manufacture produce assemble fabricate process package refine'.split(
    ' ',
  ),
);

const CHANGES = /^(?:increase|decrease|grow|rise|fall|decline)$/;

export type Predicate =
  | { kind: 'subject' | 'object' | 'reverse'; verb: number }
  | { kind: 'gap'; at: number }
  /** `we depend on X for 12 %`: the party is at `at`. */
  | { kind: 'dependence'; verb: number; at: number }
  | { kind: 'continued' };

/** What states a list of quantities, read from the words before it. */
export function predicateBefore(
  sentence: ShareSentence,
  list: QuantityList,
  cut: number,
  hasPrevious: boolean,
): Predicate | null {
  const chunks = sentence.chunks;
  let at = list.first - 1;
  let isAlternative = false;
  let hasFor = false;
  for (; at >= cut; at--) {
    const chunk = chunks[at];
    if (chunk === undefined) break;
    if (chunk.kind === 'adverb' || chunk.kind === 'adjective') {
      const verb = chunks[at - 1];
      const isOfVerb = verb?.kind === 'verb' && verb.main.lemma === 'make';
      if (/^(?:up|down)$/.test(chunk.words) && !isOfVerb) return hasPrevious ? { kind: 'continued' } : null;
      continue;
    }
    if (chunk.kind === 'noun') {
      if (isAmount(chunk)) {
        isAlternative = true;
        continue;
      }
      if (/^(?:total|aggregate|average|maximum|excess)$/.test(chunk.head.lower)) continue;
      if (/^(?:each|together|both)$/.test(chunk.tokens[0]?.lower ?? '') && chunks[at - 1]?.kind === 'verb') continue;
      if (hasFor && hasPrevious && /^(?:increase|decrease)$/.test(chunk.head.lemma)) return null;
      return (hasFor ? dependenceAt(sentence, at) : null) ?? gapAt(sentence, at, cut, hasPrevious, hasFor);
    }
    if (chunk.kind === 'preposition') {
      if (/^(?:than|over|under|above|below|about|around|in excess of|at|in|up|up to)$/.test(chunk.words)) continue;
      if (chunk.words === 'for') {
        hasFor = true;
        continue;
      }
      if (chunk.words === 'of' && chunks[at - 1]?.kind === 'noun') {
        if (/^(?:total|aggregate|average|maximum|excess)$/.test((chunks[at - 1] as NounPhrase).head.lower)) continue;
        return null;
      }
      if (/^(?:from|to|with|versus|against)$/.test(chunk.words)) {
        const verb = chunks[at - 1];
        // `sales to X increased to 24% of net sales`
        if (!hasPrevious && chunk.words === 'to' && verb?.kind === 'verb' && CHANGES.test(verb.main.lemma))
          return verb.voice === 'active' ? { kind: 'subject', verb: at - 1 } : null;
        if (isCompared(sentence, at)) return hasPrevious ? { kind: 'continued' } : null;
        if (chunk.words === 'to' && verb?.kind === 'verb' && /^(?:amount|equal|come)$/.test(verb.main.lemma)) continue;
        if (chunk.words === 'with') return reverseOf(sentence, list);
      }
      return null;
    }
    if (chunk.kind === 'coordinator' && chunk.words === 'or') {
      isAlternative = true;
      continue;
    }
    if (chunk.kind === 'comma') {
      if (isAlternative && list.first - at < 6) continue;
      if (chunks[at - 1]?.kind === 'noun' && isAmount(chunks[at - 1] as NounPhrase)) continue;
      break;
    }
    if (chunk.kind === 'verb') return predicateOf(sentence, at, hasPrevious);
    break;
  }
  const reverse = reverseOf(sentence, list);
  if (reverse !== null) return reverse;
  const stopped = chunks[at];
  const isJoined =
    at < cut || stopped?.kind === 'comma' || (stopped?.kind === 'coordinator' && /^(?:and|but)$/.test(stopped.words));
  return hasPrevious && isJoined && isOnlyTime(sentence, cut, at) ? { kind: 'continued' } : null;
}

/** True if there is no subject between the last quantity and this one. */
function isOnlyTime(sentence: ShareSentence, cut: number, to: number): boolean {
  return sentence.chunks
    .slice(cut, Math.max(cut, to))
    .every(chunk => chunk.kind !== 'verb' || chunk.form !== 'finite' || chunk.main.lemma === 'end');
}

function isCompared(sentence: ShareSentence, at: number): boolean {
  const before = sentence.chunks.slice(Math.max(0, at - 3), at);
  return (
    before.some(
      chunk =>
        (chunk.kind === 'verb' && /^(?:compare|increase|decrease)$/.test(chunk.main.lemma)) ||
        (chunk.kind === 'noun' && /^(?:increase|decrease)$/.test(chunk.head.lemma)) ||
        (chunk.kind === 'adverb' && /^(?:up|down)$/.test(chunk.words)) ||
        (chunk.kind === 'adjective' && /^(?:up|down)$/.test(chunk.words)),
    ) || /^(?:versus)$/.test((sentence.chunks[at] as { words: string }).words)
  );
}

/** `we depend on X for 12 %`, `we are reliant upon a few customers for most` */
function dependenceAt(sentence: ShareSentence, at: number): Predicate | null {
  let place = at;
  // `a small number of customers`
  if (isPrepositionAt(sentence, place - 1, /^of$/) && sentence.chunks[place - 2]?.kind === 'noun') place -= 2;
  if (!isPrepositionAt(sentence, place - 1, /^(?:on|upon)$/)) return null;
  let before = place - 2;
  while (sentence.chunks[before]?.kind === 'adverb') before--;
  const word = sentence.chunks[before];
  const isDependent = word?.kind === 'adjective' && /^(?:dependent|reliant)$/.test(word.words);
  let verb = before;
  while (isDependent && verb > 0 && sentence.chunks[verb]?.kind !== 'verb') verb--;
  const group = sentence.chunks[verb];
  const isVerb = group?.kind === 'verb' && (isDependent || /^(?:depend|rely)$/.test(group.main.lemma));
  return isVerb && isOwnSubject(sentence, verb) ? { kind: 'dependence', verb, at: place } : null;
}

function isPrepositionAt(sentence: ShareSentence, at: number, words: RegExp): boolean {
  const chunk = sentence.chunks[at];
  return chunk?.kind === 'preposition' && words.test(chunk.words);
}

/** `… and Customer B for 14 %`, `Brook 14 %`: the verb of the last statement holds. */
function gapAt(
  sentence: ShareSentence,
  at: number,
  cut: number,
  hasPrevious: boolean,
  hasFor: boolean,
): Predicate | null {
  const phrase = sentence.chunks[at] as NounPhrase;
  const before = sentence.chunks[at - 1];
  const isJoined =
    before === undefined || before.kind === 'coordinator' || before.kind === 'comma' || before.kind === 'other';
  if (!hasPrevious || at < cut || (!hasFor && !isJoined)) return null;
  return isParty(phrase) || /^\p{Lu}/u.test(phrase.head.text) || phrase.head.lower === 'another'
    ? { kind: 'gap', at }
    : null;
}

function predicateOf(sentence: ShareSentence, at: number, hasPrevious: boolean): Predicate | null {
  const verb = sentence.chunks[at] as VerbGroup;
  const { lemma } = verb.main;
  const hasFor = sentence.chunks[at + 1]?.kind === 'preposition';
  if (lemma === 'account' && !hasFor) return null;
  const isMadeUp = lemma === 'make' && /^ up\b/.test(sentence.quote.slice(verb.end).replace(/^\s+/, ' '));
  if (isMadeUp) return { kind: 'subject', verb: at };
  if (lemma === 'compare') return hasPrevious ? { kind: 'continued' } : null;
  if (TAKES.has(lemma) && isOwnSubject(sentence, at) && verb.voice === 'active') {
    // `we had 22 % of revenue from X`; `sales to X made 12 %`
    return { kind: 'object', verb: at };
  }
  return HOLDS.has(lemma) ? { kind: 'subject', verb: at } : null;
}

/** `22 % of our revenue was derived from X` */
function reverseOf(sentence: ShareSentence, list: QuantityList): Predicate | null {
  const { next } = baseAfter(sentence, list, true);
  for (let at = next; at < sentence.chunks.length; at++) {
    const chunk = sentence.chunks[at];
    if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative')
      return null;
    if (chunk.kind === 'verb') {
      if (/^end/.test(chunk.main.lemma) && chunk.form === 'participle') continue;
      return COMES.has(chunk.main.lemma) ? { kind: 'reverse', verb: at } : null;
    }
    if (chunk.kind === 'noun' && !isTemporal(chunk, sentence.chunks[at + 1], sentence.chunks[at + 2])) return null;
  }
  return null;
}
