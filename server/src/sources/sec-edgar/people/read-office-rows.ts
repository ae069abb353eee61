import type { Relation, RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import { roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import type { DocumentNames } from '../../../formats/prose/names.ts';
import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { type Line, toLines } from '../sections/document-lines.ts';
import { writtenDays } from '../written-days.ts';
import { titleAtIssuer } from './named-offices.ts';
import { inMixedCase, namesOffice, relationsOf, splitName } from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';

const LONGEST_CELL = 260;
const LONGEST_HEADING = 120;
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
export function readOfficeRows(document: TextDocument, names: DocumentNames, filingDate: IsoDate): RoleStatement[] {
  const people = new Map<string, RoleStatement>();
  const lines = toLines(document);
  let sinceAt = -1;
  let day = filingDate;
  // Under a heading of executive officers, offices at a named unit are offices of the issuer.
  let areOfficers = false;
  for (const [at, line] of lines.entries()) {
    const isFirstOfTable = line.cells !== null && lines[at - 1]?.table !== line.table;
    if (line.cells !== null) sinceAt = sinceColumn(line.cells, sinceAt, isFirstOfTable);
    if (
      line.text.length < LONGEST_HEADING &&
      line.cells === null &&
      /\b(?:officers?|directors?|nominees?)\b/i.test(line.text)
    )
      areOfficers = /\bexecutive officers\b/i.test(line.text) && !/\b(?:directors?|nominees?)\b/i.test(line.text);
    if (isFirstOfTable) day = dayOfTable(lines.slice(Math.max(0, at - NEAR_LINES), at), filingDate);
    const stated =
      line.cells === null
        ? (fromEntry(line, lines[at + 1]) ?? fromBiography(line, names, areOfficers))
        : fromRow(line, sinceAt);
    for (const office of stated) {
      const asOf = line.cells === null ? filingDate : day;
      for (const relation of relationsOf(office.title)) {
        const key = `${relation} ${office.name} ${office.title}`;
        if (!people.has(key)) people.set(key, toStatement(office, relation, asOf, filingDate));
      }
    }
  }
  return [...people.values()];
}

function toStatement(
  { name, title, since, quote }: Stated,
  relation: Relation,
  asOf: IsoDate,
  filingDate: IsoDate,
): RoleStatement {
  return roleStatement({
    ...{ name: inMixedCase(name), nameAsFiled: name, kind: 'person', relation, roleTitle: inMixedCase(title), asOf },
    sinceDate: since === null || since <= filingDate ? since : filingDate,
    confirmation: 'annual',
    quote: { sectionKey: null, text: quote.slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
  });
}

/** Maximum number of lines between a day and the table that is as of it. */
const NEAR_LINES = 4;
const AS_OF = /\b(?:as of|as at)\b/i;
const MAX_DAYS_BEFORE = 400;

/** The day as of which a table is, by the text before it; the filing's if none is written. */
function dayOfTable(before: readonly Line[], filingDate: IsoDate): IsoDate {
  const stated = before.filter(({ text }) => AS_OF.test(text.slice(0, LONGEST_BIOGRAPHY)));
  const days = stated.flatMap(({ text }) => writtenDays(text.slice(0, LONGEST_BIOGRAPHY)));
  const last = days.filter(day => day <= filingDate && day >= addDays(filingDate, -MAX_DAYS_BEFORE)).at(-1);
  return last ?? filingDate;
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

function fromRow({ cells, text }: Line, sinceAt: number): Stated[] {
  const [first = '', ...others] = cells ?? [];
  if (first.length > LONGEST_CELL || !/^\p{Lu}/u.test(first)) return [];
  const named = splitName(first.replace(FOOTNOTES, ' '));
  if (named === null) return [];
  const rest = named.rest.replace(AGE, '');
  const office = rest === '' ? others.find(isOfficeCell) : rest;
  const title = office === undefined ? null : wholeOffice(office);
  if (title === null) return [];
  const column = sinceAt > 0 ? (cells?.[sinceAt] ?? '') : '';
  const since = YEAR.test(column) ? lastDay(column) : lastDay(SINCE.exec(office ?? '')?.[1] ?? '');
  return [{ name: named.name, title, since, quote: text }];
}

function isOfficeCell(cell: string): boolean {
  return namesOffice(cell.slice(0, LONGEST_CELL)) && !IS_AGE.test(cell) && /^\p{L}/u.test(cell);
}

/** The office that a cell states, alone or before a biography; null if it is over. */
function wholeOffice(cell: string): string | null {
  const plain = presentOf(cell.slice(0, LONGEST_BIOGRAPHY))
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

/** `Treasurer since May 2020; Controller, 2013 – 2020.`: a list of offices by time begins with the present one. */
function presentOf(cell: string): string {
  const [present = cell] = cell.split(/;\s+(?=\p{Lu})/u);
  return present !== cell && SINCE.test(present) ? present : cell;
}

/** `Jane Doe, 57` and in the next paragraph `2019 to present — Treasurer`. */
function fromEntry({ text }: Line, next: Line | undefined): Stated[] | null {
  if (text.length > LONGEST_CELL || next === undefined || next.cells !== null || !/\d{2}\)?\s*$/.test(text))
    return null;
  const named = splitName(text);
  if (named === null || !AGE.test(named.rest) || named.rest.replace(AGE, '') !== '') return null;
  const present = TO_PRESENT.exec(next.text);
  const office = officeAt(present === null ? next.text : next.text.slice(present[0].length));
  if (office === null || office.isFormer) return null;
  const since = lastDay(present?.[1] ?? '');
  return [{ name: named.name, title: office.title, since, quote: `${text} ${next.text}` }];
}

function lastDay(text: string): IsoDate | null {
  return text === '' ? null : (readStatedDates(text)[0]?.last ?? null);
}

const SERVES =
  /^(?:is|has been|has served as|serves as|was (?:named|appointed|elected)|became)\s+(?:(?:a|an|our|the)\s+)?(?=\p{L})/iu;
const SINCE_BEHIND = /^[\s,]*(?:of|for|at)?[^.;]{0,80}?\bsince\s+((?:\p{L}+\.?\s+)?(?:\d{1,2},\s+)?\d{4})/iu;
const SERVED_SINCE =
  /^[^.]{0,120}\.\s+(?:He|She|Mr\.|Ms\.|Mrs\.|Dr\.)[^.]{0,30}? has (?:served|held|been) (?:in )?(?:this|that|as|the)[^.]{0,80}? since\s+((?:\p{L}+\s+)?(?:\d{1,2},\s+)?\d{4})/u;

const AND_ALSO =
  /^[\s,]*(?:and|as well as)?\s*(?:(?:has been|also|as|served as)\s+)*(?:(?:a|an|our|the)\s+)?(?=\p{L})/iu;
const MAX_OFFICES = 4;

/** `Jane Doe, 57, is our Treasurer.` or `Jane Doe (age 57) has been director since 1999 and Treasurer since 2001.` */
function fromBiography({ text }: Line, names: DocumentNames, areOfficers: boolean): Stated[] {
  const quote = text.slice(0, LONGEST_BIOGRAPHY);
  const named = splitName(quote.slice(0, LONGEST_CELL));
  if (named === null || !AGE.test(named.rest)) return [];
  let rest = quote.slice(quote.indexOf(named.rest.slice(0, 20))).replace(AGE, '');
  const offices: Stated[] = [];
  for (let lead = SERVES.exec(rest); lead !== null && offices.length < MAX_OFFICES; lead = AND_ALSO.exec(rest)) {
    const office = officeAt(rest.slice(lead[0].length));
    if (office === null || office.start > 0) break;
    const isOfUnit = areOfficers && office.organisation === null && !office.isFormer;
    const title = titleAtIssuer(office, names) ?? (isOfUnit ? office.title : null);
    const behind = rest.slice(lead[0].length + office.end);
    const dated = SINCE_BEHIND.exec(behind);
    const since = lastDay(dated?.[1] ?? (offices.length === 0 ? SERVED_SINCE.exec(behind)?.[1] : undefined) ?? '');
    if (title === null || (offices.length > 0 && dated === null)) break;
    offices.push({ name: named.name, title, since, quote });
    if (dated === null) break;
    rest = behind.slice(dated[0].length);
  }
  return offices;
}
