/** A document (HTML, or plain text of the early years) as the blocks that a reader sees, in reading order. */
export interface TextDocument {
  kind: 'html' | 'text';
  /** The decoded source; all offsets are UTF-16 offsets in it. */
  source: string;
  blocks: Block[];
  /** Index of the block at which an `id` or a named anchor stands. */
  anchors: ReadonlyMap<string, number>;
  /** Where words are tagged as facts, in document order, the outer before the inner; none in plain text. */
  tagged: readonly TaggedElement[];
  /** Limits that were reached: `nesting_limit`, `block_limit` … */
  warnings: string[];
}

/** An element that tags its words as a fact (inline XBRL). */
export interface TaggedElement {
  /** Its id, decoded; `@<start>` where it has none. */
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
  /** White space folded, entities decoded. */
  text: string;
  /** `li` depth, 0 where it is no list item. */
  listDepth: number;
  /** `h1` … `h6` as 1 … 6, else 0. */
  headingLevel: number;
  /** True where all of its words are so. */
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isCentred: boolean;
  /** Characters at its beginning that are bold or underlined: a heading run into its paragraph. */
  emphasisedLead: number;
  /** Only a line break divides it from the block before, no paragraph. */
  isContinuation: boolean;
  /** Lines as they stand, divided by `\n`: aligned columns of a text filing whose cells are not certain. */
  isPreformatted?: boolean;
  links: Link[];
}

export interface Link {
  href: string;
  text: string;
}

/** A table. Layout tables (one column, or text only in one cell a row) are taken apart into text blocks instead. */
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

/** `<PAGE>`, a CSS page break, a page footer's number. */
export interface PageBreak extends Placed {
  kind: 'page';
  /** Number of the page that ends here, as printed; null where none is. */
  pageNumber: string | null;
}
