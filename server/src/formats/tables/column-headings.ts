import { maxOf, minOf } from '../../kernel/lists.ts';
import type { PlacedText } from './data-table.ts';
import { covers, type HeadedRows, type PlacedCell, type PlacedRow, valuesOf } from './table-layout.ts';

/** A column of one part of a table. */
export interface HeadedColumn {
  position: number;
  /** From the outermost to the innermost. */
  headings: PlacedCell[];
}

/** The columns in which the rows of a part have values, with the headings over them. */
export function columnsOf(part: HeadedRows, labelColumn: number, aligned: AlignedText | null): HeadedColumn[] {
  const positions = new Set(part.rows.flatMap(row => valuesOf(row, labelColumn).map(({ column }) => column)));
  const columns = [...positions].sort((a, b) => a - b).map((position): HeadedColumn => ({ position, headings: [] }));
  const edges = aligned === null ? null : columnEdges(part, labelColumn, columns, aligned);
  for (const [at, row] of part.headings.entries()) {
    const isInnermost = at === part.headings.length - 1;
    const over = headingsOver(row, columns, isInnermost, edges, aligned);
    for (const [index, column] of columns.entries()) {
      const heading = over[index];
      if (heading != null && column.headings.at(-1) !== heading) column.headings.push(heading);
    }
  }
  return columns;
}

/** The heading of a row over each column; null where it has none. */
function headingsOver(
  row: PlacedRow,
  columns: readonly HeadedColumn[],
  isInnermost: boolean,
  edges: readonly Edges[] | null,
  aligned: AlignedText | null,
): (PlacedCell | null)[] {
  const over = columns.map(({ position }) => row.find(cell => covers(cell, position)) ?? null);
  if (edges !== null && aligned !== null) return centred(row, over, edges, aligned);
  // Headings beside their columns: spacing columns that only headings or only figures use.
  const isOff = over.includes(null) && row.some(cell => !over.includes(cell));
  return isInnermost && isOff && row.length === columns.length ? [...row] : over;
}

/** Where the characters of aligned text are in their lines. */
export interface AlignedText {
  source: string;
}

interface Edges {
  left: number;
  right: number;
}

function placeInLine({ source }: AlignedText, { start, end }: { start: number; end: number }): Edges {
  const left = start - (source.lastIndexOf('\n', start - 1) + 1);
  const lineEnd = source.indexOf('\n', start);
  return { left, right: left + Math.min(end, lineEnd < 0 ? end : lineEnd) - start };
}

function columnEdges(
  part: HeadedRows,
  labelColumn: number,
  columns: readonly HeadedColumn[],
  aligned: AlignedText,
): Edges[] {
  return columns.map(({ position }) => {
    const cells = part.rows.flatMap(row =>
      valuesOf(row, labelColumn).filter(cell => cell.column === position && cell.figure !== null),
    );
    const places = cells.slice(0, 20).map(cell => placeInLine(aligned, cell));
    return {
      left: minOf(places.map(({ left }) => left)),
      right: maxOf(places.map(({ right }) => right)),
    };
  });
}

/** Least improvement, in characters, for a heading to reach over a further column. */
const MIN_BETTER = 2;

/** A heading of aligned text is centred over its columns, and may be shorter than they are. */
function centred(
  row: PlacedRow,
  over: readonly (PlacedCell | null)[],
  edges: readonly Edges[],
  aligned: AlignedText,
): (PlacedCell | null)[] {
  const result = [...over];
  for (const cell of row) {
    const own = result.flatMap((other, at) => (other === cell ? [at] : []));
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const { left, right } = placeInLine(aligned, cell);
    const off = (from: number, to: number): number =>
      Math.abs((left + right) / 2 - ((edges[from]?.left ?? 0) + (edges[to]?.right ?? 0)) / 2);
    let best = { from: first, to: last, off: off(first, last) };
    for (let from = first; from >= 0 && (from === first || result[from] === null); from--) {
      for (let to: number = last; to < edges.length && (to === last || result[to] === null); to++) {
        if (off(from, to) < best.off - MIN_BETTER) best = { from, to, off: off(from, to) };
      }
    }
    for (let at = best.from; at <= best.to; at++) result[at] ??= cell;
  }
  return result;
}

export function toPlacedText({ text, start, end }: PlacedCell): PlacedText {
  return { text, start, end };
}
