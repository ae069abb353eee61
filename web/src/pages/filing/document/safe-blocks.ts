import { unescapeHtml } from '../../../format/unescape-html.ts';

/** The elements that the service uses in documents. */
const SHOWN: ReadonlySet<string> = new Set('h3 h4 h5 h6 p pre br strong em ul li table tr th td span'.split(' '));
/** Elements in which whitespace between children is meaningless. */
const LAID: ReadonlySet<string> = new Set(['ul', 'table', 'tr']);

/** A tag exactly as the service writes it: at most one attribute, in double quotes, escaped. */
const TAG = /<(\/?)([a-z]+\d?)(?: (colspan|data-fact)="([^"<>]*)")?>/g;
const WIDEST = 1_000;
const DEEPEST = 100;

/**
 * Builds a document's elements one by one from a fixed list of elements, two checked attributes, and text. The browser never
 * parses the source as HTML; anything that does not match the service's format is shown as text.
 */
export function safeBlocks(html: string, document: Document): DocumentFragment {
  const blocks = document.createDocumentFragment();
  const open: HTMLElement[] = [];
  let at = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attribute, 4: value, index } of html.matchAll(TAG)) {
    if (!SHOWN.has(name)) continue;
    addText(html.slice(at, index));
    at = index + tag.length;
    if (slash === '/') close(name);
    else add(name, attribute, value ?? '');
  }
  addText(html.slice(at));
  for (const table of blocks.querySelectorAll('table')) alignColumns(table);
  return blocks;

  function addText(escaped: string): void {
    const parent = open.at(-1);
    if (escaped === '' || ((parent === undefined || LAID.has(parent.localName)) && escaped.trim() === '')) return;
    (parent ?? blocks).appendChild(document.createTextNode(unescapeHtml(escaped)));
  }

  function add(name: string, attribute: string | undefined, value: string): void {
    if (open.length >= DEEPEST) return;
    const element = document.createElement(name);
    if (attribute === 'data-fact' && name === 'span') element.setAttribute(attribute, unescapeHtml(value));
    const span = Number(value);
    const isCell = name === 'td' || name === 'th';
    if (attribute === 'colspan' && isCell && Number.isInteger(span) && span > 1 && span <= WIDEST) {
      element.setAttribute(attribute, String(span));
    }
    (open.at(-1) ?? blocks).appendChild(element);
    if (name !== 'br') open.push(element);
  }

  /** Ignores an end tag without a start tag, as at the start of a part that begins inside a table. */
  function close(name: string): void {
    const depth = open.findLastIndex(element => element.localName === name);
    const element = open[depth];
    if (element === undefined) return;
    open.length = depth;
    // An empty cell is not a header.
    if (name === 'th' && !element.hasChildNodes()) {
      const cell = document.createElement('td');
      cell.setAttribute('colspan', element.getAttribute('colspan') ?? '1');
      element.replaceWith(cell);
    }
  }
}

const FIGURE = /^[\s$€£¥₩R(−–—-]*(?:\d[\d.,\s]*)?[)%xX\s]*$/;

/** Aligns columns of figures right and columns of text left, since the source does not state alignment. */
function alignColumns(table: HTMLTableElement): void {
  const columns: { figures: number; words: number; cells: HTMLTableCellElement[] }[] = [];
  for (const row of table.rows) {
    let at = 0;
    for (const cell of row.cells) {
      columns[at] ??= { figures: 0, words: 0, cells: [] };
      const column = columns[at];
      const text = cell.textContent ?? '';
      column?.cells.push(cell);
      if (column && text.trim() !== '') column[FIGURE.test(text) ? 'figures' : 'words']++;
      at += cell.colSpan;
    }
  }
  // A row of one cell is a heading across all columns.
  for (const { cells } of table.rows) {
    const [only] = cells;
    if (only && cells.length === 1 && columns.length > 1) only.colSpan = columns.length;
  }
  for (const { figures, words, cells } of columns.filter(Boolean)) {
    if (figures >= words && figures > 0) for (const cell of cells) cell.dataset.figure = '';
  }
}
