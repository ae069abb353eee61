import { partyOf } from '../../../../../formats/prose/names.ts';
import { type NounPhrase, possessorOf } from '../../../../../formats/prose/phrases.ts';
import { type Base, baseWordsAt, readBase } from '../bases.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import { isTemporal } from '../periods.ts';
import type { QuantityList } from '../quantities.ts';
import type { ShareSentence } from './share-sentence.ts';

/** The base after a list: `, respectively, of our net sales`. `isOther` is true if the words name another whole. */
export function baseAfter(
  sentence: ShareSentence,
  list: QuantityList,
  isReverse: boolean,
): { base: Base | null; isOther: boolean; words: string; next: number } {
  let at = list.last + 1;
  const chunks = sentence.chunks;
  while (at < chunks.length) {
    const chunk = chunks[at];
    const isOrMore =
      (chunk?.kind === 'coordinator' && chunk.words === 'or') ||
      (chunk?.kind === 'adjective' && /^(?:more|greater|higher|less)$/.test(chunk.words)) ||
      (chunk?.kind === 'noun' && /^(?:more|greater)$/.test(chunk.head.lower));
    if (chunk?.kind === 'adverb' || chunk?.kind === 'comma' || isOrMore) at++;
    else break;
  }
  const word = chunks[at];
  const phrase = chunks[at + 1];
  const none = { base: null, isOther: false, words: '', next: list.last + 1 };
  if (word?.kind !== 'preposition' || !/^(?:of|in|to)$/.test(word.words) || phrase?.kind !== 'noun') return none;
  if (isTemporal(phrase, chunks[at + 2], chunks[at + 3])) return none;
  const { words, next } = baseWordsAt(chunks, at + 1, sentence.quote, isReverse);
  const base = isOfOther(sentence, phrase) ? null : readBase(words);
  const isShareOf = word.words === 'of' || base !== null;
  return { base, isOther: base === null && isShareOf, words, next };
}

/** `of Brook’s net sales`, where Brook is not the company. */
function isOfOther(sentence: ShareSentence, phrase: NounPhrase): boolean {
  const owner = possessorOf(phrase);
  if (owner === null) return phrase.tokens[0]?.lower === 'their';
  return isParty(owner) && partyOf(owner, sentence.context.names) !== 'registrant';
}

/** `Of total receivables, …`, `as a percentage of net sales` */
export function frontedBase(sentence: ShareSentence): Base | null {
  for (const [at, chunk] of sentence.chunks.entries()) {
    if (chunk.kind !== 'preposition' || chunk.words !== 'of') continue;
    const before = sentence.chunks[at - 1];
    const isFronted = before === undefined;
    const isPercentage = before?.kind === 'noun' && /^(?:percentage|percent)$/.test(before.head.lemma);
    if (!isFronted && !isPercentage) continue;
    const phrase = sentence.chunks[at + 1];
    if (phrase?.kind === 'noun') return readBase(baseWordsAt(sentence.chunks, at + 1, sentence.quote, false).words);
  }
  return null;
}

/** The base that the sentence states anywhere. */
export function statedBase(sentence: ShareSentence): Base | null {
  const bases = sentence.lists.flatMap(list => baseAfter(sentence, list, false).base ?? []);
  return bases[0] ?? frontedBase(sentence);
}

/** The base of a threshold in other words: `no customer with sales exceeding 10 %`. */
export function anyBase(sentence: ShareSentence): Base | null {
  for (const [at, chunk] of sentence.chunks.entries()) {
    if (chunk.kind !== 'noun' || kindOfNoun(chunk) !== 'deal') continue;
    const base = readBase(baseWordsAt(sentence.chunks, at, sentence.quote, false).words);
    if (base !== null) return { ...base, narrowed: null };
  }
  return null;
}

/** `we purchased 45 % of our lumber from X`: the goods are the base. */
export function goodsBase(words: string, isBought: boolean): Base | null {
  const goods = words.replace(/\s+/g, ' ').trim();
  if (
    goods === '' ||
    /\b(?:shares?|stock|equity|interests?|units?|notes?|assets|business|company|capacity|ventures?)\b/i.test(goods)
  )
    return null;
  const isAll = /^(?:our|its|the|all|total) (?:products?|goods|merchandise)$/i.test(goods);
  const narrowed = isAll ? null : goods.replace(/^(?:the|our|its|their) /i, '');
  return { of: isBought ? 'purchases' : 'revenue', narrowed, isOfSuppliers: isBought };
}
