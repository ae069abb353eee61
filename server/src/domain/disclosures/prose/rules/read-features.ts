import { readStatedDates, type StatedSpan } from '../../../../formats/prose/stated-dates.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import { readAuthorities } from './authorities.ts';
import { type Clause, clauseAround, type TextSpan } from './clauses.ts';
import {
  AMOUNT,
  ASSERTION,
  CONDITIONAL,
  CONTINUING,
  FORWARD_LOOKING,
  MODAL,
  NAMED_COMPANY,
  NEGATION,
  NO_NEGATION,
  OWN,
  POLICY,
  RESOLVED,
  RULE_NUMBER,
  THIRD_PARTY,
} from './governing-words.ts';

/** The filing that contains a sentence. */
export interface FilingContext {
  /** Last day of the reporting period; null if unknown: then no date counts as prior or current. */
  periodEnd: IsoDate | null;
  /** The filer's names, as filed or folded by nameKey. */
  ownNames: readonly string[];
}

/** The features that decide whether a sentence asserts what its trigger names. */
export interface AssertionFeatures {
  /** States that something happened or is the case. */
  isAsserted: boolean;
  /** Governed by may, could, would, if, whether, no assurance and the like. */
  isModal: boolean;
  /** Negated. A negation inside the trigger is part of the trigger and does not count. */
  isNegated: boolean;
  /** States a rule, a definition, a habit or a plan. */
  isPolicy: boolean;
  /** The subject is not the filer. */
  isThirdParty: boolean;
  /** States a date in the period or after it. */
  hasCurrentDate: boolean;
  /** All stated dates are at least two years before the end of the period. */
  isPriorPeriod: boolean;
  hasAmount: boolean;
  hasRuleNumber: boolean;
  /** Ids of the authorities that the sentence names (authorities.ts). */
  authorities: string[];
  /** Remediated, dismissed, settled, waived and the like. */
  isResolved: boolean;
  /** Pending, ongoing, stayed and the like, whatever the dates. */
  isContinuing: boolean;
  isForwardLooking: boolean;
  dates: StatedSpan[];
}

