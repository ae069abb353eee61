import { maxOf, minOf } from '../../../kernel/lists.ts';
import { decodeEntities, foldText } from '../fold-text.ts';
import type { TableBlock, TableCell, TableRow } from '../text-document.ts';
import { offsetOfColumn, type PlainLine } from './plain-text-lines.ts';

/** Text between gaps of a line: columns, end exclusive. */
export interface Segment {
  from: number;
  to: number;
  text: string;
}

const MAX_ALIGNED_LINE_CHARS = 2_000;
const COLUMN_GAP = /\S+(?: \S+)*/g;
const NUMERIC = /^[($€£¥\-–—]*\s*\d[\d,.]*\s*[)%x]*(?:\([a-z\d]\))?$|^\$?\s*[-–—]{1,3}(?:\([a-z\d]\))?$|^n\/?[am]\.?$/i;
const CURRENCY_ALONE = /^\(?[$€£¥]\(?$|^US\$$|^\($/;
const LEADER = /(?:\s?\.){4,}\s*/g;
/** `Item 5.`, `(a)`, `10.1`, `o`, `-`: a mark before hanging text. */
const HANGING_MARK =
  /^(?:items?\s+[\d.]+[a-z]?[.:]?|part\s+[ivx]+\.?|\(?[a-z\d]{1,4}\)|[a-z\d]{1,3}[.)]|\d{1,2}\.\d{1,3}\*?|note\s+\d{1,2}\.?|[o*•·\-–]|\[.?\]|\d{1,3}\*?)$/i;
/** Maximum share of rows with two numbers in one column; above it the columns are not trusted. */
const MAX_DOUBTFUL_SHARE = 0.1;

/** Splits a line at gaps of two or more blanks, with leader dots as blanks. A lone currency sign joins its number. */
export function segmentsOf(text: string): Segment[] {
  if (text.length > MAX_ALIGNED_LINE_CHARS) return [{ from: 0, to: text.length, text }];
  const bare =
    text.includes('....') || text.includes('. . .') ? text.replace(LEADER, dots => ' '.repeat(dots.length)) : text;
  const segments: Segment[] = [];
  let sign: Segment | null = null;
  for (const { index, 0: part } of bare.matchAll(COLUMN_GAP)) {
    const segment: Segment = { from: index, to: index + part.length, text: part };
    if (sign !== null) {
      segment.from = sign.from;
      segment.text = sign.text + part;
      sign = null;
    }
    if (CURRENCY_ALONE.test(segment.text)) sign = segment;
    else segments.push(segment);
  }
  if (sign !== null) segments.push(sign);
  return segments;
}

/** Whether the parts of a line look like columns, and not just like a mark with its text or justified text. */
export function isColumnar(text: string): boolean {
  if (text.length > MAX_ALIGNED_LINE_CHARS) return false;
  if (/(?:\s?\.){5,}\s*\S/.test(text)) return true;
  const segments = segmentsOf(text);
  const body = HANGING_MARK.test(segments[0]?.text ?? '') ? segments.slice(1) : segments;
  let gaps = 0;
  for (let at = 1; at < body.length; at += 1) {
    const gap = (body[at]?.from ?? 0) - (body[at - 1]?.to ?? 0);
    if (gap >= 4 || (gap >= 3 && NUMERIC.test(body[at]?.text ?? ''))) gaps += 1;
  }
  return gaps > 0;
}

/** Columns of rows from left to right: the overlaps of the segments of rows that have several. */
export function columnsOf(rows: readonly Segment[][]): Segment[] {
  const several = rows.filter(row => row.length > 1);
  const numeric = several.filter(row => row.slice(1).some(segment => NUMERIC.test(segment.text)));
  return mergeColumns((numeric.length >= 2 ? numeric : several).flat());
}

/** Merges overlapping columns. */
export function mergeColumns(spans: readonly Segment[]): Segment[] {
  const columns: Segment[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = columns.at(-1);
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to);
    else columns.push({ from, to, text: '' });
  }
  return columns;
}

/** The table formed by aligned lines; null if their columns are uncertain. */
export function tableOfLines(source: string, lines: readonly PlainLine[], headLines: number): TableBlock | null {
  const segments = lines.map(line => (line.kind === 'text' ? segmentsOf(line.text) : []));
  const columns = columnsOf(segments);
  if (columns.length < 2 || !areTrusted(segments, columns)) return null;
  const rows: DraftRow[] = [];
  let isAfterGap = true;
  for (const [at, line] of lines.entries()) {
    const parts = segments[at] ?? [];
    if (line.kind === 'blank' || line.kind === 'rule') isAfterGap = true;
    if (parts.length === 0) continue;
    const row = draftRow(line, parts, columns, at < headLines);
    const above = rows.at(-1);
    if (above !== undefined && !isAfterGap && continuesRow(above, row)) joinRow(above, row);
    else rows.push(row);
    isAfterGap = false;
  }
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined || rows.length < 2) return null;
  return { kind: 'table', start: first.start, end: last.end, rows: rows.map(row => toTableRow(source, row)) };
}

