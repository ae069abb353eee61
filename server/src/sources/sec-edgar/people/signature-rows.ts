import type { TableCell, TextDocument } from '../../../formats/html-text/text-document.ts';
import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { appendAll, maxOf } from '../../../kernel/lists.ts';
import { ANY_MONTH } from '../../../kernel/months.ts';
import type { Line } from '../sections/document-lines.ts';

/** A cell of a page of signatures: its words, the days that it states, and where in the row it is. */
export interface SignatureCell {
  /** Empty if the cell only states a day, or what forms print. */
  text: string;
  days: IsoDate[];
  column: number;
}

/** Cells without information about a person. */
const NOISE = /^(?:\*+|by:?|date:?|dated:?|name:?|title:?|its:?|signatures?|capacity|[-_*\s.=]+)$/i;
/** What forms print before a name or an office. */
const LABELS = /(?:^|\s)(?:(?:print(?:ed)? )?name(?: and title)?|title|its|capacity|office|position)\s*:\s*/gi;
const MARK = /(?:\*\s*)?(?:\bby:?\s*)?(?:\*\s*)?(?:\/\s?s\s?\/|\/\/s\/\/|\(signed\)|\(s\)(?=\s*\p{Lu}))/giu;
const BEFORE_SIGNATURE = /^.*?\b(?=by:?\s*(?:\/\s?s\s?\/|\(signed\)))/i;
const DATE_LABEL = /(?:^|\s)(?:dated?|place)\s*(?:as of)?\s*:\s*/gi;
const MAX_READ = 400;

/** The rows of a page of signatures. The lines of a cell are rows of their own, in the same column. */
export function signatureRows(document: TextDocument, lines: readonly Line[]): SignatureCell[][] {
  const rows: SignatureCell[][] = [];
  const done = new Set<string>();
  for (const line of lines) {
    const block = document.blocks[line.block];
    if (block?.kind === 'text') {
      const parts = block.isPreformatted === true ? block.text.split('\n') : [block.text];
      for (const part of parts) appendAll(rows, rowsOf(block.isPreformatted === true ? columnsOf(part) : [[part, 0]]));
      continue;
    }
    const row = block?.kind === 'table' ? block.rows.find(tableRow => tableRow.start === line.start) : undefined;
    const key = `${line.block} ${line.start}`;
    if (row === undefined || done.has(key)) continue;
    done.add(key);
    let column = 0;
    const placed = row.cells.map(cell => {
      const at = column;
      column += Math.max(1, cell.colspan);
      return { parts: linesOf(document, cell), at };
    });
    // An office beside a list of names is that of all of them.
    const beside = placed.findIndex(({ parts }) => parts.length === 1 && /^directors$/i.test(parts[0] ?? ''));
    if (beside >= 0 && placed.some(({ parts }) => parts.length > 1)) {
      placed.splice(beside, 1);
      rows.push([{ text: 'Directors:', days: [], column: 0 }]);
    }
    const height = maxOf(placed.map(({ parts }) => parts.length));
    for (let part = 0; part < height; part++) {
      const cells = placed.flatMap(({ parts, at }) => parts.slice(part, part + 1).map((text): Column => [text, at]));
      appendAll(rows, rowsOf(cells));
    }
  }
  return rows;
}

type Column = [text: string, column: number];

/** Columns of a line that two and more blanks separate. */
function columnsOf(line: string): Column[] {
  return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => [text, index]);
}

/** One row, or several if a cell holds several signatures. */
function rowsOf(cells: readonly Column[]): SignatureCell[][] {
  const split = cells.map(([text, column]) => partsOf(text).map(part => toCell(part, column)));
  const rows: SignatureCell[][] = [];
  for (let at = 0; at < maxOf(split.map(parts => parts.length)); at++) {
    const row = split.flatMap(parts => parts[at] ?? []);
    if (row.some(cell => cell.text !== '' || cell.days.length > 0)) rows.push(row);
  }
  return rows;
}

