import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { appendAll } from '../../../kernel/lists.ts';
import { type Line, toLines } from '../sections/document-lines.ts';
import { writtenDays } from '../written-days.ts';
import {
  humanName,
  inMixedCase,
  isOfficeWord,
  namesOffice,
  relationsOf,
  splitName,
  tidyTitle,
} from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';

/**
 * People who sign an annual report, or are listed as directors in it: the seat is observed on that day and did not begin on
 * it.
 */
interface Signatory {
  /** As the signature has it: `JONAH SHACKNAI`. */
  signed: string | null;
  name: string | null;
  title: string[];
  quote: string[];
}

const HEADING = /^signatures?(?:\s+pages?)?[\s.:*]*$/i;
const SIGNED_BELOW =
  /signed\b[\s\S]{0,40}\bbelow\b[\s\S]{0,40}\bby the following|following persons[\s\S]{0,80}(?:capacit|behalf)/i;
const SIGNED_FOR = /\bcaused (?:this|the)\b[\s\S]{0,160}\bto be (?:duly )?signed\b/i;
const END =
  /^(?:(?:index to |list of )?exhibits?(?: index)?\b|(?:index to|list of) exhibits|schedule\s+[ivx\d]|report of independent|independent auditor|consolidated (?:financial )?statements|financial statement schedule|index to (?:consolidated )?financial|<\/document>|certification)/i;
const SIGNATURE = /^(?:\*\s*)?(?:by:?\s*)?(?:\*\s*)?(?:\/\s?s\s?\/|\/\/s\/\/|\(signed\)|\(s\))\s*/i;
/** `By Jane Doe`, without a mark. */
const SIGNED_PLAINLY = /^by:?\s+(?=\p{Lu})/u;
/** Cells without information about a person. */
const NOISE = /^(?:\*+|by:?|date:?|dated:?|name:?|title:?|its:?|signatures?|capacity|[-_*\s.=]+)$/i;
/** What forms print before a name or an office. */
const LABELS = /(?:^|\s)(?:(?:print(?:ed)? )?name(?: and title)?|title|its|capacity|office)\s*:\s*/gi;
const AFTER_SIGNATURE = /\s+(?:date[d]?|place)\s*:.*$/i;
const BEFORE_SIGNATURE = /^.*?\b(?=by:?\s*(?:\/\s?s\s?\/|\(signed\)))/i;
const DIRECTORS_LISTED = /\bdirectors\b[\s\S]{0,80}\b(?:listed below|following|powers? of attorney)/i;
const CAPACITY_HEADING = /:\s*$/;
const MAX_LINES = 200;
const LONGEST_CELL = 220;
/** Characters of a cell that are looked at: what is longer is no signature. */
const MAX_READ = 400;
const LONGEST_QUOTE = 240;

/**
 * The directors and officers who sign an annual report (Form 10-K), by their signatures, including signatures by attorney.
 * Signatures are in rows with their offices, above them in blocks, or in two columns of blocks. `filingDate` is the day if
 * none is written.
 */
