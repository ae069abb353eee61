/** The words that stand under an element, with the way back to where they stand. */
export interface TextIndex {
  /** Folded for comparison: one character for each of the source. */
  text: string;
  nodes: readonly { node: Text; start: number }[];
}

export interface Found {
  start: number;
  end: number;
}

const MOST_FOUND = 1_000;

const BLOCK = 'p, pre, li, td, th, h3, h4, h5, h6';

/** Reads what stands under an element; paragraphs and cells are divided by a line break, so that no words join over them. */
export function indexText(root: Element): TextIndex {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  for (const node of textsUnder(root)) {
    const own = node.parentElement?.closest(BLOCK) ?? null;
    if (own !== block) text += '\n';
    block = own;
    nodes.push({ node, start: text.length });
    text += fold(node.data);
  }
  return { text, nodes };
}

function* textsUnder(root: Element): Generator<Text> {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (isText(node)) yield node;
}

/** In any document: what stands in a frame is of no class of the page. */
function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}

/** The places of some words, in any case and with any quotes; at most {@link MOST_FOUND}. */
export function findWords({ text }: TextIndex, words: string): Found[] {
  const wanted = fold(words).trim();
  if (wanted.length < 2) return [];
  const found: Found[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST_FOUND; at = text.indexOf(wanted, at + 1)) {
    found.push({ start: at, end: at + wanted.length });
  }
  return found;
}

/** Where that is in the document. */
export function toRange(document: Document, { nodes }: TextIndex, { start, end }: Found): Range {
  const range = document.createRange();
  const first = nodeAt(nodes, start);
  const last = nodeAt(nodes, end - 1);
  if (first && last) {
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
  }
  return range;
}

function nodeAt(nodes: TextIndex['nodes'], index: number): TextIndex['nodes'][number] | undefined {
  let low = 0;
  let high = nodes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.start ?? 0) <= index) low = middle;
    else high = middle;
  }
  return nodes[low];
}

const QUOTES: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '‑': '-' };

/** In small letters, with plain quotes, dashes and blanks; never longer or shorter than it was. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text;
  return same.replace(/[’‘“”–—‑\s]/g, character => QUOTES[character] ?? ' ');
}
