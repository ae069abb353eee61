import type { Link, TextDocument } from '../../../formats/html-text/text-document.ts';

/** A paragraph or a table's row, as headings are looked for in them. */
export interface Line {
  /** Index of its block. */
  block: number;
  /** Index of the table of which the line is a row; -1 for a paragraph. */
  table: number;
  text: string;
  /** Index in its block's text at which it begins: not 0 if a heading within a paragraph begins it. */
  textStart: number;
  /** Texts of its cells except empty ones, and where they begin in the source; null for a paragraph. */
  cells: string[] | null;
  cellStarts: number[] | null;
  start: number;
  end: number;
  isBold: boolean;
  isUnderlined: boolean;
  isCentred: boolean;
  headingLevel: number;
  emphasisedLead: number;
  links: Link[];
}

/** Paragraphs and table rows with text, in reading order. */
export function toLines(document: TextDocument): Line[] {
  const lines: Line[] = [];
  for (const [block, shown] of document.blocks.entries()) {
    if (shown.kind === 'text') {
      const { text, start, end, isBold, isUnderlined, isCentred, headingLevel, emphasisedLead, links } = shown;
      lines.push({
        ...{
          block,
          table: -1,
          text,
          textStart: 0,
          cells: null,
          cellStarts: null,
          start,
          end,
          isBold,
          isUnderlined,
          isCentred,
          headingLevel,
        },
        ...{ emphasisedLead, links },
      });
    } else if (shown.kind === 'table') {
      for (const row of shown.rows) {
        const filled = row.cells.filter(cell => cell.text !== '');
        if (filled.length === 0) continue;
        lines.push({
          block,
          table: block,
          text: filled.map(cell => cell.text).join(' '),
          textStart: 0,
          cells: filled.map(cell => cell.text),
          cellStarts: filled.map(cell => cell.start),
          start: row.start,
          end: row.end,
          isBold: filled[0]?.isBold ?? false,
          isUnderlined: false,
          isCentred: false,
          headingLevel: 0,
          emphasisedLead: 0,
          links: filled.flatMap(cell => cell.links),
        });
      }
    }
  }
  return lines;
}

/** A line with emphasis: bold, underlined, a heading, or in capitals throughout. */
export function isEmphasised(line: Line): boolean {
  return line.isBold || line.isUnderlined || line.headingLevel > 0 || isCapitals(line.text);
}

const MAX_LOOKED_AT = 400;

/** Whether the line has enough letters, and all are capitals. */
export function isCapitals(text: string): boolean {
  const letters = text.slice(0, MAX_LOOKED_AT).replace(/[^\p{L}]/gu, '');
  return letters.length >= 4 && letters === letters.toUpperCase();
}

const LONGEST_HEADING = 160;
const SHORTEST_LEAD = 4;

/** The emphasised words that a line begins with or consists of; null if there are none. */
export function titleAtStart(line: Line): string | null {
  if (line.text.length <= LONGEST_HEADING && (isEmphasised(line) || line.headingLevel > 0)) return line.text;
  if (line.emphasisedLead < SHORTEST_LEAD || line.emphasisedLead > LONGEST_HEADING) return null;
  return line.text.slice(0, line.emphasisedLead).replace(/[\s.:–—-]+$/, '');
}
