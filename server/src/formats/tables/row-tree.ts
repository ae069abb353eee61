import type { TextDocument } from '../html-text/text-document.ts';
import type { PlacedCell } from './table-layout.ts';

/** A row as the tree of labels needs it. */
export interface LabelledRow {
  label: string;
  /** In ems or characters; null if the row has no label. */
  indent: number | null;
  isHeading: boolean;
}

/** Indents closer than this are equal. */
const SAME_INDENT = 0.3;
const TOTAL = /^(?:sub-?)?totals?\b|^net (?:cash|income|loss|earnings|change|increase|decrease)\b/i;
const MAX_DEPTH = 12;

interface OpenHeading {
  row: number;
  indent: number;
  /** Whether the rows under it are indented deeper than it. */
  isIndented: boolean;
}

/**
 * The headings that each row is under. Rows under a heading are indented deeper than it; where nothing is indented, a
 * heading holds until the next one or until a total.
 */
export function parentsOf(rows: readonly LabelledRow[]): number[][] {
  const open: OpenHeading[] = [];
  return rows.map((row, at) => {
    const indent = row.indent ?? open.at(-1)?.indent ?? 0;
    if (row.indent !== null) closeBefore(open, row, indent, rows[at - 1]?.isHeading === true);
    const parents = open.map(heading => heading.row);
    if (row.isHeading && open.length < MAX_DEPTH) {
      const next = rows.slice(at + 1, at + 6).find(below => below.indent !== null);
      open.push({ row: at, indent, isIndented: (next?.indent ?? indent) > indent + SAME_INDENT });
    } else if (row.indent !== null && TOTAL.test(row.label)) closeByTotal(open, indent);
    return parents;
  });
}

function closeBefore(open: OpenHeading[], row: LabelledRow, indent: number, isBelowHeading: boolean): void {
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const isDeeper = indent > last.indent + SAME_INDENT;
    const isOut = last.isIndented
      ? !isDeeper
      : indent < last.indent - SAME_INDENT || (row.isHeading && !isDeeper && !isBelowHeading);
    if (!isOut) return;
    open.pop();
  }
}

/** A total ends the innermost heading whose rows are not indented. */
function closeByTotal(open: OpenHeading[], indent: number): void {
  const last = open.at(-1);
  if (last !== undefined && !last.isIndented && indent <= last.indent + SAME_INDENT) open.pop();
}

const MAX_TAG_CHARS = 800;
const INDENT_STYLE = /(?:padding-left|margin-left|text-indent)\s*:\s*(-?[\d.]+)\s*(pt|px|em|in|rem|%|cm|mm)?/gi;
const SHORT_PADDING = /(?:padding|margin)\s*:\s*(?:[\d.]+\w*\s+){3}([\d.]+)\s*(pt|px|em|in)/gi;
const EMS: Record<string, number> = { pt: 0.1, px: 0.075, em: 1, rem: 1, in: 7.2, '%': 0.5, cm: 2.8, mm: 0.28 };

/** Markup without any of these indents nothing. */
const INDENTS = /padding|margin|indent|nbsp|#160|#xa0|\u00a0/i;
const CELL_TAG = /<t[dh]\b/gi;

/** How far a label is indented: its column in aligned text; paddings and leading blanks, in ems, in HTML. */
export function indentOf({ kind, source }: TextDocument, { start }: PlacedCell): number {
  if (kind === 'text') return start - (source.lastIndexOf('\n', start - 1) + 1);
  const before = source.slice(Math.max(0, start - MAX_TAG_CHARS), start + 1);
  if (!INDENTS.test(before)) return 0;
  const tag = [...before.matchAll(CELL_TAG)].at(-1);
  if (tag === undefined) return 0;
  const markup = before.slice(tag.index);
  let indent = 0;
  for (const pattern of [INDENT_STYLE, SHORT_PADDING])
    for (const [, size = '0', unit = 'pt'] of markup.matchAll(pattern))
      indent += Number(size) * (EMS[unit.toLowerCase()] ?? 0);
  const words = markup.replace(/<[^>]*>?/g, '').replace(/&(?:nbsp|#160|#xa0);/gi, '\u00a0');
  const blanks = /^\s*/.exec(words)?.[0].match(/\u00a0/g)?.length ?? 0;
  return indent + 0.5 * blanks;
}
