import { addDays } from '../../kernel/dates.ts';
import { appendAll, countLeading } from '../../kernel/lists.ts';
import type { TableBlock, TaggedElement, TextBlock, TextDocument } from '../html-text/text-document.ts';
import { columnsOf, toPlacedText } from './column-headings.ts';
import type { DataCell, DataColumn, DataRow, DataTable, PlacedText } from './data-table.ts';
import { type Figure, splitMarks } from './read-figure.ts';
import { indentOf, parentsOf } from './row-tree.ts';
import { joinPeriodWords, type PeriodWords, periodOf, readPeriodWords } from './stated-periods.ts';
import { joinUnits, NO_UNITS, readHeadingUnits, readUnits, type StatedUnits } from './stated-units.ts';
import { kindOf } from './table-kinds.ts';
import { covers, type HeadedRows, labelOf, layOut, type PlacedCell, type PlacedRow, valuesOf } from './table-layout.ts';
import { typeCell, unitsOfRow } from './typed-cells.ts';

/** Rows of a table that are read; further ones are left out with a warning. */
const MAX_ROWS = 5_000;
/** Columns that the grid of a table keeps. */
const MAX_COLUMNS = 512;
const MAX_TABLES = 5_000;
/** Cells of a table that are read, and of all tables of a document. */
const MAX_CELLS = 50_000;
const MAX_CELLS_OF_DOCUMENT = 1_000_000;

/**
 * Reads every table of a document as data: headings of all levels by column, labels with the headings they are under by
 * row, and the values of cells in whole units by the units that captions, headings, labels and signs state.
 *
 * Tables are those of the document's blocks: HTML tables that hold data, aligned columns of text filings, columns of PDF
 * pages. Never throws; limits that were reached are warnings of their table.
 */
export function readTables(document: TextDocument): DataTable[] {
  const read: ReadTable[] = [];
  let cells = 0;
  for (const [at, block] of document.blocks.entries()) {
    if (block.kind !== 'table' || !isTable(block)) continue;
    if (read.length >= MAX_TABLES || cells > MAX_CELLS_OF_DOCUMENT) {
      read.at(-1)?.table.warnings.push('document_limit');
      break;
    }
    const above = linesAbove(document, at);
    // A table directly below another one continues it.
    const continued = above.length === 0 ? (read.at(-1)?.units ?? null) : null;
    const one = readTable(document, block, above, continued);
    cells += one.table.rows.reduce((sum, row) => sum + row.cells.length, 0);
    read.push(one);
  }
  const scales = scalesOfFigures(read);
  return read.map(one => withMatchedScale(document, one, scales)).filter(holdsData);
}

/** A single row of words is a line that is laid out as a table. */
function holdsData({ columns, rows }: DataTable): boolean {
  return (
    columns.length > 0 && (rows.length > 1 || rows.some(({ cells }) => cells.some(({ kind }) => kind === 'number')))
  );
}

interface ReadTable {
  block: TableBlock;
  above: readonly TextBlock[];
  table: DataTable;
  units: StatedUnits | null;
}

/** Figures with fewer digits are the same by chance. */
const MIN_DIGITS = 4;
/** Figures that a table must share with tables of a stated scale. */
const MIN_SHARED = 2;

/** The stated scale of each printed amount of a document; null if tables state different ones. */
function scalesOfFigures(read: readonly ReadTable[]): ReadonlyMap<string, number | null> {
  const scales = new Map<string, number | null>();
  for (const { table, units } of read) {
    const scale = units?.scale ?? null;
    if (scale === null) continue;
    for (const digits of amountsOf(table, String(scale))) {
      const known = scales.get(digits);
      scales.set(digits, known === undefined || known === scale ? scale : null);
    }
  }
  return scales;
}

/** The printed digits of the amounts of a table at a scale. */
function amountsOf({ rows }: DataTable, scale: string): Set<string> {
  const digits = rows.flatMap(({ cells }) =>
    cells.filter(cell => cell.scale === scale).map(({ text }) => text.replace(/\D/g, '')),
  );
  return new Set(digits.filter(text => text.length >= MIN_DIGITS));
}

