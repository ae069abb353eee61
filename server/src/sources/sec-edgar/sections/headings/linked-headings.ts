import { type ContentsRun, targetOf } from '../contents/contents-tables.ts';
import type { Line } from '../document-lines.ts';
import type { SectionDocument } from '../section-input.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import type { Candidate } from './heading-candidates.ts';
import { partHeadingOf } from './item-numbers.ts';

const LINK_BONUS = 2;
const RUNNING_HEADER_LOSS = 3;
/** A link may lead to an empty anchor or a part's heading just above the item's. */
const LINES_BELOW_A_TARGET = 3;
const MIN_TITLE_SIMILARITY = 0.6;
/** Just enough to be chosen where nothing else is: the heading may be an image. */
const UNSEEN_HEADING_SCORE = 2.6;

/** A heading printed again at the top of a page, once the item has begun, is a running header. */
export function lowerRunningHeaders(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  document: SectionDocument,
): Candidate[] {
  const begun = new Set<string>();
  const best = new Map<number, number>();
  for (const { line, score } of candidates) best.set(line, Math.max(score, best.get(line) ?? score));
  return candidates.map(candidate => {
    const line = lines[candidate.line];
    const key = `${candidate.item.key} ${titleKey(line?.text ?? '')}`;
    const isAtPageTop = document.text.blocks[(line?.block ?? 0) - 1]?.kind === 'page';
    if (begun.has(key) && isAtPageTop) return { ...candidate, score: candidate.score - RUNNING_HEADER_LOSS };
    // A number may be of an item in each part: the line is the heading of the likelier one.
    if (!candidate.isEntry && candidate.score === best.get(candidate.line)) begun.add(key);
    return candidate;
  });
}

/**
 * Raises the score of headings that a contents table links to. A linked position without a heading gets one from the entry's
 * title.
 */
export function linkedCandidates(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  contents: readonly ContentsRun[],
  document: SectionDocument,
): Candidate[] {
  const firstLineOfBlock = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (!firstLineOfBlock.has(line.block)) firstLineOfBlock.set(line.block, index);
  }
  const linked = [...candidates];
  for (const entry of contents.flatMap(run => run.candidates)) {
    const target = lines[entry.line]?.links
      .map(link => targetOf(link.href, document.text))
      .find(block => block !== null);
    if (target === undefined || target === null) continue;
    const at = lineAtOrAfter(firstLineOfBlock, target, document.text.blocks.length);
    if (at !== null) addLink(lines, linked, entry, at);
  }
  return linked;
}

function lineAtOrAfter(firstLineOfBlock: ReadonlyMap<number, number>, block: number, blocks: number): number | null {
  for (let index = block; index < Math.min(blocks, block + LINES_BELOW_A_TARGET + 2); index += 1) {
    const line = firstLineOfBlock.get(index);
    if (line !== undefined) return line;
  }
  return null;
}

function addLink(lines: readonly Line[], linked: Candidate[], entry: Candidate, at: number): void {
  const numbers = new Set(entry.items.map(item => item.number));
  const near = linked.filter(
    candidate =>
      candidate.line >= at &&
      candidate.line <= at + LINES_BELOW_A_TARGET &&
      candidate.items.some(item => numbers.has(item.number)),
  );
  if (near.length > 0) {
    for (const candidate of near) {
      if (!candidate.isLinked) candidate.score += LINK_BONUS;
      candidate.isLinked = true;
    }
    return;
  }
  const line = lines[at];
  if (line === undefined) return;
  const match = line.text.length > 300 ? null : matchTitle(line.text, entry.item.titles);
  if (match === null || match.similarity < MIN_TITLE_SIMILARITY) {
    addUnseen(linked, entry, at, line);
    return;
  }
  linked.push({
    ...entry,
    line: at,
    lastLine: at,
    textIndex: line.text.length,
    score: 2 + 3 * match.similarity,
    kind: 'titled',
    isEntry: false,
    isLinked: true,
    pages: null,
  });
}

/**
 * A heading that is an image has only the position that the contents link to. Several items linked to one position, such as
 * the heading of their part, share its text.
 */
function addUnseen(linked: Candidate[], entry: Candidate, at: number, line: Line): void {
  const shared = linked.find(candidate => candidate.line === at && candidate.kind === 'unseen');
  const isTaken = shared === undefined && linked.some(candidate => candidate.line === at);
  const isFound = linked.some(
    candidate => candidate.kind === 'numbered' && candidate.item.number === entry.item.number,
  );
  if (isTaken || isFound || entry.kind !== 'numbered') return;
  if (shared !== undefined) {
    shared.items = [...shared.items, ...entry.items];
    return;
  }
  const textIndex = partHeadingOf(line) === null ? 0 : line.text.length;
  const place = { line: at, lastLine: at, textIndex, isEntry: false, isLinked: true, pages: null };
  linked.push({ ...entry, ...place, kind: 'unseen', score: UNSEEN_HEADING_SCORE });
}
