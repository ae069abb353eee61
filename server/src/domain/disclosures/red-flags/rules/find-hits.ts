import type { FrameTable } from '../../../../formats/prose/frames/frame-table.ts';
import type { Assertion, DocumentContext } from '../../../../formats/prose/frames.ts';
import { readDocumentNames } from '../../../../formats/prose/names.ts';
import { type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { ownNames } from '../../prose/rules/own-names.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import type { Judgement, Severity } from '../model.ts';
import { auditorReports, isOfAuditor } from './auditor-reports.ts';
import type { FlagPlace } from './certainty.ts';
import type { FlagRuleId } from './flag-rules.ts';
import { END_FRAMES, FLAG_FRAMES, type FlagFrame } from './frames/flag-frames.ts';
import { type FilingFacts, judgeAssertion, readTotalAssets, severityOf } from './judge-assertion.ts';

/** A judged sentence about the matter of a text rule. */
export interface FlagHit {
  ruleId: FlagRuleId;
  severity: Severity;
  judgement: Judgement;
  isOpen: boolean;
  /** Null for a sentence of an exhibit. */
  sectionKey: string | null;
  quote: string;
  /** UTF-16 offsets in the section's text, end exclusive; null for a sentence of an exhibit. */
  start: number | null;
  end: number | null;
}

/** A section or an exhibit. */
interface FlagText {
  sectionKey: string | null;
  text: string;
}

const REPORT = /^(?:10-K|10-Q|10-KT|10-KSB|10-QSB|20-F|40-F|6-K)/;

const CURRENT = /^8-K/;
/** Statements of a company that the filer bought, whose doubts and defaults are its own; item 7 before August 2004. */
const OF_ACQUIRED = /^item_(?:9\.01|7)$/;

/** A section or an exhibit with its sentences. */
export interface FlagSentences {
  text: FlagText;
  sentences: readonly Sentence[];
}

/** What a filing says about itself. */
export interface FlagContext {
  context: DocumentContext;
  facts: FilingFacts;
}

/** Returns every sentence of a filing that is about the matter of a text rule. English only. */
export function findHits(contents: FilingContents): FlagHit[] {
  const { texts, ...filing } = readFlagTexts(contents);
  const seen = new Set<string>();
  return texts.flatMap(text => hitsOfText(text, filing, seen));
}

/** Gathers the sentences, the names and the period of a filing. */
export function readFlagTexts(contents: FilingContents): FlagContext & { texts: FlagSentences[] } {
  const isCurrent = CURRENT.test(contents.filing?.formType ?? formOf(contents));
  const sections = contents.text.sections.filter(
    section => section.text !== '' && !(isCurrent && OF_ACQUIRED.test(section.sectionKey)),
  );
  const texts: FlagText[] = [...sections, ...(contents.exhibits ?? []).map(({ text }) => ({ sectionKey: null, text }))];
  const names = readDocumentNames(
    texts.map(text => text.text),
    ownNames(contents),
  );
  const periodEnd = periodOfFiling(contents, sections) ?? contents.filing?.filingDate ?? null;
  const context = { names, periodEnd };
  const facts: FilingFacts = {
    periodEnd,
    assets: readTotalAssets(contents),
    isReport: REPORT.test(contents.filing?.formType ?? formOf(contents)),
  };
  return { texts: texts.map(text => ({ text, sentences: splitSentences(text.text) })), context, facts };
}

function formOf({ files }: FilingContents): string {
  return files.find(file => file.role === 'primary')?.nativeType ?? '';
}

function hitsOfText({ text, sentences }: FlagSentences, filing: FlagContext, seen: Set<string>): FlagHit[] {
  const reports = auditorReports(text.text);
  return sentences.flatMap((sentence, at) => {
    // A sentence that several sections repeat counts in the first of them.
    if (!FLAG_FRAMES.isCandidate(sentence) || seen.has(sentence.text)) return [];
    seen.add(sentence.text);
    return hitsOfSentence({ text, sentences }, at, FLAG_FRAMES, reports, filing);
  });
}

type FlagTable = FrameTable<FlagRuleId, FlagFrame>;

/** What one sentence states of the matters of a table. */
export function readHits(text: FlagSentences, at: number, table: FlagTable, filing: FlagContext): FlagHit[] {
  return hitsOfSentence(text, at, table, auditorReports(text.text.text), filing);
}

function hitsOfSentence(
  { text, sentences }: FlagSentences,
  at: number,
  table: FlagTable,
  reports: ReturnType<typeof auditorReports>,
  { context, facts }: FlagContext,
): FlagHit[] {
  const sentence = sentences[at];
  if (sentence === undefined) return [];
  const isAuditors = isOfAuditor(sentence, reports);
  return strongestOfRules(
    table
      .read(sentence, context)
      .filter(({ frame }) => isStatedBy(frame, isAuditors))
      .map(assertion => {
        const hit = toHit(assertion, { sectionKey: text.sectionKey, isAuditors }, facts);
        return isEnded(hit, sentences, at, context) ? { ...hit, isOpen: false } : hit;
      }),
  );
}

/** Matters whose end is often stated in a separate sentence. */
const PENDING_MATTERS = new Set<FlagRuleId>(['class_action', 'regulator_investigation', 'internal_investigation']);
const MAX_SENTENCES_LATER = 5;

function isEnded(hit: FlagHit, sentences: readonly Sentence[], at: number, context: DocumentContext): boolean {
  if (!hit.isOpen || !PENDING_MATTERS.has(hit.ruleId)) return false;
  const own = sentences[at] === undefined ? [] : END_FRAMES.read(sentences[at], context);
  const isConcluded =
    own.some(({ family, status }) => family === 'end' && (status === 'asserted' || status === 'prior')) &&
    own.every(({ family }) => family === 'end');
  return isConcluded || isEndedAfter(sentences, at, context);
}

/** Whether one of the next sentences says that the matter is over, before another matter begins. */
function isEndedAfter(sentences: readonly Sentence[], at: number, context: DocumentContext): boolean {
  for (const sentence of sentences.slice(at + 1, at + 1 + MAX_SENTENCES_LATER)) {
    const reported = END_FRAMES.read(sentence, context);
    if (reported.some(({ family, status }) => family === 'end' && status === 'asserted')) return true;
    if (reported.some(({ family, status }) => family === 'start' && status === 'asserted')) return false;
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

function toHit(assertion: Assertion<FlagRuleId, FlagFrame>, place: FlagPlace, facts: FilingFacts): FlagHit {
  const { family: ruleId, sentence, status } = assertion;
  const { sectionKey } = place;
  return {
    ruleId,
    severity: severityOf(assertion, place, facts),
    judgement: judgeAssertion(assertion, sectionKey, facts),
    isOpen: status !== 'resolved' && !(status === 'asserted' && assertion.frame.isEnd),
    sectionKey,
    quote: sentence.quote,
    start: sectionKey === null ? null : sentence.start,
    end: sectionKey === null ? null : sentence.end,
  };
}