/** A table without a stated scale has that of the tables that print the same amounts. */
function withMatchedScale(
  document: TextDocument,
  { block, above, table, units }: ReadTable,
  scales: ReadonlyMap<string, number | null>,
): DataTable {
  if (units?.scale != null || table.currency === null) return table;
  const shared = [...amountsOf(table, '1')].map(digits => scales.get(digits)).filter(scale => scale !== undefined);
  const [scale = null] = shared;
  if (scale === null || shared.length < MIN_SHARED || shared.some(other => other !== scale)) return table;
  const matched = readTable(document, block, above, { ...(units ?? NO_UNITS), scale });
  return { ...matched.table, scaleSource: 'same_figures' };
}

function isTable({ rows }: TableBlock): boolean {
  return rows.some(row => row.cells.filter(cell => cell.text !== '').length > 1);
}

const MAX_LINES_ABOVE = 6;
const MAX_LINE_CHARS = 400;

/** The last paragraphs between the table before and this one, nearest last. Of long ones only the end. */
function linesAbove({ blocks }: TextDocument, at: number): TextBlock[] {
  const lines: TextBlock[] = [];
  for (let index = at - 1; index >= 0 && lines.length < MAX_LINES_ABOVE; index--) {
    const block = blocks[index];
    if (block?.kind === 'table') break;
    if (block?.kind === 'text' && block.text !== '') lines.unshift(block);
  }
  return lines;
}

interface Context {
  document: TextDocument;
  units: StatedUnits | null;
  currency: string | null;
}

function readTable(
  document: TextDocument,
  block: TableBlock,
  above: readonly TextBlock[],
  inherited: StatedUnits | null,
): ReadTable {
  const kept = withinLimits(block);
  const { labelColumn, parts } = layOut(kept);
  const captions = parts[0]?.captions.map(({ text }) => text) ?? [];
  const lines = above.map(({ text }) => text.slice(-MAX_LINE_CHARS));
  const stated = joinUnits(unitsOf(captions, lines.toReversed()), unitsOfHeadings(parts));
  const units = joinUnits(stated, inherited);
  const currency = units?.currency ?? currencyOfCells(parts);
  const context = { document, units, currency };
  const linePeriod = periodOfLines(above);
  const [columns, rows, notes]: [DataColumn[], DataRow[], PlacedText[]] = [[], [], []];
  for (const part of parts) readPart(part, labelColumn, context, linePeriod, { columns, rows, notes });
  const titles = [...lines.filter(isTitle), ...captions.filter(isTitle)];
  const warnings = [
    ...(kept.rows.length < block.rows.length ? ['row_limit'] : []),
    ...(isWide(block) ? ['column_limit'] : []),
  ];
  const scaleSource = stated?.scale != null ? 'stated' : inherited?.scale != null ? 'table_above' : null;
  const table: DataTable = {
    ...{ start: block.start, end: block.end },
    title: captions.find(isTitle) ?? lines.findLast(isTitle) ?? null,
    captions: [...lines.filter(isCaption), ...captions],
    kind: kindOf(
      titles,
      rows.map(({ label }) => label),
      columns.flatMap(({ period }) => period ?? []),
    ),
    ...{ currency, scale: units?.scale ?? 1, scaleSource, columns, rows, notes, warnings },
  };
  return { block, above, table, units };
}

/** The first rows of a table. */
function withinLimits(block: TableBlock): TableBlock {
  let cells = 0;
  const end = block.rows.findIndex((row, at) => {
    cells += Math.min(MAX_COLUMNS, row.cells.filter(({ text }) => text !== '').length);
    return at >= MAX_ROWS || cells > MAX_CELLS;
  });
  return end < 0 ? block : { ...block, rows: block.rows.slice(0, end) };
}

function isWide({ rows }: TableBlock): boolean {
  return rows.some(
    row => row.cells.length > 1 && row.cells.reduce((sum, { colspan }) => sum + colspan, 0) > MAX_COLUMNS,
  );
}

