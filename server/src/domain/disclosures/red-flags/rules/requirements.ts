import type { Clause } from '../../../../formats/prose/clauses.ts';
import type { Assertion } from '../../../../formats/prose/frames.ts';
import type { Need } from './frames/flag-frames.ts';

const MONEY = /(?:[$€£¥]|\bUS\$|\bUSD|\bEUR) ?\d/;
const PERCENT = /\d ?%|\bper ?cent\b/;
const IMMEDIATE =
  /\beffective (?:immediately|today|as of (?:the same|such|that) (?:date|day))\b|\bimmediate effect\b|\bimmediately effective\b/i;
/** An auditor’s opinion with an exception. */
const EXCEPTION = /\bin our opinion\b.*\bexcept for\b/i;
const DEPARTURE = /\b(?:resign|step(?:ped|s)? down|re-?election)/i;
const GOING_CONCERN = /\bgoing concern\b/i;

/** What an assertion must state besides the words and roles of its frame. */
const REQUIREMENTS: Readonly<Record<Need, (assertion: Assertion) => boolean>> = {
  dated: ({ tense, dates }) => tense === 'past' && dates.length > 0,
  money: ({ sentence }) => MONEY.test(sentence.text),
  percent: ({ sentence }) => PERCENT.test(sentence.text),
  past: ({ tense }) => tense === 'past',
  immediate: ({ sentence }) => IMMEDIATE.test(sentence.text),
  departure: ({ sentence }) => DEPARTURE.test(sentence.text),
  going_concern: ({ sentence }) => GOING_CONCERN.test(sentence.text),
  owned_by_insider: ({ sentence, parsed }) => MONEY.test(sentence.text) && parsed.clauses.some(isOfInsider),
  exception: ({ sentence }) => EXCEPTION.test(sentence.text),
};

/** Whether the sentence states what the rule needs besides its words. */
export function isComplete(assertion: Assertion, need: Need | undefined): boolean {
  return need === undefined || REQUIREMENTS[need](assertion);
}

const INSIDER = /\b(?:officers?|directors?|chairman|president|(?:stock|share)holders?)\b/i;

/** `a company owned by our president`, `an affiliate of one of our directors` */
function isOfInsider({ verb, preps }: Clause): boolean {
  return (
    /^(?:own|control|affiliate|manage)$/.test(verb.main.lemma) &&
    preps.some(
      ({ preposition, phrase }) =>
        /^(?:by|with)$/.test(preposition) && INSIDER.test(phrase.tokens.map(token => token.text).join(' ')),
    )
  );
}
