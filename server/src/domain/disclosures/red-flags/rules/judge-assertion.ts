import type { Assertion } from '../../../../formats/prose/frames.ts';
import { addDays, type IsoDate } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import type { Judgement, Severity } from '../model.ts';
import { type FlagPlace, isCertain } from './certainty.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';
import type { FlagFrame } from './frames/flag-frames.ts';
import { OWN_ITEMS } from './own-items.ts';
import { isComplete } from './requirements.ts';

/** What the judgement of a sentence needs to know of its filing. */
export interface FilingFacts {
  periodEnd: IsoDate | null;
  /** Total assets in whole units; null if unknown. */
  assets: number | null;
  /** Whether the filing reports on a period of its registrant. */
  isReport: boolean;
}

/** Judges whether an assertion is an event of the registrant or of a subsidiary, in the period of the filing. */
export function judgeAssertion(
  assertion: Assertion<FlagRuleId, FlagFrame>,
  sectionKey: string | null,
  { periodEnd, isReport }: FilingFacts,
): Judgement {
  const { frame, of, status } = assertion;
  if (isSubjunctive(assertion) || isOfOthers(assertion)) return 'boilerplate';
  if (isOfOldDecade(assertion, periodEnd)) return 'unclear';
  if (isOfOldName(assertion, periodEnd)) return 'unclear';
  if (!frame.persists && (status === 'prior' || isPrior(assertion, periodEnd))) return 'unclear';
  if (isReport && frame.family === 'material_weakness' && isOfYearBefore(assertion, periodEnd)) return 'unclear';
  if (isGeneral(assertion)) return 'boilerplate';
  const raises =
    status === 'asserted' ||
    (status === 'planned' && frame.countsPlans) ||
    ((status !== 'negated' || frame.isEnd) && frame.countsTerms && !isConditional(assertion));
  if (status !== 'resolved' && status !== 'prior' && !raises) return 'boilerplate';
  if (of === 'counterparty' || of === 'other' || of === 'industry') return 'boilerplate';
  const isAssumed =
    frame.assumesOwn === 'filing' ||
    (frame.assumesOwn === 'report' && isReport) ||
    (sectionKey !== null && OWN_ITEMS[sectionKey] === frame.family);
  if (of === 'unknown' && !isAssumed) return 'unclear';
  if (frame.family === 'impairment' && IS_ZERO.test(assertion.sentence.text)) return 'unclear';
  if (frame.isOfPeriod && !isOfPeriod(assertion, periodEnd, isReport)) return 'unclear';
  return isComplete(assertion, frame.needs) && frame.confidence !== 'withheld' ? 'event' : 'unclear';
}

/** `if the bank were to declare bankruptcy` */
function isSubjunctive({ trigger, sentence: { quote } }: Assertion): boolean {
  return /\bwere to(?:\s+\p{L}+)?\s+$/u.test(quote.slice(0, trigger.start));
}

/** `Businesses in our industry have been subject to class actions`: the matter of those who face it. */
function isOfOthers({ of, roles, clause, sentence }: Assertion): boolean {
  const holder = roles.recipient?.party;
  if (of === 'unknown' && OF_ANOTHER.test(sentence.text)) return true;
  // `our device and other suppliers rely on`: what is joined with `other` is of the same kind.
  const last = clause?.subjects.at(-1);
  if (last !== undefined && last.tokens[0]?.lower === 'other' && OTHER_PARTIES.test(last.head.lemma)) return true;
  return of === 'unknown' && (holder === 'industry' || holder === 'counterparty');
}

