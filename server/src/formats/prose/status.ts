import type { Clause, ParsedSentence } from './clauses.ts';
import type { NounPhrase } from './phrases.ts';

/**
 * `asserted`: the sentence states it. `negated`: it states the opposite. `hypothetical`: a condition, a possibility, a claim of
 * somebody, a definition. `planned`: intended or agreed, not done. `resolved`: it was, and is over. `prior`: of an earlier period.
 */
export type Status = 'asserted' | 'negated' | 'hypothetical' | 'planned' | 'resolved' | 'prior';

const words = (text: string) => new Set(text.trim().split(/\s+/));

const CONDITIONS = words('if unless whether assuming lest when whenever until once');
const CONDITIONAL_PHRASES =
  /^(?:in the event|in case|to the extent|as long as|so long as|provided that|as though|even if)/;
const CONDITIONAL_PREPOSITIONS = /^(?:upon|in the event of|in case of|without|absent|against|for)$/;
/** What is planned, intended or agreed is not done. */
const PLANS = words(
  'plan intend expect agree propose seek decide elect commit aim want hope anticipate consider evaluate explore prepare undertake covenant plan intention agreement commitment proposal decision intent undertaking letter option offer promise approve authorize',
);
/** What these govern is possible, feared or claimed. */
const SUPPOSITIONS = words(
  'risk possibility potential chance likelihood threat probability uncertainty assurance guarantee right ability capacity power authority opportunity obligation requirement need claim allegation motion petition request demand effort attempt able unable likely unlikely possible entitle permit allow require enable force compel obligate oblige allege claim assert contend argue purport request ask demand try attempt threaten prohibit restrict prevent avoid protect deter help assist design use subject eligible free reasonable difficult necessary prepare believe',
);
const CLAIMS = words('allege claim assert contend argue purport accuse charge suppose fear speculate assume');
const FAILURES = words('fail unable inability failure refuse decline neglect cease');
const DENIALS = words('deny dispute refute');
/** These pass on the status of their own clause. */
const DEFINITIONS = words('mean define constitute include');
const NEGATIVE_DETERMINERS = words('no none neither nor nothing nobody');
const SUPPOSED_DETERMINERS = words('any');
const SUPPOSED_ADJECTIVES = words(
  'potential possible future hypothetical alleged purported threatened prospective eventual contingent anticipated proposed',
);
const RESOLUTIONS = words(
  'settle dismiss remediate cure waive withdraw rescind resolve vacate terminate lift discontinue alleviate eliminate repay overturn reverse regain emerge quash',
);

/** The status of what the verb of a clause states. */
export function statusOfClause(clause: Clause, sentence: ParsedSentence, depth = 0): Status {
  const { verb } = clause;
  if (verb.isNegated || clause.subjects.some(isNegative) || clause.objects.some(isNegative)) return 'negated';
  if (verb.modal !== null) return 'hypothetical';
  if (isConditional(clause)) return 'hypothetical';
  if (isRuledByCondition(clause, sentence)) return 'hypothetical';
  if (DEFINITIONS.has(verb.main.lemma) && verb.tense === 'present' && clause.subjects.some(isTermOfContract))
    return 'hypothetical';
  if (verb.tense === 'future') return 'planned';
  if (depth > 8) return 'hypothetical';
  return statusByGovernor(clause, sentence, depth);
}

function statusByGovernor(clause: Clause, sentence: ParsedSentence, depth: number): Status {
  const { parent, governor, relation, form } = clause;
  const lemma = governor?.lemma ?? '';
  const own = parent === null ? 'asserted' : statusOfClause(parent, sentence, depth + 1);
  if (relation === 'complement' && clause.marker === 'that') {
    if (SUPPOSITIONS.has(lemma) && governor?.pos !== 'VERB') return 'hypothetical';
    const say = parent?.verb.main.lemma ?? '';
    if (CLAIMS.has(say)) return 'hypothetical';
    if (DENIALS.has(say)) return 'negated';
    if (PLANS.has(say) && !/^(?:agree|decide)$/.test(say)) return 'hypothetical';
    return own;
  }
  if (form === 'infinitive') {
    if (FAILURES.has(lemma)) return own === 'asserted' ? 'negated' : own;
    if (PLANS.has(lemma)) return own === 'asserted' ? 'planned' : own;
    if (
      /^(?:continue|begin|cause|be|find|have|seem|appear|declare|deem|conclude|determine|consider|believe|report|know)$/.test(
        lemma,
      )
    )
      return own;
    return 'hypothetical';
  }
  if (relation === 'gerund') {
    if (clause.marker === 'without') return 'negated';
    if (clause.marker !== null && CONDITIONAL_PREPOSITIONS.test(clause.marker))
      return own === 'asserted' && clause.marker !== 'for' ? 'hypothetical' : own;
    if (SUPPOSITIONS.has(lemma) || PLANS.has(lemma)) return 'hypothetical';
    return own;
  }
  if (
    relation === 'participle' &&
    governor !== null &&
    sentence.phrases.some(phrase => phrase.head === governor && isSupposed(phrase))
  )
    return 'hypothetical';
  return relation === 'participle' ? own : 'asserted';
}

