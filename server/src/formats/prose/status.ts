import type { Clause, ParsedSentence } from './clauses.ts';
import type { NounPhrase, PrepositionalPhrase } from './phrases.ts';

/**
 * `asserted`: the sentence states it. `negated`: it states the opposite. `hypothetical`: a condition, a possibility, a claim of
 * somebody, a definition. `planned`: intended or agreed, not done. `resolved`: it was, and is over. `prior`: of an earlier period.
 */
export type Status = 'asserted' | 'negated' | 'hypothetical' | 'planned' | 'resolved' | 'prior';

const words = (text: string) => new Set(text.trim().split(/\s+/));

const CONDITIONS = words('if unless whether assuming lest when whenever until once');
const CONDITIONAL_PHRASES =
  /^(?:unless and|if and|whether or|in the event|in case|to the extent|as long as|so long as|provided that|as though|even if)/;
const CONDITIONAL_PREPOSITIONS = /^(?:upon|in the event of|in case of|absent|against)$/;
/** What is planned, intended or agreed is not done. */
const PLANS = words(
  'plan intend expect agree propose seek decide elect commit aim want hope anticipate consider evaluate explore prepare undertake covenant plan intention agreement commitment proposal decision intent undertaking letter option offer promise approve authorize',
);
/** What these govern is possible, feared or claimed. */
const SUPPOSITIONS = words(
  'risk possibility potential chance likelihood threat probability uncertainty assurance guarantee right ability capacity power authority opportunity obligation requirement need claim allegation motion petition request demand effort attempt able unable likely unlikely possible entitle permit allow require enable force compel obligate oblige allege claim assert contend argue purport request ask demand try attempt threaten prohibit restrict prevent avoid protect deter help assist eligible reasonable difficult necessary prepare believe',
);
const CLAIMS = words('allege claim assert contend argue purport accuse charge suppose fear speculate assume');
const FAILURES = words('fail unable inability failure refuse decline neglect cease');
const DENIALS = words('deny dispute refute');
const DEFINITIONS = words('mean define constitute include');
const NEGATIVE_DETERMINERS = words('no none neither nor nothing nobody');
const SUPPOSED_DETERMINERS = words('any');
const SUPPOSED_ADJECTIVES = words(
  'potential possible future hypothetical alleged purported threatened prospective eventual contingent anticipated proposed',
);
const RESOLUTIONS = words(
  'settle dismiss remediate cure waive withdraw rescind resolve vacate terminate lift discontinue alleviate eliminate repay overturn reverse regain emerge quash',
);
/** What ends by these is named behind them: `a waiver of the default`. */
const RESOLVING_NOUNS = words('waiver dismissal settlement remediation alleviation withdrawal rescission');
const REQUESTS = words('request ask demand require recommend propose urge suggest');
/** Nobody promises what `cannot assure that` governs. */
const ASSURANCES = words('assure guarantee predict ensure');

/** Whether a word decides the status of what it governs (`deny`, `intend`, `waive`, `alleged`), so that it names no matter itself. */
export function governsStatus(lemma: string): boolean {
  return [PLANS, SUPPOSITIONS, CLAIMS, FAILURES, DENIALS, DEFINITIONS, RESOLUTIONS, RESOLVING_NOUNS, REQUESTS].some(
    governors => governors.has(lemma),
  );
}

/** The status of what the verb of a clause states. */
export function statusOfClause(clause: Clause, sentence: ParsedSentence, depth = 0): Status {
  const { verb } = clause;
  if (isHabit(clause, sentence)) return 'hypothetical';
  if (isConditional(clause) || isRuledByCondition(clause, sentence) || isDefinition(clause)) return 'hypothetical';
  const isFuture = isFutureInPast(clause);
  if (verb.modal !== null && !OUGHT.test(verb.modal) && !isFuture) return 'hypothetical';
  if (depth > MAX_DEPTH) return 'hypothetical';
  const governed = statusByGovernor(clause, sentence, depth);
  const isNegated =
    verb.isNegated ||
    // A shared subject has negated the clause that governs this one.
    clause.subjects.some(
      subject =>
        (isNegative(subject) || isBehindNor(subject, sentence)) &&
        !(clause.form === 'infinitive' && clause.parent?.subjects.includes(subject) === true),
    ) ||
    clause.objects.some(isNegative);
  if (isNegated)
    return governed === 'asserted' || governed === 'planned'
      ? 'negated'
      : governed === 'negated'
        ? 'asserted'
        : governed;
  if (governed !== 'asserted') return governed;
  if (isFuture) return 'planned';
  if (verb.modal !== null) return 'hypothetical';
  return verb.tense === 'future' ? 'planned' : 'asserted';
}

