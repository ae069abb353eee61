/** A document (HTML, or plain text of early years) as the blocks that a reader sees, in reading order. */
export interface TextDocument {
  kind: 'html' | 'text';
  /** The decoded source; all offsets are UTF-16 offsets in it. */
  source: string;
  blocks: Block[];
  /** Block index of each `id` or named anchor. */
  anchors: ReadonlyMap<string, number>;
  /** Words tagged as facts, in document order, outer before inner; empty for plain text. */
  tagged: readonly TaggedElement[];
  /** Limits that were reached: `nesting_limit`, `block_limit` … */
  warnings: string[];
}

/** An element that tags its words as a fact (inline XBRL). */
export interface TaggedElement {
  /** Its decoded id; `@<start>` if it has none. */
  elementId: string;
  /** Offsets in the source, end exclusive. */
  start: number;
  end: number;
}

export type Block = TextBlock | TableBlock | PageBreak;

interface Placed {
  /** Offsets in the source, end exclusive. */
  start: number;
  end: number;
}

/** A paragraph, a heading, a list item, or a line of a text filing. */
export interface TextBlock extends Placed {
  kind: 'text';
  /** White space collapsed, entities decoded. */
  text: string;
  /** Nesting depth of `li`; 0 if it is not a list item. */
  listDepth: number;
  /** `h1` … `h6` as 1 … 6, otherwise 0. */
  headingLevel: number;
  /** True if all of its words are. */
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isCentred: boolean;
  /** Number of bold or underlined characters at its start: a heading run into its paragraph. */
  emphasisedLead: number;
  /** Whether only a line break, not a paragraph, separates it from the block before. */
  isContinuation: boolean;
  /** Unchanged lines separated by `\n`: aligned columns of a text filing whose cells are uncertain. */
  isPreformatted?: boolean;
  links: Link[];
}

export interface Link {
  href: string;
  text: string;
}

/** A table of data. Layout tables (one column, or text in only one cell per row) become text blocks instead. */
export interface TableBlock extends Placed {
  kind: 'table';
  rows: TableRow[];
}

export interface TableRow extends Placed {
  cells: TableCell[];
}

export interface TableCell extends Placed {
  /** Its paragraphs joined by a blank. */
  text: string;
  colspan: number;
  rowspan: number;
  isHeader: boolean;
  isBold: boolean;
  links: Link[];
}

/** `<PAGE>`, a CSS page break, or the number in a page footer. */
export interface PageBreak extends Placed {
  kind: 'page';
  /** Printed number of the page that ends here; null if none is printed. */
  pageNumber: string | null;
}
