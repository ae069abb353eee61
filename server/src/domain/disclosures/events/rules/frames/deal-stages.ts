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
  // `announced the termination of their proposed merger`
  const isEnded = before.some(item => /^(?:termination|abandonment|cancellation)$/.test(item.phrase.head.lemma));
  if (isEnded && REPORTS_END.test(lemma) && isPast(clause) && statusOfClause(clause, parsed) === 'asserted')
    return 'terminated';
  if (
    !SUPPOSES.test(lemma) &&
    isDone(phrase, sentence.quote) &&
    status === 'asserted' &&
    before.every(item => !SPEAKS_OF_PLAN.test(item.phrase.head.lemma))
  )
    return 'completed';
  if (!isReported) return null;
  // `the merger became effective`, `the acquisition took effect`
  if (
    clause.subjects.includes(phrase) &&
    TAKES_EFFECT.test(lemma) &&
    EFFECT.test(sentence.quote.slice(clause.verb.end))
  )
    return 'completed';
  // `recognized a gain on the sale of`
  if (
    (RESULTS.test(lemma) || (AMOUNTS.test(lemma) && clause.objects.length > 0)) &&
    before.some(item => /^(?:gain|loss|proceeds?)$/.test(item.phrase.head.lemma)) &&
    before.length < 3
  )
    return 'completed';
  // `its previously announced acquisition`
  if (lemma === 'announce' && /\bpreviously[\s-]*$/i.test(sentence.quote.slice(0, clause.verb.main.start))) return null;
  const holders = before.map(item => item.phrase.head.lemma);
  const isOfOther = before.some(
    item => item.preposition !== 'of' && item.preposition !== 'for' && item.preposition !== 'to',
  );
  if (isOfOther) return null;
  if (
    /^(?:terminate|abandon|cancel|rescind|unwind)$/.test(lemma) &&
    (isPatient || holders.some(holder => AGREEMENT.has(holder)))
  )
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

const REPORTS_END = /^(?:announce|report|agree|deliver|receive|give|send|provide|disclose|result|follow)$/;
const TAKES_EFFECT = /^(?:become|take|be|go)$/;
const EFFECT = /^\s+(?:effective|effect|place|into effect)\b/;
const RESULTS = /^(?:recognize|recognise|record|realize|realise|receive|report|generate|book|include|reflect)$/;
/** `the gain on the sale was $12 million` */
const AMOUNTS = /^(?:be|total|amount)$/;
/** What is approved, announced or financed need not be done. */
const SUPPOSES =
  /^(?:approve|authorize|announce|propose|plan|expect|anticipate|consider|contemplate|fund|finance|enter|agree|sign|execute|negotiate|delay|terminate|abandon|cancel|vote|recommend|evaluate|pursue|seek|intend|assume|give|provide|require|terminate)$/;
const SPEAKS_OF_PLAN =
  /^(?:plan|agreement|intention|proposal|decision|option|right|negotiation|definition|event|discussion|possibility|effort|closing|completion)$/;

function isPast(clause: Clause): boolean {
  return clause.verb.tense === 'past' || isHeadline(clause) || clause.form === 'participle';
}

/** `the acquisition of Example Corp. in May 2024`, `our 2024 acquisition of`: a definite deal with its date is done. */
function isDone(phrase: NounPhrase, quote: string): boolean {
  const [first] = phrase.tokens;
  if (first === undefined || !/^(?:the|our|its)$/.test(first.lower)) return false;
  if (
    phrase.tokens.some(token =>
      /^(?:proposed|pending|planned|potential|possible|future|anticipated|contemplated|expected|terminated)$/.test(
        token.lower,
      ),
    )
  )
    return false;
  const end = phrase.preps.at(-1)?.phrase.end ?? phrase.end;
  const of = phrase.preps.find(prep => prep.preposition === 'of')?.phrase;
  if (of === undefined) return false;
  const isDated =
    DATED.test(quote.slice(of.end, Math.max(end, of.end) + 40)) ||
    phrase.tokens.some(token => /^(?:19|20)\d\d$/.test(token.text));
  return isDated;
}

/** The date directly behind what was bought. */
const DATED =
  /^(?:,? (?:Inc|Corp|Co|Ltd|LLC|L\.P)\b\.?,?)?(?: \([^()]*\))? (?:in|on|during|effective|as of) (?:(?:the|early|late|mid-|fiscal|first|second|third|fourth|quarter|half|of) ?){0,5}(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:19|20)\d\d)\b/;

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
  const isTransaction = ({ head }: NounPhrase) => isRelative && /^(?:transaction|deal)$/.test(head.lemma);
  const agreement = phrases.find(
    phrase => (isAgreement(phrase) || isTransaction(phrase)) && phrase.end <= clause.start,
  );
  if (agreement === undefined || (isInfinitive && governor !== agreement.head.lemma && !isParty(governor, agreement)))
    return null;
  const holders = nounsBefore(agreement, parsed).map(item => item.phrase.head.lemma);
  if (holders.some(holder => COMPLETION.has(holder))) return 'completed';
  if (/^(?:terminate|cancel)$/.test(lemma)) return 'terminated';
  return SIGNS.test(lemma) ||
    (lemma === 'approve' && isRelative) ||
    (REPORTS.test(lemma) && holders.some(holder => AGREEMENT.has(holder)))
    ? 'announced'
    : null;
}

/** `an agreement with Example LLC to sell`: the name of a party is between. */
function isParty(governor: string, agreement: NounPhrase): boolean {
  return agreement.preps.some(prep => prep.phrase.head.lemma === governor);
}
