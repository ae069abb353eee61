import type { TableBlock, TableCell } from './text-document.ts';

/** A cell of a cleaned-up table. */
export interface GridCell {
  text: string;
  /** In columns of the grid. */
  colspan: number;
  isHeader: boolean;
  isBold: boolean;
  /** The source cells that form its text, and the index at which each starts. */
  sources: { cell: TableCell; at: number }[];
}

const MAX_COLUMNS = 512;
/** Maximum number of cells of a grid, empty ones included: longer tables get fewer columns. */
const MAX_CELLS = 400_000;
const MIN_COLUMNS = 4;
const PREFIX = /^(?:[$€£¥₩₹]|[A-Z]{1,3}\$|Cdn\$|Rs\.?|\(|\(?[$€£¥]\s?\()$/;
const SUFFIX = /^(?:\)|%|\)%|%\)|\)\s?%|bps|pts?|x|\(\w{1,2}\)|\)\s?\(\w{1,2}\))$/;

interface Piece {
  cell: TableCell;
  /** First column, and the column after the last. */
  from: number;
  to: number;
}

/**
 * Converts a table to rows of cells without spacing columns, and joins the parts of a figure that filers put into
 * separate cells (`$`, `1,234`, `)`). Drops rows without text.
 */
export function toGrid(table: TableBlock): GridCell[][] {
  const rows = placeCells(table);
  const groups = groupColumns(rows);
  return rows.filter(row => row.length > 0).map(row => gridRow(row, groups));
}

/** Cells with text by row and their columns; a cell above that spans rows moves them right. */
function placeCells(table: TableBlock): Piece[][] {
  const blockedUntilRow: number[] = [];
  return table.rows.map((row, rowIndex) => {
    const pieces: Piece[] = [];
    let column = 0;
    for (const cell of row.cells) {
      while ((blockedUntilRow[column] ?? 0) > rowIndex) column += 1;
      if (column >= MAX_COLUMNS) break;
      const to = Math.min(MAX_COLUMNS, column + cell.colspan);
      for (let at = column; at < to && cell.rowspan > 1; at += 1) blockedUntilRow[at] = rowIndex + cell.rowspan;
      if (cell.text !== '') pieces.push({ cell, from: column, to });
      column = to;
    }
    return pieces;
  });
}

/** Group index of each column: columns are merged if no row has separate texts in both. */
function groupColumns(rows: Piece[][]): number[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.at(-1)?.to ?? 0), 1);
  const reaches = reachesBefore(rows, width);
  const most = Math.max(MIN_COLUMNS, Math.floor(MAX_CELLS / rows.length));
  const groups: number[] = [0];
  let groupStart = 0;
  for (let column = 1; column < width; column += 1) {
    const isDivided = (reaches[column] ?? 0) > groupStart;
    if (isDivided) groupStart = column;
    groups.push(Math.min(most - 1, (groups.at(-1) ?? 0) + (isDivided ? 1 : 0)));
  }
  return groups;
}

/** For each column where a text starts, the farthest end of an earlier text in the same row. */
function reachesBefore(rows: Piece[][], width: number): number[] {
  const reaches = Array<number>(width).fill(0);
  for (const row of rows) {
    for (const [index, right] of row.entries()) {
      const left = row[index - 1];
      if (left === undefined || PREFIX.test(left.cell.text) || SUFFIX.test(right.cell.text)) continue;
      reaches[right.from] = Math.max(reaches[right.from] ?? 0, left.to);
    }
  }
  return reaches;
}

function gridRow(pieces: Piece[], groups: number[]): GridCell[] {
  const cells: GridCell[] = [];
  let column = 0;
  for (const piece of pieces) {
    const first = groups[piece.from] ?? 0;
    const last = groups[piece.to - 1] ?? groups.at(-1) ?? first;
    const previous = cells.at(-1);
    if (first < column && previous !== undefined) {
      previous.isBold = previous.isBold || piece.cell.isBold;
      previous.text = joinFigure(previous.text, piece.cell.text);
      previous.sources.push({ cell: piece.cell, at: previous.text.length - piece.cell.text.length });
      continue;
    }
    for (; column < first; column += 1) cells.push(emptyCell());
    const { text, isHeader, isBold } = piece.cell;
    const colspan = Math.max(1, last - first + 1);
    cells.push({ text, colspan, isHeader, isBold, sources: [{ cell: piece.cell, at: 0 }] });
    column = first + colspan;
  }
  return cells;
}

function emptyCell(): GridCell {
  return { text: '', colspan: 1, isHeader: false, isBold: false, sources: [] };
}

function joinFigure(left: string, right: string): string {
  return PREFIX.test(left) || /^[)%]/.test(right) ? `${left}${right}` : `${left} ${right}`;
}
