import { diffArrays } from 'diff';

/** A run of words in both texts, or in one of them only. */
export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** A paragraph of the later text and its earlier counterpart; null if one side has none. */
export interface DiffRow {
  later: readonly Piece[] | null;
  earlier: readonly Piece[] | null;
  isChanged: boolean;
}

/** The number of changes in a row; a replacement counts once. */
export function changesOf({ later, earlier }: DiffRow): number {
  const changed = (pieces: readonly Piece[] | null) => pieces?.filter(({ kind }) => kind !== 'same').length ?? 0;
  return Math.max(changed(later), changed(earlier));
}

export interface SectionDiff {
  rows: readonly DiffRow[];
  /** Sum of {@link changesOf}. */
  changes: number;
  wordsAdded: number;
  wordsRemoved: number;
}

/** The minimum share of common words for two paragraphs to count as reworded. */
const MIN_COMMON = 0.35;
/** Longer runs of paragraphs are paired by order instead of by words. */
const MAX_PAIRED = 120;
/** Beyond this number of edits the texts count as entirely different. */
const MAX_EDITS = 20_000;

/** The differences of two section texts, by paragraph and by word. */
export function diffSections(earlier: string, later: string): SectionDiff {
  const before = paragraphs(earlier);
  const after = paragraphs(later);
  const rows: DiffRow[] = [];
  const changed: { before: string[]; after: string[] } = { before: [], after: [] };
  const settle = () => {
    rows.push(...pairRows(changed.before, changed.after));
    changed.before = [];
    changed.after = [];
  };
  for (const { added, removed, value } of diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { added: false, removed: true, value: before },
    { added: true, removed: false, value: after },
  ]) {
    if (added) changed.after.push(...value);
    else if (removed) changed.before.push(...value);
    else {
      settle();
      rows.push(...value.map(sameRow));
    }
  }
  settle();
  return { rows, ...countChanges(rows) };
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map(paragraph => paragraph.replace(/[^\S\n]+/g, ' ').trim())
    .filter(paragraph => paragraph !== '');
}

function sameRow(text: string): DiffRow {
  const pieces: Piece[] = [{ text, kind: 'same' }];
  return { later: pieces, earlier: pieces, isChanged: false };
}

/** Pairs reworded paragraphs in order, maximising the common words; others stay unpaired. */
function pairRows(before: readonly string[], after: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let b = 0;
  for (const [a, match] of matches(before, after).entries()) {
    if (match === null) rows.push({ later: [{ text: after[a] ?? '', kind: 'added' }], earlier: null, isChanged: true });
    else {
      for (; b < match; b++) rows.push(removedRow(before[b] ?? ''));
      rows.push(wordRow(before[match] ?? '', after[a] ?? ''));
      b = match + 1;
    }
  }
  for (; b < before.length; b++) rows.push(removedRow(before[b] ?? ''));
  return rows;
}

function removedRow(text: string): DiffRow {
  return { later: null, earlier: [{ text, kind: 'removed' }], isChanged: true };
}

/** For each later paragraph the index of its earlier version; null if it has none. */
function matches(before: readonly string[], after: readonly string[]): (number | null)[] {
  if (before.length > MAX_PAIRED || after.length > MAX_PAIRED) {
    return after.map((_, index) => (index < before.length ? index : null));
  }
  const words = (texts: readonly string[]) =>
    texts.map(text => new Set(tokens(text.toLowerCase()).filter(token => /[\p{L}\p{N}]/u.test(token))));
  const left = words(before);
  const right = words(after);
  // The best total similarity over all order-preserving pairings.
  const best = Array.from({ length: left.length + 1 }, () => Array<number>(right.length + 1).fill(0));
  const likeness = left.map(one => right.map(other => likenessOf(one, other)));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + (likeness[i]?.[j] ?? 0));
    }
  }
  const found: (number | null)[] = right.map(() => null);
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const like = likeness[i]?.[j] ?? 0;
    if (like > 0 && at(i, j) === at(i + 1, j + 1) + like) found[j++] = i++;
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return found;
}

function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const word of left) if (right.has(word)) common++;
  const share = common / Math.min(left.size, right.size);
  return share >= MIN_COMMON ? share : 0;
}

function wordRow(before: string, after: string): DiffRow {
  const later: Piece[] = [];
  const earlier: Piece[] = [];
  const parts = diffArrays(tokens(before), tokens(after), { maxEditLength: MAX_EDITS });
  for (const { added, removed, value } of parts ?? [
    { added: false, removed: true, value: [before] },
    { added: true, removed: false, value: [after] },
  ]) {
    const text = value.join('');
    if (!removed) append(later, { text, kind: added ? 'added' : 'same' });
    if (!added) append(earlier, { text, kind: removed ? 'removed' : 'same' });
  }
  return { later, earlier, isChanged: true };
}

/** A space between two changed words belongs to the change. */
function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  const before = pieces.at(-2);
  if (last?.kind === 'same' && last.text.trim() === '' && before?.kind === piece.kind && piece.kind !== 'same') {
    pieces.pop();
    before.text += last.text + piece.text;
  } else if (last?.kind === piece.kind) last.text += piece.text;
  else pieces.push({ ...piece });
}

/** Splits into words and spaces, so that spacing alone is no change; Han characters individually. */
function tokens(text: string): string[] {
  return (
    text.match(/\s+|[\p{Script=Han}]|[\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}’']+(?:[.,]\d+)*%?|./gsu) ??
    []
  );
}

function countChanges(rows: readonly DiffRow[]): Pick<SectionDiff, 'changes' | 'wordsAdded' | 'wordsRemoved'> {
  let changes = 0;
  let wordsAdded = 0;
  let wordsRemoved = 0;
  for (const row of rows) {
    const { later, earlier, isChanged } = row;
    if (!isChanged) continue;
    changes += changesOf(row);
    for (const { kind, text } of later ?? []) if (kind === 'added') wordsAdded += wordCount(text);
    for (const { kind, text } of earlier ?? []) if (kind === 'removed') wordsRemoved += wordCount(text);
  }
  return { changes, wordsAdded, wordsRemoved };
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu)?.length ?? 0;
}
