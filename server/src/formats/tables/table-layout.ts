import { appendAll } from '../../kernel/lists.ts';
import { type GridCell, toGrid } from '../html-text/table-grid.ts';
import type { TableBlock, TableCell } from '../html-text/text-document.ts';
import { type Figure, readFigure } from './read-figure.ts';
import { readPeriodWords } from './stated-periods.ts';
import { readUnits } from './stated-units.ts';

/** A cell with text at its place in the printed grid. */
export interface PlacedCell extends GridCell {
  /** First column of the grid. */
  column: number;
  /** Offsets in the source, end exclusive. */
  start: number;
  end: number;
  /** Null if the text is not a figure. */
  figure: Figure | null;
}

export type PlacedRow = PlacedCell[];

/** Rows of data below the headings that hold for them. */
export interface HeadedRows {
  /** Rows of headings without the cells of the label column. */
  headings: PlacedRow[];
  /** Cells of the label column beside the headings, and single cells above them: units, periods, titles. */
  captions: PlacedCell[];
  rows: PlacedRow[];
}

export interface TableLayout {
  /** The column of the grid with the labels; -1 if the rows have none. */
  labelColumn: number;
  parts: HeadedRows[];
}

/** Rows of headings above the first figures; more are rows of words. */
const MAX_HEADING_ROWS = 14;
const MAX_HEADING_CHARS = 200;
const YEAR = /^(?:(?:FY|fiscal)\s?)?(?:19|20)\d\d(?:[AEF]|\s?\(?(?:\w|est\.?|\d)\)|\s?[*†])?$/i;
const NO_VALUE = /^(?:\*+|n\/?[am]|n\.[am]\.|nm|not meaningful|[-–—]{1,3})$/i;

/** Divides a table into headings and data. */
export function layOut(table: TableBlock): TableLayout {
  const firstCells = new Set(table.rows.map(({ cells }) => cells[0]));
  const rows = toGrid(table)
    .map(row => besideLabels(placeRow(row), firstCells))
    .filter(row => row.length > 0);
  const labelColumn = findLabelColumn(rows);
  const first = rows.findIndex(row => isDataRow(row, labelColumn));
  const headings = first < 0 ? wordHeadings(rows) : topHeadings(rows, first, labelColumn);
  const top = headings + countCaptions(rows.slice(headings, Math.max(headings, first)), labelColumn);
  const part = newPart();
  for (const row of rows.slice(0, top)) addHeading(part, row, labelColumn);
  const parts = [part];
  readBody(rows.slice(top), labelColumn, parts);
  for (const part of parts) part.rows = joinWrappedLabels(part.rows, labelColumn);
  return { labelColumn, parts: parts.filter(({ rows }) => rows.length > 0) };
}

const OPEN_END = /(?:,|[-–—]|\b(?:and|or|of|the|to|in|for|on|at|with|by|from|per|net))$/i;

/** Joins a label that is alone in its row to the row below that continues its words. */
function joinWrappedLabels(rows: readonly PlacedRow[], labelColumn: number): PlacedRow[] {
  const joined: PlacedRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1)?.[0];
    const label = labelOf(row, labelColumn);
    const isAlone = joined.at(-1)?.length === 1 && above !== undefined && covers(above, labelColumn);
    const continues =
      isAlone && label !== undefined && !above.text.endsWith(':') && isContinuation(above.text, label.text);
    if (!continues) {
      joined.push(row);
      continue;
    }
    const whole = {
      ...above,
      text: `${above.text} ${label.text}`,
      end: label.end,
      sources: [...above.sources, ...label.sources],
    };
    joined[joined.length - 1] = row.map(cell => (cell === label ? whole : cell));
  }
  return joined;
}

function isContinuation(above: string, below: string): boolean {
  return OPEN_END.test(above) || (/^\p{Ll}/u.test(below) && above.length > 20);
}

/** A drawn line in a cell of aligned text. */
const RULE = /^[-–—=_]{4,}$/;