/** Columns are trusted if numbers of one row seldom fall into the same column. */
function areTrusted(rows: readonly Segment[][], columns: readonly Segment[]): boolean {
  let numeric = 0;
  let doubtful = 0;
  for (const row of rows) {
    const numbers = row.filter((segment, at) => at > 0 && NUMERIC.test(segment.text));
    if (numbers.length === 0) continue;
    numeric += 1;
    const places = numbers.map(number => columns.findIndex(column => overlaps(number, column)));
    if (new Set(places).size < numbers.length) doubtful += 1;
  }
  return doubtful <= numeric * MAX_DOUBTFUL_SHARE;
}

interface DraftCell {
  line: PlainLine;
  lastLine: PlainLine;
  from: number;
  to: number;
  text: string;
  colspan: number;
}

interface DraftRow {
  cells: DraftCell[];
  isHead: boolean;
}

function draftRow(line: PlainLine, parts: readonly Segment[], columns: readonly Segment[], isHead: boolean): DraftRow {
  const cells: DraftCell[] = [];
  let column = 0;
  for (const part of parts) {
    const first = columnOf(part, columns);
    while (column < first) {
      cells.push({ line, lastLine: line, from: part.from, to: part.from, text: '', colspan: 1 });
      column += 1;
    }
    if (column > first) {
      joinPart(cells, part, line);
      continue;
    }
    const reached = columns.findLastIndex(column => overlaps(part, column));
    const colspan = Math.max(1, reached - first + 1);
    cells.push({ line, lastLine: line, from: part.from, to: part.to, text: part.text, colspan });
    column = first + colspan;
  }
  for (; column < columns.length; column += 1) {
    const end = line.text.length;
    cells.push({ line, lastLine: line, from: end, to: end, text: '', colspan: 1 });
  }
  return { cells, isHead };
}

function joinPart(cells: DraftCell[], part: Segment, line: PlainLine): void {
  const cell = cells.at(-1);
  if (cell === undefined) return;
  if (cell.text === '') cell.from = part.from;
  cell.text = `${cell.text} ${part.text}`;
  cell.to = part.to;
  cell.lastLine = line;
}

function overlaps(part: Segment, column: Segment): boolean {
  return part.from < column.to && part.to > column.from;
}

/** The first column that overlaps a part; between columns, the one to its left. */
function columnOf(part: Segment, columns: readonly Segment[]): number {
  const over = columns.findIndex(column => overlaps(part, column));
  if (over >= 0) return over;
  const left = columns.findLastIndex(column => column.to <= part.from);
  return Math.max(0, left);
}

const MAX_EDGE_SHIFT = 3;
const OPEN_END = /(?:,|\band|\bof|\bthe|\bto|\bin|\bfor|\bon|-)$/i;

/**
 * A row that continues the words of the row above: its first column is empty, and it has no number where that row has
 * one.
 */
function continuesRow(above: DraftRow, row: DraftRow): boolean {
  if (above.isHead || row.isHead || above.cells.length !== row.cells.length) return false;
  const [stubAbove, stub] = [above.cells[0]?.text ?? '', row.cells[0]?.text ?? ''];
  const hasNumbers = (row: DraftRow): boolean => row.cells.some((cell, at) => at > 0 && NUMERIC.test(cell.text));
  if (stub === '') {
    if (stubAbove === '' || (hasNumbers(above) && hasNumbers(row))) return false;
    return row.cells.every((cell, at) => cell.text === '' || NUMERIC.test(cell.text) || isUnder(cell, above.cells[at]));
  }
  const isStubAlone = above.cells.every((cell, at) => at === 0 || cell.text === '');
  return isStubAlone && !stubAbove.endsWith(':') && (OPEN_END.test(stubAbove) || /^[a-z]/.test(stub));
}

/** Text under text with the same left edge. */
function isUnder(cell: DraftCell, above: DraftCell | undefined): boolean {
  return above !== undefined && above.text !== '' && Math.abs(cell.from - above.from) <= MAX_EDGE_SHIFT;
}

function joinRow(above: DraftRow, row: DraftRow): void {
  for (const [at, cell] of row.cells.entries()) {
    const into = above.cells[at];
    if (into === undefined || cell.text === '') continue;
    if (into.text === '') above.cells[at] = cell;
    else {
      into.text = `${into.text} ${cell.text}`;
      into.lastLine = cell.lastLine;
      into.to = cell.to;
    }
  }
}

function toTableRow(source: string, { cells, isHead }: DraftRow): TableRow {
  const placed = cells.map((cell): TableCell => {
    return {
      start: offsetOfColumn(source, cell.line, cell.from),
      end: offsetOfColumn(source, cell.lastLine, cell.to),
      text: foldText(decodeEntities(cell.text)),
      colspan: cell.colspan,
      rowspan: 1,
      isHeader: isHead,
      isBold: false,
      links: [],
    };
  });
  const filled = placed.filter(cell => cell.text !== '');
  const start = minOf(filled.map(cell => cell.start));
  const end = maxOf(filled.map(cell => cell.end));
  return { start, end, cells: placed };
}
