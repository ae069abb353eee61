import type { IsoDate } from '../../../../kernel/dates.ts';
import { readAuthorities } from './authorities.ts';
import { type Clause, clauseAround, type Place } from './clauses.ts';
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
import { readStatedDates, type StatedSpan } from './stated-dates.ts';

/** What is known of the filing that a sentence stands in. */
export interface FilingFrame {
  /** Last day of the period that it reports on; null where that is not known: then no date counts as old or current. */
  periodEnd: IsoDate | null;
  /** The filer's names, folded by nameKey or as filed. */
  ownNames: readonly string[];
}

/** What the words of a sentence say of the truth of what a trigger in it names. */
export interface StatementFeatures {
  /** Told as a thing that happened or stands. */
  isAsserted: boolean;
  /** May, could, would, if, whether, no assurance … govern it. */
  isModal: boolean;
  /** Denied. Denials inside the trigger belong to what it names. */
  isNegated: boolean;
  /** A rule, definition, habit or plan. */
  isPolicy: boolean;
  /** Somebody else is its subject. */
  isThirdParty: boolean;
  /** A date inside the period or after it. */
  hasCurrentDate: boolean;
  /** All dates lie before the year before the period's. */
  isPriorPeriod: boolean;
  hasAmount: boolean;
  hasRuleNumber: boolean;
  /** Bodies that the sentence names, by id (authorities.ts). */
  authorities: string[];
  /** Remediated, dismissed, settled, waived …: over. */
  isResolved: boolean;
  /** Pending, ongoing, stayed …: goes on however old it is. */
  isContinuing: boolean;
  isForwardLooking: boolean;
  dates: StatedSpan[];
}

/** The month is no modal; its stand-in is as long, so that places stay. */
const MONTH_OF_MAY = /\bMay(?= (?:\d|of (?:19|20)\d))/g;
/** How many words a denial reaches forward. */
const DENIAL_REACHES = 9;
/** A denial right behind: `was not`. */
const DENIED_BEHIND =
  /^(?:\s+\S+){0,2}\s+(?:is|are|was|were|has|have|had|do|does|did|will|would|could)(?:\s+not|n['’]t)\b/i;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|did|does|remains?|raises?|casts?|became|began|brought|found|made|took|\w{2,}ed|filed|states?|alleges?)\b/i;

/**
 * Reads the features of a trigger in a sentence (white space as single blanks). What the trigger itself says is not weighed:
 * who looks for `no longer be relied upon` knows that it denies. Pure; English only.
 */
export function readFeatures(sentence: string, trigger: Place, frame: FilingFrame): StatementFeatures {
  const clause = clauseAround(sentence.replace(MONTH_OF_MAY, 'Mai'), trigger);
  const dates = readStatedDates(sentence);
  const isModal = isSupposed(clause, sentence.slice(0, trigger.start));
  const isNegated = isDenied(clause);
  const isPolicy = POLICY.test(`${clause.before} ${clause.after}`);
  const words = `${clause.before}${clause.trigger}${clause.after}`;
  return {
    isAsserted: !isModal && !isNegated && !isPolicy && ASSERTION.test(words),
    isModal,
    isNegated,
    isPolicy,
    isThirdParty: isOfOthers(clause, frame),
    hasCurrentDate: dates.some(one => isCurrent(one, frame)),
    isPriorPeriod: dates.length > 0 && dates.every(one => isPrior(one, frame)),
    hasAmount: AMOUNT.test(sentence),
    hasRuleNumber: RULE_NUMBER.test(sentence),
    authorities: readAuthorities(sentence),
    isResolved: isOver(sentence),
    isContinuing: CONTINUING.test(sentence),
    isForwardLooking: FORWARD_LOOKING.test(sentence),
    dates,
  };
}

/**
 * A condition governs all that follows it in its clause. A modal before the trigger governs it unless a finite verb stands
 * between; one behind it only where the trigger has no finite verb of its own: `any default could`, but `we defaulted and may`.
 */
function isSupposed({ before, trigger, after }: Clause, sentenceBefore: string): boolean {
  if (CONDITIONAL.test(before)) return true;
  if (/^\W*(?:if|should|unless|in the event|were)\b/i.test(sentenceBefore) && !/[;:]/.test(sentenceBefore)) return true;
  if (/^(?:[^,.;]){0,30}\b(?:if|unless|in the event|upon any)\b/i.test(after) && !FINITE.test(trigger)) return true;
  const modal = lastIndex(before, MODAL);
  if (modal >= 0 && !hasFiniteAfter(before.slice(modal))) return true;
  if (FINITE.test(trigger) || FINITE.test(lastWords(before, 6))) return false;
  const behind = MODAL.exec(after);
  return behind !== null && !FINITE.test(after.slice(0, behind.index));
}

/** Whether a verb stands between a modal and the trigger that is not the modal's own infinitive. */
function hasFiniteAfter(words: string): boolean {
  return /\b(?:that|and|which|but)\b[^,]*\b(?:has|have|had|was|were|is|are|\w{3,}ed)\b/i.test(words);
}

function isDenied({ before, trigger, after }: Clause): boolean {
  const near = lastWords(before.replace(NO_NEGATION, ' '), DENIAL_REACHES).replace(/^.*,\s(?=\S+\s+\S+)/, '');
  if (NEGATION.test(near)) return true;
  return DENIED_BEHIND.test(after.replace(NO_NEGATION, ' ')) && !FINITE.test(trigger);
}

/** Whether the nearest subject before the trigger is somebody else than the filer. */
function isOfOthers({ before, trigger }: Clause, { ownNames }: FilingFrame): boolean {
  const own = ownNames.map(name => name.toLowerCase());
  const words = `${before}${trigger}`;
  const lastOwn = Math.max(
    lastIndex(before, OWN),
    ...own.map(name => (name === '' ? -1 : before.toLowerCase().lastIndexOf(name))),
  );
  const named = [...before.matchAll(NAMED_COMPANY)].filter(
    ([name]) => !own.some(one => one !== '' && (name.toLowerCase().includes(one) || one.includes(name.toLowerCase()))),
  );
  const lastNamed = named.at(-1)?.index ?? -1;
  const lastOther = lastIndex(before, THIRD_PARTY);
  if (/\b(?:against|from|to|by|of|on) (?:us|the company|the registrant)\b/i.test(words)) return false;
  if (lastOwn < 0) return lastOther >= 0 || lastNamed >= 0;
  return Math.max(lastOther, lastNamed) > lastOwn && !isObject(before, Math.max(lastOther, lastNamed));
}

/** `from a customer`, `by our suppliers`: no subject. */
function isObject(before: string, at: number): boolean {
  return /\b(?:from|by|with|to|against|for|of|in|on)(?: (?:an?|the|our|its|certain|one of our|some of our))* $/i.test(
    before.slice(0, at),
  );
}

function isOver(sentence: string): boolean {
  const found = RESOLVED.exec(sentence);
  if (found === null) return false;
  const near = lastWords(sentence.slice(0, found.index), 5);
  if (NEGATION.test(near.replace(NO_NEGATION, ' '))) return false;
  return !/\b(?:may|might|could|would|should|will|if|until|unless|to be|expects?|intends?)\b/i.test(near);
}

function isCurrent({ last }: StatedSpan, { periodEnd }: FilingFrame): boolean {
  return periodEnd !== null && last > yearsBefore(periodEnd, 1);
}

function isPrior({ last }: StatedSpan, { periodEnd }: FilingFrame): boolean {
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
