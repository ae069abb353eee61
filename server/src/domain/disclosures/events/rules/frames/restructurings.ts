import { type EventAssertion, kindOf } from './event-frames.ts';
import {
  amountIn,
  type Context,
  DISASTER,
  isHeadline,
  isOwn,
  isPlannedByFiler,
  type Reading,
  TEMPORARY,
} from './reading.ts';

/** Impairments of financial assets are changes of value. */
const OF_INVESTMENTS =
  /\b(?:other[- ]than[- ]temporary|equity[- ]method|investees?|investments?|securities|receivables?|loans?|allowance|tax assets?)\b/i;
const OF_WORKFORCE =
  /\b(?:workforce|headcount|employees|positions|jobs|lay-?offs?|laid off|severance|reduction in force)\b/i;
/** What a plan ends besides jobs. */
const OF_EXIT = /\b(?:facilit(?:y|ies)|plants?|stores?|closures?|clos(?:e|ing)|exit\w*|consolidat\w+|leases?)\b/i;
const OF_PENSIONS = /\b(?:pension|post-?retirement|defined benefit)\b/i;
const IMPAIRS = /\bimpair\w*|\bwr(?:ote|itten|ite)[- ](?:off|down)|\bwrite-?(?:off|down)s?\b/i;
/** Totals of accounting policies and of measures that leave charges out. */
const NO_CHARGE =
  /\b(?:exclud\w+|non-GAAP|adjusted|add(?:ed|ing) back|accru\w+|liabilit\w+|reserve|valuation allowance|discontinued operations)\b/i;
const CHARGE_WORDS =
  /\b(?:charges?|costs?|loss(?:es)?|expenses?|impairments?|severance|wr(?:ote|itten|ite)|write-?(?:off|down)s?)\b/i;

/** `opened 40 stores and closed 12`: the course of business. */
const OPENS_AND_CLOSES = /\bopened [\d,]+[^.;]{0,60}\bclosed [\d,]+|\bclosed [\d,]+[^.;]{0,60}\bopened [\d,]+/i;
const ANNOUNCED_BEFORE = /\bpreviously[- ](?:announced|disclosed|reported)\b/i;

/** `These actions include a reduction of the workforce`: how a current report describes its news. */
const INVOLVES = /^(?:include|involve|entail|comprise|represent|affect|impact)$/;

/** Reads plans to exit and to lay off, and the charges for them and for impairments. */
export function readRestructuring(assertion: EventAssertion, { document }: Context): Reading | null {
  const { roles, sentence, frame, status } = assertion;
  const { variant } = kindOf(assertion);
  // `Results included severance`: what a charge is part of is nobody.
  const isOfOther =
    frame.of !== 'none' && roles.agent !== undefined && !isOwn(roles.agent.party) && roles.agent.party !== 'unknown';
  if (variant === 'exit_plan' && !frame.needs.has('money') && OF_CREDIT.test(sentence.text)) return null;
  if (variant === 'exit_plan' && (TEMPORARY.test(sentence.text) || isForced(assertion))) return null;
  if (isOfOther || OPENS_AND_CLOSES.test(sentence.text)) return null;
  // `the committee shall consider the termination of employees`, `the closing of the sale`
  if (assertion.form === 'noun' && (isOfCharter(assertion) || isOfDeal(assertion))) return null;
  // `charges for the previously announced closure`
  const { phrase } = assertion;
  if (
    assertion.form === 'noun' &&
    phrase !== null &&
    ANNOUNCED_BEFORE.test(sentence.quote.slice(phrase.start, phrase.head.end))
  )
    return null;
  const charge = Object.entries(roles).find(
    ([role]) => role === 'patient' || (role === 'agent' && frame.of === 'none'),
  );
  const amount = amountIn(assertion, frame.needs.has('money') ? charge?.[1].phrase : undefined);
  const isCharge = frame.needs.has('money');
  const chosen = isCharge
    ? IMPAIRS.test(sentence.text) && variant === 'impairment'
      ? 'impairment'
      : variant
    : variant;
  if (chosen === 'impairment' && OF_INVESTMENTS.test(sentence.text)) return null;
  const isPlanned =
    frame.needs.has('planned') && (isPlannedByFiler(assertion) || (document.isCurrent && isAnnounced(assertion)));
  // The amount of a charge that is expected may not be known yet.
  const isUncounted = amount === null && !(isPlanned && document.isCurrent);
  // Special benefits of pension plans are costs of the plans.
  if (isCharge && chosen === 'layoffs' && OF_PENSIONS.test(sentence.text)) return null;
  if (isCharge && (isUncounted || NO_CHARGE.test(sentence.text) || !CHARGE_WORDS.test(sentence.text))) return null;
  if (status !== 'asserted' && !isPlanned) return null;
  if (isCharge && assertion.dates.length === 0 && OF_EARLIER.test(sentence.text)) return null;
  const isDescribed =
    document.isCurrent && assertion.form === 'noun' && INVOLVES.test(assertion.clause?.verb.main.lemma ?? '');
  const isUnderWay = document.isCurrent && (isReportedNow(assertion) || (isCharge && IN_RESULTS.test(sentence.text)));
  const isReported = isPlanned || isDescribed || isUnderWay || assertion.tense === 'past';
  if (!isCharge && !isReported && assertion.clause?.form === 'finite') return null;
  const isExit = OF_EXIT.test(sentence.text);
  // `expects charges for severance and lease terminations`: one plan, not two.
  const isWholePlan = chosen === 'layoffs' && isCharge && amount === null && isExit;
  const isOfJobs = chosen === 'exit_plan' && OF_WORKFORCE.test(sentence.text) && !isExit;
  return {
    variant: isWholePlan ? 'exit_plan' : isOfJobs ? 'layoffs' : chosen,
    fields: amount ?? {},
    needsNoDate: !document.isPeriodic && ((isCharge && isOwn(roles.agent?.party)) || isReported),
  };
}

