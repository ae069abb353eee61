import { joinLines, type Row, type Segment } from './page-rows.ts';

/** Rows with text in columns. */
export interface PdfTable {
  kind: 'table';
  /** Points from the upper edge of the page. */
  top: number;
  rows: { cells: PdfCell[] }[];
}

/** A cell with text. */
export interface PdfCell {
  text: string;
  /** 0-based. */
  column: number;
  colspan: number;
}

/** In units of the pitch: rows farther apart do not form one table. */
const TABLE_GAP = 3;
/** Maximum number of single-text rows (a title, a label's second line) between rows with several texts. */
const MAX_SINGLE_ROWS = 3;
const MIN_ROWS = 2;

/** The index after the last row of a table that starts at `from`; 0 if none starts there. */
export function endOfTable(rows: readonly Row[], from: number, pitch: number): number {
  if ((rows[from]?.segments.length ?? 0) < 2) return 0;
  let end = from + 1;
  let several = 1;
  for (let at = from + 1; at < rows.length && at - end < MAX_SINGLE_ROWS; at++) {
    const [above, row] = [rows[at - 1], rows[at]];
    if (above === undefined || row === undefined) break;
    const step = row.baseline - above.baseline;
    if (step <= 0 || step > TABLE_GAP * pitch * Math.max(row.size, above.size)) break;
    if (row.segments.length < 2) continue;
    several++;
    end = at + 1;
  }
  return several < MIN_ROWS ? 0 : end;
}

/** Maximum share of rows in which two texts fall into one column. */
const MAX_DOUBTFUL_SHARE = 0.2;

/** The table formed by rows; `no_columns` if their columns are uncertain. */
export function tableOf(rows: readonly Row[], pitch: number): PdfTable | 'no_columns' {
  const divided = rows.filter(row => row.segments.length > 1);
  const columns = findColumns(
    divided.flatMap(row => row.segments),
    divided.length,
  );
  const placed = rows.map(row => placeRow(row, columns));
  if (columns.length < 2 || placed.filter(row => row.isDoubtful).length > MAX_DOUBTFUL_SHARE * divided.length)
    return 'no_columns';
  const tableRows: PlacedRow[] = [];
  for (const row of placed) {
    const above = tableRows.at(-1);
    if (above !== undefined && continues(above, row, pitch)) joinRow(above, row);
    else tableRows.push(row);
  }
  const [first] = rows;
  return {
    kind: 'table',
    top: (first?.baseline ?? 0) - (first?.size ?? 0),
    rows: tableRows.map(({ cells }) => ({
      cells: cells.map(({ text, column, colspan }) => ({ text, column, colspan })),
    })),
  };
}

interface Column {
  left: number;
  right: number;
}

/** Share of rows: a gap between columns may contain text in no more than these, such as a title. */
const MAX_OVER_GAP = 0.1;

/** Positions of columns: where several rows have text, and where single rows have text outside of these. */
function findColumns(segments: readonly Segment[], rows: number): Column[] {
  const columns = coveredBy(segments, Math.max(1, MAX_OVER_GAP * rows));
  const apart = segments.filter(segment => columnsUnder(segment, columns).length === 0);
  return [...columns, ...coveredBy(apart, 0)].sort((a, b) => a.left - b.left);
}

/** The intervals covered by more than `count` texts. */
function coveredBy(segments: readonly Segment[], most: number): Column[] {
  const edges = segments.flatMap(({ left, right }) => [
    { at: left, step: 1 },
    { at: right, step: -1 },
  ]);
  const columns: Column[] = [];
  let count = 0;
  for (const { at, step } of edges.sort((a, b) => a.at - b.at || a.step - b.step)) {
    const wasCovered = count > most;
    count += step;
    const last = columns.at(-1);
    if (!wasCovered && count > most) columns.push({ left: at, right: at });
    else if (wasCovered && count <= most && last !== undefined) last.right = at;
  }
  return columns.filter(column => column.right > column.left);
}

/** The indexes of the columns that a text overlaps. */
function columnsUnder({ left, right }: Segment, columns: readonly Column[]): number[] {
  return columns.flatMap((column, at) => (column.left < right && column.right > left ? [at] : []));
}

interface PlacedCell extends PdfCell {
  left: number;
}

interface PlacedRow {
  cells: PlacedCell[];
  isDoubtful: boolean;
  baseline: number;
  size: number;
}

function placeRow({ segments, baseline, size }: Row, columns: readonly Column[]): PlacedRow {
  const cells: PlacedCell[] = [];
  let isDoubtful = false;
  for (const segment of segments) {
    const { text, left } = segment;
    const over = columnsUnder(segment, columns);
    const nearest = Math.max(
      0,
      columns.findLastIndex(column => column.left <= left),
    );
    const [column = nearest] = over;
    const before = cells.at(-1);
    if (before !== undefined && before.column + before.colspan > column) {
      isDoubtful = true;
      before.text += ` ${text}`;
      before.colspan = Math.max(before.colspan, (over.at(-1) ?? column) - before.column + 1);
      continue;
    }
    cells.push({ text, column, colspan: Math.max(1, (over.at(-1) ?? column) - column + 1), left });
  }
  return { cells, isDoubtful, baseline, size };
}

const FIGURE = /^[($€£¥\s–—-]*\d[\d,.\s]*[)%\s]*$|^[–—-]$/;
/** In units of the pitch. */
const NEXT_LINE = 1.2;
/** In font heights. */
const SAME_EDGE = 0.5;

/** Whether a row only continues words of the row above: aligned with their starts, with an empty first column. */
function continues(above: PlacedRow, row: PlacedRow, pitch: number): boolean {
  if (row.baseline - above.baseline > NEXT_LINE * pitch * row.size) return false;
  return row.cells.every(cell => {
    const over = above.cells.find(candidate => candidate.column === cell.column);
    if (cell.column === 0 || over === undefined || FIGURE.test(cell.text) || FIGURE.test(over.text)) return false;
    return Math.abs(over.left - cell.left) <= SAME_EDGE * row.size;
  });
}

function joinRow(above: PlacedRow, row: PlacedRow): void {
  above.baseline = row.baseline;
  for (const cell of row.cells) {
    const over = above.cells.find(candidate => candidate.column === cell.column);
    if (over !== undefined) over.text = joinLines(over.text, cell.text, () => false);
  }
}
