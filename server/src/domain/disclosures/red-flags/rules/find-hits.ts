import { type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';
import { isRegulator } from '../../prose/rules/authorities.ts';
import type { TextSpan } from '../../prose/rules/clauses.ts';
import { judge } from '../../prose/rules/judge.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import { type AssertionFeatures, type FilingContext, readFeatures } from '../../prose/rules/read-features.ts';
import type { Judgement, Severity } from '../model.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';
import { ITEM_RULES, TEXT_RULES, type TextRule } from './text-rules.ts';

/** A judged sentence that matches a text rule. */
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
  filingContext: FilingContext;
  scale: FilingScale;
  formType: string;
}

/** Sections of risk factors. */
const RISKS = /^(?:(?:part_i{1,2}\.)?item_1a|risk_factors|item_3\.d)$/;
const OFFICIAL_BODY =
  /\bgovernment(?:al)?\b|\bregulat(?:ors?|ory)\b|\bauthorit(?:y|ies)\b|\bCommission\b|\b(?:Health|Insurance) Board\b|\bconsent orders\b/;

/** Start and end of an auditor's report. */
const REPORT_BEGINS =
  /\bWe have audited the\b|\bREPORTS? OF INDEPENDENT (?:REGISTERED|AUDITORS?|CERTIFIED|ACCOUNTANTS?)/gi;