const REPORTS = words(
  'advise inform notify announce state say indicate confirm disclose report decide determine agree',
);

/** `informed us that it would resign`: a plan in reported speech. */
function isFutureInPast({ verb, relation, marker, parent }: Clause): boolean {
  return (
    verb.modal === 'would' &&
    relation === 'complement' &&
    marker === 'that' &&
    parent !== null &&
    parent.verb.tense === 'past' &&
    parent.verb.modal === null &&
    REPORTS.has(parent.verb.main.lemma)
  );
}

const MAX_DEPTH = 8;
const HABITS = words(
  'occasionally regularly routinely periodically generally typically often sometimes frequently normally usually',
);

/** Verbs of lasting states, which are facts however usual they are. */
const STATES = words('rely depend purchase buy obtain source use have own');

/** `we regularly receive subpoenas`, `in the ordinary course`: what happens as a rule is no event. */
function isHabit(clause: Clause, { chunks }: ParsedSentence): boolean {
  const { verb, start, end, form } = clause;
  if (form !== 'finite' || STATES.has(verb.main.lemma)) return false;
  if (verb.tokens.some(token => token.lower === 'often')) return true;
  if (verb.tense !== 'present') return false;
  if (verb.tokens.some(token => HABITS.has(token.lower)) || clause.preps.some(isUsual)) return true;
  return chunks.some(
    chunk => chunk.start >= start && chunk.end <= end && chunk.kind === 'adverb' && HABITS.has(chunk.words),
  );
}

function isUsual({ preposition, phrase }: PrepositionalPhrase): boolean {
  if (preposition === 'from') return phrase.head.lower === 'time' && phrase.tokens.length === 1;
  return phrase.head.lemma === 'course' && phrase.tokens.some(token => /^(?:ordinary|normal|usual)$/.test(token.lower));
}

/** `should not be relied upon` denies; `should` alone supposes. */
const OUGHT = /^(?:should|can|ca|must)$/;

/** `an event of default includes`, `a weakness is a deficiency`: what a term means. */
function isDefinition({ verb, subjects, objects, form }: Clause): boolean {
  if (/^(?:define|mean)$/.test(verb.main.lemma)) return true;
  if (form !== 'finite' || verb.tense !== 'present') return false;
  if (DEFINITIONS.has(verb.main.lemma)) return subjects.some(isTermOfContract);
  return (
    verb.main.lemma === 'be' &&
    objects.length > 0 &&
    subjects.some(({ tokens }) => /^an?$/.test(tokens[0]?.lower ?? ''))
  );
}

function statusByGovernor(clause: Clause, sentence: ParsedSentence, depth: number): Status {
  const { parent, governor, relation, form, marker } = clause;
  const lemma = governor?.lemma ?? '';
  const holder = parent ?? mainClauseAfter(clause, sentence);
  // A phrase without a finite verb, such as a heading, states nothing.
  const own =
    holder !== null ? statusOfClause(holder, sentence, depth + 1) : form === 'finite' ? 'asserted' : 'hypothetical';
  if (relation === 'complement' && marker === 'that') return statusOfThat(clause, own);
  if (form === 'infinitive') {
    if (FAILURES.has(lemma)) return own === 'asserted' ? 'negated' : own === 'negated' ? 'asserted' : own;
    if (PLANS.has(lemma)) return own === 'asserted' ? 'planned' : own;
    // `filed an amendment to effect the split`
    if (clause.verb.main.lemma === 'effect' && parent?.verb.main.lemma === 'file') return own;
    return TRANSPARENT.has(lemma) ? own : 'hypothetical';
  }
  if (relation === 'gerund') {
    if (marker === 'without') return 'negated';
    if (SUPPOSITIONS.has(lemma) || PLANS.has(lemma)) return 'hypothetical';
    return own === 'asserted' && marker !== null && CONDITIONAL_PREPOSITIONS.test(marker) ? 'hypothetical' : own;
  }
  if (relation === 'relative') {
    if (isOfSupposedNoun(clause, sentence) || isGeneric(clause, own, sentence)) return 'hypothetical';
    // `whether there are conditions that raise doubt`
    return parent !== null && isExistential(parent) && own === 'hypothetical' ? own : 'asserted';
  }
  if (relation !== 'participle') return 'asserted';
  const isOfSupposed =
    governor !== null &&
    sentence.phrases.some(
      phrase =>
        phrase.head === governor && (isSupposed(phrase) || isNegative(phrase) || isJoinedToSupposed(phrase, sentence)),
    );
  return isOfSupposed ? 'hypothetical' : own;
}