const MAX_TITLE_CHARS = 160;
const NO_TITLE = /^\W*(?:\(?(?:un)?audited\)?|continued|page \d.*)\W*$|[.;:]$/i;

function isTitle(text: string): boolean {
  if (text.length > MAX_TITLE_CHARS || !/\p{L}{3}/u.test(text) || NO_TITLE.test(text)) return false;
  return readUnits(text) === null || /\b(?:statement|balance|summary|results|table|schedule)/i.test(text);
}

/** A line that says something of all figures below it, or leads to them. */
function isCaption(line: string): boolean {
  if (line.length > MAX_TITLE_CHARS || isTitle(line)) return false;
  return readUnits(line) !== null || readPeriodWords(line) !== null || /:$|\baudited\b|\bunaudited\b/i.test(line);
}

/** Captions of the table first, then the lines above it, nearest first. */
function unitsOf(captions: readonly string[], lines: readonly string[]): StatedUnits | null {
  let units: StatedUnits | null = null;
  for (const text of captions) {
    units = joinUnits(units, readUnits(text));
    if (/^\W*(?:percent|%)(?:age)?(?: change)?\W*$/i.test(text))
      units = { ...joinUnits(units, readHeadingUnits(text)), isPercent: true } as StatedUnits;
  }
  for (const line of lines) {
    const isProse = line.length > MAX_TITLE_CHARS || /[.]$/.test(line);
    // Of a sentence only what it says in parentheses, or before its colon.
    const stated = isProse ? (/\(([^()]{4,160})\)\W*$/.exec(line)?.[1] ?? '') : line;
    units = joinUnits(units, readUnits(stated));
    if (units?.scale != null) break;
  }
  return units;
}

/** The scale that all headings with a scale state; columns without one have it too. */
function unitsOfHeadings(parts: readonly HeadedRows[]): StatedUnits | null {
  const stated = parts.flatMap(({ headings }) => headings.flat()).flatMap(({ text }) => readUnits(text) ?? []);
  const scales = new Set(stated.flatMap(({ scale }) => scale ?? []));
  return scales.size === 1 ? (stated.find(({ scale }) => scale !== null) ?? null) : null;
}

