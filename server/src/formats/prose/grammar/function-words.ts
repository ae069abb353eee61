import type { LooseWord } from '../phrases.ts';
import type { Token } from '../tokens.ts';

export const RELATIVES = new Set(['which', 'who', 'whom', 'whose']);

/** Prepositions that the model tags as verbs or adjectives. */
export const PREPOSITIONS = new Set([
  'including',
  'regarding',
  'concerning',
  'following',
  'excluding',
  'per',
  'via',
  'against',
  'under',
  'upon',
  'between',
  'among',
]);

const SUBORDINATORS = new Set([
  'if',
  'unless',
  'whether',
  'because',
  'although',
  'though',
  'while',
  'whereas',
  'when',
  'whenever',
  'until',
  'once',
  'where',
  'assuming',
  'lest',
]);

/** Subordinators, prepositions and coordinators of several words, longest first. */
const PHRASES: readonly (readonly [words: string, kind: 'subordinator' | 'preposition' | 'coordinator'])[] = [
  ['and / or', 'coordinator'],
  ['in the event that', 'subordinator'],
  ['unless and until', 'subordinator'],
  ['whether or not', 'subordinator'],
  ['if and to the extent', 'subordinator'],
  ['if and when', 'subordinator'],
  ['in the event of', 'preposition'],
  ['in the event', 'subordinator'],
  ['in case of', 'preposition'],
  ['to the extent that', 'subordinator'],
  ['to the extent', 'subordinator'],
  ['as long as', 'subordinator'],
  ['so long as', 'subordinator'],
  ['provided that', 'subordinator'],
  ['as though', 'subordinator'],
  ['even if', 'subordinator'],
  ['even though', 'subordinator'],
  ['as a result of', 'preposition'],
  ['as well as', 'preposition'],
  ['with respect to', 'preposition'],
  ['in connection with', 'preposition'],
  ['in accordance with', 'preposition'],
  ['in addition to', 'preposition'],
  ['in lieu of', 'preposition'],
  ['on behalf of', 'preposition'],
  ['with regard to', 'preposition'],
  ['in excess of', 'preposition'],
  ['in favor of', 'preposition'],
  ['because of', 'preposition'],
  ['due to', 'preposition'],
  ['pursuant to', 'preposition'],
  ['prior to', 'preposition'],
  ['according to', 'preposition'],
  ['as to', 'preposition'],
  ['relating to', 'preposition'],
  ['subject to', 'preposition'],
  ['as of', 'preposition'],
  ['such as', 'preposition'],
  ['other than', 'preposition'],
  ['except for', 'preposition'],
  ['away from', 'preposition'],
  ['not because of', 'preposition'],
  ['not due to', 'preposition'],
  ['not the result of', 'preposition'],
  ['by reason of', 'preposition'],
  ['in respect of', 'preposition'],
  ['out of', 'preposition'],
];

/** The phrases of several words by their first word. */
const PHRASES_BY_FIRST = Map.groupBy(
  PHRASES.map(([words, kind]) => ({ words, kind, parts: words.split(' ') })),
  ({ parts }) => parts[0] ?? '',
);

export function readMultiword(tokens: readonly Token[], at: number): LooseWord | null {
  const token = tokens[at];
  if (token === undefined) return null;
  for (const { words, kind, parts } of PHRASES_BY_FIRST.get(token.lower) ?? []) {
    const last = tokens[at + parts.length - 1];
    if (last === undefined || !parts.every((part, index) => tokens[at + index]?.lower === part)) continue;
    return { kind, token, words, start: token.start, end: last.end };
  }
  return null;
}

export function readLooseWord(tokens: readonly Token[], at: number): LooseWord {
  const token = tokens[at] as Token;
  return { kind: kindOf(token, tokens[at + 1]), token, words: token.lower, start: token.start, end: token.end };
}

function kindOf({ pos, lower, text }: Token, next: Token | undefined): LooseWord['kind'] {
  if (text === ',') return 'comma';
  if (/^(?:[;:!?•]|--|[–—])$/.test(text)) return 'stop';
  if (RELATIVES.has(lower)) return 'relative';
  if (lower === 'that')
    return pos === 'SCONJ' || next === undefined || !/^(?:AUX|VERB)$/.test(next.pos) ? 'subordinator' : 'relative';
  if (SUBORDINATORS.has(lower)) return 'subordinator';
  if (PREPOSITIONS.has(lower)) return 'preposition';
  if (pos === 'SCONJ')
    return /^(?:as|since|after|before|for|than|by|of|with|without|upon|from|in|to|at|on|through|like|about|toward)$/.test(
      lower,
    )
      ? 'preposition'
      : 'subordinator';
  if (pos === 'ADP' || lower === 'to') return 'preposition';
  if (pos === 'CCONJ') return 'coordinator';
  if (pos === 'ADJ') return 'adjective';
  return pos === 'ADV' || pos === 'PART' ? 'adverb' : 'other';
}
