const HTML = 'http://www.w3.org/1999/xhtml';

/** What the service writes documents in. Whatever else came would be shown by its words alone. */
const SHOWN: ReadonlySet<string> = new Set('h3 h4 h5 h6 p pre br strong em ul li table tbody tr th td span'.split(' '));
/** What holds no words for readers. */
const UNREAD: ReadonlySet<string> = new Set(
  'script style template noscript iframe frame object embed applet head title textarea select option'.split(' '),
);
const WIDEST = 1_000;

/**
 * The elements of a document, made anew: of a fixed list of elements, with two attributes that are checked, and texts.
 * Nothing of the source itself comes onto the page, so nothing in it can act, load, or style.
 *
 * The source is read as a document without a window, in which browsers run and load nothing.
 */
export function safeBlocks(html: string): DocumentFragment {
  const read = new DOMParser().parseFromString(html, 'text/html');
  const blocks = document.createDocumentFragment();
  copyChildren(read.body, blocks);
  for (const table of blocks.querySelectorAll('table')) alignColumns(table);
  return blocks;
}

const FIGURE = /^[\s$€£¥₩R(−–—-]*(?:\d[\d.,\s]*)?[)%xX\s]*$/;

/** Columns of figures stand right, columns of words left; the source says no longer which is which. */
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
  for (const { figures, words, cells } of columns.filter(Boolean)) {
    if (figures >= words && figures > 0) for (const cell of cells) cell.dataset.figure = '';
  }
}

function copyChildren(from: Node, to: Node): void {
  for (const child of from.childNodes) {
    if (child instanceof Text) to.appendChild(document.createTextNode(child.data));
    else if (child instanceof Element) copyElement(child, to);
  }
}

function copyElement(element: Element, to: Node): void {
  const name = element.localName;
  if (element.namespaceURI !== HTML || UNREAD.has(name)) return;
  if (!SHOWN.has(name)) {
    copyChildren(element, to);
    return;
  }
  // An empty cell heads nothing.
  const copy = document.createElement(name === 'th' && element.textContent?.trim() === '' ? 'td' : name);
  const span = Number(element.getAttribute('colspan'));
  if (copy instanceof HTMLTableCellElement && Number.isInteger(span) && span > 1 && span <= WIDEST) copy.colSpan = span;
  const fact = element.getAttribute('data-fact');
  if (name === 'span' && fact !== null) copy.dataset.fact = fact;
  copyChildren(element, copy);
  to.appendChild(copy);
}
