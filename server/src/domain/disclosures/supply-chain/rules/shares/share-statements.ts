import { isTextOfClass } from '../../../../../formats/prose/lexicon.ts';
import type { VerbGroup } from '../../../../../formats/prose/phrases.ts';
import { type Base, readBase } from '../bases.ts';
import { kindOfNoun } from '../nouns.ts';
import type { Party } from '../parties.ts';
import { isTemporal } from '../periods.ts';
import type { QuantityList } from '../quantities.ts';
import { isStated, isStatedOrAgreed } from '../statements.ts';
import { baseAfter, frontedBase, goodsBase, statedBase } from './share-bases.ts';
import { anotherAfter, partyAfter, partyAt, partyBefore, partyOfOne, partyOfSubject } from './share-parties.ts';
import { type Predicate, predicateBefore } from './share-predicates.ts';
import { clauseOf, isAmount, type Part, type ShareSentence, type Statement } from './share-sentence.ts';
import { BUYS, GOODS, MAKES, SELLS, SUPPLIES } from './share-verbs.ts';

/** Reads the predicate of a list of quantities, their base and the party. */
export function readList(
  sentence: ShareSentence,
  list: QuantityList,
  cut: number,
  previous: Statement | null,
  nextFirst: number,
): { statement: Statement } | 'continued' | null {
  const predicate = predicateBefore(sentence, list, cut, previous !== null);
  if (predicate === null) return null;
  const isReverse = predicate.kind === 'reverse' || predicate.kind === 'object';
  const base = baseAfter(sentence, list, isReverse);
  const part: Part = { quantities: list.quantities, after: { from: list.last + 1, to: nextFirst } };
  if (predicate.kind === 'continued') {
    if (previous === null) return null;
    const isOfOther = base.base !== null && previous.base !== null && base.base.of !== previous.base.of;
    if (isOfOther || (base.base === null && base.isOther)) {
      if (base.base === null) return null;
      return {
        statement: { ...previous, parts: [part], base: base.base },
      };
    }
    previous.parts.push(part);
    previous.base ??= base.base;
    return 'continued';
  }
  const verb = predicate.kind === 'gap' ? null : (sentence.chunks[predicate.verb] as VerbGroup);
  const lemma = verb?.main.lemma ?? '';
  const isSold =
    (predicate.kind === 'object' && SELLS.has(lemma)) ||
    (predicate.kind === 'subject' && BUYS.has(lemma) && !/^(?:its|their)\b/i.test(base.words));
  const isBought =
    predicate.kind === 'object' || predicate.kind === 'reverse'
      ? BUYS.has(lemma) || (predicate.kind === 'reverse' && MAKES.has(lemma) && verb?.voice === 'passive')
      : predicate.kind === 'dependence'
        ? base.isOther
        : SUPPLIES.has(lemma);
  const isOfGoods = base.isOther || (isSold && base.base?.of === 'purchases');
  // `X purchases most of its steel`: from others, not from the company.
  if (predicate.kind === 'subject' && BUYS.has(lemma) && !isSold) return null;
  const goods: Base | null = isOfGoods && (isSold || isBought) ? goodsBase(base.words, isBought) : null;
  if (base.isOther && goods === null) return null;
  const found =
    predicate.kind === 'subject'
      ? partyOfSubject(sentence, predicate.verb, list, cut, previous)
      : predicate.kind === 'gap'
        ? partyAt(sentence, predicate.at, cut, predicate.at + 1, previous)
        : predicate.kind === 'dependence'
          ? partyAt(sentence, predicate.at, predicate.at, list.first, null, true)
          : (partyAfter(sentence, predicate.kind === 'object' ? base.next : predicate.verb + 1) ??
            anotherAfter(sentence, predicate.verb + 1, previous));
  if (found === null) return null;
  // `products purchased from X were 40% of our sales`: X is no customer.
  const isBoughtFrom = predicate.kind === 'subject' && isOfBoughtGoods(sentence, found.from);
  if (isBoughtFrom && base.base?.of !== 'purchases') return null;
  // `we depend on X for our success`
  const isUnproven = predicate.kind === 'dependence' && goods !== null && found.party.role !== 'supplier';
  if (isUnproven && !isTextOfClass(base.words.toLowerCase(), GOODS)) return null;
  if (verb !== null && !isStatement(sentence, verb, found.party, cut)) return null;
  const from = isReverse ? list.first : found.from;
  const start = boundaryBefore(sentence, from, cut);
  const last = previous?.parts.at(-1);
  if (last !== undefined) last.after.to = Math.min(last.after.to, start);
  const isEach =
    found.party.isEach ||
    (verb !== null && /^ ?each\b/.test(sentence.quote.slice(verb.end))) ||
    /^,? (?:each|apiece|individually)\b/.test(sentence.quote.slice(sentence.chunks[list.last]?.end));
  return {
    statement: {
      party: { ...found.party, isEach },
      parts: [part],
      base: goods ?? base.base,
      before: { from: start, to: from },
      isSupplier: isBought || (isReverse && isBoughtBy(sentence, predicate)),
    },
  };
}

