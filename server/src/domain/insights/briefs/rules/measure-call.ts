import type { Speaker, SpokenTurn } from '../../../disclosures/transcripts/model.ts';
import { NO_VERDICT_EVIDENCE, type VerdictEvidence } from '../model.ts';

/** Counts in the text of a call. */
export interface CallMeasures {
  words: number;
  /** −1 to 1, with answers counted double. Null if no word of either list occurs. */
  tone: number | null;
  /** Hedges per 1,000 words. */
  hedges: number | null;
  /** Fraction of the answers that state no number or refuse an answer; null without answers. */
  dodged: number | null;
  answers: number;
  /** The first refusals to answer. */
  refusals: VerdictEvidence[];
}

const MIN_WORDS = 300;
/** Shorter turns are greetings or thanks. */
const MIN_ANSWER_WORDS = 25;
const MAX_EVIDENCE = 2;

/** Counts the words of the company's speakers, without analysts and the operator. English only. */
export function measureCall(speakers: readonly Speaker[], turns: readonly SpokenTurn[]): CallMeasures | null {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  const own = turns
    .map((turn, at) => ({ ...turn, at }))
    .filter(({ speaker }) => speaker !== null && !['analyst', 'operator'].includes(roles.get(speaker) ?? 'other'));
  const words = own.reduce((sum, { text }) => sum + countWords(text), 0);
  if (words < MIN_WORDS) return null;
  let [positive, negative, hedges] = [0, 0, 0];
  for (const { session, text } of own) {
    const weight = session === 'qa' ? 2 : 1;
    positive += weight * countOf(text, POSITIVE);
    negative += weight * countOf(text, NEGATIVE);
    hedges += countOf(text, HEDGES);
  }
  const responses = own.filter(({ session, text }) => session === 'qa' && countWords(text) >= MIN_ANSWER_WORDS);
  const dodged = responses.filter(({ text }) => NO_ANSWER.test(text) || !/\d/.test(text));
  return {
    words,
    tone: positive + negative === 0 ? null : (positive - negative) / (positive + negative),
    hedges: (1_000 * hedges) / words,
    dodged: responses.length === 0 ? null : dodged.length / responses.length,
    answers: responses.length,
    refusals: responses.flatMap(({ text, at }) => refusalIn(text, at)).slice(0, MAX_EVIDENCE),
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

/** Words of positive tone, chosen for this service. Every occurrence counts. */
const POSITIVE =
  /\b(?:strong(?:er|est|ly)?|record|exceed(?:ed|ing|s)?|outperform\w*|ahead of|improv(?:ed|ing|ement|ements|es)|grew|growing|growth|robust|solid|momentum|pleased|proud|excellent|outstanding|successful(?:ly)?|success|gain(?:ed|s)?|accelerat(?:ed|ing|ion)|expand(?:ed|ing)|profitab(?:le|ility)|healthy|favou?rable|resilien(?:t|ce)|confident|upside|beat|win(?:s|ning)?|efficien(?:t|cy|cies)|rais(?:ed|ing) (?:our )?(?:guidance|outlook))\b/gi;

const NEGATIVE =
  /\b(?:weak(?:er|ness|ened|ening)?|declin(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|lower(?:ed)?|loss(?:es)?|headwinds?|challeng(?:e|es|ing|ed)|pressures?|pressured|soft(?:er|ness|ening)?|disappoint(?:ed|ing|ment)|miss(?:ed)?|shortfall|delay(?:s|ed)?|disrupt(?:ion|ions|ed)|impair(?:ment|ments|ed)|slow(?:er|down|ed|ing)|uncertain(?:ty|ties)?|difficult(?:y|ies)?|unfavou?rable|adverse(?:ly)?|restructuring|layoffs?|litigation|deteriorat(?:e|ed|ing|ion)|below|cut(?:s|ting)?|concern(?:s|ed)?|churn|downturn|inflation(?:ary)?)\b/gi;

/** Words that qualify a statement. */
const HEDGES =
  /\b(?:may|might|could|possibly|perhaps|probably|likely|approximately|roughly|around|somewhat|sort of|kind of|we think|we believe|i think|i guess|hopefully|we hope|potentially|generally|it depends|hard to say|difficult to predict|too early)\b/gi;

/** Refusals to answer. */
const NO_ANSWER =
  /\b(?:can['’]?t|cannot|won['’]?t|not going to|unable to|don['’]?t|do not|not able to|rather not|prefer not to) (?:really )?(?:comment|speculate|discuss|disclose|quantify|guide|break (?:that|it) out|give (?:a |any |that )?(?:number|guidance|specifics?)|share|speak to|go into)/i;