/** The status of what a noun names: of its own words, of the nouns and prepositions before it, and of its clause. */
export function statusOfPhrase(phrase: NounPhrase, sentence: ParsedSentence): Status {
  if (isNegative(phrase)) return 'negated';
  if (isSupposed(phrase)) return 'hypothetical';
  for (const { governing, preposition } of holdersOf(phrase, sentence)) {
    if (preposition === 'without' || /^(?:absence|lack)$/.test(governing?.head.lemma ?? '')) return 'negated';
    if (/^(?:upon|in the event of|in case of|such as)$/.test(preposition)) return 'hypothetical';
    if (governing !== null && isNegative(governing)) return 'negated';
    if (governing !== null && (SUPPOSITIONS.has(governing.head.lemma) || isSupposed(governing))) return 'hypothetical';
  }
  const clause = clauseOf(phrase, sentence);
  if (clause === null) return 'hypothetical';
  if (isResolvedBy(phrase, clause))
    return statusOfClause(clause, sentence) === 'asserted' ? 'resolved' : statusOfClause(clause, sentence);
  return statusOfClause(clause, sentence);
}

/** The clause whose subject, object or prepositional phrase a noun phrase is. */
export function clauseOf(phrase: NounPhrase, { clauses }: ParsedSentence): Clause | null {
  const holds = (one: NounPhrase) => one === phrase || one.preps.some(prep => prep.phrase === phrase);
  return (
    clauses.find(clause => clause.objects.some(holds) && clause.verb.start < phrase.start) ??
    clauses.find(clause => clause.preps.some(prep => prep.phrase === phrase)) ??
    clauses.find(clause => clause.subjects.some(holds)) ??
    null
  );
}

/** The nouns and prepositions that a phrase hangs on. */
function holdersOf(
  phrase: NounPhrase,
  { phrases, chunks }: ParsedSentence,
): { governing: NounPhrase | null; preposition: string }[] {
  const found = phrases.flatMap(governing =>
    governing.preps.filter(prep => prep.phrase === phrase).map(({ preposition }) => ({ governing, preposition })),
  );
  if (found.length > 0) return found;
  const at = chunks.indexOf(phrase);
  const before = chunks[at - 1];
  return before?.kind === 'preposition' ? [{ governing: null, preposition: before.words }] : [];
}

function isResolvedBy(phrase: NounPhrase, clause: Clause): boolean {
  if (!RESOLUTIONS.has(clause.verb.main.lemma)) return false;
  const patients = clause.voice === 'passive' ? clause.subjects : clause.objects;
  return patients.some(patient => patient === phrase || patient.preps.some(prep => prep.phrase === phrase));
}

/** True if another clause of the sentence, about the same, says that it is over: `was filed in May and was dismissed`. */
export function isResolvedLater(clause: Clause, sentence: ParsedSentence): boolean {
  return sentence.clauses.some(
    other =>
      other !== clause &&
      other.start > clause.start &&
      RESOLUTIONS.has(other.verb.main.lemma) &&
      statusOfClause(other, sentence) === 'asserted' &&
      (other.voice === 'passive' || /^(?:emerge|settle|regain|conclude)$/.test(other.verb.main.lemma)) &&
      (other.subjects.length === 0 ||
        other.subjects.some(
          subject =>
            clause.subjects.includes(subject) ||
            clause.objects.includes(subject) ||
            /^(?:which|it|that)$/.test(subject.head.lower),
        )),
  );
}

function isConditional(clause: Clause): boolean {
  const { marker } = clause;
  if (marker === null || clause.relation === 'relative') return false;
  if (CONDITIONAL_PHRASES.test(marker)) return true;
  if (!CONDITIONS.has(marker)) return false;
  // `when we filed in 2012` is told; `when we file` is supposed.
  return !(/^(?:when|until|once)$/.test(marker) && clause.verb.tense === 'past' && clause.verb.modal === null);
}

/** `If X, the trustee accelerates`: the clause that a condition rules. What is told in the past stays told. */
function isRuledByCondition(clause: Clause, { clauses }: ParsedSentence): boolean {
  if (clause.verb.tense === 'past' || clause.relation === 'adverbial') return false;
  return clauses.some(
    other =>
      other !== clause &&
      isConditional(other) &&
      other.marker !== 'whether' &&
      (other.parent === clause || (other.parent === null && other.start < clause.start)),
  );
}

export function isNegative({ tokens }: NounPhrase): boolean {
  return NEGATIVE_DETERMINERS.has(tokens[0]?.lower ?? '');
}

function isSupposed({ tokens }: NounPhrase): boolean {
  return SUPPOSED_DETERMINERS.has(tokens[0]?.lower ?? '') || tokens.some(token => SUPPOSED_ADJECTIVES.has(token.lower));
}

/** `an event of default`, `Cause`: a term that the sentence defines. */
function isTermOfContract({ head, tokens }: NounPhrase): boolean {
  return (
    /^(?:default|event|cause|control|term|definition|circumstance|factor|risk)$/.test(head.lemma) ||
    (tokens.length === 1 && head.pos === 'PROPN')
  );
}
