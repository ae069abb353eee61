/** The text of an element, with a mapping back to its text nodes. */
export interface TextIndex {
  /** Case-folded text with one character per source character. */
  text: string;
  nodes: readonly { node: Text; start: number }[];
}

export interface Found {
  start: number;
  end: number;
}

const MAX_MATCHES = 1_000;

const BLOCK = 'p, pre, li, td, th, h3, h4, h5, h6';

/** Indexes the text of an element, with a line break between paragraphs and cells, so that words do not join across them. */
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

/** For nodes of any document: those in a frame are not `instanceof` the page's classes. */
function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}

/** Finds words, ignoring case and quote style; at most {@link MAX_MATCHES} matches. */
export function findWords({ text }: TextIndex, words: string): Found[] {
  const wanted = fold(words).trim();
  if (wanted.length < 2) return [];
  const found: Found[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && found.length < MAX_MATCHES; at = text.indexOf(wanted, at + 1)) {
    found.push({ start: at, end: at + wanted.length });
  }
  return found;
}

/** The passage of some length that a match begins; undefined if the match is all of it. */
export function passageFrom(match: Found | undefined, length: number, textLength: number): Found | undefined {
  if (match === undefined || length <= match.end - match.start) return undefined;
  return { start: match.start, end: Math.min(textLength, match.start + length) };
}

/** The DOM range of a match. */
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

/** Lower case with plain quotes, dashes and spaces; the length stays the same. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text;
  return same.replace(/[’‘“”–—‑\s]/g, character => QUOTES[character] ?? ' ');
}
