import { decodeEntities, foldText } from './fold-text.ts';

const ROW_EDGE = /<(?:t(?:r|able)(?=[\s>])|\/t(?:r|able)\s*>)/gi;
const CELL = /<t[dh](?=[\s>])/i;

/** The rows of a document's tables, each from its `<tr` to where it ends or another begins; UTF-16 offsets. */
export interface TableRow {
  /** Counts the tables of the document. */
  table: number;
  start: number;
  end: number;
}

/** In document order. A row that holds a table ends where that table begins. */
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

/** The first words among the cells of a row's markup; null where no cell has a letter. */
export function firstWords(markup: string): string | null {
  return cellTexts(markup).find(words => /\p{L}/u.test(words)) ?? null;
}

/** The words of a row that says nothing else: a heading. Null for any other. */
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

/** Markup without its tags, folded. */
export function plainText(markup: string): string {
  return foldText(decodeEntities(markup.replace(/<[^>]*>?/g, ' ')));
}
