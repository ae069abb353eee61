import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { isOfClass } from '../../../../../formats/prose/lexicon.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import type { RelationFrame } from './relation-frames.ts';
import { hasPurpose } from './relation-purpose.ts';
import {
  add,
  addDependence,
  behind,
  hasOwnSubject,
  isAboutOthers,
  isAboutUs,
  isNotGoods,
  isOfOneDay,
  isOwnedBy,
  isProper,
  isStatedIn,
  partyAt,
  type RelationSentence,
} from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

export function readFrame(sentence: RelationSentence, clause: Clause, frame: RelationFrame): void {
  const { verb } = clause;
  if (!frame.verbs.has(verb.main.lemma)) return;
  const isPassive = clause.voice === 'passive';
  const isOfGoodsSubject = frame.subject === 'goods' || frame.subject === 'own_goods';
  const needsPassive = isOfGoodsSubject && !COMES.has(verb.main.lemma);
  if (needsPassive ? !isPassive : isPassive) return;
  if (frame.subject === 'company' && !hasOwnSubject(sentence, clause)) return;
  if (isOfGoodsSubject && !areOwnGoods(sentence, clause, frame)) return;
  if (!isStatedIn(sentence, clause) || isOfOneDay(sentence, clause)) return;
  for (const place of frame.at) {
    const [phrase] =
      place === 'subject' ? clause.subjects : place === 'object' ? clause.objects : behind(sentence, clause, place);
    if (phrase === undefined) continue;
    if (frame.object === 'goods' && !isOfGoods(sentence, clause, phrase)) continue;
    if (frame.object === 'own' && !hasOwnObject(sentence, clause)) continue;
    if (frame.object === 'offering' && !hasOwnOffering(sentence, clause)) continue;
    const at = sentence.chunks.indexOf(phrase);
    // `we provide content through X`: a channel of one's own, if nothing says that X is a company.
    const isVague =
      frame.object === 'served' ||
      frame.object === 'offering' ||
      place === 'through' ||
      (place === 'subject' && WORDS.vague.has(verb.main.lemma));
    if (phrase.head.lemma === 'source' && isNotGoods(phrase)) continue;
    const party = partyAt(sentence, at, isVague ? null : place === 'subject' || place === 'object' ? 'by' : place);
    if (party === null) continue;
    if (frame.object === 'role' && party.role !== frame.role) continue;
    if (frame.object === 'purpose' && !hasPurpose(sentence, clause, party)) continue;
    add(sentence, frame.role, party, frame.object === 'own');
    if (/^(?:rely|depend)$/.test(verb.main.lemma)) addDependence(sentence, party);
  }
}

/** `our products`, `the Company’s chips`, `certain components`: goods that are not somebody else's. */
function areOwnGoods(sentence: RelationSentence, clause: Clause, frame: RelationFrame): boolean {
  const subject = clause.subjects[0] ?? clause.preps.find(prep => prep.phrase.end <= clause.verb.start)?.phrase;
  if (subject === undefined) return false;
  if (frame.at.includes('subject')) return true;
  const isOwned = isOwnedBy(sentence, subject);
  if (frame.subject === 'own_goods' && !isOwned) return false;
  const parent = clause.form === 'participle' ? clause.parent?.verb.main.lemma : undefined;
  if (!isOwned && parent !== undefined && !WORDS.deals.has(parent)) return false;
  return (
    (isOwned ||
      ((isOfClass(subject, WORDS.goods) || isBoughtHabitually(clause, subject)) &&
        (isAboutUs(sentence) || !isAboutOthers(sentence)))) &&
    !isNotGoods(subject)
  );
}

/** `phosphate is purchased from X`: what is bought repeatedly is goods, even with a capital letter. */
function isBoughtHabitually({ verb }: Clause, subject: NounPhrase): boolean {
  return (
    /^(?:purchase|buy|source|procure)$/.test(verb.main.lemma) &&
    verb.tense === 'present' &&
    !isParty(subject) &&
    !/^(?:he|she|it|they|this|that|these|those|which|who)$/.test(subject.head.lower)
  );
}