/** `shall consider`, `may approve`: what a charter or an agreement provides for. */
function isOfCharter({ clause, sentence, trigger }: EventAssertion): boolean {
  return clause?.verb.modal != null || /\bshall\b/i.test(sentence.quote.slice(0, trigger.start));
}

/** `a fire shut down the unit`, `the hurricane forced the closure of the plant`: no plan of the filer. */
function isForced({ sentence, trigger }: EventAssertion): boolean {
  return DISASTER.test(sentence.quote.slice(0, trigger.start));
}

/** Facilities and lines of credit, which are closed as well. */
const OF_CREDIT = /\b(?:loans?|credit|lenders?|borrow\w*|term facility|refinanc\w+|letters? of credit)\b/i;

/** What results are compared with. */
const OF_EARLIER =
  /\b(?:prior[- ](?:year|quarter|period)|year[- ]ago|last year|previous (?:year|quarter)|(?:same|corresponding|comparable) (?:period|quarter))\b/i;

/** `the closing of the sale of the stores` */
function isOfDeal({ phrase, sentence }: EventAssertion): boolean {
  if (phrase === null || !/^(?:closing|exit)$/.test(phrase.head.lemma)) return false;
  return OF_DEAL.test(sentence.quote.slice(phrase.head.end));
}

const OF_DEAL =
  /^ (?:of|from) (?:[\w’'-]+ ){0,5}(?:sale|merger|acquisition|transactions?|purchase|offering|facilit(?:y|ies) agreement|credit facility|loan|financing|books|agreement|chapter)\b/i;

/** `results for the quarter include charges` */
const IN_RESULTS =
  /\b(?:results|earnings|(?:net |operating )?(?:income|loss)|expenses?|quarter|year)\b[^.;]{0,60}\b(?:includes?|reflects?|contains?)\b/i;

/** `is closing its plant`, `announces restructuring`: under way, or the news of a headline. */
function isReportedNow({ clause, roles, sentence }: EventAssertion): boolean {
  if (clause === null || clause.form !== 'finite') return false;
  const { main, tokens, modal } = clause.verb;
  const isProgressive = /ing$/.test(main.lower) && tokens.some(token => token !== main && token.lemma === 'be');
  const isLine = isHeadline(clause) && !/\.$/.test(sentence.quote.replace(/\b(?:Inc|Corp|Co|Ltd)\.$/, ''));
  return isLine || (isProgressive && modal === null && isOwn(roles.agent?.party));
}

/** What decides on a plan or is one: its effects are the news. */
const PLAN =
  /^(?:plan|program|programme|restructuring|realignment|reorganization|initiative|action|closure|closing|reduction|consolidation|decision|move|measure|shutdown|change)$/;
/** `said it would cut 500 jobs` */
const TOLD_WOULD = /\b(?:said|announced|reported|confirmed|disclosed)(?: today)? (?:it|they|the company) would\b/i;
const RELEASE = /^(?:release|announcement|statement|letter|management|board)$/;
const EFFECTS = /^(?:result|affect|impact|eliminate|include|involve|entail|require|reduce|close|cut|lay)$/;
const TELLS = /^(?:announce|estimate|expect|anticipate|report|say|inform|notify|advise|tell|decide|determine)$/;

/**
 * `plans to close its plant`, `will close its plant`: what the filer announces of itself. `the plant will be closed`, `the plan will
 * result in the elimination of 400 positions`: what happens by its plan.
 */
function isAnnounced({ status, clause, roles, tense, sentence }: EventAssertion): boolean {
  if (clause === null || clause.marker === 'if') return false;
  const isTold = clause.parent === null || TELLS.test(clause.parent.verb.main.lemma);
  // `informed employees that it would be eliminating positions`
  if (clause.verb.modal === 'would')
    return (
      (clause.relation === 'complement' && isTold && clause.parent?.verb.tense === 'past') ||
      TOLD_WOULD.test(sentence.quote)
    );
  if (status !== 'planned') return false;
  const [subject] = clause.subjects;
  if (tense === 'future' && clause.form === 'finite' && clause.verb.modal === null && isTold) {
    const isEffect = subject !== undefined && PLAN.test(subject.head.lemma) && EFFECTS.test(clause.verb.main.lemma);
    // `200 employees will lose their jobs`
    if (isEffect || clause.verb.main.lemma === 'lose' || (clause.voice === 'passive' && roles.agent === undefined))
      return true;
  }
  // `the closing is expected to affect 180 employees`
  if (
    clause.form === 'infinitive' &&
    subject !== undefined &&
    PLAN.test(subject.head.lemma) &&
    EFFECTS.test(clause.verb.main.lemma) &&
    /^(?:expect|anticipate|estimate)$/.test(clause.parent?.verb.main.lemma ?? '')
  )
    return true;
  // `a press release announcing it will close the plant`
  const isTeller = subject !== undefined && RELEASE.test(subject.head.lemma);
  if (!isOwn(roles.agent?.party) && !isTeller) return false;
  if (clause.form === 'infinitive')
    return /^(?:plan|intend|expect|anticipate|decide|decision|intention)$/.test(clause.governor?.lemma ?? '');
  return tense === 'future' && clause.verb.modal === null && isTold;
}
