import { readFileSync } from 'node:fs';
import { FrameTable } from '../../../../../formats/prose/frames/frame-table.ts';
import type { Frame } from '../../../../../formats/prose/frames.ts';
import { readLexicon } from '../../../../../formats/prose/lexicon.ts';
import { FLAG_RULES, type FlagRuleId } from '../flag-rules.ts';
import { type Need, PATTERNS, REQUIREMENTS } from '../requirements.ts';

const CONFIDENCES = ['published', 'capped', 'withheld'] as const;
type Confidence = (typeof CONFIDENCES)[number];

/** A row of frames.tsv. */
export interface FlagFrame extends Frame<FlagRuleId> {
  /**
   * Whether a matter whose party the sentence does not name is the registrant's: `report` in annual and quarterly reports,
   * `filing` in any filing. Otherwise it stays unclear.
   */
  assumesOwn?: 'report' | 'filing';
  /** What the sentence must state besides (requirements.ts). */
  needs?: Need;
  /** The matter counts only in the period of the report: the next report repeats the year's amount. */
  isOfPeriod: boolean;
  /** The matter lasts until it is settled: an old date does not end it. */
  persists: boolean;
  /** Who states it: the auditor in a report or a sentence about one, or anybody else. */
  ofAuditor?: 'only' | 'never';
  /** A plan raises the flag as well. */
  countsPlans: boolean;
  /** A term of a contract raises the flag: what a party may do. */
  countsTerms: boolean;
  /** The matter is over: `emerged from bankruptcy`. */
  isEnd: boolean;
  /**
   * `withheld`: sentences of this form are wrong too often to raise a flag, so at most they are unclear. `capped`: too few of them
   * were ever compared with a reader's labels to be CRITICAL.
   */
  confidence: Confidence;
}

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;
const rowsOf = (file: string) =>
  readFileSync(pathOf(file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'));

const LEXICON = readLexicon(pathOf('./lexicon.tsv'));

/** Matters by the words that name them. */
export const FLAG_FRAMES = new FrameTable<FlagRuleId, FlagFrame>(rowsOf('./frames.tsv').map(toFlagFrame), LEXICON);

/** How proceedings begin and end. */
export const END_FRAMES = new FrameTable<'start' | 'end'>(
  rowsOf('./ends.tsv').map(([family = '', verbs = '', nouns = '', roles = '']) => ({
    family: family === 'start' ? 'start' : 'end',
    verbs,
    nouns,
    roles: readRoles(roles),
  })),
  LEXICON,
);

function toFlagFrame([
  rule = '',
  verbs,
  nouns,
  adjectives,
  roles = '',
  of,
  options = '',
  confidence,
]: string[]): FlagFrame {
  if (!Object.hasOwn(FLAG_RULES, rule)) throw new Error(`Unknown rule ${rule} in frames.tsv.`);
  const stated = new Map(options.split('; ').map(option => option.split('=') as [string, string | undefined]));
  const own = stated.get('own');
  const auditor = stated.get('auditor');
  const needs = stated.get('needs');
  const endedBy = stated.get('ends');
  const stage = CONFIDENCES.find(value => value === confidence);
  if (stage === undefined)
    throw new Error(`Unknown confidence ${confidence} of ${rule} in frames.tsv. Use ${CONFIDENCES.join(', ')}.`);
  if (needs !== undefined && !isNeed(needs)) throw new Error(`Unknown need ${needs} of ${rule} in frames.tsv.`);
  return {
    family: rule as FlagRuleId,
    ...(verbs ? { verbs } : {}),
    ...(nouns ? { nouns } : {}),
    ...(adjectives ? { adjectives } : {}),
    roles: readRoles(roles),
    ...(of ? { of } : {}),
    ...(stated.has('negative') ? { polarity: 'negative' as const } : {}),
    ...(own === 'report' || own === 'filing' ? { assumesOwn: own } : {}),
    ...(auditor === 'only' || auditor === 'never' ? { ofAuditor: auditor } : {}),
    ...(needs === undefined ? {} : { needs, pattern: PATTERNS[needs] }),
    ...(endedBy === undefined ? {} : { endedBy }),
    isPresupposed: stated.has('presupposed'),
    isOfPeriod: stated.has('of_period'),
    persists: stated.has('persists'),
    countsPlans: stated.has('planned'),
    countsTerms: stated.has('terms'),
    isEnd: stated.has('end'),
    confidence: stage,
  };
}

function isNeed(name: string): name is Need {
  return Object.hasOwn(REQUIREMENTS, name);
}

function readRoles(text: string): Record<string, string> {
  const roles = text.split('; ').map(role => role.split('=') as [string, string]);
  const names = roles.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Error(`A role has two tests in frames.tsv: ${text}.`);
  return Object.fromEntries(roles);
}