/** The object of a purchase or a sale is goods: neither shares nor a loan. */
function isOfGoods(sentence: RelationSentence, clause: Clause, party: NounPhrase): boolean {
  const objects = clause.objects.filter(object => object !== party);
  // A noun for suppliers says enough.
  const needsGoods =
    kindOfNoun(party) !== 'supplier' &&
    /^(?:acquire|receive|obtain|order|license|provide|deliver|market|host|deploy)$/.test(clause.verb.main.lemma);
  const parts = clause.preps.some(
    ({ preposition, phrase }) => preposition === 'of' && phrase.end < party.start && isOfClass(phrase, WORDS.goods),
  );
  if (isOfSecurities(sentence, clause, party)) return false;
  // `sold half of its business to X`
  const isPartOfNone = clause.preps.some(
    ({ preposition, phrase }) => preposition === 'of' && phrase.end < party.start && isNotGoods(phrase),
  );
  if (objects.length === 0 && isPartOfNone) return false;
  // `sold to X 5,000 shares`: the object is behind the party, or taken for its end.
  if (!isProper(party) && isNotGoods(party)) return false;
  const next = sentence.chunks[sentence.chunks.indexOf(party) + 1];
  if (objects.length === 0 && next?.kind === 'noun' && isNotGoods(next)) return false;
  if (objects.length === 0 && parts) return true;
  if (objects.length === 0) return !needsGoods && /^(?:buy|purchase|sell|source|ship)$/.test(clause.verb.main.lemma);
  const isNone = objects.some(isNotGoods);
  if (isNone) return false;
  // `received a request from the unit seeking documents`: the object itself is goods.
  return (
    !needsGoods ||
    objects.some(
      object => !isProper(object) && (WORDS.goods.has(object.head.lemma) || WORDS.goods.has(object.head.lower)),
    )
  );
}

/**
 * `agreed to purchase from X, a subsidiary of Y, all of the shares`, `the right to sell to X up to $25 million of our shares`: what is
 * bought or sold stands behind the party. What is only agreed must be goods.
 */
function isOfSecurities(sentence: RelationSentence, clause: Clause, party: NounPhrase): boolean {
  if (!/^(?:buy|purchase|sell|acquire|order)$/.test(clause.verb.main.lemma)) return false;
  const end = sentence.chunks.findIndex(
    (chunk, at) =>
      chunk.start > party.end &&
      (chunk.kind === 'stop' || (chunk.kind === 'verb' && chunk.form === 'finite')) &&
      at > 0,
  );
  const nouns = sentence.chunks
    .slice(sentence.chunks.indexOf(party) + 1, end < 0 ? undefined : end)
    .filter(chunk => chunk.kind === 'noun');
  if (
    nouns.some(
      noun =>
        isNotGoods(noun) &&
        !/^(?:asset|property|right|credit|company|business|information|order|tax|fund|cash|payment|amount|dollar|growth)$/.test(
          noun.head.lemma,
        ),
    )
  )
    return true;
  const isAgreed =
    clause.form === 'infinitive' && /^(?:agree|right|option|obligation)$/.test(clause.governor?.lemma ?? '');
  const hasGoods = [...clause.objects, ...nouns].some(noun => noun !== party && isOfClass(noun, WORDS.goods));
  return isAgreed && !hasGoods;
}

function hasOwnObject(sentence: RelationSentence, clause: Clause): boolean {
  const behind = [
    ...clause.objects,
    ...clause.preps.filter(prep => prep.phrase.start > clause.verb.start).map(prep => prep.phrase),
  ];
  return behind.some(
    phrase =>
      (isOwnedBy(sentence, phrase) &&
        // `Brook makes its own lenses`
        phrase.tokens[0]?.lower !== 'its' &&
        !isParty(phrase) &&
        (isOfClass(phrase, WORDS.goods) || WORDS.makes.has(clause.verb.main.lemma)) &&
        !isNotGoods(phrase)) ||
      (/^(?:us|company)$/.test(phrase.head.lower) &&
        clause.objects.some(object => isOfClass(object, WORDS.goods) || object === phrase)),
  );
}

/** `our platform`, `the Company’s software`: what users of it pay for, unless they are sued for the use. */
function hasOwnOffering(sentence: RelationSentence, clause: Clause): boolean {
  if (/\binfring|\bpatent|\btrademark|\bwithout (?:licen[sc]e|permission)/i.test(sentence.quote)) return false;
  return clause.objects.some(
    object =>
      isOwnedBy(sentence, object) &&
      object.tokens[0]?.lower !== 'its' &&
      !isNotGoods(object) &&
      (isOfClass(object, WORDS.goods) || isOfClass(object, WORDS.offerings)),
  );
}

const COMES = new Set(['come', 'originate']);