/** `the actions filed in May, A v. B (No. 1) and C v. D (No. 2), remain stayed`: the main clause, whose subject is too far for it. */
function mainClauseAfter({ relation, verb, governor }: Clause, { clauses, phrases }: ParsedSentence): Clause | null {
  if (relation !== 'participle' || governor === null || phrases[0]?.head !== governor) return null;
  const main = clauses.find(
    ({ verb: later, form, parent, marker }) =>
      later.start >= verb.end && form === 'finite' && parent === null && marker === null,
  );
  return main ?? null;
}

/** `an executive who resigns forfeits`, `we consulted nobody on a matter that was disputed`: no certain one is meant. */
function isGeneric({ governor, parent, verb }: Clause, own: Status, { phrases, clauses }: ParsedSentence): boolean {
  const noun = phrases.find(phrase => phrase.head === governor);
  if (noun === undefined || !/^(?:an?|each|every)$/.test(noun.tokens[0]?.lower ?? '')) return false;
  if (own === 'negated' && parent?.verb.isNegated !== true) return true;
  const main = clauses.find(
    clause => clause.form === 'finite' && clause.subjects.includes(noun) && clause.verb !== verb,
  );
  return main !== undefined && [main.verb, verb].every(({ tense }) => tense === 'present');
}

function isExistential({ verb, subjects }: Clause): boolean {
  return verb.main.lemma === 'be' && subjects.some(({ head }) => head.lower === 'there');
}

/** `not aware of any incidents that affected us`: what is said of something supposed is supposed. */
function isOfSupposedNoun({ governor }: Clause, sentence: ParsedSentence): boolean {
  const noun = sentence.phrases.find(phrase => phrase.head === governor);
  if (noun === undefined) return false;
  const holders = holdersOf(noun, sentence).flatMap(({ governing }) => governing ?? []);
  return [noun, ...holders].some(phrase => isSupposed(phrase) || isNegative(phrase));
}

/** Verbs that pass on their own status to what they govern: `continues to pay`. */
const TRANSPARENT = words(
  'continue begin start vote cause be find have seem appear declare deem conclude determine consider believe report know go come happen prove',
);

function statusOfThat({ parent, governor }: Clause, own: Status): Status {
  if (governor !== null && governor.pos !== 'VERB' && SUPPOSITIONS.has(governor.lemma)) return 'hypothetical';
  const say = parent?.verb.main.lemma ?? '';
  if (CLAIMS.has(say) || ASSURANCES.has(say) || REQUESTS.has(say)) return 'hypothetical';
  if (DENIALS.has(say)) return 'negated';
  if (PLANS.has(say) && !/^(?:agree|decide|determine)$/.test(say)) return 'hypothetical';
  return own;
}

/** The status of what a noun names: of its own words, of the nouns and prepositions before it, and of its clause. */
export function statusOfPhrase(phrase: NounPhrase, sentence: ParsedSentence): Status {
  if (isNegative(phrase)) return 'negated';
  if (isSupposed(phrase)) return 'hypothetical';
  for (const { governing, preposition } of holdersOf(phrase, sentence)) {
    if (preposition === 'out of' && phrase.head.lemma === 'compliance') return 'negated';
    if (
      preposition === 'without' ||
      /^(?:absence|lack|nonrecurrence|non-recurrence)$/.test(governing?.head.lemma ?? '')
    )
      return 'negated';
    if (/^(?:upon|in the event of|in case of|such as)$/.test(preposition)) return 'hypothetical';
    if (governing !== null && isNegative(governing)) return 'negated';
    if (governing !== null && (SUPPOSITIONS.has(governing.head.lemma) || isSupposed(governing))) return 'hypothetical';
    if (governing !== null && RESOLVING_NOUNS.has(governing.head.lemma)) {
      const status = statusOfPhrase(governing, sentence);
      return status === 'asserted' ? 'resolved' : status;
    }
  }
  const clause = clauseOf(phrase, sentence);
  if (clause === null) return 'hypothetical';
  const status = statusOfClause(clause, sentence);
  // `has not been remediated`, `is not complete`: what is not ended lasts.
  const lasts =
    isEnded(phrase, clause, RESOLUTIONS) || clause.adjectives.some(({ lower }) => /^(?:complete|final)$/.test(lower));
  return status === 'negated' && clause.verb.isNegated && lasts ? 'asserted' : status;
}