/** The month May is not a modal verb. Its replacement has the same length, so that offsets stay valid. */
const MONTH_OF_MAY = /\bMay(?= (?:\d|of (?:19|20)\d))/g;
/** Number of words after a negation that it can negate. */
const NEGATION_REACH_WORDS = 9;
/** A negated verb directly after the trigger: `was not`. */
const NEGATED_AFTER =
  /^(?:\s+\S+){0,2}\s+(?:is|are|was|were|has|have|had|do|does|did|will|would|could)(?:\s+not|n['’]t)\b/i;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|did|does|remains?|raises?|casts?|became|began|brought|found|made|took|\w{2,}ed|filed|states?|alleges?)\b/i;

/**
 * Reads the features of a trigger in a sentence whose white space is collapsed to single spaces. Negations inside the trigger
 * do not count: a rule that searches for `no longer be relied upon` includes the negation on purpose. English only.
 */
export function readFeatures(sentence: string, trigger: TextSpan, filing: FilingContext): AssertionFeatures {
  const clause = clauseAround(sentence.replace(MONTH_OF_MAY, 'Mai'), trigger);
  const dates = readStatedDates(sentence);
  const isModal = isGovernedByModal(clause, sentence.slice(0, trigger.start));
  const isNegated = isNegatedNear(clause);
  const isPolicy = POLICY.test(`${clause.before} ${clause.after}`);
  const words = `${clause.before}${clause.trigger}${clause.after}`;
  return {
    isAsserted: !isModal && !isNegated && !isPolicy && ASSERTION.test(words),
    isModal,
    isNegated,
    isPolicy,
    isThirdParty: isAboutThirdParty(clause, filing),
    hasCurrentDate: dates.some(date => isCurrent(date, filing)),
    isPriorPeriod: dates.length > 0 && dates.every(date => isPrior(date, filing)),
    hasAmount: AMOUNT.test(sentence),
    hasRuleNumber: RULE_NUMBER.test(sentence),
    authorities: readAuthorities(sentence),
    isResolved: isEnded(sentence),
    isContinuing: CONTINUING.test(sentence),
    isForwardLooking: FORWARD_LOOKING.test(sentence),
    dates,
  };
}

/**
 * Returns true if a condition or a modal governs the trigger. A condition governs all that follows in its clause. A modal before
 * the trigger governs it unless a finite verb comes between them. A modal after the trigger governs it only if the trigger has
 * no finite verb: `any default could`, but not `we defaulted and may`.
 */
function isGovernedByModal({ before, trigger, after }: Clause, sentenceBefore: string): boolean {
  if (CONDITIONAL.test(before)) return true;
  if (/^\W*(?:if|should|unless|in the event|were)\b/i.test(sentenceBefore) && !/[;:]/.test(sentenceBefore)) return true;
  if (/^(?:[^,.;]){0,30}\b(?:if|unless|in the event|upon any)\b/i.test(after) && !FINITE.test(trigger)) return true;
  const modal = lastIndex(before, MODAL);
  if (modal >= 0 && !hasFiniteAfter(before.slice(modal))) return true;
  if (FINITE.test(trigger) || FINITE.test(lastWords(before, 6))) return false;
  const behind = MODAL.exec(after);
  return behind !== null && !FINITE.test(after.slice(0, behind.index));
}

/** Returns true if a verb other than the modal's infinitive comes between the modal and the trigger. */
function hasFiniteAfter(words: string): boolean {
  return /\b(?:that|and|which|but)\b[^,]*\b(?:has|have|had|was|were|is|are|\w{3,}ed)\b/i.test(words);
}

function isNegatedNear({ before, trigger, after }: Clause): boolean {
  const near = lastWords(before.replace(NO_NEGATION, ' '), NEGATION_REACH_WORDS).replace(/^.*,\s(?=\S+\s+\S+)/, '');
  if (NEGATION.test(near)) return true;
  return NEGATED_AFTER.test(after.replace(NO_NEGATION, ' ')) && !FINITE.test(trigger);
}

/** Returns true if the nearest subject before the trigger is not the filer. */
function isAboutThirdParty({ before, trigger }: Clause, { ownNames }: FilingContext): boolean {
  const own = ownNames.map(name => name.toLowerCase());
  const words = `${before}${trigger}`;
  const lastOwn = Math.max(
    lastIndex(before, OWN),
    maxOf(own.map(name => (name === '' ? -1 : before.toLowerCase().lastIndexOf(name)))),
  );
  const named = [...before.matchAll(NAMED_COMPANY)].filter(
    ([name]) =>
      !own.some(part => part !== '' && (name.toLowerCase().includes(part) || part.includes(name.toLowerCase()))),
  );
  const lastNamed = named.at(-1)?.index ?? -1;
  const lastOther = lastIndex(before, THIRD_PARTY);
  if (/\b(?:against|from|to|by|of|on) (?:us|the company|the registrant)\b/i.test(words)) return false;
  if (lastOwn < 0) return lastOther >= 0 || lastNamed >= 0;
  return Math.max(lastOther, lastNamed) > lastOwn && !isObject(before, Math.max(lastOther, lastNamed));
}

/** Returns true for `from a customer` or `by our suppliers`, which are objects. */
function isObject(before: string, at: number): boolean {
  return /\b(?:from|by|with|to|against|for|of|in|on)(?: (?:an?|the|our|its|certain|one of our|some of our))* $/i.test(
    before.slice(0, at),
  );
}

function isEnded(sentence: string): boolean {
  const found = RESOLVED.exec(sentence);
  if (found === null) return false;
  const near = lastWords(sentence.slice(0, found.index), 5);
  if (NEGATION.test(near.replace(NO_NEGATION, ' '))) return false;
  return !/\b(?:may|might|could|would|should|will|if|until|unless|to be|expects?|intends?)\b/i.test(near);
}

function isCurrent({ last }: StatedSpan, { periodEnd }: FilingContext): boolean {
  return periodEnd !== null && last > yearsBefore(periodEnd, 1);
}

function isPrior({ last }: StatedSpan, { periodEnd }: FilingContext): boolean {
  return periodEnd !== null && last <= yearsBefore(periodEnd, 2);
}

function yearsBefore(date: IsoDate, years: number): IsoDate {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}

function lastIndex(text: string, words: RegExp): number {
  let at = -1;
  const all = words.global ? words : new RegExp(words.source, `${words.flags}g`);
  for (const { index } of text.matchAll(all)) at = index;
  return at;
}

function lastWords(text: string, count: number): string {
  return text.trimEnd().split(/\s+/).slice(-count).join(' ');
}
