import type { Speaker, SpokenTurn } from '../../../disclosures/transcripts/model.ts';
import { NO_VERDICT_EVIDENCE, type VerdictEvidence } from '../model.ts';
import { HEDGES, NEGATIVE, NO_ANSWER, POSITIVE } from './tone-words.ts';

/** What is counted in the words of a call. */
export interface CallMeasures {
  words: number;
  /** −1 to 1; the answers count double. Null where no word of either list is said. */
  tone: number | null;
  /** Per 1,000 words. */
  hedges: number | null;
  /** Share of the answers without a number, or in which nothing is answered; null without answers. */
  dodged: number | null;
  answers: number;
  /** The first answers that are none. */
  refusals: VerdictEvidence[];
}

const FEWEST_WORDS = 300;
/** A turn of fewer words is thanks or a greeting. */
const FEWEST_ANSWER_WORDS = 25;
const MOST_EVIDENCE = 2;

/** Counts what the company's people say; analysts and the operator are left out. Rules are in English. */
export function measureCall(speakers: readonly Speaker[], turns: readonly SpokenTurn[]): CallMeasures | null {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  const own = turns
    .map((turn, at) => ({ ...turn, at }))
    .filter(({ speaker }) => speaker !== null && !['analyst', 'operator'].includes(roles.get(speaker) ?? 'other'));
  const words = own.reduce((sum, { text }) => sum + countWords(text), 0);
  if (words < FEWEST_WORDS) return null;
  let [positive, negative, hedges] = [0, 0, 0];
  for (const { session, text } of own) {
    const weight = session === 'qa' ? 2 : 1;
    positive += weight * countOf(text, POSITIVE);
    negative += weight * countOf(text, NEGATIVE);
    hedges += countOf(text, HEDGES);
  }
  const answers = own.filter(({ session, text }) => session === 'qa' && countWords(text) >= FEWEST_ANSWER_WORDS);
  const dodged = answers.filter(({ text }) => NO_ANSWER.test(text) || !/\d/.test(text));
  return {
    words,
    tone: positive + negative === 0 ? null : (positive - negative) / (positive + negative),
    hedges: (1_000 * hedges) / words,
    dodged: answers.length === 0 ? null : dodged.length / answers.length,
    answers: answers.length,
    refusals: answers.flatMap(({ text, at }) => refusalIn(text, at)).slice(0, MOST_EVIDENCE),
  };
}

function refusalIn(text: string, at: number): VerdictEvidence[] {
  const found = NO_ANSWER.exec(text);
  if (found === null) return [];
  const start = Math.max(text.lastIndexOf('. ', found.index), text.lastIndexOf('\n', found.index)) + 1;
  const stop = /[.!?\n]/.exec(text.slice(found.index));
  const end = stop === null ? text.length : found.index + stop.index + 1;
  const quote = text.slice(start, end).trim();
  const charStart = start + text.slice(start, end).indexOf(quote);
  return [{ ...NO_VERDICT_EVIDENCE, sectionKey: `turn_${at}`, quote, charStart, charEnd: charStart + quote.length }];
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function countOf(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0;
}