/** `an investigation into whether Newco’s conduct violates the law` */
const OF_ANOTHER =
  /\b(?:investigations?|inquir(?:y|ies)|probe)\s(?:in)?to\swhether\s(?:\p{Lu}[\p{L}&.-]*\s?)+['’]s?\s/u;
const OTHER_PARTIES = /^(?:supplier|vendor|customer|manufacturer|distributor|competitor|licensee|tenant|borrower)$/;

/** `we were sued in the late 1990s` */
function isOfOldDecade({ sentence: { text }, dates }: Assertion, periodEnd: IsoDate | null): boolean {
  const decade = /\b((?:19|20)\d)0s\b/.exec(text)?.[1];
  if (decade === undefined || periodEnd === null) return false;
  const last = `${decade}9-12-31`;
  return last < periodEnd && dates.every(date => date.last <= last);
}

/** `the 2017 Malware Incident` in the report on 2019 */
function isOfOldName({ phrase }: Assertion, periodEnd: IsoDate | null): boolean {
  const year = phrase?.tokens.find(token => /^(?:19|20)\d\d$/.test(token.text))?.text;
  return year !== undefined && periodEnd !== null && Number(year) <= Number(periodEnd.slice(0, 4)) - 2;
}

/** Kinds of suits and inquiries that a company names without one in mind: `contingencies such as shareholder lawsuits`. */
const IN_GENERAL: Partial<Record<FlagRuleId, RegExp>> = {
  class_action:
    /\b(?:such as|a (?:wide )?variety of|frequently|from time to time|may (?:involve|include|result|be)|includ(?:e|ing) (?:disputes|claims)|companies (?:that|which) have|including,? (?:but not limited to|without limitation)|historically)\b/i,
  regulator_investigation:
    /\b(?:in some cases|(?:is|are|be|also) subject to (?:\w+ ){0,2}(?:investigations?|audits?|reviews?|inquiries)|remediation|potentially responsible part(?:y|ies))\b/i,
};

function isGeneral({ frame, dates, sentence: { text } }: Assertion<FlagRuleId, FlagFrame>): boolean {
  return dates.length === 0 && IN_GENERAL[frame.family]?.test(text) === true && !/ vs?\.\s/.test(text);
}

/** `existed as of` the end of an earlier year. */
function isOfYearBefore({ dates }: Assertion, periodEnd: IsoDate | null): boolean {
  if (periodEnd === null || dates.length === 0) return false;
  const yearBefore = addDays(`${Number(periodEnd.slice(0, 4)) - 1}${periodEnd.slice(4)}`, WEEK_YEAR_DAYS);
  return dates.every(date => date.last <= yearBefore);
}

/** A matter that ended is over: one of which all dates are at least two years before the end of the period. */
function isPrior({ dates }: Assertion, periodEnd: IsoDate | null): boolean {
  if (periodEnd === null) return false;
  const twoYearsBefore = `${Number(periodEnd.slice(0, 4)) - 2}${periodEnd.slice(4)}`;
  return dates.length > 0 && dates.every(date => date.last <= twoYearsBefore);
}

function isConditional({ sentence: { text } }: Assertion): boolean {
  return /\b(?:if|unless|whether|would|could)\b/i.test(text);
}

/** `were zero and $5 million`: the newest year comes first. */
const IS_ZERO = /\b(?:was|were) (?:\$ ?0|zero|nil|none)(?:,| and\b)/i;
/** Fiscal years of 52 and 53 weeks end on different days. */
const WEEK_YEAR_DAYS = 7;

/** Reports repeat amounts of earlier years beside those of the current one. */
function isOfPeriod({ dates }: Assertion, periodEnd: IsoDate | null, isReport: boolean): boolean {
  if (periodEnd === null || (!isReport && dates.length === 0)) return true;
  const yearBefore = addDays(`${Number(periodEnd.slice(0, 4)) - 1}${periodEnd.slice(4)}`, WEEK_YEAR_DAYS);
  return dates.some(date => date.last > yearBefore);
}

/** Words of securities and derivative suits; other class actions weigh less. */
const SECURITIES =
  /\b(?:securities|derivative|officers|directors|stockholders?|shareholders?|Exchange Act|Securities Act)\b/i;
const CHIEF =
  /\b(?:chief (?:executive|financial|accounting)|CEO|CFO|CAO|principal (?:executive|financial|accounting) officer)\b/i;
/** A larger impairment, in percent of total assets, is MEDIUM. */
const LARGE_IMPAIRMENT_PCT = 5;

/**
 * A resolved doubt or a waived breach is less severe, and so are small charges, suits of customers and other departures. What is
 * CRITICAL by its rule is HIGH unless it is certain ({@link isCertain}).
 */
export function severityOf(
  assertion: Assertion<FlagRuleId, FlagFrame>,
  place: FlagPlace,
  { assets, periodEnd }: FilingFacts,
): Severity {
  const {
    family,
    status,
    sentence: { text },
  } = assertion;
  const { severity } = FLAG_RULES[family];
  if (severity === 'CRITICAL' && !isCertain(assertion, place, periodEnd)) return 'HIGH';
  if (status === 'resolved' && (family === 'going_concern_mgmt' || family === 'covenant_breach')) return 'MEDIUM';
  if (family === 'class_action') return SECURITIES.test(text) ? severity : 'LOW';
  if (family === 'abrupt_exit') return CHIEF.test(text) ? severity : 'LOW';
  if (family === 'impairment') return isLarge(text, assets) ? severity : 'LOW';
  return severity;
}

/** True if an amount of the sentence is large for the registrant. */
function isLarge(text: string, assets: number | null): boolean {
  const amounts = readAmounts(text);
  return assets !== null && assets > 0 && amounts.length > 0 && maxOf(amounts) >= (assets * LARGE_IMPAIRMENT_PCT) / 100;
}

const ASSETS: readonly string[] = ['us-gaap:Assets', 'ifrs-full:Assets'];

/** Reads the newest tagged total assets of a filing, in whole units; null if it tags none. */
export function readTotalAssets({ report }: FilingContents): number | null {
  for (const concept of ASSETS) {
    const stated = (report?.facts ?? []).filter(
      fact => fact.concept === concept && fact.value !== null && Object.keys(fact.dimensions).length === 0,
    );
    const last = stated.reduce<(typeof stated)[number] | null>(
      (best, fact) => (best === null || fact.periodEnd > best.periodEnd ? fact : best),
      null,
    );
    if (last?.value != null && Number.isFinite(Number(last.value))) return Number(last.value);
  }
  return null;
}

const AMOUNT = /(?:US\$|C\$|[$€£¥]|EUR |USD )\s?(\d[\d,]*(?:\.\d+)?)(?: (thousand|million|billion))?/gi;
const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** A smaller amount without a scale word may be stated in thousands or millions. */
const MIN_UNSCALED_AMOUNT = 100_000;

/** Reads the amounts of money in a sentence, in whole units. Amounts of unknown scale are skipped. */
function readAmounts(text: string): number[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, digits = '', word]) => {
    const value = Number(digits.replaceAll(',', ''));
    const scale = word === undefined ? undefined : SCALES[word.toLowerCase() as keyof typeof SCALES];
    if (scale !== undefined) return [value * scale];
    return value >= MIN_UNSCALED_AMOUNT ? [value] : [];
  });
}
