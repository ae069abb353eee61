import type { SpokenTurn } from '../model.ts';

/** Raise it when the topics change. */
export const TOPICS_VERSION = '1';

/** Topics of calls, with the words that mention them. */
const TOPICS: readonly { label: string; words: RegExp }[] = [
  {
    label: 'outlook',
    words: /\b(?:guidance|outlook|we (?:now )?expect|we anticipate|we (?:are )?forecast(?:ing)?)\b/i,
  },
  { label: 'demand', words: /\b(?:demand|order (?:book|intake)|backlog|bookings)\b/i },
  { label: 'pricing', words: /\b(?:pricing|price increases?|price realization|average selling prices?|asps?)\b/i },
  { label: 'margins', words: /\b(?:gross|operating|profit|ebitda) margins?\b/i },
  {
    label: 'costs',
    words: /\b(?:cost (?:savings?|reductions?|inflation|pressures?)|productivity|efficienc(?:y|ies))\b/i,
  },
  {
    label: 'supply',
    words: /\b(?:supply (?:chain|constraints?|shortages?)|shortages?|lead times?|inventor(?:y|ies))\b/i,
  },
  { label: 'tariffs', words: /\b(?:tariffs?|export (?:controls?|restrictions?)|trade (?:war|restrictions?))\b/i },
  { label: 'currency', words: /\b(?:foreign exchange|constant currency|currency (?:headwinds?|tailwinds?)|fx)\b/i },
  { label: 'capital return', words: /\b(?:buybacks?|share repurchases?|repurchased?|dividends?|capital returns?)\b/i },
  { label: 'capital spending', words: /\b(?:capital expenditures?|capex|capital spending|capital investments?)\b/i },
  {
    label: 'acquisitions',
    words: /\b(?:acquisitions?|acquired?|acquiring|mergers?|divestitures?|divest(?:ed|ing)?)\b/i,
  },
  { label: 'restructuring', words: /\b(?:restructurings?|layoffs?|headcount reductions?|workforce reductions?)\b/i },
  {
    label: 'cash and debt',
    words: /\b(?:free cash flow|cash flow|net debt|leverage|liquidity|refinanc(?:e|ed|ing))\b/i,
  },
  { label: 'competition', words: /\b(?:competit(?:ors?|ion|ive)|market share)\b/i },
  { label: 'artificial intelligence', words: /\b(?:artificial intelligence|generative ai|machine learning|ai)\b/i },
  { label: 'china', words: /\bchina\b|\bchinese\b/i },
  { label: 'regulation', words: /\b(?:regulat(?:ors?|ion|ory)|antitrust|litigation|lawsuits?)\b/i },
];

/** A sentence of a turn. Offsets refer to the text of the turn, end exclusive. */
export interface SpokenSentence {
  turn: number;
  quote: string;
  charStart: number;
  charEnd: number;
}

/** A topic of a call, with the first sentences that mention it. */
export interface CallTopic {
  label: string;
  /** Number of sentences that mention it. */
  mentions: number;
  evidence: SpokenSentence[];
}

const MIN_MENTIONS = 3;
const MAX_TOPICS = 10;
const MAX_EVIDENCE = 2;
const MAX_QUOTE_CHARS = 240;
const SENTENCE = /[^\n.!?]+(?:[.!?](?=\d|\S*\w\.\S)[^\n.!?]*)*(?:[.!?]|\n|$)/g;

/**
 * Returns up to ten topics that at least three sentences mention, by number of mentions. A topic records a mention, not a
 * sentiment. English only.
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
    .filter(({ mentions }) => mentions >= MIN_MENTIONS)
    .sort((a, b) => b.mentions - a.mentions || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_TOPICS);
}

function note(topic: CallTopic, turn: number, index: number, sentence: string): void {
  topic.mentions += 1;
  const quote = sentence.trim();
  if (topic.evidence.length >= MAX_EVIDENCE || quote.length > MAX_QUOTE_CHARS) return;
  const charStart = index + sentence.indexOf(quote);
  topic.evidence.push({ turn, quote, charStart, charEnd: charStart + quote.length });
}
