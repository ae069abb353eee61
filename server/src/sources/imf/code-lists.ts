import { readFileSync } from 'node:fs';
import { splitCells, splitLines } from '../../formats/tsv.ts';

/** A country of the World Economic Outlook. */
export interface WeoArea {
  /** Three letters, the IMF's code. */
  area: string;
  name: string;
}

export interface WeoSubject {
  subject: string;
  name: string;
  unit: string;
}

const [areasByCode, areasByName] = readAreas();
const [subjectsByCode, subjectsByName] = readSubjects();

/** The country of a code: three letters, or the IMF's number (`111`); null for groups and unknown codes. */
export function areaOfCode(code: string): WeoArea | null {
  return areasByCode.get(code) ?? null;
}

/** An area that is in no list, by a code that has the form of one: its name is what the file states, else the code. */
export function unlistedArea(code: string, name = ''): WeoArea | null {
  return /^[A-Z]{3}$/.test(code) ? { area: code, name: name === '' ? code : name } : null;
}

/** A subject that is in no list, by a code that has the form of one. Only reports state names and units. */
export function unlistedSubject(code: string, name = '', unit = ''): WeoSubject | null {
  return /^[A-Z][A-Z0-9_]{1,31}$/.test(code) ? { subject: code, name: name === '' ? code : name, unit } : null;
}

/** The country of a current or former name of the IMF. */
export function areaOfName(name: string): WeoArea | null {
  return areasByName.get(folded(name)) ?? null;
}

export function subjectOfCode(code: string): WeoSubject | null {
  return subjectsByCode.get(code) ?? null;
}

/** The subject of a descriptor and a unit: several subjects have the same descriptor. */
export function subjectOfName(descriptor: string, unit: string): WeoSubject | null {
  // The base year of constant international dollars changes with the vintage.
  const isOfBaseYear = /^purchasing power parity; \d{4} international dollar/i.test(unit);
  return subjectsByName.get(folded(`${descriptor}|${isOfBaseYear ? BASE_YEAR_DOLLARS : unit}`)) ?? null;
}

const BASE_YEAR_DOLLARS = 'Purchasing power parity; international dollars of a base year';

/** True for groups of countries, by the IMF's numbers or the codes of its portal. Groups are omitted. */
export function isGroup(code: string): boolean {
  return GROUPS.has(code) || /^G\d{3}$/.test(code);
}

const GROUPS = new Set(
  '001 110 119 123 163 200 205 308 400 405 406 440 505 510 511 603 605 901 903 904 905 998'.split(' '),
);

function readAreas(): [ReadonlyMap<string, WeoArea>, ReadonlyMap<string, WeoArea>] {
  const byCode = new Map<string, WeoArea>();
  const byName = new Map<string, WeoArea>();
  for (const [area = '', imfCode = '', name = '', formerNames = ''] of rowsOf('areas.tsv')) {
    const one = { area, name };
    byCode.set(area, one).set(imfCode, one);
    for (const each of [name, ...formerNames.split('|')]) if (each !== '') byName.set(folded(each), one);
  }
  return [byCode, byName];
}

function readSubjects(): [ReadonlyMap<string, WeoSubject>, ReadonlyMap<string, WeoSubject>] {
  const rows = rowsOf('subjects.tsv').map(([subject = '', name = '', unit = '']) => ({ subject, name, unit }));
  return [
    // In the table, former names of a subject follow its current name.
    new Map(rows.toReversed().map(row => [row.subject, row])),
    new Map(rows.map(row => [folded(`${row.name}|${row.unit}`), row])),
  ];
}

function rowsOf(file: string): string[][] {
  const [, ...lines] = splitLines(readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd());
  return lines.map(splitCells);
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