/** Whether a definite noun is what a clause ends, fails or plans to end: `efforts to remediate the weaknesses` presuppose them. */
export function isPresupposed(phrase: NounPhrase, sentence: ParsedSentence): boolean {
  if (!/^(?:the|these|those|this|our|its|such)$/.test(phrase.tokens[0]?.lower ?? '')) return false;
  const clause = clauseOf(phrase, sentence);
  const isOfNoun = holdersOf(phrase, sentence).some(
    ({ governing }) => governing !== null && RESOLVING_NOUNS.has(governing.head.lemma),
  );
  return isOfNoun || (clause !== null && isEnded(phrase, clause, RESOLUTIONS));
}

/** The clause whose subject, object or prepositional phrase a noun phrase is. */
export function clauseOf(phrase: NounPhrase, { clauses }: ParsedSentence): Clause | null {
  const holds = (nounPhrase: NounPhrase) =>
    nounPhrase === phrase || nounPhrase.preps.some(prep => prep.phrase === phrase);
  return (
    clauses.find(clause => clause.objects.some(holds) && clause.verb.start < phrase.start) ??
    clauses.find(clause => clause.form === 'finite' && clause.relation !== 'relative' && clause.subjects.some(holds)) ??
    clauses.find(clause => clause.preps.some(prep => prep.phrase === phrase)) ??
    clauses.find(clause => clause.subjects.some(holds)) ??
    null
  );
}