export function readSignatures(document: TextDocument, filingDate: IsoDate | null): RoleStatement[] {
  const lines = signatureLines(toLines(document));
  const day = signedOn(lines, filingDate);
  if (day === null) return [];
  const people = readSignatories(lines);
  const byKey = new Map<string, RoleStatement>();
  for (const { signed, name, title, quote } of people) {
    const office = titleOf(title);
    const called = name ?? signed;
    if (called === null || office === '') continue;
    for (const relation of relationsOf(office)) {
      const key = `${relation} ${called.toLowerCase().replace(/[^\p{L}]/gu, '')}`;
      const known = byKey.get(key);
      // Who signs for the registrant signs again below, with all offices.
      if (known !== undefined && (known.roleTitle ?? '').length >= office.length) continue;
      byKey.set(
        key,
        roleStatement({
          name: inMixedCase(called),
          nameAsFiled: called,
          kind: 'person',
          relation,
          roleTitle: inMixedCase(office),
          asOf: day,
          confirmation: 'annual',
          quote: { sectionKey: null, text: quote.join(' ').slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
        }),
      );
    }
  }
  return [...byKey.values()];
}

/** The office of a signatory from the lines below the signature, without what the page prints next. */
function titleOf(lines: readonly string[]): string {
  const text = lines.join(' ');
  return officeAt(text)?.title ?? tidyTitle(text);
}

/**
 * From the heading of the signatures (or else from where somebody signs) to the text after them. Each registrant of a joint
 * filing has signatures of its own.
 */
function signatureLines(lines: readonly Line[]): Line[] {
  const first = lines.findIndex(line => SIGNED_FOR.test(line.text.slice(0, MAX_READ)));
  const below = lines.findLastIndex(line => SIGNED_BELOW.test(line.text.slice(0, MAX_READ)));
  const heading = lines.findLastIndex((line, at) => HEADING.test(line.text.trim()) && (below < 0 || at <= below));
  const starts = [first, heading, below].filter(at => at >= 0).sort((a, b) => a - b);
  const taken: Line[] = [];
  let until = -1;
  for (const start of starts) {
    if (start < until) continue;
    const after = lines.slice(start, start + MAX_LINES);
    const end = after.findIndex(
      ({ text }, at) => at > 0 && END.test(text.trim()) && !SIGNED_BELOW.test(text) && text.length < MAX_READ,
    );
    appendAll(taken, end < 0 ? after : after.slice(0, end));
    until = start + (end < 0 ? after.length : end);
  }
  return taken;
}

function signedOn(lines: readonly Line[], filingDate: IsoDate | null): IsoDate | null {
  const days = lines.flatMap(line => writtenDays(line.text)).filter(day => filingDate === null || day <= filingDate);
  return days.sort().at(-1) ?? filingDate;
}

function readSignatories(lines: readonly Line[]): Signatory[] {
  const people: Signatory[] = [];
  let open: Signatory[] = [];
  let heading = '';
  let areDirectors = false;
  let pending: string[] = [];
  const begin = (signed: string | null, name: string | null): Signatory => {
    const one: Signatory = { signed, name, title: [...pending, ...(heading === '' ? [] : [heading])], quote: [] };
    pending = [];
    people.push(one);
    return one;
  };
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells.length === 0) continue;
    const [first = ''] = cells;
    if (cells.length === 1 && CAPACITY_HEADING.test(first) && namesOffice(first) && !SIGNATURE.test(first)) {
      heading = /\bdirector\b/i.test(first) && !/^directors?:/i.test(first) ? 'Director' : '';
      open = [];
      continue;
    }
    if (first.length > LONGEST_CELL || SIGNED_BELOW.test(first) || DIRECTORS_LISTED.test(first)) {
      areDirectors = DIRECTORS_LISTED.test(first) && first.length < 400;
      open = [];
      continue;
    }
    const signatures = cells.filter(isSignature);
    if (signatures.length > 0) {
      areDirectors = false;
      open = signatures.map(cell => takeSignature(cell, begin));
      const rest = cells.filter(cell => !isSignature(cell));
      const [only, second] = open;
      if (only !== undefined && second === undefined) for (const cell of rest) append(only, cell);
      continue;
    }
    if (areDirectors && cells.every(cell => humanName(cell) !== null)) {
      for (const cell of cells) begin(null, humanName(cell)).title.push('Director');
      open = [];
      continue;
    }
    if (open.length > 1 && cells.length === open.length) {
      for (const [at, one] of open.entries()) append(one, cells[at] ?? '');
      continue;
    }
    const [only] = open;
    if (only !== undefined && open.length === 1 && continuesBlock(only, cells)) {
      for (const cell of cells) append(only, cell);
      continue;
    }
    open = beginUnsigned(cells, begin, text => pending.push(text));
  }
  return people;
}