function placeRow(cells: GridCell[]): PlacedRow {
  const placed: PlacedRow = [];
  let column = 0;
  for (const cell of cells) {
    const first = cell.sources[0]?.cell;
    const last = cell.sources.at(-1)?.cell;
    if (cell.text !== '' && !RULE.test(cell.text) && first !== undefined && last !== undefined)
      placed.push({ ...cell, column, start: first.start, end: last.end, figure: readFigure(cell.text) });
    column += cell.colspan;
  }
  return placed.some(({ text }) => YEAR.test(text)) ? placed.map(withoutRaisedMark) : placed;
}

/** A heading over the values may begin in a spacing column that belongs to the labels. */
function besideLabels(row: PlacedRow, firstCells: ReadonlySet<TableCell | undefined>): PlacedRow {
  const [first, ...others] = row;
  if (first === undefined || first.column > 0 || first.colspan < 2 || firstCells.has(first.sources[0]?.cell))
    return row;
  return [{ ...first, column: 1, colspan: first.colspan - 1 }, ...others];
}

/** `20221` beside other years is 2022 with a raised mark, which plain text runs into it. */
function withoutRaisedMark(cell: PlacedCell): PlacedCell {
  return /^(?:19|20)\d{3}$/.test(cell.text) ? { ...cell, text: cell.text.slice(0, 4) } : cell;
}

export function covers(cell: PlacedCell, column: number): boolean {
  return cell.column <= column && column < cell.column + cell.colspan;
}

/** The cell of a row in the label column. */
export function labelOf(row: PlacedRow, labelColumn: number): PlacedCell | undefined {
  return row.find(cell => covers(cell, labelColumn));
}

export function valuesOf(row: PlacedRow, labelColumn: number): PlacedCell[] {
  return row.filter(cell => !covers(cell, labelColumn));
}

/** The column with words in most rows that have figures; the leftmost of equals. */
function findLabelColumn(rows: readonly PlacedRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (!row.some(isAmount)) continue;
    for (const cell of row)
      if (cell.figure === null && /\p{L}/u.test(cell.text)) counts.set(cell.column, (counts.get(cell.column) ?? 0) + 1);
  }
  let best = -1;
  let most = 0;
  for (const [column, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (count <= most) continue;
    most = count;
    best = column;
  }
  // Tables of words have their labels first.
  return best < 0 && !rows.some(row => row.some(isAmount)) ? 0 : best;
}

/** A figure other than a year, which may be a heading. */
function isAmount(cell: PlacedCell): boolean {
  return cell.figure !== null && !YEAR.test(cell.text);
}

function isDataRow(row: PlacedRow, labelColumn: number): boolean {
  const label = labelOf(row, labelColumn);
  const values = valuesOf(row, labelColumn);
  if (values.some(cell => isAmount(cell) && cell.figure?.digits !== null)) return true;
  return (
    label !== undefined &&
    values.length > 0 &&
    values.every(({ text, figure }) => figure?.digits === null || NO_VALUE.test(text))
  );
}

/** The number of rows of headings above the first row of data: up to the last one with words over the columns. */
function topHeadings(rows: readonly PlacedRow[], first: number, labelColumn: number): number {
  const from = Math.max(0, first - MAX_HEADING_ROWS);
  for (let at = first - 1; at >= from; at--) {
    const row = rows[at] ?? [];
    if (valuesOf(row, labelColumn).length > 0 && row.every(isHeadingText)) return at + 1;
  }
  // Without headings over columns, units and titles that span the table still precede the data.
  let top = 0;
  while (top < first && isBanner(rows[top] ?? [])) top++;
  return top;
}

function isHeadingText({ text }: PlacedCell): boolean {
  return text.length <= MAX_HEADING_CHARS;
}

/** Rows below the headings that only state units or a period beside them: `At December 31`. */
function countCaptions(rows: readonly PlacedRow[], labelColumn: number): number {
  const end = rows.findIndex(row => {
    const [cell, other] = row;
    if (cell === undefined || other !== undefined || !covers(cell, labelColumn)) return true;
    return readUnits(cell.text) === null && readPeriodWords(cell.text) === null;
  });
  return end < 0 ? rows.length : end;
}