/** `products purchased from X`, `products made by X` */
function isOfBoughtGoods({ chunks }: ShareSentence, at: number): boolean {
  const [goods, verb, word] = [chunks[at - 3], chunks[at - 2], chunks[at - 1]];
  return (
    goods?.kind === 'noun' &&
    kindOfNoun(goods) !== 'deal' &&
    verb?.kind === 'verb' &&
    word?.kind === 'preposition' &&
    /^(?:from|by)$/.test(word.words) &&
    (BUYS.has(verb.main.lemma) || MAKES.has(verb.main.lemma) || verb.main.lemma === 'license')
  );
}

function isBoughtBy(sentence: ShareSentence, predicate: Predicate): boolean {
  return (
    predicate.kind === 'reverse' &&
    /^(?:supply|purchase|source|procure)$/.test((sentence.chunks[predicate.verb] as VerbGroup).main.lemma)
  );
}

/** True if the clause of a verb is stated, rather than denied, supposed or planned. */
function isStatement(sentence: ShareSentence, verb: VerbGroup, party: Party, cut: number): boolean {
  const clause = clauseOf(sentence, verb);
  if (clause === null || party.nobody !== null) return false;
  if (isStated(clause, sentence.parsed)) return true;
  if (BUYS.has(verb.main.lemma) && isStatedOrAgreed(clause, sentence.parsed)) return true;
  // A past form that may be a participle: `accounted`.
  const mayBeFinite = verb.form === 'finite' || clause.parent === null;
  return clause.form === 'participle' && mayBeFinite && !isSupposed(sentence, verb, cut);
}

/** True if a condition or a possibility comes before a verb in its part of the sentence. */
function isSupposed(sentence: ShareSentence, verb: VerbGroup, cut: number): boolean {
  const until = sentence.chunks.findIndex(chunk => chunk.start === verb.start);
  return sentence.chunks
    .slice(cut, until)
    .some(
      chunk =>
        (chunk.kind === 'verb' && (chunk.modal !== null || chunk.tense === 'future')) ||
        (chunk.kind === 'subordinator' && !/^(?:while|whereas|although|though|because)$/.test(chunk.words)),
    );
}

/** Where a statement begins: after the last conjunction or stop before its subject. */
function boundaryBefore(sentence: ShareSentence, from: number, cut: number): number {
  for (let at = from - 1; at >= cut; at--) {
    const chunk = sentence.chunks[at];
    if (chunk?.kind === 'stop' || chunk?.kind === 'subordinator') return at + 1;
    if (chunk?.kind === 'coordinator' && !isBetweenYears(sentence, at)) return at + 1;
  }
  return cut;
}

/** `December 31, 2023 and 2024` */
function isBetweenYears(sentence: ShareSentence, at: number): boolean {
  const next = sentence.chunks[at + 1];
  return next?.kind === 'noun' && isTemporal(next);
}

/** Statements without a base of their own have that of the next, else that of the last, else that of the sentence. */
export function shareBases(sentence: ShareSentence, statements: Statement[]): void {
  const fronted = frontedBase(sentence);
  for (const [place, statement] of statements.entries()) {
    if (statement.base !== null) continue;
    const next = statements.slice(place + 1).find(other => other.base !== null);
    const last = statements.slice(0, place).findLast(other => other.base !== null);
    statement.base = fronted ?? next?.base ?? last?.base ?? null;
  }
}

/** `Brook (15%) and Elm (12% of net sales)` */
export function readParentheses(sentence: ShareSentence): Statement[] {
  const found: Statement[] = [];
  const stated = statedBase(sentence);
  for (const { index, groups = {} } of sentence.quote.matchAll(IN_PARENTHESES)) {
    const at = sentence.chunks.findLastIndex(chunk => chunk.end <= index);
    const chunk = sentence.chunks[at];
    if (chunk === undefined || sentence.quote.slice(chunk.end, index).trim() !== '') continue;
    const letterAt = chunk.kind === 'other' ? at - 1 : at;
    const phrase = sentence.chunks[letterAt];
    if (phrase?.kind !== 'noun') continue;
    const base = groups.base === undefined ? stated : readBase(groups.base);
    const isAmountOf = isAmount(phrase);
    const verbAt = isAmountOf
      ? sentence.chunks.findLastIndex((candidate, place) => place < at && candidate.kind === 'verb')
      : -1;
    const party = isAmountOf
      ? verbAt < 0
        ? null
        : partyBefore(sentence, verbAt, 0, null)
      : partyOfOne(sentence, phrase, letterAt, at);
    if (party === null || base === null || party.party.nobody !== null) continue;
    const nowhere = { from: sentence.chunks.length, to: sentence.chunks.length };
    const part: Part = { quantities: [{ pct: Number(groups.pct), bound: 'exact' }], after: nowhere };
    found.push({ party: party.party, parts: [part], base, before: nowhere, isSupplier: false });
  }
  return found;
}

const IN_PARENTHESES =
  /\((?:approximately |about |or )?(?<pct>\d{1,3}(?:\.\d+)?) ?(?:%|per ?cent)(?: of (?<base>[^()]{3,80}))?\)/gi;
