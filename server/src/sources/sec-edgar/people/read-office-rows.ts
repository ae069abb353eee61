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
/** The header of a column of starts, in one cell or in several lines: `Date assumed present position`. */
const STARTS_COLUMN =
  /\b(?:date|year|month|when)\b[^.;]{0,60}\b(?:assumed|elected|appointed|became|of (?:appointment|election))\b|\b(?:assumed|elected|appointed)\b[^.;]{0,30}\b(?:position|office|role)\b/i;
const YEAR = /^(?:19|20)\d{2}$/;
const MONTH = /^\p{L}+\.?,?\s+(?:\d{1,2},\s+)?(?:19|20)\d{2}$/u;

/**
 * The people whom a table or a list names with their offices: rows with a name and an office, or an entry (`Jane Doe, 57`)
 * with an office behind it. If a start is stated, a year counts from its last day and a month from its own.
 */
export function readOfficeRows(document: TextDocument, names: DocumentNames, filingDate: IsoDate): RoleStatement[] {
  const people = new Map<string, RoleStatement>();
  const lines = toLines(document);
  let sinceAt = -1;
  let heading = '';
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
    if (isFirstOfTable) heading = '';
    if (line.cells !== null && heading.length < LONGEST_BIOGRAPHY) heading += ` ${line.text}`;
    if (isFirstOfTable) day = dayOfTable(lines.slice(Math.max(0, at - NEAR_LINES), at), filingDate);
    const stated =
      line.cells === null
        ? (fromEntry(line, lines[at + 1]) ??
          fromHeading(line, lines[at + 1]) ??
          fromBiography(line, names, areOfficers))
        : fromRow(withContinued(line, lines[at + 1]), sinceAt, STARTS_COLUMN.test(heading)).map(stated =>
            withBiography(stated, lines[at + 1]),
          );
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
const AS_OF = /\b(?:as of|as at)\s+(?:the\s+)?/gi;
/** `as of Saturday, May 1, 2024` */
const LONGEST_DAY = 40;
const MAX_DAYS_BEFORE = 400;

/** The day as of which a table is, by the text before it; the filing's if none is written. */
function dayOfTable(before: readonly Line[], filingDate: IsoDate): IsoDate {
  const days = before.flatMap(({ text }) =>
    [...text.slice(0, LONGEST_BIOGRAPHY).matchAll(AS_OF)].flatMap(({ index, 0: words }) =>
      writtenDays(text.slice(index + words.length, index + words.length + LONGEST_DAY)).slice(0, 1),
    ),
  );
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

/** Words with which no office ends. */
const UNFINISHED = /(?:\b(?:and|of|for|Chief|Vice|Senior|Executive|General)|[,&-])$/;

/** Words with which the rest of an office begins. */
const GOES_ON = /^(?:and\b|&)/i;

/** A row of a text whose office goes on in the next one: `Jane Doe | Senior Vice President, Research and`. */
function withContinued(line: Line, next: Line | undefined): Line {
  const [first = '', office = '', ...others] = line.cells ?? [];
  const [rest = '', ...values] = next?.cells ?? [];
  const isOpen =
    (UNFINISHED.test(office) || GOES_ON.test(rest)) && others.every(cell => cell === '') && next?.table === line.table;
  if (!isOpen || rest === '' || splitName(rest) !== null) return line;
  return { ...line, cells: [first, `${office} ${rest}`, ...values], text: `${line.text} ${next?.text ?? ''}` };
}

function fromRow({ cells, text }: Line, sinceAt: number, hasStarts: boolean): Stated[] {
  const [first = '', ...others] = cells ?? [];
  if (first.length > LONGEST_CELL || !/^\p{Lu}/u.test(first)) return [];
  const named = splitName(first.replace(FOOTNOTES, ' '));
  if (named === null) return [];
  const rest = named.rest.replace(AGE, '');
  const office = rest === '' ? others.find(isOfficeCell) : rest;
  const title = office === undefined ? null : wholeOffice(office);
  if (title === null) return [];
  const column = sinceAt > 0 ? (cells?.[sinceAt] ?? '') : '';
  const last = hasStarts ? (cells?.findLast(cell => cell !== '') ?? '') : '';
  const start = [column, last].find(cell => YEAR.test(cell) || MONTH.test(cell));
  const since = lastDay(start ?? SINCE.exec(office ?? '')?.[1] ?? '');
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
  const entry = present === null ? next.text : next.text.slice(present[0].length);
  const office = officeAt(entry);
  if (office === null || office.isFormer) return null;
  // `Executive Vice President (Home Loans) since May 2019`
  const [behind = '', area = '', day = ''] = BEHIND_ENTRY.exec(entry.slice(office.end)) ?? [];
  const title = behind === '' ? office.title : `${office.title}${area}`;
  const since = lastDay(present?.[1] ?? day);
  return [{ name: named.name, title, since, quote: `${text} ${next.text}` }];
}

/** `JANE DOE - Treasurer` above `Ms. Doe (57) has been Treasurer since May 2020.` */
function fromHeading({ text }: Line, next: Line | undefined): Stated[] | null {
  if (text.length > LONGEST_HEADING || next === undefined || next.cells !== null) return null;
  const named = splitName(text);
  const lead = BIOGRAPHY.exec(next.text.slice(0, LONGEST_BIOGRAPHY));
  if (named === null || lead === null || !isSurnameOf(lead.groups?.surname ?? '', named.name)) return null;
  const title = wholeOffice(named.rest);
  return title === null ? null : [withBiography({ name: named.name, title, since: null, quote: text }, next)];
}

const BEHIND_ENTRY =
  /^(\s\((?!principal|age)[\p{Lu}][^()\d]{2,60}\))?,?\s+since\s+((?:\p{L}+\.?\s+)?(?:\d{1,2},\s+)?\d{4})/u;

function lastDay(text: string): IsoDate | null {
  return text === '' ? null : (readStatedDates(text)[0]?.last ?? null);
}

const SERVES =
  /^(?:is|has been|has served as|serves as|was (?:named|appointed|elected)|became)\s+(?:(?:a|an|our|the)\s+)?(?=\p{L})/iu;
const SINCE_BEHIND = /^[\s,]*(?:of|for|at)?[^.;]{0,80}?\bsince\s+((?:\p{L}+\.?\s+)?(?:\d{1,2},\s+)?\d{4})/iu;
const SERVED_SINCE =
  /^[^.]{0,120}\.\s+(?:He|She|Mr\.|Ms\.|Mrs\.|Dr\.)[^.]{0,30}? has (?:served|held|been) (?:in )?(?:this|that|as|the)[^.]{0,80}? since\s+((?:\p{L}+\s+)?(?:\d{1,2},\s+)?\d{4})/u;

/** `Mr. Doe (57) has been` below the row of Bob Doe. */
const BIOGRAPHY =
  /^(?:Mr|Ms|Mrs|Dr|Miss)\.?\s+(?<surname>[\p{L}'’-]+)(?:,?\s*\(?(?:age\s*)?\d{2}\)?)?,?\s+(?:has\s+(?:been|served\s+as)|(?:became|was\s+(?:named|appointed|elected)))\s+/u;
const CURRENT_SINCE =
  /\b(?:elected|appointed|named|promoted|assumed)\s+(?:to\s+)?(?:(?:his|her|this|the)\s+)?(?:current|present)\s+(?:position|office|title|role)s?,?\s+(?:in|on|as of|effective)\s+((?:\p{L}+\s+)?(?:\d{1,2},\s+)?\d{4})/iu;
const BEGAN =
  /\b(?:elected|appointed|named|became|promoted to|assumed the (?:position|office|role) of)\s+(?:(?:to|as)\s+)?(?=\p{Lu})/gu;
const BEGAN_IN =
  /^(?:\s+of\s+(?:the\s+)?[\p{L}\s]{3,30}?)?,?\s+(?:in|on|effective)\s+((?:\p{L}+\s+)?(?:\d{1,2},\s+)?\d{4})/u;

/** The start that the paragraph below a row states for the office of the row. */
function withBiography(stated: Stated, next: Line | undefined): Stated {
  const text = next?.cells === null ? next.text.slice(0, LONGEST_BIOGRAPHY) : '';
  const lead = BIOGRAPHY.exec(text);
  if (stated.since !== null || lead === null || !isSurnameOf(lead.groups?.surname ?? '', stated.name)) return stated;
  const office = officeAt(text.slice(lead[0].length));
  const dated = office === null ? null : SINCE_BEHIND.exec(text.slice(lead[0].length + office.end));
  const isSame = office !== null && !office.isFormer && isSameOffice(office.title, stated.title);
  const since = isSame && dated !== null ? lastDay(dated[1] ?? '') : startIn(text, stated.title);
  return since === null ? stated : { ...stated, since, quote: text };
}

/** The day on which somebody came to an office, or to `his current position`, in a biography. */
function startIn(biography: string, title: string): IsoDate | null {
  const current = CURRENT_SINCE.exec(biography)?.[1];
  if (current !== undefined) return lastDay(current);
  for (const { index, 0: words } of [...biography.matchAll(BEGAN)].toReversed()) {
    const rest = biography.slice(index + words.length);
    const office = officeAt(rest);
    const day = office === null ? null : BEGAN_IN.exec(rest.slice(office.end));
    if (office !== null && day !== null && isSameOffice(office.title, title)) return lastDay(day[1] ?? '');
  }
  return null;
}

function isSurnameOf(surname: string, name: string): boolean {
  const words = name.replace(/,.*$/, '').toLowerCase().split(' ');
  return words.filter(word => !/^(?:jr|sr|ii|iii|iv)\.?$/.test(word)).at(-1) === surname.toLowerCase();
}

function isSameOffice(one: string, other: string): boolean {
  const fold = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
  return fold(one) === fold(other);
}

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
    offices.push({ name: named.name, title, since: since ?? startIn(behind, title), quote });
    if (dated === null) break;
    rest = behind.slice(dated[0].length);
  }
  return offices;
}