/** Cells with content, without dates at their ends. */
function cellsOf(line: Line): string[] {
  return (line.cells ?? [line.text])
    .map(cell =>
      cell
        .slice(0, MAX_READ)
        .replace(
          /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,2},?\s+\d{4}\b/gi,
          ' ',
        )
        .replace(BEFORE_SIGNATURE, '')
        .replace(LABELS, ' ')
        .replace(AFTER_SIGNATURE, ' ')
        .replace(/-{3,}|_{3,}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(cell => cell !== '' && !NOISE.test(cell));
}

/** `/s/ NAME`, `/s/ NAME Name`, `/s/ Name Director`. */
function takeSignature(cell: string, begin: (signed: string | null, name: string | null) => Signatory): Signatory {
  const text = cell.replace(SIGNATURE, '').replace(SIGNED_PLAINLY, '').replace(/[“”"]/g, '').trim();
  const words = text.split(' ');
  for (const isEnd of [repeats, namesOffice]) {
    for (let count = words.length; count >= 2; count--) {
      const signed = words.slice(0, count).join(' ');
      const rest = words.slice(count).join(' ');
      if (humanName(signed) === null || (rest !== '' && !isEnd(rest, signed))) continue;
      const half = halved(signed);
      const one = begin(humanName(half ?? signed), half === null ? null : humanName(signed.slice(half.length).trim()));
      one.quote.push(cell);
      if (rest !== '') append(one, rest);
      return one;
    }
  }
  const one = begin(null, null);
  one.quote.push(cell);
  return one;
}

function isSignature(cell: string): boolean {
  return SIGNATURE.test(cell) || (SIGNED_PLAINLY.test(cell) && splitName(cell.replace(SIGNED_PLAINLY, '')) !== null);
}

/** The first half of a name that is written twice: `JANE DOE Jane Doe`. */
function halved(text: string): string | null {
  const words = text.split(' ');
  for (let count = 2; count <= words.length - 2; count++) {
    const first = words.slice(0, count).join(' ');
    if (fold(first) === fold(words.slice(count).join(' '))) return first;
  }
  return null;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

/** Whether a text begins with a name. */
function repeats(text: string, name: string): boolean {
  return fold(text).startsWith(fold(name));
}

/** The text under or next to a signature: the repeated name, an office, or both. */
function append(one: Signatory, cell: string): void {
  one.quote.push(cell);
  const known = one.name ?? one.signed;
  if (known === null) {
    one.name = humanName(cell);
    if (one.name === null && namesOffice(cell)) one.title.push(cell);
    return;
  }
  if (!repeats(cell, known)) {
    if (one.name === null && humanName(cell) !== null && sharesWord(cell, known)) one.name = humanName(cell);
    else if (continuesTitle(one.title.at(-1), cell)) one.title.push(cell);
    return;
  }
  const words = cell.split(' ');
  const count = words.findIndex((_, at) => fold(words.slice(0, at + 1).join(' ')) === fold(known)) + 1;
  const suffix = /^(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq)\.?,?$/i.test(words[count] ?? '') ? 1 : 0;
  one.name = words
    .slice(0, count + suffix)
    .join(' ')
    .replace(/,$/, '');
  const rest = words
    .slice(count + suffix)
    .join(' ')
    .replace(/^,\s*/, '');
  if (rest !== '') one.title.push(rest);
}

/** Whether a line is an office, or goes on with the office of the line before it. */
function continuesTitle(before: string | undefined, cell: string): boolean {
  if (before === undefined) return namesOffice(cell);
  const [first = ''] = cell.split(/[\s,]/);
  return (
    /(?:[,;&–—-]|\b(?:and|of|for|the))\s*$/.test(before) || /^(?:and|&|of|for)\b/.test(cell) || isOfficeWord(first)
  );
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.split(' ').map(fold));
  return b.split(' ').some(word => fold(word).length > 1 && words.has(fold(word)));
}

/** Whether cells still speak of the one who signed above: a name that is another's begins a new entry. */
function continuesBlock({ signed, name, title }: Signatory, cells: readonly string[]): boolean {
  const known = name ?? signed;
  const [first = ''] = cells;
  if (humanName(first) === null) return title.length === 0 || cells.length === 1;
  return known === null || repeats(first, known) || (name === null && sharesWord(first, known));
}

/** A name with an office and no signature: signed for by attorney, or not signed at all. */
function beginUnsigned(
  cells: readonly string[],
  begin: (signed: string | null, name: string | null) => Signatory,
  pend: (office: string) => void,
): Signatory[] {
  const [first = '', second = ''] = cells;
  const name = humanName(first);
  if (name !== null) {
    const one = begin(null, name);
    one.quote.push(first);
    if (second !== '') append(one, second);
    return [one];
  }
  if (cells.length === 1 && relationsOf(first).length > 0) pend(first);
  return [];
}