const REPORT_ENDS = /\/s\/|\bWe have served as\b|\bWe have been the Company['’]s auditor\b/i;
/** Length of a report whose end is not found. */
const MAX_REPORT_CHARS = 12_000;
/** Phrases of auditors, and phrases that refer to their report. */
const AUDITOR_PHRASE =
  /\bas (?:more fully )?(?:discussed|described|set forth|explained)\b.{0,40}\bnotes?\b|\bwithout qualifying our opinion\b|\b(?:our|the|its) (?:\w+ ){0,4}(?:auditors?|accounting firm|accountants?)(?:['’]s?)?\b.{0,120}\b(?:doubt|going concern|explanatory paragraph)|\bexplanatory paragraph\b/i;

/** Returns every sentence of a filing that matches a text rule. English only. */
export function findHits(contents: FilingContents): FlagHit[] {
  const sections = contents.text.sections.filter(one => one.text !== '');
  const reading: FilingReading = {
    filingContext: { periodEnd: periodOfFiling(contents, sections), ownNames: ownNames(contents) },
    scale: readScale(contents),
    formType: contents.filing?.formType ?? formOf(contents),
  };
  const seen = new Set<string>();
  return sections.flatMap(section => hitsOfSection(section, reading, seen));
}

function ownNames({ filers, report }: FilingContents): string[] {
  const registrant = report?.facts.find(fact => fact.concept === 'dei:EntityRegistrantName')?.value ?? '';
  return [...filers.filter(one => one.role !== 'filed_by').map(one => one.companyName), registrant]
    .map(name => name.replace(/[,.]?\s*(?:Inc|Corp|Corporation|Company|Ltd|Limited|LLC|plc)\b\.?.*$/i, '').trim())
    .filter(name => name.length > 2);
}

function formOf({ files }: FilingContents): string {
  return files.find(one => one.role === 'primary')?.nativeType ?? '';
}

function hitsOfSection(section: FilingSection, reading: FilingReading, seen: Set<string>): FlagHit[] {
  const reports = auditReports(section.text);
  const sentences = splitSentences(section.text);
  const hits: FlagHit[] = [];
  for (const sentence of sentences) {
    const lower = sentence.text.toLowerCase();
    const rules = TEXT_RULES.filter(rule => rule.cues.some(cue => lower.includes(cue)));
    // A sentence that several sections repeat counts in the first of them.
    if (rules.length === 0 || seen.has(sentence.text)) continue;
    seen.add(sentence.text);
    const isAuditorSentence = isOfAuditor(sentence, reports);
    for (const rule of rules) {
      const hit = applyRule(rule, sentence, section.sectionKey, isAuditorSentence, reading);
      if (hit !== null) hits.push(hit);
    }
  }
  return [...hits, ...hitOfItem(section, sentences, hits)];
}

function applyRule(
  rule: TextRule,
  sentence: Sentence,
  sectionKey: string,
  isAuditorSentence: boolean,
  reading: FilingReading,
): FlagHit | null {
  const { text } = sentence;
  if (rule.only !== undefined && !rule.only.test(sectionKey)) return null;
  if (rule.ofAuditor !== undefined && (rule.ofAuditor === 'only') !== isAuditorSentence) return null;
  if (rule.needs?.test(text) === false || rule.without?.test(text)) return null;
  const found = rule.trigger.exec(text);
  if (found === null) return null;
  const place = { start: found.index, end: found.index + found[0].length };
  const features = readFeatures(text, place, reading.filingContext);
  if (rule.needsAuthority && !features.authorities.some(isRegulator) && !OFFICIAL_BODY.test(text)) return null;
  const judgement = judgeHit(rule, text, features, sectionKey, reading);
  return {
    ruleId: rule.ruleId,
    severity: severityOf(rule.ruleId, features),
    judgement,
    isOpen: !features.isResolved,
    sectionKey,
    quote: sentence.quote,
    start: sentence.start,
    end: sentence.end,
  };
}

function judgeHit(
  rule: TextRule,
  text: string,
  features: AssertionFeatures,
  sectionKey: string,
  { formType, scale }: FilingReading,
): Judgement {
  if (rule.ordinary?.test(text)) return 'boilerplate';
  const isCautionary = RISKS.test(sectionKey) || (sectionKey === 'item_3' && /^20-F/.test(formType));
  const { judgement } = judge(features, { isHome: rule.home.test(sectionKey), isCautionary });
  if (judgement === 'boilerplate') return judgement;
  const size = rule.atLeast === undefined ? 'unstated' : compareToThreshold(text, rule.atLeast, scale);
  const isProven = rule.proof?.test(text) !== false && size !== 'missed';
  if (isProven) return size === 'unknown' ? 'unclear' : judgement;
  return rule.isOrdinaryUnproven ? 'boilerplate' : 'unclear';
}

/** Balances that amounts of a filing are compared with, in whole units; null if the filing tags none. */
interface FilingScale {
  assets: number | null;
  equity: number | null;
}

const CONCEPTS: Record<keyof FilingScale, readonly string[]> = {
  assets: ['us-gaap:Assets', 'ifrs-full:Assets'],
  equity: [
    'us-gaap:StockholdersEquity',
    'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
    'ifrs-full:Equity',
  ],
};

/** Reads the newest tagged balances of a filing. */
function readScale({ report }: FilingContents): FilingScale {
  return { assets: newest(report, 'assets'), equity: newest(report, 'equity') };
}

function newest(report: FilingContents['report'], of: keyof FilingScale): number | null {
  for (const concept of CONCEPTS[of]) {
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

/** unknown: the scale of the amount or the balance is unknown. unstated: the sentence states no amount. */
type ThresholdResult = 'reached' | 'missed' | 'unknown' | 'unstated';

/** Compares the largest amount of a sentence with a percentage of a balance. */
function compareToThreshold(
  text: string,
  { pct, of }: { pct: number; of: keyof FilingScale },
  scale: FilingScale,
): ThresholdResult {
  if (!/(?:[$€£¥]|EUR |USD )\s?\d/.test(text)) return 'unstated';
  const balance = scale[of];
  const amounts = readAmounts(text);
  if (balance === null || balance <= 0 || amounts.length === 0) return 'unknown';
  return maxOf(amounts) >= (balance * pct) / 100 ? 'reached' : 'missed';
}

/** A resolved doubt or a waived breach is less severe. */
function severityOf(ruleId: FlagRuleId, { isResolved }: AssertionFeatures): Severity {
  if (isResolved && (ruleId === 'going_concern_mgmt' || ruleId === 'covenant_breach')) return 'MEDIUM';
  return FLAG_RULES[ruleId].severity;
}

function hitOfItem({ sectionKey }: FilingSection, sentences: readonly Sentence[], hits: readonly FlagHit[]): FlagHit[] {
  const ruleId = ITEM_RULES[sectionKey];
  const [first] = sentences;
  if (ruleId === undefined || first === undefined) return [];
  if (hits.some(one => one.ruleId === ruleId && one.judgement === 'event')) return [];
  const { quote, start, end } = first;
  return [
    { ruleId, severity: FLAG_RULES[ruleId].severity, judgement: 'event', isOpen: true, sectionKey, quote, start, end },
  ];
}

/** Returns the ranges of the auditors' reports in a text. */
function auditReports(text: string): TextSpan[] {
  return [...text.matchAll(REPORT_BEGINS)].map(({ index }) => {
    const rest = text.slice(index, index + MAX_REPORT_CHARS);
    const end = REPORT_ENDS.exec(rest)?.index ?? rest.length;
    return { start: index, end: index + end };
  });
}

/** Returns true if a sentence belongs to an auditor's report or refers to one. */
function isOfAuditor({ text, start, end }: Sentence, reports: readonly TextSpan[]): boolean {
  return reports.some(report => report.start <= start && end <= report.end) || AUDITOR_PHRASE.test(text);
}
