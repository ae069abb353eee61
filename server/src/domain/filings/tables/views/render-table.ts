import type { FilingTable, TableCell, TableRow } from '../model.ts';

/** The lines of a table in columns of its printed grid. Repeated headings are lines of their own. */
interface GridLine {
  isHead: boolean;
  row: TableRow | null;
  /** By place in the grid. */
  texts: string[];
}

/**
 * A table as CSV (RFC 4180): labels, then numbers in whole units (percentages as ratios), words as printed, `-` for a dash.
 * Lines of headings begin with an empty label.
 */
export function renderTableCsv(table: FilingTable): string {
  const lines = gridOf(table, ({ kind, value, text }) =>
    kind === 'number' ? (value ?? text) : kind === 'nil' ? '-' : text,
  );
  return lines.map(({ row, texts }) => [row?.label ?? '', ...texts].map(csvField).join(',')).join('\r\n');
}

/** Spreadsheets run text that looks like a formula; a quote before it keeps it text. */
const FORMULA = /^[=+\-@\t\r](?!$|[\d.]+$)/;

function csvField(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CommonMark with a pipe table, its figures as printed, and labels indented by their depth. */
export function renderTableMarkdown(table: FilingTable): string {
  const lines = gridOf(table, ({ text }) => text);
  const [head, ...rest] = lines;
  if (head === undefined) return '';
  const width = head.texts.length;
  const rule = `| --- |${' ---: |'.repeat(width)}`;
  const above = [table.title, ...table.captions.filter(caption => caption !== table.title)].filter(
    text => text !== null,
  );
  const notes = table.notes.map(({ text }) => escapeText(text));
  return [
    ...above.map(text => `${escapeText(text)}\n`),
    pipeLine(head),
    rule,
    ...rest.map(pipeLine),
    ...(notes.length === 0 ? [] : ['', notes.join('\n\n')]),
  ].join('\n');
}

function pipeLine({ row, texts, isHead }: GridLine): string {
  const indent = '&nbsp;&nbsp;'.repeat(row?.parents.length ?? 0);
  const label = row === null ? '' : `${indent}${escapeText(row.label)}`;
  const cells = [label, ...texts.map(escapeText)];
  return `| ${cells.map(text => (isHead && text !== '' ? `**${text}**` : text)).join(' | ')} |`;
}

/** Escapes what Markdown reads as markup within a line. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>~|]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&');
}

function gridOf({ columns, rows }: FilingTable, show: (cell: TableCell) => string): GridLine[] {
  const positions = [...new Set(columns.map(({ position }) => position))].sort((a, b) => a - b);
  const placeOf = new Map(positions.map((position, at) => [position, at]));
  const parts = partsOf(columns);
  const lines: GridLine[] = [];
  let part = -1;
  for (const row of rows) {
    const own = row.cells[0] === undefined ? Math.max(0, part) : (parts[row.cells[0].column] ?? 0);
    if (own !== part) {
      part = own;
      lines.push(headOf(columns, parts, part, placeOf));
    }
    const texts = positions.map(() => '');
    for (const cell of row.cells) texts[placeOf.get(columns[cell.column]?.position ?? -1) ?? 0] = show(cell);
    lines.push({ isHead: false, row, texts });
  }
  return lines;
}

/** The part of each column: a part of a table begins where positions begin again. */
function partsOf(columns: FilingTable['columns']): number[] {
  let part = 0;
  return columns.map(({ position }, at) => {
    if (at > 0 && position <= (columns[at - 1]?.position ?? -1)) part++;
    return part;
  });
}

function headOf(
  columns: FilingTable['columns'],
  parts: readonly number[],
  part: number,
  placeOf: ReadonlyMap<number, number>,
): GridLine {
  const texts = Array.from(placeOf, () => '');
  for (const [at, { position, headings }] of columns.entries()) {
    const place = placeOf.get(position);
    if (parts[at] === part && place !== undefined) texts[place] = headings.map(({ text }) => text).join(' ');
  }
  return { isHead: true, row: null, texts };
}
