import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import { roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { type Line, toLines } from '../sections/document-lines.ts';
import { inMixedCase, namesOffice, relationsOf, splitName } from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';

const LONGEST_CELL = 260;
const LONGEST_BIOGRAPHY = 2_000;
/** Letters behind an office that a cell may have: more is another statement. */
const LONGEST_ADDITION = 12;
const LONGEST_QUOTE = 320;
const FOOTNOTES = /\s*(?:\(\s*(?:\d{1,2}|[a-z*†‡])\s*\)|[*†‡]+)/g;
const AGE = /^[,\s]*\(?(?:aged?\s*:?\s*)?\d{2}\)?[,.\s–—-]*/i;
const IS_AGE = /^\(?(?:age\s*)?\d{2}\)?$/i;
/** `2019 to present — Executive Vice President` */
const TO_PRESENT = /^(?:from\s+)?((?:\p{L}+\s+)?\d{4})\s*(?:to|[-–—])\s*(?:present|date)\s*[-–—:,]*\s*/iu;
const SINCE = /[,(]?\s*\bsince\s+((?:\p{L}+\.?\s+)?(?:\d{1,2},\s+)?\d{4})\)?/iu;
const SINCE_COLUMN = /officer since|office since|director since|since$/i;
const YEAR = /^(?:19|20)\d{2}$/;

/**
 * The people whom a table or a list names with their offices: rows with a name and an office, or an entry (`Jane Doe, 57`)
 * with an office behind it. If a start is stated, a year counts from its last day and a month from its own.
 */
export function readOfficeRows(document: TextDocument, filingDate: IsoDate): RoleStatement[] {
  const people = new Map<string, RoleStatement>();
  const lines = toLines(document);
  let sinceAt = -1;
  for (const [at, line] of lines.entries()) {
    if (line.cells !== null) sinceAt = sinceColumn(line.cells, sinceAt, lines[at - 1]?.table !== line.table);
    const stated = line.cells === null ? fromEntry(line, lines[at + 1]) : fromRow(line, sinceAt);
    if (stated === null) continue;
    for (const relation of relationsOf(stated.title)) {
      const key = `${relation} ${stated.name}`;
      if (people.has(key)) continue;
      const { name, title, since, quote } = stated;
      people.set(
        key,
        roleStatement({
          ...{ name: inMixedCase(name), nameAsFiled: name, kind: 'person', relation, roleTitle: inMixedCase(title) },
          ...{ asOf: filingDate, sinceDate: since === null || since <= filingDate ? since : filingDate },
          confirmation: 'annual',
          quote: { sectionKey: null, text: quote.slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
        }),
      );
    }
  }
  return [...people.values()];
}

interface Stated {
  name: string;
  title: string;
  since: IsoDate | null;
  quote: string;
}

function sinceColumn(cells: readonly string[], known: number, isNewTable: boolean): number {
  const found = cells.findIndex(cell => SINCE_COLUMN.test(cell));
  return found > 0 ? found : isNewTable ? -1 : known;
}

function fromRow({ cells, text }: Line, sinceAt: number): Stated | null {
  const [first = '', ...others] = cells ?? [];
  if (first.length > LONGEST_CELL || !/^\p{Lu}/u.test(first)) return null;
  const named = splitName(first.replace(FOOTNOTES, ' '));
  if (named === null) return null;
  const rest = named.rest.replace(AGE, '');
  const office = rest === '' ? others.find(isOfficeCell) : rest;
  const title = office === undefined ? null : wholeOffice(office);
  if (title === null) return null;
  const column = sinceAt > 0 ? (cells?.[sinceAt] ?? '') : '';
  const since = YEAR.test(column) ? lastDay(column) : lastDay(SINCE.exec(office ?? '')?.[1] ?? '');
  return { name: named.name, title, since, quote: text };
}

function isOfficeCell(cell: string): boolean {
  return namesOffice(cell.slice(0, LONGEST_CELL)) && !IS_AGE.test(cell) && /^\p{L}/u.test(cell);
}

/** The office that a cell states, alone or before a biography; null if it is over. */
function wholeOffice(cell: string): string | null {
  const plain = cell
    .slice(0, LONGEST_BIOGRAPHY)
    .replace(FOOTNOTES, ' ')
    .replace(SINCE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const office = officeAt(plain);
  if (office === null || office.isFormer) return null;
  const behind = plain.slice(office.end);
  if (/^\s*\.\s+\p{Lu}/u.test(behind)) return office.title;
  return behind.replace(/\([^)]*\)?|[\d\s.,;:*†–—-]+/g, '').length > LONGEST_ADDITION ? null : office.title;
}

/** `Jane Doe, 57` and in the next paragraph `2019 to present — Treasurer`. */
function fromEntry({ text }: Line, next: Line | undefined): Stated | null {
  if (text.length > LONGEST_CELL || next === undefined || next.cells !== null || !/\d{2}\)?\s*$/.test(text))
    return null;
  const named = splitName(text);
  if (named === null || !AGE.test(named.rest) || named.rest.replace(AGE, '') !== '') return null;
  const present = TO_PRESENT.exec(next.text);
  const office = officeAt(present === null ? next.text : next.text.slice(present[0].length));
  if (office === null || office.isFormer) return null;
  return {
    ...{ name: named.name, title: office.title, since: lastDay(present?.[1] ?? '') },
    quote: `${text} ${next.text}`,
  };
}

function lastDay(text: string): IsoDate | null {
  return text === '' ? null : (readStatedDates(text)[0]?.last ?? null);
}
