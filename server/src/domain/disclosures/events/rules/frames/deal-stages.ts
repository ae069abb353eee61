import type { Clause } from '../../../../../formats/prose/clauses.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { statusOfClause } from '../../../../../formats/prose/status.ts';
import type { EventAssertion } from './event-frames.ts';
import { isHeadline, nounsBefore } from './reading.ts';

export type Stage = 'announced' | 'amended' | 'completed' | 'terminated';

const COMPLETES = /^(?:complete|consummate|close|finalize|finalise|conclude|effect|effectuate)$/;
const COMPLETION = new Set(['completion', 'consummation', 'closing', 'close', 'finalization', 'conclusion']);
const AGREEMENT = new Set(['agreement', 'contract', 'signing', 'execution', 'deal', 'loi']);
/** `a letter of intent`, `a memorandum of understanding` */
const isAgreement = ({ head, preps }: NounPhrase) =>
  AGREEMENT.has(head.lemma) ||
  (/^(?:letter|memorandum)$/.test(head.lemma) &&
    preps[0]?.preposition === 'of' &&
    /^(?:intent|understanding|agreement)$/.test(preps[0].phrase.head.lemma));

const REPORTS = /^(?:announce|report|occur|take|issue|disclose|complete|effect|confirm|release|celebrate|have)$/;
const SIGNS = /^(?:enter|sign|execute|reach|announce|agree|exercise)$/;

/** How far a sentence says that the deal of a noun is: by the verb it belongs to, and the nouns before it. */
export function stageOfNoun({ phrase, clause, parsed, status, tense, sentence }: EventAssertion): Stage | null {
  if (clause === null || phrase === null) return null;
  const before = nounsBefore(phrase, parsed);
  const lemma = clause.verb.main.lemma;
  const isReported =
    status === 'asserted' &&
    (tense === 'past' || isHeadline(clause) || clause.form === 'participle' || clause.form === 'gerund');
  const isPatient = clause.voice === 'passive' ? clause.subjects.includes(phrase) : clause.objects.includes(phrase);
  if (!isReported) return null;
  // `its previously announced acquisition`
  if (lemma === 'announce' && /\bpreviously[\s-]*$/i.test(sentence.quote.slice(0, clause.verb.main.start))) return null;
  const holders = before.map(item => item.phrase.head.lemma);
  const isOfOther = before.some(
    item => item.preposition !== 'of' && item.preposition !== 'for' && item.preposition !== 'to',
  );
  if (isOfOther) return null;
  if (/^(?:terminate|abandon|cancel)$/.test(lemma) && (isPatient || holders.some(holder => AGREEMENT.has(holder))))
    return 'terminated';
  if (holders.some(holder => COMPLETION.has(holder))) return REPORTS.test(lemma) || lemma === 'be' ? 'completed' : null;
  const isClosing = /^(?:close)$/.test(lemma) && clause.voice === 'active' && clause.objects.length === 0;
  if (COMPLETES.test(lemma) && holders.length === 0) {
    if (isPatient || (isClosing && (clause.subjects.includes(phrase) || hasPrep(clause, 'on', phrase))))
      return 'completed';
  }
  if (SIGNS.test(lemma) && holders.some(holder => AGREEMENT.has(holder))) return 'announced';
  if (/^(?:announce|approve)$/.test(lemma) && isPatient && !/\b(?:plan|intention|proposed)\b/i.test(sentence.quote))
    return 'announced';
  return null;
}

function hasPrep(clause: Clause, name: string, phrase: NounPhrase): boolean {
  return clause.preps.some(prep => prep.preposition === name && prep.phrase === phrase);
}

/** How far a sentence says that the deal of a verb is. */
export function stageOfVerb({ status, clause, parsed, tense }: EventAssertion): Stage | null {
  if (clause === null) return null;
  const agreed = agreedBy(clause, parsed);
  if (agreed !== null) return agreed;
  if (status === 'planned' && tense === 'future' && isUnderAgreement(clause)) return 'announced';
  if (status !== 'asserted' || (tense !== 'past' && clause.form === 'finite')) return null;
  if (
    clause.form === 'infinitive' ||
    (clause.form === 'participle' && clause.relation !== 'main' && clause.objects.length === 0)
  )
    return null;
  return clause.verb.tokens.some(token => token.pos === 'VERB' && token !== clause.verb.main) ? null : 'completed';
}

/** `Under the terms of the agreement, Newco will acquire`: how a release describes what was agreed. */
function isUnderAgreement({ preps, relation }: Clause): boolean {
  const agreement = preps.find(({ preposition }) => /^(?:under|pursuant to)$/.test(preposition));
  return relation === 'main' && agreement !== undefined && /^(?:term|agreement)$/.test(agreement.phrase.head.lemma);
}

/** `agreed to acquire`, `an agreement to sell`, `a contract under which X will buy`: agreed by what the clause before states. */
export function agreedBy(clause: Clause, parsed: EventAssertion['parsed']): Stage | null {
  const isInfinitive = clause.form === 'infinitive';
  const isRelative =
    clause.relation === 'relative' &&
    (clause.verb.tense === 'future' || clause.verb.modal !== null || clause.governor?.lemma === 'agreement');
  const isGerund = clause.form === 'gerund' && clause.marker === 'for';
  if (!isInfinitive && !isRelative && !isGerund) return null;
  let parent = clause.parent;
  if (parent !== null && isRelative && parent.verb.main.lemma === 'agree' && parent.relation === 'relative')
    parent = parent.parent;
  if (parent === null) return null;
  const { lemma } = parent.verb.main;
  const governor = clause.governor?.lemma ?? '';
  const isReported = parent.verb.tense === 'past' || isHeadline(parent) || parent.form === 'participle';
  if (!isReported || statusOfClause(parent, parsed) !== 'asserted') return null;
  if (lemma === 'agree' && isInfinitive) return 'announced';
  const phrases = [...parent.objects, ...parent.preps.map(prep => prep.phrase)];
  const agreement = phrases.find(phrase => isAgreement(phrase) && phrase.end <= clause.start);
  if (agreement === undefined || (isInfinitive && governor !== agreement.head.lemma && !isParty(governor, agreement)))
    return null;
  const holders = nounsBefore(agreement, parsed).map(item => item.phrase.head.lemma);
  if (holders.some(holder => COMPLETION.has(holder))) return 'completed';
  if (/^(?:terminate|cancel)$/.test(lemma)) return 'terminated';
  return SIGNS.test(lemma) || (REPORTS.test(lemma) && holders.some(holder => AGREEMENT.has(holder)))
    ? 'announced'
    : null;
}

/** `an agreement with Example LLC to sell`: the name of a party is between. */
function isParty(governor: string, agreement: NounPhrase): boolean {
  return agreement.preps.some(prep => prep.phrase.head.lemma === governor);
}
