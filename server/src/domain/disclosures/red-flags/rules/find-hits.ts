import { join } from 'node:path';
import type { Clause } from '../../../../formats/prose/clauses.ts';
import { type Assertion, type DocumentContext, FrameTable } from '../../../../formats/prose/frames.ts';
import { readLexicon } from '../../../../formats/prose/lexicon.ts';
import { readDocumentNames } from '../../../../formats/prose/names.ts';
import { type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';
import { ownNames } from '../../prose/rules/own-names.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import type { Judgement, Severity } from '../model.ts';
import { END_FRAMES, FLAG_FRAMES, type FlagFrame } from './flag-frames.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';

/** A judged sentence about the matter of a text rule. */
export interface FlagHit {
  ruleId: FlagRuleId;
  severity: Severity;
  judgement: Judgement;
  isOpen: boolean;
  sectionKey: string;
  quote: string;
  /** UTF-16 offsets in the section's text, end exclusive. */
  start: number;
  end: number;
}

interface FilingReading {
  context: DocumentContext;
  /** Total assets in whole units; null if unknown. */
  assets: number | null;
  /** Whether the filing reports on a period of its registrant. */
  isReport: boolean;
}

const LEXICON = readLexicon(join(import.meta.dirname, 'lexicon.tsv'));
const TABLE = new FrameTable<FlagRuleId>(FLAG_FRAMES, LEXICON);

const ENDS = new FrameTable<'start' | 'end'>(END_FRAMES, LEXICON);

const REPORT = /^(?:10-K|10-Q|10-KT|10-KSB|10-QSB|20-F|40-F|6-K)/;
/** Items of current reports that are about one matter of the registrant. */
const OWN_ITEMS: Readonly<Record<string, FlagRuleId>> = {
  'item_1.03': 'bankruptcy',
  'item_1.05': 'cyber_incident',
  'item_2.04': 'debt_default',
  'item_2.06': 'impairment',
  'item_4.02': 'non_reliance',
};

/** Start and end of an auditor's report. */
const REPORT_BEGINS =
  /\bWe have audited the\b|\bREPORTS? OF INDEPENDENT (?:REGISTERED|AUDITORS?|CERTIFIED|ACCOUNTANTS?)/gi;
const REPORT_ENDS = /\/s\/|\bWe have served as\b|\bWe have been the Company['’]s auditor\b/i;
/** Length of a report whose end is not found. */
const MAX_REPORT_CHARS = 12_000;
/** Words of auditors, and words that refer to their report. */
const AUDITOR_WORDS =
  /\bas (?:more fully )?(?:discussed|described|explained) in notes?\b|\bexplanatory paragraph\b|\bin our opinion\b|\b(?:auditors?|accountants?|accounting firm)['’]s?\b/i;

/** Returns every sentence of a filing that is about the matter of a text rule. English only. */
export function findHits(contents: FilingContents): FlagHit[] {
  const sections = contents.text.sections.filter(section => section.text !== '');
  const names = readDocumentNames(
    sections.map(section => section.text),
    ownNames(contents),
  );
  const reading: FilingReading = {
    context: { names, periodEnd: periodOfFiling(contents, sections) ?? contents.filing?.filingDate ?? null },
    assets: readAssets(contents),
    isReport: REPORT.test(contents.filing?.formType ?? formOf(contents)),
  };
  const seen = new Set<string>();
  return sections.flatMap(section => hitsOfSection(section, reading, seen));
}

function formOf({ files }: FilingContents): string {
  return files.find(file => file.role === 'primary')?.nativeType ?? '';
}

function hitsOfSection(section: FilingSection, reading: FilingReading, seen: Set<string>): FlagHit[] {
  const reports = auditReports(section.text);
  const sentences = splitSentences(section.text);
  return sentences.flatMap((sentence, at) => {
    // A sentence that several sections repeat counts in the first of them.
    if (!TABLE.isCandidate(sentence) || seen.has(sentence.text)) return [];
    seen.add(sentence.text);
    const isAuditors =
      reports.some(({ start, end }) => start <= sentence.start && sentence.end <= end) ||
      AUDITOR_WORDS.test(sentence.text);
    return strongestOfRules(
      TABLE.read(sentence, reading.context)
        .filter(({ frame }) => isStatedBy(frame, isAuditors))
        .map(assertion => toHit(assertion, section.sectionKey, reading))
        .map(hit =>
          hit.isOpen && PENDING_MATTERS.has(hit.ruleId) && isEndedAfter(sentences, at, reading)
            ? { ...hit, isOpen: false }
            : hit,
        ),
    );
  });
}

/** Matters whose end is often told in a sentence of its own. */
const PENDING_MATTERS = new Set<FlagRuleId>(['class_action', 'regulator_investigation', 'internal_investigation']);
const MAX_SENTENCES_LATER = 5;

/** Whether one of the next sentences says that the matter is over, before another matter begins. */
function isEndedAfter(sentences: readonly Sentence[], at: number, { context }: FilingReading): boolean {
  for (const sentence of sentences.slice(at + 1, at + 1 + MAX_SENTENCES_LATER)) {
    const told = ENDS.read(sentence, context);
    if (told.some(({ family, status }) => family === 'end' && status === 'asserted')) return true;
    if (told.some(({ family, status }) => family === 'start' && status === 'asserted')) return false;
  }
  return false;
}

function isStatedBy({ ofAuditor }: FlagFrame, isAuditors: boolean): boolean {
  return ofAuditor === undefined || (ofAuditor === 'only') === isAuditors;
}

const STRONGEST_FIRST: readonly Judgement[] = ['event', 'unclear', 'boilerplate'];

/** One hit of each rule: several words of a sentence may name one matter. */
function strongestOfRules(hits: readonly FlagHit[]): FlagHit[] {
  return [...Map.groupBy(hits, hit => hit.ruleId).values()].flatMap(
    same => STRONGEST_FIRST.flatMap(judgement => same.filter(hit => hit.judgement === judgement))[0] ?? [],
  );
}

function toHit(assertion: Assertion<FlagRuleId>, sectionKey: string, reading: FilingReading): FlagHit {
  const { family: ruleId, sentence, status } = assertion;
  return {
    ruleId,
    severity: severityOf(assertion, reading),
    judgement: judge(assertion, sectionKey, reading),
    isOpen: status !== 'resolved',
    sectionKey,
    quote: sentence.quote,
    start: sentence.start,
    end: sentence.end,
  };
}

function judge(assertion: Assertion<FlagRuleId>, sectionKey: string, { context, isReport }: FilingReading): Judgement {
  const { of, status } = assertion;
  const frame: FlagFrame = assertion.frame;
  if (status === 'prior' && !frame.persists) return 'unclear';
  const raisedBy: readonly string[] = frame.raisedBy ?? ['asserted'];
  if (status !== 'resolved' && status !== 'prior' && !raisedBy.includes(status)) return 'boilerplate';
  if (of === 'counterparty' || of === 'other' || of === 'industry') return 'boilerplate';
  const isAssumed =
    frame.assumesOwn === 'filing' ||
    (frame.assumesOwn === 'report' && isReport) ||
    OWN_ITEMS[sectionKey] === frame.family;
  if (of === 'unknown' && !isAssumed) return 'unclear';
  if (frame.isOfPeriod && !isOfPeriod(assertion, context.periodEnd)) return 'unclear';
  if (frame.needs === 'past' && assertion.tense !== 'past') return 'boilerplate';
  return isComplete(assertion, frame) ? 'event' : 'unclear';
}

/** Reports repeat amounts of earlier years beside those of the current one. */
function isOfPeriod({ dates }: Assertion, periodEnd: IsoDate | null): boolean {
  if (periodEnd === null) return true;
  const yearBefore = `${Number(periodEnd.slice(0, 4)) - 1}${periodEnd.slice(4)}`;
  return dates.some(date => date.last > yearBefore);
}

const MONEY = /(?:[$€£¥]|\bUS\$|\bUSD|\bEUR) ?\d/;
const PERCENT = /\d ?%|\bper ?cent\b/;
const IMMEDIATE =
  /\beffective (?:immediately|today|as of (?:the same|such|that) (?:date|day))\b|\bimmediate effect\b|\bimmediately effective\b/i;
/** An auditor’s opinion with an exception. */
const EXCEPTION = /\bin our opinion\b.*\bexcept for\b/i;
const DEPARTURE = /\b(?:resign|step(?:ped|s)? down|re-?election)/i;

const GOING_CONCERN = /\bgoing concern\b/i;
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

/** Whether the sentence states what the rule needs besides its words. */
function isComplete({ sentence: { text }, tense, parsed, dates }: Assertion, { needs }: FlagFrame): boolean {
  if (needs === 'going_concern') return GOING_CONCERN.test(text);
  if (needs === 'owned_by_insider') return MONEY.test(text) && parsed.clauses.some(isOfInsider);
  if (needs === 'dated') return tense === 'past' && dates.length > 0;
  if (needs === 'money') return MONEY.test(text);
  if (needs === 'percent') return PERCENT.test(text);
  if (needs === 'immediate') return IMMEDIATE.test(text);
  if (needs === 'exception') return EXCEPTION.test(text);
  if (needs === 'departure') return DEPARTURE.test(text);
  return needs === undefined || tense === 'past';
}

/** Words of securities and derivative suits; other class actions weigh less. */
const SECURITIES =
  /\b(?:securities|derivative|officers|directors|stockholders?|shareholders?|Exchange Act|Securities Act)\b/i;
const CHIEF =
  /\b(?:chief (?:executive|financial|accounting)|CEO|CFO|CAO|principal (?:executive|financial|accounting) officer)\b/i;
/** A larger impairment, in percent of total assets, is MEDIUM. */
const LARGE_IMPAIRMENT_PCT = 5;

/** A resolved doubt or a waived breach is less severe, and so are small charges, suits of customers and other departures. */
function severityOf(
  { family, status, sentence: { text } }: Assertion<FlagRuleId>,
  { assets }: FilingReading,
): Severity {
  const { severity } = FLAG_RULES[family];
  if (status === 'resolved' && (family === 'going_concern_mgmt' || family === 'covenant_breach')) return 'MEDIUM';
  if (family === 'class_action') return SECURITIES.test(text) ? severity : 'LOW';
  if (family === 'abrupt_exit') return CHIEF.test(text) ? severity : 'LOW';
  if (family === 'impairment') return isLarge(text, assets) ? severity : 'LOW';
  return severity;
}

interface TextSpan {
  start: number;
  end: number;
}

/** Returns the ranges of the auditors' reports in a text. */
function auditReports(text: string): TextSpan[] {
  return [...text.matchAll(REPORT_BEGINS)].map(({ index }) => {
    const rest = text.slice(index, index + MAX_REPORT_CHARS);
    const end = REPORT_ENDS.exec(rest)?.index ?? rest.length;
    return { start: index, end: index + end };
  });
}

const ASSETS: readonly string[] = ['us-gaap:Assets', 'ifrs-full:Assets'];

/** Reads the newest tagged total assets of a filing, in whole units; null if it tags none. */
function readAssets({ report }: FilingContents): number | null {
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

/** True if an amount of the sentence is large for the registrant. */
function isLarge(text: string, assets: number | null): boolean {
  const amounts = readAmounts(text);
  return assets !== null && assets > 0 && amounts.length > 0 && maxOf(amounts) >= (assets * LARGE_IMPAIRMENT_PCT) / 100;
}
