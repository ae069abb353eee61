import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { kindOfNoun } from '../nouns.ts';
import {
  isAboutOthers,
  isAboutUs,
  isOwn,
  isOwnAction,
  isOwnedBy,
  isSingular,
  type RelationSentence,
  textOf,
} from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

const BUYS = /^(?:purchase|buy|source|procure|obtain|use|utilize|engage|contract|outsource|rely|depend)$/;
const SERVES = /^(?:sell|ship|supply|market|deliver|license|provide|serve)$/;
const SOLE = /\b(?:only|sole|exclusive|single) $/i;

/** True if customers or suppliers are the company's: `our customers`, `customers of the Company`, `we sell to customers`. */
export function isOurs(sentence: RelationSentence, phrase: NounPhrase, at: number): boolean {
  if (phrase.tokens.some(token => /^(?:their|competitors?|potential|prospective|former|certain)$/.test(token.lower))) {
    if (!phrase.tokens.some(token => token.lower === 'certain')) return false;
  }
  // `a customer of our competitor`
  if (phrase.preps.some(prep => /^(?:of|to|for)$/.test(prep.preposition) && isRival(prep.phrase))) return false;
  if (isOwnedBy(sentence, phrase)) return true;
  if (
    phrase.preps.some(
      prep =>
        /^(?:of|to|for)$/.test(prep.preposition) &&
        (isOwn(sentence, prep.phrase) ||
          /\bCompany\b/.test(textOf(sentence, prep.phrase)) ||
          isOwnedBy(sentence, prep.phrase) ||
          /^(?:ours|us)$/.test(prep.phrase.head.lower)),
    )
  )
    return true;
  // `Many manufacturers`: those of an industry.
  const isAny = /^(?:many|most|other|several|various)$/.test(phrase.tokens[0]?.lower ?? '');
  if (at === 0 && phrase.tokens.length <= 2 && !isSingular(phrase) && !isAny) return true;
  const clause = sentence.parsed.clauses.find(
    candidate =>
      candidate.objects.includes(phrase) ||
      candidate.preps.some(prep => prep.phrase === phrase && prep.phrase.start > candidate.verb.start),
  );
  // `our products are used by manufacturers`: who uses them supplies nothing.
  const isUser =
    clause?.voice === 'passive' &&
    WORDS.uses.has(clause.verb.main.lemma) &&
    clause.preps.some(prep => prep.preposition === 'by' && prep.phrase === phrase);
  if (isUser && kindOfNoun(phrase) === 'supplier') return false;
  const isPredicate = clause?.verb.main.lemma === 'be' && clause.objects.includes(phrase);
  // `we provide software for most manufacturers`: not whom the company buys from, nor a customer unless it is sold to them.
  const isBought = clause !== undefined && BUYS.test(clause.verb.main.lemma);
  const isSoldTo = clause?.preps.some(prep => prep.phrase === phrase && prep.preposition === 'to') === true && !isAny;
  const isOfIndustry =
    kindOfNoun(phrase) === 'supplier' &&
    !isBought &&
    (isAny || (!isSoldTo && SERVES.test(clause?.verb.main.lemma ?? '')));
  if (
    clause !== undefined &&
    !isPredicate &&
    !isOfIndustry &&
    isOwnAction(sentence, clause) &&
    WORDS.owns.has(clause.verb.main.lemma)
  )
    return true;
  if (isOfOurRelative(sentence, at)) return true;
  const isSole = SOLE.test(sentence.quote.slice(Math.max(0, phrase.head.start - 20), phrase.head.start));
  if (isSole && isSingular(phrase) && (isAboutUs(sentence) || !isAboutOthers(sentence))) return true;
  // `we have agreements covering our products with the manufacturers`
  const parent = clause?.form === 'participle' ? clause.parent : null;
  if (parent != null && isOwnAction(sentence, parent) && WORDS.owns.has(parent.verb.main.lemma)) return true;
  const governing = sentence.chunks[at - 2];
  return (
    governing?.kind === 'noun' &&
    isOwnedBy(sentence, governing) &&
    /^(?:reliance|sale|dependence|relationship|agreement|contract)$/.test(governing.head.lemma)
  );
}

/** `the suppliers whose loss would harm the Company` */
function isOfOurRelative(sentence: RelationSentence, at: number): boolean {
  if (sentence.chunks[at + 1]?.kind !== 'relative') return false;
  const end = sentence.chunks.findIndex(
    (chunk, place) => place > at + 1 && (chunk.kind === 'comma' || chunk.kind === 'stop'),
  );
  return sentence.chunks
    .slice(at + 2, end < 0 ? undefined : end)
    .some(chunk => chunk.kind === 'noun' && (isOwn(sentence, chunk) || isOwnedBy(sentence, chunk)));
}

function isRival({ tokens }: NounPhrase): boolean {
  return tokens.some(({ lemma }) => /^(?:competitor|rival|parent|landlord|customer|client)$/.test(lemma));
}
