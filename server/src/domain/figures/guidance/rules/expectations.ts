import type { Clause, ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { statusOfClause } from '../../../../formats/prose/status.ts';

const words = (text: string) => new Set(text.split(' '));

/** Verbs by which a company states what it expects. */
const EXPECTS = words('expect anticipate see estimate project forecast target guide budget foresee');
/** Verbs that state an expectation of what one does oneself. */
const INTENDS = words('plan intend');
const OUTLOOKS = words('expectation guidance outlook forecast target projection estimate range budget goal plan');
/** Nouns whose `to` says what is planned. */
const PLANS = words('plan intention');
/** What one does with an outlook. */
const GIVES = words(
  'reaffirm reiterate maintain confirm affirm raise increase lift lower reduce cut narrow tighten widen update revise adjust issue provide introduce initiate give set establish announce approve trim boost',
);
const STATES = words('be include assume call remain contemplate reflect imply represent stand total range');
/** Who expects for himself rather than for the registrant. */
const OTHERS = words(
  'analyst consensus economist industry street market customer supplier government agency actuary observer firm competitor forecaster researcher gartner idc congress fda',
);
/** Verbs of participles that state the value of the measure rather than a part of it. */
const EQUALS = words(
  'range total approximate be equal average reach rang approach exceed earn expect anticipate estimate project result grow increase decline decrease',
);
const FUTURE_STATES = words(
  'be total approximate range average exceed approach equal reach result increase decrease grow decline remain rise fall improve incur record recognize spend invest provide contribute amount',
);
/** `revenue increased 5%, above our expectations` */
const COMPARING = /^(?:above|below|over|under|beyond|than|against|versus|with|within|near|like|as)$/i;
const CONDITIONS = /^(?:if|unless|whether|until|once)$/;
/** `with $5 million expected to be spent` */
const EXPECTED_BEHIND =
  /^\s?(?:(?:in|of) (?:(?!and |but )\p{L}+ ){1,4}(?:that |which )?(?:we|the company) (?:currently |now )?(?:expects?|anticipates?|plans?|intends?|estimates?)\b|(?:of which )?(?:(?:is|are) )?(?:currently |now )?(?:expected|anticipated|projected|forecast(?:ed)?|budgeted)\b(?! (?:life|lives|term|volatility)))/iu;
/** `outlook for 2025 calls for`, without a verb that the tagger knows. */
const OUTLOOK_STATES =
  /\b(?:outlook|guidance|forecast|targets?|expectations?)\b[^.;]{0,60}\b(?:calls? for|of|is|at|includes?|assumes?)\b/i;
/** `our guidance range for 2025 of`, `the outlook is now being raised to`: a figure right behind the noun. */
const OF_OUTLOOK =
  /(?<lead>(?:[^\s,;]+\s){0,6})(?:guidance|outlook|guide)(?:\s(?:range|target))?(?:\s(?:for|in)\s(?:[\p{L}\d’']+\s?){1,4}?)?(?:,?\s(?:which|that))?(?:\s(?:is|are|has been|will be))?(?:\s(?:now|currently|still|being|unchanged|again|also|again|increased|raised|lowered|reduced|narrowed|maintained|updated|reaffirmed|revised))*\s(?:of|at|to|is|are|from)\s(?:(?:a|an|the|range|of|between|approximately|about|around|roughly|at|least|be|in)\s)*$/iu;
/** A withdrawn outlook, or one that results are compared with. */
const IS_PAST_OUTLOOK =
  /\b(?:prior|previous(?:ly)?|original|initial|earlier|former|old|last|above|below|exceed(?:s|ed|ing)?|beat(?:ing)?|than|versus|vs|within|met|against|from|toward|had|was|were)\b/i;
const MAX_OUTLOOK_CHARS = 160;
const MAX_DEPTH = 6;

interface Place {
  start: number;
  end: number;
}

const LATE =
  /\b(?:previously|originally|initially|formerly|once) (?:expected|anticipated|estimated|projected|forecast|targeted|provided|announced|issued)\b/i;

/**
 * Whether a figure is what the registrant expects: the clause of the figure, or one that governs it, states an
 * expectation of its own time. `isAhead`: the sentence is under the heading of an outlook, so that `will be` and a mere list item count.
 */
export function isExpected(parsed: ParsedSentence, { start, end }: Place, isAhead: boolean): boolean {
  const clauses = parsed.clauses.filter(
    clause => !isOfPeriod(clause) && !isOfMeasure(clause) && !isOfComparison(clause, parsed),
  );
  const finite = clauses.filter(clause => clause.form === 'finite');
  if (EXPECTED_BEHIND.test(parsed.text.slice(end)) || isOfOutlook(parsed.text.slice(0, start))) return true;
  const own = clauses.filter(clause => clause.verb.start < start).at(-1);
  // `Forecasting revenue of $5 million`: a headline without a subject.
  const isHeadline = own !== undefined && own.parent === null && isExpectation(own, parsed);
  if (finite.length === 0) return isAhead || isHeadline || OUTLOOK_STATES.test(parsed.text.slice(0, start));
  if (own === undefined) {
    // `EPS of $2 to $3, which includes`: a clause of a noun is not the figure's.
    const next = finite.find(clause => clause.verb.start > start && clause.relation !== 'relative');
    if (next === undefined) return isAhead;
    return isExpectation(next, parsed) || (isAhead && isFuture(next));
  }
  // `our guidance is as follows: revenue of $5 million`
  if (isAhead && own.verb.main.lemma === 'follow') return true;
  let clause: Clause | null = own;
  for (let depth = 0; clause !== null && depth < MAX_DEPTH; depth++) {
    if (clause.verb.modal !== null && clause.verb.modal !== 'should') return false;
    if (isExpectation(clause, parsed) || isFuture(clause) || isExpectedFuture(clause, clauses, parsed)) return true;
    // `we estimate that sales amounted to`, `sales declined by 34%` which the tagger takes for a participle: results.
    if (isPast(clause, parsed)) return false;
    if (clause.form === 'finite' && clause.relation !== 'complement') {
      // `revenue of $5 million is expected`: a verb of the subject's own clause comes later.
      return false;
    }
    if (
      !isOfPeriod(clause) &&
      (clause.form === 'participle' || clause.form === 'gerund') &&
      !EQUALS.has(clause.verb.main.lemma) &&
      clause.verb.main.lemma !== 'include' &&
      !(isModifier(clause) && OF_FIGURE.test(parsed.text.slice(0, start))) &&
      !isObjectOfExpectation(clause)
    )
      return false;
    clause = clause.parent;
  }
  return false;
}

/** `a charge related to the closure of approximately $5 million`: the participle belongs to the noun, the figure to the expectation. */
function isModifier({ verb, form }: Clause): boolean {
  return form === 'participle' && /^(?:relate|associate)$/.test(verb.main.lemma);
}

const OF_FIGURE = /\bof\s(?:approximately |about |between |up to |roughly )*$/i;

/** `we anticipate repurchasing $5 million in shares` */
function isObjectOfExpectation({ verb, governor, parent }: Clause): boolean {
  return (
    /ing$/.test(verb.main.lower) && parent !== null && governor === parent.verb.main && EXPECTS.has(governor.lemma)
  );
}

/** Finite and past, or a participle right behind the measure that it would be the verb of. */
function isPast({ form, verb }: Clause, { text }: ParsedSentence): boolean {
  if (verb.tense !== 'past') return false;
  if (form === 'finite') return true;
  return (
    form === 'participle' &&
    CHANGED.test(verb.main.lower) &&
    /\b(?:sales|revenues?|earnings|income|margins?|profits?|expenses?|cash flow)\s$/i.test(text.slice(0, verb.start))
  );
}

const CHANGED = /^(?:declined|increased|decreased|grew|rose|fell|improved|totaled|totalled|was|were|reached|came)$/;

function isOfOutlook(before: string): boolean {
  const match = OF_OUTLOOK.exec(before.slice(-MAX_OUTLOOK_CHARS));
  return match !== null && !IS_PAST_OUTLOOK.test(match.groups?.lead ?? '');
}

/** `its fiscal year ending in January` */
function isOfPeriod({ verb, form }: Clause): boolean {
  return form === 'participle' && verb.main.lemma === 'end';
}

/** `better than expected`, `as anticipated`: what was expected of a result. */
function isOfComparison({ verb, form }: Clause, { text }: ParsedSentence): boolean {
  return (
    form === 'participle' &&
    EXPECTS.has(verb.main.lemma) &&
    /\b(?:than|as)\s(?:[\p{L}]+\s){0,2}$/iu.test(text.slice(Math.max(0, verb.start - 30), verb.start))
  );
}

/** `adjusted earnings`, `compared to $2.80 in 2023`: participles that a parser may take for verbs in the past. */
function isOfMeasure({ verb }: Clause): boolean {
  return verb.tokens.length === 1 && /^(?:adjusted|diluted|compared|based)$/.test(verb.tokens[0]?.lower ?? '');
}

function isExpectation(clause: Clause, parsed: ParsedSentence): boolean {
  const { verb, form, subjects, voice } = clause;
  const { lemma } = verb.main;
  const phrase = parsed.text.slice(verb.start, verb.end);
  if (
    verb.isNegated ||
    CONDITIONS.test(clause.marker ?? '') ||
    LATE.test(parsed.text.slice(Math.max(0, verb.start - 12), verb.end))
  )
    return false;
  if (verb.modal !== null && verb.modal !== 'should') return false;
  // `with plans to open 100 restaurants`
  if (form === 'infinitive' && PLANS.has(clause.governor?.lemma ?? '')) return true;
  const isOthers = voice === 'active' && subjects.some(subject => OTHERS.has(subject.head.lemma));
  if (isOthers) return false;
  const isPastOfBe = verb.tokens.some(token => /^(?:was|were|had)$/.test(token.lower));
  if (EXPECTS.has(lemma) || INTENDS.has(lemma)) {
    if (lemma === 'see' && (subjects.length === 0 || voice === 'passive')) return false;
    if (form === 'finite' && (verb.tense === 'past' || isPastOfBe) && !isPerfectGuidance(phrase)) return false;
    // `we continue to expect`
    if (form === 'infinitive') return lemma !== 'see' && isContinued(clause, parsed);
    if (form !== 'finite' && form !== 'participle') return false;
    return form === 'participle' || statusOfClause(clause, parsed) === 'asserted';
  }
  // `our ongoing growth model calls for`
  const ofModel = subjects.some(
    ({ head, tokens }) =>
      /^(?:model|algorithm|framework|objective|ambition)$/.test(head.lemma) &&
      tokens.some(token => /^(?:growth|earnings|financial|business|long-term|ongoing)$/.test(token.lower)),
  );
  if (ofModel && (STATES.has(lemma) || lemma === 'target')) return form === 'finite' && verb.tense === 'present';
  const ofOutlook = subjects.some(
    ({ head, tokens }) =>
      OUTLOOKS.has(head.lemma) &&
      (head.lemma !== 'range' || tokens.some(token => token !== head && OUTLOOKS.has(token.lemma))),
  );
  if (ofOutlook && STATES.has(lemma)) return form === 'finite' && verb.tense !== 'past' && !isPastOfBe;
  // `narrowing the full-year range to`
  const isRangeGiven = GIVES.has(lemma) && clause.objects.some(({ head }) => head.lemma === 'range');
  if (isRangeGiven) return true;
  const isOutlookAt = [
    ...clause.objects,
    ...clause.preps.filter(prep => !COMPARING.test(prep.preposition)).map(prep => prep.phrase),
    ...(voice === 'passive' ? subjects : []),
  ].some(
    nounPhrase => OUTLOOKS.has(nounPhrase.head.lemma) || nounPhrase.tokens.some(token => OUTLOOKS.has(token.lemma)),
  );
  // `initiating adjusted earnings guidance`: the object may be that of the participle.
  const isGiven = /^(?:\s[\p{L}-]+){0,4}\s(?:adjusted|diluted)\s[^.;,$]{0,60}\b(?:guidance|outlook|forecast)\b/iu;
  if (GIVES.has(lemma)) return isOutlookAt || ofOutlook || isGiven.test(parsed.text.slice(verb.end));
  if ((lemma === 'be' || lemma === 'remain') && verb.tense === 'present' && SURE.test(parsed.text.slice(verb.end)))
    return true;
  if (lemma === 'be')
    return (
      verb.tense === 'present' &&
      subjects.some(subject =>
        subject.tokens.some(token =>
          /^(?:expected|projected|anticipated|estimated|targeted|budgeted|planned)$/.test(token.lower),
        ),
      )
    );
  return false;
}

/** `on track to achieve`, `comfortable with estimates of` */
const SURE =
  /^\s(?:(?:still|now|currently|well|fully|also)\s)*(?:on (?:track|pace|target)|likely|(?:comfortable|confident)\s[^.;$]{0,60}\b(?:guidance|outlook|forecasts?|estimates?|targets?|expectations?))\b/i;

function isContinued({ parent }: Clause, parsed: ParsedSentence): boolean {
  return (
    parent !== null &&
    parent.verb.main.lemma === 'continue' &&
    parent.verb.tense === 'present' &&
    statusOfClause(parent, parsed) === 'asserted'
  );
}

/** `has budgeted`, `has targeted` states what holds now. */
function isPerfectGuidance(verb: string): boolean {
  return /\b(?:has|have) (?:\w+ )?(?:budgeted|targeted|projected|forecast|estimated|planned)\b/i.test(verb);
}

/** `revenue will be`, `capital spending should total` */
function isFuture({ verb, form, marker }: Clause): boolean {
  if (form !== 'finite' || verb.isNegated || CONDITIONS.test(marker ?? '')) return false;
  return (verb.tense === 'future' || verb.modal === 'should') && FUTURE_STATES.has(verb.main.lemma);
}

/** `we expect that the closing will generate proceeds`: any verb, if an expectation is before it. */
function isExpectedFuture(clause: Clause, clauses: readonly Clause[], parsed: ParsedSentence): boolean {
  if (clause.form !== 'finite' || clause.verb.tense !== 'future' || clause.verb.isNegated) return false;
  return clauses.some(
    other => other.verb.start < clause.verb.start && EXPECTS.has(other.verb.main.lemma) && isExpectation(other, parsed),
  );
}
