import type { FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import { roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { daysInMonth } from '../../../kernel/dates.ts';
import type { Line } from '../sections/document-lines.ts';
import { toLines } from '../sections/document-lines.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { humanName, inMixedCase, namesOffice, relationsOf, tidyTitle } from './names-and-offices.ts';
import { readElections, readOfficerChanges } from './read-officer-changes.ts';
import { readOwners, readTenures } from './read-proxy.ts';
import { readSignatures } from './read-signatures.ts';

const IS_HEADER = /\b(?:position|title|office|age)\b/i;
const YEAR = /^(?:19|20)\d{2}$/;
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SINCE = new RegExp(`,?\\s+since\\s+(?:(${MONTHS})\\s+)?(\\d{4})$`, 'i');
const SINCE_COLUMN = /officer since|office since|since$/i;
const LONGEST_QUOTE = 240;

/** Maximum distance between a heading and its table. */
const NEAR_LINES = 6;

const ANNUAL_REPORT = /^10-KT?(?:SB|405)?(?:40)?(?:\/A)?$/i;

/** The directors, officers and owners of an issuer in a filing, by its form; empty for forms without any. */
export function readPeople(
  form: string,
  filingDate: IsoDate | null,
  { documents, text }: { documents: readonly SectionDocument[]; text: FilingText },
): RoleStatement[] {
  const primary = documents.find(document => document.isPrimary);
  if (primary !== undefined && ANNUAL_REPORT.test(form)) {
    const listed = filingDate === null ? [] : readExecutiveOfficers(primary.text, filingDate);
    return [...readSignatures(primary.text, filingDate), ...listed];
  }
  if (filingDate === null) return [];
  if (/^8-K(?:\/A)?$/i.test(form)) {
    return text.sections.flatMap(section => {
      if (section.sectionKey === 'item_5.02') return readOfficerChanges(section, filingDate);
      return section.sectionKey === 'item_5.07' ? readElections(section, filingDate) : [];
    });
  }
  if (!/^DEF[ACMR]? ?14A$|^DEF 14C$/i.test(form)) return [];
  return text.sections.flatMap(section => {
    if (section.sectionKey === 'beneficial_ownership') return readOwners(section, filingDate);
    return section.sectionKey === 'director_nominees' ? readTenures(section, filingDate) : [];
  });
}

/**
 * The executive officers in an annual report's table of names and positions, under a heading that identifies it. If a start
 * is stated, a year counts from its last day and a month from its own.
 */
export function readExecutiveOfficers(document: TextDocument, filingDate: IsoDate): RoleStatement[] {
  const lines = toLines(document);
  const people = new Map<string, RoleStatement>();
  for (const [at, line] of lines.entries()) {
    if (
      !/\bexecutive officers?\b/i.test(line.text) ||
      line.text.length > 120 ||
      line.cells?.some(cell => YEAR.test(cell))
    )
      continue;
    const header = lines.slice(at, at + NEAR_LINES).findIndex(isHeader);
    const first = lines[at + header];
    if (header < 0 || first === undefined) continue;
    const sinceAt = first.cells?.findIndex(cell => SINCE_COLUMN.test(cell)) ?? -1;
    for (const row of lines.slice(at + header + 1)) {
      if (row.table !== first.table) break;
      const person = toOfficer(row, sinceAt, filingDate);
      if (person !== null && !people.has(person.name)) people.set(person.name, person);
    }
  }
  return [...people.values()];
}

function isHeader({ cells }: Line): boolean {
  return cells !== null && /^name\b/i.test(cells[0] ?? '') && cells.some(cell => IS_HEADER.test(cell));
}

function toOfficer({ cells, text }: Line, sinceAt: number, filingDate: IsoDate): RoleStatement | null {
  const [first = '', ...others] = cells ?? [];
  const named = splitName(first);
  if (named === null) return null;
  const stated = named.rest !== '' ? named.rest : (others.find(cell => namesOffice(cell)) ?? '');
  const [, month, year = null] = SINCE.exec(stated) ?? [];
  const office = tidyTitle(stated.replace(SINCE, ''));
  if (!relationsOf(office).includes('officer')) return null;
  const column = sinceAt > 0 ? (cells?.[sinceAt] ?? '') : '';
  const since = year === null ? lastDay(YEAR.test(column) ? column : null) : lastDay(year, month);
  return roleStatement({
    name: inMixedCase(named.name),
    nameAsFiled: named.name,
    kind: 'person',
    relation: 'officer',
    roleTitle: office,
    asOf: filingDate,
    sinceDate: since === null || since <= filingDate ? since : filingDate,
    confirmation: 'annual',
    quote: { sectionKey: null, text: text.slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
  });
}

/** `Jane Doe` or `Jane Doe Chief Financial Officer since May 2020`. */
function splitName(cell: string): { name: string; rest: string } | null {
  const words = cell.split(' ');
  for (let count = Math.min(words.length, 6); count >= 2; count--) {
    const name = humanName(words.slice(0, count).join(' '));
    const rest = words.slice(count).join(' ');
    if (name !== null && (rest === '' || namesOffice(rest))) return { name, rest };
  }
  return null;
}

function lastDay(year: string | null, month?: string): IsoDate | null {
  if (year === null) return null;
  const number = MONTHS.split('|').findIndex(name => name.toLowerCase() === month?.toLowerCase()) + 1;
  if (number === 0) return `${year}-12-31`;
  return `${year}-${String(number).padStart(2, '0')}-${daysInMonth(Number(year), number)}`;
}
