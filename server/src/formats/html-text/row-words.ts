import { decodeEntities, foldText } from './fold-text.ts';

const ROW_EDGE = /<(?:t(?:r|able)(?=[\s>])|\/t(?:r|able)\s*>)/gi;
const CELL = /<t[dh](?=[\s>])/i;

/** A table row from its `<tr` to its end or the next one; UTF-16 offsets. */
export interface TableRow {
  /** Number of its table in the document. */
  table: number;
  start: number;
  end: number;
}

/** The rows in document order. A row with a nested table ends where that table starts. */
export function tableRowsOf(source: string): TableRow[] {
  const rows: TableRow[] = [];
  let open: TableRow | null = null;
  let table = 0;
  for (const { 0: edge, index } of source.matchAll(ROW_EDGE)) {
    if (open !== null) open.end = index;
    if (/^<table/i.test(edge)) table++;
    open = /^<tr/i.test(edge) ? { table, start: index, end: source.length } : null;
    if (open !== null) rows.push(open);
  }
  return rows;
}

/** The first words in the cells of a row's markup; null if no cell has a letter. */
export function firstWords(markup: string): string | null {
  return cellTexts(markup).find(words => /\p{L}/u.test(words)) ?? null;
}

/** The words of the cells of all tables, in document order. */
export function cellWords(source: string): string[] {
  return tableRowsOf(source)
    .flatMap(({ start, end }) => cellTexts(source.slice(start, end)))
    .filter(words => /\p{L}/u.test(words));
}

/** The words of a row that contains nothing else: a heading. Null for any other row. */
export function onlyWords(markup: string): string | null {
  const cells = cellTexts(markup).filter(words => words !== '');
  return cells.length === 1 ? firstWords(markup) : null;
}

function cellTexts(markup: string): string[] {
  return markup
    .split(CELL)
    .slice(1)
    .map(cell => plainText(cell.slice(cell.indexOf('>') + 1)));
}

/** Markup without its tags, white space collapsed. */
export function plainText(markup: string): string {
  return foldText(decodeEntities(markup.replace(/<[^>]*>?/g, ' ')));
}