function currencyOfCells(parts: readonly HeadedRows[]): string | null {
  const counts = new Map<string, number>();
  for (const { figure } of parts.flatMap(({ rows }) => rows.flat())) {
    const currency = figure?.currency ?? null;
    if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** The period of a short line above a table, nearest first. */
function periodOfLines(above: readonly TextBlock[]): PeriodWords | null {
  for (const { text } of above.toReversed()) {
    if (text.length > MAX_TITLE_CHARS || /[.]$/.test(text)) continue;
    const words = readPeriodWords(text);
    if (words !== null && (words.date !== null || words.year !== null)) return words;
  }
  return null;
}

function readPart(
  part: HeadedRows,
  labelColumn: number,
  context: Context,
  linePeriod: PeriodWords | null,
  into: Pick<DataTable, 'columns' | 'rows' | 'notes'>,
): void {
  const { document } = context;
  const aligned = document.kind === 'text' && !isTabbed(document, part) ? { source: document.source } : null;
  const headed = columnsOf(part, labelColumn, aligned);
  const captions = part.captions.map(({ text }) => text);
  const captionPeriod = captions.reduce<PeriodWords | null>(
    (words, text) => joinPeriodWords(words, readPeriodWords(text)),
    null,
  );
  const own = headed.map(({ headings }) => periodOfHeadings(headings, captionPeriod));
  const isAnyDated = own.some(words => periodOf(words) !== null);
  const partUnits = part === undefined ? null : unitsOf(captions, []);
  const units = joinUnits(partUnits, context.units);
  const first = into.columns.length;
  const columnUnits = headed.map(({ headings }) => unitsOfColumn(headings));
  for (const [at, { position, headings }] of headed.entries()) {
    const words = withDayOfYear(own[at] ?? null, linePeriod);
    const period =
      periodOf(words) ??
      periodOf(isAnyDated ? captionPeriod : joinPeriodWords(linePeriod, joinPeriodWords(captionPeriod, words)));
    into.columns.push({ position, headings: headings.map(toPlacedText), period });
  }
  const columnAt = new Map(headed.map(({ position }, at) => [position, at]));
  const unitColumn = headed.find(({ headings }) => /^units?$/i.test(headings.at(-1)?.text ?? ''))?.position ?? -1;
  const firstRow = into.rows.length;
  const [heading] = headingBesideColumns(part, labelColumn);
  const body = part.rows.filter(row => !isNote(row, labelColumn));
  appendAll(
    into.notes,
    part.rows.filter(row => isNote(row, labelColumn)).flatMap(row => row.map(toPlacedText)),
  );
  const printed = heading === undefined ? body : [[heading], ...body];
  const labelled = printed.map(row => labelledRow(document, row, labelColumn));
  const parents = parentsOf(labelled);
  const above: (Figure | null)[] = headed.map(() => null);
  for (const [at, row] of printed.entries()) {
    const { label, cell, isHeading, footnotes } = labelled[at] ?? labelledRow(document, row, labelColumn);
    const over = parents[at] ?? [];
    const place = cell ?? row[0];
    const rowUnits = unitsOfRow(
      label,
      over.map(index => labelled[index]?.label ?? ''),
      row.find(({ column }) => column === unitColumn)?.text ?? null,
    );
    const percentage = percentageOf(row, columnAt, columnUnits);
    const cells = valuesOf(row, labelColumn).flatMap((value): DataCell[] => {
      const column = columnAt.get(value.column);
      if (column === undefined) return [];
      const typed = typeCell(value, {
        table: units,
        column: columnUnits[column] ?? NO_UNITS,
        row: rowUnits,
        above: above[column] ?? null,
        percentage,
        currency: context.currency,
      });
      if (value.figure?.sign != null) above[column] = value.figure;
      return [
        {
          ...toPlacedText(value),
          column: first + column,
          ...typed,
          footnotes: value.figure?.footnotes ?? [],
          elementId: elementIn(document.tagged, value),
        },
      ];
    });
    into.rows.push({
      label,
      start: place?.start ?? 0,
      end: place?.end ?? 0,
      parents: over.map(index => firstRow + index),
      isHeading,
      footnotes,
      cells,
    });
  }
}

/**
 * `1997` below `December 31, 1997 and 1996`: a year alone ends on the day that the line above names. A day that is no end of a
 * month is only that of its own year, because fiscal years of weeks end on another day each year.
 */
function withDayOfYear(words: PeriodWords | null, line: PeriodWords | null): PeriodWords | null {
  if (words === null || line?.date == null || words.date !== null || words.monthDay !== null) return words;
  if (words.year === null || words.quarter !== null || words.half !== null) return words;
  const isEndOfMonth = addDays(line.date, 1).endsWith('-01');
  const isOwnYear = line.date.startsWith(String(words.year));
  return isOwnYear || isEndOfMonth ? joinPeriodWords(line, words) : words;
}

/** A label beside the innermost headings that names the rows below; a title, units or a period if it is alone above them. */
function headingBesideColumns({ captions, headings }: HeadedRows, labelColumn: number): PlacedCell[] {
  const last = captions.at(-1);
  const innermost = headings.at(-1)?.[0];
  if (last === undefined || innermost === undefined || captions.length < 2 || labelColumn < 0) return [];
  const isBeside = last.start < innermost.start && (captions.at(-2)?.start ?? 0) < last.start && headings.length > 1;
  const isName =
    readUnits(last.text) === null && readPeriodWords(last.text) === null && last.text.length < MAX_TITLE_CHARS;
  return isBeside && isName && /\p{L}{3}/u.test(last.text) && !NO_TITLE.test(last.text) ? [last] : [];
}

const NOTE =
  /^(?:\((?:\d{1,2}|[a-z]{1,2}|\*)\)|\*|†|‡|\d{1,2}\s?[A-Z(]|notes?:|see (?:accompanying )?notes|the accompanying notes|nm\b|n\/m\b)/i;
const MIN_NOTE_CHARS = 200;

/** A footnote below the rows: alone in its row, behind a mark or as long as a paragraph. */
function isNote(row: PlacedRow, labelColumn: number): boolean {
  const [cell] = row;
  if (cell === undefined || !row.every(other => covers(other, labelColumn))) return false;
  return cell.text.length > MIN_NOTE_CHARS || (NOTE.test(cell.text) && cell.text.length > 12);
}

/** A percentage of a row in which at least half of the figures are percentages; null for other rows. */
function percentageOf(
  row: PlacedRow,
  columnAt: ReadonlyMap<number, number>,
  columnUnits: readonly StatedUnits[],
): Figure | null {
  const figures = row.flatMap(({ figure, column }) => {
    const at = columnAt.get(column);
    const isOther = at === undefined || columnUnits[at]?.isPercent === true;
    return figure?.digits == null || isOther ? [] : [figure];
  });
  const percentages = figures.filter(({ sign }) => sign === 'percent');
  return percentages.length * 2 >= figures.length ? (percentages[0] ?? null) : null;
}

/** The units of a column: of its innermost heading first, then of its headings read as one. */
function unitsOfColumn(headings: readonly PlacedCell[]): StatedUnits {
  const texts = headings.map(({ text }) => text);
  return [...texts.toReversed(), texts.join(' ')]
    .map(readHeadingUnits)
    .reduce((inner, outer) => joinUnits(inner, outer) ?? inner, NO_UNITS);
}

/** Cells of a PDF's text are separated by tabs: their lines are not aligned. */
function isTabbed({ source }: TextDocument, { rows }: HeadedRows): boolean {
  const row = rows.find(cells => cells.length > 1);
  return row !== undefined && source.slice(row[0]?.start, row.at(-1)?.end).includes('\t');
}

const CHANGE =
  /\b(?:changes?|variance|vs\.?|versus|growth|increase|decrease|difference|effect|impact|y\/y|q\/q|yoy|qoq)\b|[%Δ]/i;

/** The words of a column's headings. Days in the heading of a change, and below it, are what is compared. */
function periodOfHeadings(headings: readonly PlacedCell[], caption: PeriodWords | null): PeriodWords | null {
  const change = headings.findIndex(({ text }) => CHANGE.test(text));
  const stating = change < 0 ? headings : headings.slice(0, change);
  const own = stating.map(({ text }) => readPeriodWords(text)).reduce(joinPeriodWords, null);
  if (own === null) return null;
  return joinPeriodWords(caption, own);
}

function labelledRow(document: TextDocument, row: PlacedRow, labelColumn: number) {
  const cell = labelOf(row, labelColumn);
  const { text, footnotes } = splitMarks(cell?.text ?? '');
  return {
    cell,
    label: text,
    footnotes,
    indent: cell === undefined ? null : indentOf(document, cell),
    isHeading: cell !== undefined && row.every(other => covers(other, labelColumn)),
  };
}

/** A longer element is a block of text that contains tables. */
const MAX_TAGGED_CHARS = 5_000;
/** Elements before a place among which the one around it is looked for. */
const MAX_BACK = 6;

/** The id of the shortest tagged element that overlaps a cell. */
function elementIn(tagged: readonly TaggedElement[], { start, end }: PlacedCell): string | null {
  if (tagged.length === 0) return null;
  const after = countLeading(tagged, element => element.start < end);
  let best: TaggedElement | null = null;
  for (let at = after - 1; at >= 0 && at >= after - MAX_BACK; at--) {
    const element = tagged[at];
    if (element === undefined || element.end <= start || element.end - element.start > MAX_TAGGED_CHARS) continue;
    if (best === null || element.end - element.start < best.end - best.start) best = element;
  }
  return best?.elementId ?? null;
}