/** A single cell across columns, or one that states units. */
function isBanner(row: PlacedRow): boolean {
  const [cell, other] = row;
  return cell !== undefined && other === undefined && (cell.colspan > 1 || readUnits(cell.text) !== null);
}

/** The leading bold or header rows of a table without figures. */
function wordHeadings(rows: readonly PlacedRow[]): number {
  const isHead = (row: PlacedRow): boolean => row.every(cell => cell.isHeader || cell.isBold);
  const end = rows.findIndex(row => !isHead(row));
  return end <= 0 || end > 3 ? 0 : end;
}

function newPart(): HeadedRows {
  return { headings: [], captions: [], rows: [] };
}

function addHeading(part: HeadedRows, row: PlacedRow, labelColumn: number): void {
  const label = labelOf(row, labelColumn);
  if (label !== undefined) part.captions.push(label);
  const headings = valuesOf(row, labelColumn).filter(({ text }) => /[\p{L}\p{N}%$€£¥]/u.test(text));
  if (headings.length > 0) part.headings.push(headings);
}

/** Reads rows of data, and begins a new part where headings are repeated or a line names another period. */
function readBody(rows: readonly PlacedRow[], labelColumn: number, parts: HeadedRows[]): void {
  for (let at = 0; at < rows.length; ) {
    const part = parts.at(-1);
    if (part === undefined) return;
    let end = at;
    while (end < rows.length && isRepeatedHeading(rows[end] ?? [], labelColumn, part)) end++;
    if (end === at) {
      part.rows.push(rows[at] ?? []);
      at++;
      continue;
    }
    const heads = rows.slice(at, end);
    const next = newPart();
    if (heads.every(row => row.length === 1)) appendAll(next.headings, withoutPeriods(part.headings));
    for (const row of heads) addHeading(next, row, labelColumn);
    // A banner names a period for headings that stay below it.
    if (heads.every(row => row.length === 1))
      next.headings.sort((a, b) => Number(isPeriodRow(b)) - Number(isPeriodRow(a)));
    else
      appendAll(
        next.captions,
        part.captions.filter(({ text }) => readUnits(text) !== null && readPeriodWords(text) === null),
      );
    parts.push(next);
    at = end;
  }
}

function isPeriodRow(row: PlacedRow): boolean {
  return row.some(({ text }) => readPeriodWords(text) !== null);
}

function withoutPeriods(headings: readonly PlacedRow[]): PlacedRow[] {
  return headings.map(row => row.filter(({ text }) => readPeriodWords(text) === null)).filter(row => row.length > 0);
}

const MAX_BANNER_CHARS = 80;

function isRepeatedHeading(row: PlacedRow, labelColumn: number, part: HeadedRows): boolean {
  const label = labelOf(row, labelColumn);
  const values = valuesOf(row, labelColumn);
  if (values.some(isAmount) || !row.every(isHeadingText)) return false;
  if (values.length === 0) return label !== undefined && isPeriodBanner(label) && part.headings.length > 0;
  const areWords = values.every(({ text, figure }) => YEAR.test(text) || (figure === null && !NO_VALUE.test(text)));
  if (!areWords || part.headings.length === 0) return false;
  if (label === undefined) return values.length > 1 || readPeriodWords(values[0]?.text ?? '') !== null;
  if (values.length < 2 || !values.every(({ text }) => readPeriodWords(text) !== null)) return false;
  const known = new Set(part.headings.flat().map(({ text }) => text));
  return readUnits(label.text) !== null || values.every(({ text }) => known.has(text));
}

/** `Three Months Ended June 30, 2023` alone in a row. */
function isPeriodBanner({ text }: PlacedCell): boolean {
  if (text.length > MAX_BANNER_CHARS || /\b(?:balance|total)/i.test(text)) return false;
  const words = readPeriodWords(text);
  if (words === null) return false;
  return (
    (words.months !== null || words.quarter !== null || words.isAt || words.isYearToDate) &&
    (words.date !== null || words.year !== null)
  );
}
