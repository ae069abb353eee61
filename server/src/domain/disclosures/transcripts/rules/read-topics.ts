import type { SpokenTurn } from '../model/transcript.ts';
import { TOPICS } from './topics.ts';

/** A sentence of a turn, by offsets in its text, end exclusive. */
export interface SaidSentence {
  turn: number;
  quote: string;
  charStart: number;
  charEnd: number;
}

/** What a call speaks of, with the first sentences that do. */
export interface CallTopic {
  label: string;
  /** Sentences in which it is spoken of. */
  mentions: number;
  evidence: SaidSentence[];
}

const FEWEST_MENTIONS = 3;
const MOST_TOPICS = 10;
const MOST_EVIDENCE = 2;
const LONGEST_QUOTE = 240;
const SENTENCE = /[^\n.!?]+(?:[.!?](?=\d|\S*\w\.\S)[^\n.!?]*)*(?:[.!?]|\n|$)/g;

/**
 * The ten topics of the published table that a call speaks of most, in three sentences or more, the most spoken of first. A topic is that
 * its words are said: what is thought of it is not judged. Rules are in English.
 */
export function readTopics(turns: readonly SpokenTurn[]): CallTopic[] {
  const topics = new Map<string, CallTopic>(
    TOPICS.map(({ label }) => [label, { label, mentions: 0, evidence: [] }] as const),
  );
  for (const [turn, { text }] of turns.entries()) {
    for (const { index, 0: sentence } of text.matchAll(SENTENCE)) {
      for (const { label, words } of TOPICS) {
        const topic = topics.get(label);
        if (topic !== undefined && words.test(sentence)) note(topic, turn, index, sentence);
      }
    }
  }
  return [...topics.values()]
    .filter(({ mentions }) => mentions >= FEWEST_MENTIONS)
    .sort((a, b) => b.mentions - a.mentions || (a.label < b.label ? -1 : 1))
    .slice(0, MOST_TOPICS);
}

function note(topic: CallTopic, turn: number, index: number, sentence: string): void {
  topic.mentions += 1;
  const quote = sentence.trim();
  if (topic.evidence.length >= MOST_EVIDENCE || quote.length > LONGEST_QUOTE) return;
  const charStart = index + sentence.indexOf(quote);
  topic.evidence.push({ turn, quote, charStart, charEnd: charStart + quote.length });
}
