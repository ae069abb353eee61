import { maxOf, minOf } from '../../../../kernel/lists.ts';
import type { Line } from '../document-lines.ts';
import type { Candidate } from './heading-candidates.ts';
import { partHeadingOf } from './item-numbers.ts';

const MIN_SCORE = 2.5;
/** A filer who numbers this many items numbers all of them. */
const MIN_NUMBERED = 4;
/** A heading out of the form's order needs this score. */
const MIN_SCORE_OUT_OF_ORDER = 6.5;

/** A chosen heading, and whether it is in the form's order. */
export interface ChosenHeading {
  candidate: Candidate;
  isInOrder: boolean;
}

/** Of several places of one item, those without text of their own: a list at the end of a report, a running header. */
const WITHOUT_TEXT_LOSS = 2.5;
/** Of two clear headings of one item with text, the first is likelier: the other may stand above a list at the end. */
const AGAIN_LOSS = 0.5;
const MIN_CHARS_OF_AN_ANSWER = 4;
const LONGEST_WITHOUT_SENTENCE = 80;
/** A word and a full stop, or some words of which the last may be a number: "See the index on page 53." */
const SENTENCE = /[a-z]\.$|^\S+(?:\s+\S+){3,}\.$/;

/** Lowers the score of headings that others of the same item have text below, and they have none. */
export function lowerWithoutText(lines: readonly Line[], candidates: readonly Candidate[]): Candidate[] {
  const ends = endsOf(candidates, lines.length);
  const textAt = nextTextLines(lines);
  const isFollowed = candidates.map(candidate => {
    const rest = lines[candidate.lastLine]?.text.slice(candidate.textIndex).trim() ?? '';
    const below = textAt[candidate.lastLine + 1] ?? lines.length;
    return rest.length >= MIN_CHARS_OF_AN_ANSWER || below < (ends.get(candidate) ?? lines.length);
  });
  const followed = new Set<string>();
  const losses = candidates.map((candidate, index) => {
    const { item, kind, score } = candidate;
    if (!isFollowed[index]) return WITHOUT_TEXT_LOSS;
    const isAgain = followed.has(item.key);
    const isInTable = lines[candidate.line]?.cells !== null;
    if (kind === 'numbered' && score >= MIN_SCORE_OUT_OF_ORDER && !isInTable) followed.add(item.key);
    return isAgain ? AGAIN_LOSS : 0;
  });
  const all = new Set(candidates.flatMap(({ item }, index) => (isFollowed[index] ? [item.key] : [])));
  return candidates.map((candidate, index) =>
    all.has(candidate.item.key) ? { ...candidate, score: candidate.score - (losses[index] ?? 0) } : candidate,
  );
}

/** The line of the next heading of another item. A heading may be repeated below itself. */
function endsOf(candidates: readonly Candidate[], last: number): Map<Candidate, number> {
  const ends = new Map<Candidate, number>();
  let next: Candidate | null = null;
  for (const candidate of candidates.toSorted((a, b) => b.line - a.line)) {
    const isRepeated = next !== null && (next.item.key === candidate.item.key || next.title === candidate.title);
    const end = next === null ? last : isRepeated ? (ends.get(next) ?? last) : next.line;
    ends.set(candidate, end);
    if (next === null || candidate.line < next.line) next = candidate;
  }
  return ends;
}

/** For each line, the first line from it on that is text and no heading. */
function nextTextLines(lines: readonly Line[]): number[] {
  const next = new Array<number>(lines.length);
  for (let index = lines.length - 1, found = lines.length; index >= 0; index -= 1) {
    const line = lines[index];
    const isText = line !== undefined && (line.text.length > LONGEST_WITHOUT_SENTENCE || SENTENCE.test(line.text));
    if (isText && partHeadingOf(line) === null) found = index;
    next[index] = found;
  }
  return next;
}

/**
 * Chooses the best-scoring sequence of headings that ascends in item order and in position, plus clear headings out of
 * order.
 */
export function chooseHeadings(candidates: readonly Candidate[]): ChosenHeading[] {
  const eligible = eligibleOf(candidates);
  const sequence = bestSequence(eligible.filter(({ item }) => !item.isAnywhere));
  const chosen = sequence.map((candidate): ChosenHeading => ({ candidate, isInOrder: true }));
  const keys = new Set(sequence.flatMap(candidate => candidate.items.map(item => item.key)));
  const lines = new Set(sequence.map(candidate => candidate.line));
  const strays = eligible
    .filter(candidate => candidate.kind === 'numbered' && candidate.score >= MIN_SCORE_OUT_OF_ORDER)
    .toSorted((a, b) => b.score - a.score);
  for (const candidate of strays) {
    if (lines.has(candidate.line) || candidate.items.some(item => keys.has(item.key))) continue;
    for (const item of candidate.items) keys.add(item.key);
    lines.add(candidate.line);
    chosen.push({ candidate, isInOrder: candidate.item.isAnywhere || candidate.items.length > 1 });
  }
  return chosen.toSorted((a, b) => a.candidate.line - b.candidate.line);
}

/**
 * If a filer numbers the items, a title without its number is a heading only if the contents link to it, or in a part none of
 * whose items has a number.
 */
function eligibleOf(candidates: readonly Candidate[]): Candidate[] {
  const scored = candidates.filter(candidate => candidate.score >= MIN_SCORE);
  const numbered = scored.filter(({ kind }) => kind === 'numbered');
  if (new Set(numbered.map(({ item }) => item.key)).size < MIN_NUMBERED) return scored;
  const parts = new Set(numbered.flatMap(({ items }) => items.map(({ part }) => part)));
  const titles = new Set(numbered.map(({ title }) => title));
  return scored.filter(
    ({ kind, isLinked, item, title }) =>
      kind === 'numbered' || isLinked || !(parts.has(item.part) || titles.has(title)),
  );
}

interface Step {
  candidate: Candidate;
  total: number;
  previous: Step | null;
}

/** Dynamic programming over the items' order: the best sequence that ends at each item, updated line by line. */
function bestSequence(candidates: readonly Candidate[]): Candidate[] {
  const bestEndingAt: (Step | undefined)[] = [];
  for (const group of groupByLine(candidates)) {
    const steps = group.map(candidate => {
      const previous = bestBelow(bestEndingAt, firstOrder(candidate));
      return { candidate, total: candidate.score + (previous?.total ?? 0), previous };
    });
    for (const step of steps) {
      const order = lastOrder(step.candidate);
      if (step.total > (bestEndingAt[order]?.total ?? 0)) bestEndingAt[order] = step;
    }
  }
  return unwind(bestBelow(bestEndingAt, Number.POSITIVE_INFINITY));
}

/** One line can be the heading of one item only. */
function groupByLine(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates.toSorted((a, b) => a.line - b.line)) {
    const last = groups.at(-1);
    if (last?.[0]?.line === candidate.line) last.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

function bestBelow(steps: readonly (Step | undefined)[], order: number): Step | null {
  let best: Step | null = null;
  for (let index = 0; index < Math.min(order, steps.length); index += 1) {
    const step = steps[index];
    if (step !== undefined && step.total > (best?.total ?? 0)) best = step;
  }
  return best;
}

function firstOrder(candidate: Candidate): number {
  return minOf(candidate.items.map(item => item.order));
}

function lastOrder(candidate: Candidate): number {
  return maxOf(candidate.items.map(item => item.order));
}

function unwind(last: Step | null): Candidate[] {
  const sequence: Candidate[] = [];
  for (let step = last; step !== null; step = step.previous) sequence.push(step.candidate);
  return sequence.reverse();
}