/** The nouns and prepositions that a phrase hangs on. */
export function holdersOf(
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

/** True if the clause says that what a noun names is over: `the default was waived`, but not `we continue to remediate`. */
export function isResolvedBy(phrase: NounPhrase, clause: Clause, ends: ReadonlySet<string>): boolean {
  const { form, verb } = clause;
  if (form === 'infinitive' || form === 'gerund' || verb.isNegated) return false;
  if (verb.tokens.some(token => /ing$/.test(token.lower))) return false;
  return isEnded(phrase, clause, RESOLUTIONS.union(ends));
}

function isEnded(phrase: NounPhrase, { verb, voice, subjects, objects }: Clause, ends: ReadonlySet<string>): boolean {
  if (!ends.has(verb.main.lemma)) return false;
  const patients = voice === 'passive' ? subjects : objects;
  return patients.some(patient => patient === phrase || patient.preps.some(prep => prep.phrase === phrase));
}

/** True if another clause of the sentence, about the same, says that it is over: `was filed in May and was dismissed`. */
export function isResolvedLater(clause: Clause, sentence: ParsedSentence, ends: ReadonlySet<string>): boolean {
  return sentence.clauses.some(other => {
    const { lemma } = other.verb.main;
    if (other === clause || other.start <= clause.start || !(RESOLUTIONS.has(lemma) || ends.has(lemma))) return false;
    if (statusOfClause(other, sentence) !== 'asserted') return false;
    if (other.voice === 'active' && !/^(?:emerge|settle|regain|conclude)$/.test(lemma))
      return other.form === 'finite' && other.objects.some(object => refersTo(object, clause));
    // `in default under the indenture, which default was cured`
    const isOfWhich = other.marker === 'which' && other.subjects.some(({ head }) => MATTERS.has(head.lemma));
    return other.subjects.length === 0 || isOfWhich || other.subjects.some(subject => isPartOf(subject, clause));
  });
}

function isPartOf(subject: NounPhrase, clause: Clause): boolean {
  return (
    clause.subjects.includes(subject) ||
    clause.objects.includes(subject) ||
    clause.preps.some(prep => prep.phrase === subject) ||
    /^(?:which|it|that)$/.test(subject.head.lower) ||
    refersTo(subject, clause)
  );
}

/** Nouns for a matter that was named before. */
const MATTERS = words(
  'matter violation default breach noncompliance non-compliance doubt case action requirement failure',
);

/** `the lenders waived the violation`, `but the doubt was alleviated`: a definite noun for what the clause before names. */
function refersTo({ head, tokens }: NounPhrase, { subjects, objects, preps }: Clause): boolean {
  if (!/^(?:the|this|these|such|those)$/.test(tokens[0]?.lower ?? '')) return false;
  const named = [...subjects, ...objects, ...preps.map(prep => prep.phrase)];
  return MATTERS.has(head.lemma) || named.some(phrase => phrase.head.lemma === head.lemma);
}

function isConditional(clause: Clause): boolean {
  const { marker } = clause;
  if (marker === null || clause.relation === 'relative') return false;
  if (CONDITIONAL_PHRASES.test(marker)) return true;
  if (!CONDITIONS.has(marker)) return false;
  // `when we filed in 2012` is a fact; `when we file` is a condition.
  return !(/^(?:when|until|once)$/.test(marker) && clause.verb.tense === 'past' && clause.verb.modal === null);
}

const WHEN = /^(?:when|until|once)$/;

/** `If X, the trustee accelerates`: the clause that depends on a condition. A clause in the past tense stays asserted. */
function isRuledByCondition(clause: Clause, { clauses, chunks }: ParsedSentence): boolean {
  const isPerfect = clause.verb.tokens.some(token => /^(?:has|have)$/.test(token.lower));
  if ((clause.verb.tense === 'past' && !isPerfect) || clause.relation === 'adverbial') return false;
  return clauses.some(
    other =>
      other !== clause &&
      isConditional(other) &&
      other.marker !== 'whether' &&
      (other.parent === clause ||
        other.parent === null ||
        clause.relation === 'main' ||
        !WHEN.test(other.marker ?? '')) &&
      !(other.start > clause.end && WHEN.test(other.marker ?? '') && other.parent !== clause) &&
      !(other.start > clause.end && opensAfterCoordinator(other, chunks)),
  );
}

/** `and if we fail, …`: the condition of the clause that follows. */
function opensAfterCoordinator({ marker, verb }: Clause, chunks: ParsedSentence['chunks']): boolean {
  const at = chunks.findLastIndex(
    chunk => chunk.kind === 'subordinator' && chunk.words === marker && chunk.start < verb.start,
  );
  return chunks[at - 1]?.kind === 'coordinator';
}

export function isNegative({ tokens }: NounPhrase): boolean {
  return NEGATIVE_DETERMINERS.has(tokens[0]?.lower ?? '');
}

/** `neither the Company nor its subsidiaries` */
function isBehindNor(phrase: NounPhrase, { chunks }: ParsedSentence): boolean {
  const before = chunks[chunks.indexOf(phrase) - 1];
  return before?.kind === 'coordinator' && before.words === 'nor';
}

function isSupposed({ head, tokens }: NounPhrase): boolean {
  if (SUPPOSED_DETERMINERS.has(tokens[0]?.lower ?? '')) return true;
  // A proposed class action is pending; only its class is proposed.
  const isSuit = SUITS.has(head.lemma);
  return tokens.some(
    token =>
      SUPPOSED_ADJECTIVES.has(token.lower) && !(isSuit && /^(?:proposed|purported|potential)$/.test(token.lower)),
  );
}

/** `any receiver or receivers appointed for the corporation` */
function isJoinedToSupposed(phrase: NounPhrase, { chunks }: ParsedSentence): boolean {
  const at = chunks.indexOf(phrase);
  const [before, joined] = [chunks[at - 1], chunks[at - 2]];
  return before?.kind === 'coordinator' && before.words === 'or' && joined?.kind === 'noun' && isSupposed(joined);
}

const SUITS = words('action lawsuit suit complaint class litigation');

/** `an event of default`, `Cause`: a term that the sentence defines. */
function isTermOfContract({ head, tokens }: NounPhrase): boolean {
  return (
    /^(?:default|event|cause|control|term|definition|circumstance|factor|risk)$/.test(head.lemma) ||
    (tokens.length === 1 && head.pos === 'PROPN' && head.start > 0)
  );
}