/** `/s/ Jane Doe President /s/ Robin Roe Director`: a part for each signature. */
function partsOf(text: string): string[] {
  const marks = [...text.slice(0, MAX_READ * 4).matchAll(MARK)].map(({ index }) => index).slice(1);
  return [0, ...marks].map((from, at, all) => text.slice(from, all[at + 1] ?? text.length));
}

function toCell(text: string, column: number): SignatureCell {
  const isLong = text.length > MAX_READ;
  const plain = text
    .slice(0, MAX_READ)
    .replace(WRITTEN_DAY, ' ')
    .replace(BEFORE_SIGNATURE, '')
    .replace(LABELS, ' ')
    .replace(DATE_LABEL, ' ')
    .replace(/[-_=]{3,}/g, ' ')
    .replace(/(?<=\b\p{Lu}\.)(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}\.?)\*+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s*(?:\*+|†|‡|\(\s*\d\s*\))$/g, '')
    .replace(/^\*+\s*(?=\p{L})/u, '')
    .trim();
  const days = signedDays(text.slice(0, MAX_READ * 3));
  return { text: NOISE.test(plain) ? '' : isLong ? text : plain, days, column };
}

/** The lines of a cell as the source breaks them; its text if they are not its words. */
function linesOf({ source, kind }: TextDocument, cell: TableCell): string[] {
  const parts = source
    .slice(cell.start, cell.end)
    .split(kind === 'text' ? /\n/ : /<br\b[^>]*>|<\/(?:p|div|li|tr)>/i)
    .map(part => lettersOf(part.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, '')));
  const lines: string[] = [];
  if (cell.text.length > MAX_READ * 4) return [cell.text];
  let rest = cell.text;
  for (const part of parts) {
    if (part === '') continue;
    let end = 0;
    for (let left = part.length; end < rest.length && left > 0; end++)
      left -= /[\p{L}\p{N}]/u.test(rest[end] ?? '') ? 1 : 0;
    while (end < rest.length && !/[\s\p{L}\p{N}]/u.test(rest[end] ?? '')) end++;
    if (lettersOf(rest.slice(0, end)) !== part) return [cell.text];
    lines.push(rest.slice(0, end).trim());
    rest = rest.slice(end);
  }
  if (rest.trim() !== '' && lines.length > 0) lines.push(`${lines.pop()}${rest}`);
  return lines.length === 0 ? [cell.text] : lines;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

const WRITTEN_DAY = new RegExp(
  `\\b(?:this\\s+)?\\d{1,2}(?:st|nd|rd|th)\\s+day\\s+of\\s+(?:${ANY_MONTH}),?\\s+\\d{4}\\b|\\b(?:${ANY_MONTH})\\s+\\d{1,2}(?:st|nd|rd|th)?\\s*,?\\s+\\d{4}\\b|\\b\\d{1,2}\\s+(?:${ANY_MONTH})\\s+\\d{4}\\b|\\b\\d{1,2}[/-]\\d{1,2}[/-](?:\\d{4}|\\d{2})\\b`,
  'gi',
);

/** The days that a page of signatures writes: `May 1, 2024`, `this 1st day of May, 2024`, `5/1/24`. */
export function signedDays(text: string): IsoDate[] {
  return [...text.matchAll(WRITTEN_DAY)].flatMap(({ index, 0: words }) => {
    // `the annual report for the year ended December 31, 2023` is signed later.
    if (/\b(?:ended|ending)\s+$/i.test(text.slice(Math.max(0, index - 10), index))) return [];
    const ordered = words
      .replace(/^this\s+/i, '')
      .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
      .replace(/\s+day\s+of\s+/i, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\s,/g, ',');
    const inDigits = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})$/.exec(ordered);
    if (inDigits === null) return readStatedDates(ordered).flatMap(({ first, last }) => (first === last ? [last] : []));
    const [, month = '', day = '', year = ''] = inDigits;
    const century = year.length === 4 ? '' : Number(year) > 50 ? '19' : '20';
    const date = `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return parseDay(date) === null ? [] : [date];
  });
}
