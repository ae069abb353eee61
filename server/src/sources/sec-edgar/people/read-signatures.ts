import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { type Line, toLines } from '../sections/document-lines.ts';
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
import { type SignatureCell, signatureRows, signedDays } from './signature-rows.ts';

/**
 * People who sign a report, or for whom it is signed: the seat is observed on that day and did not begin on it.
 */
interface Signatory {
  /** As the signature has it: `JONAH SHACKNAI`. */
  signed: string | null;
  name: string | null;
  title: string[];
  quote: string[];
  day: IsoDate | null;
  /** Where the signature is in its row. */
  column: number;
}

const HEADING = /^signatures?(?:\s+pages?)?[\s.:*]*$/i;
const SIGNED_BELOW =
  /signed\b[\s\S]{0,40}\bbelow\b[\s\S]{0,40}\bby the following|following persons[\s\S]{0,80}(?:capacit|behalf)/i;
const SIGNED_FOR = /\bcaused (?:this|the)\b[\s\S]{0,160}\bto be (?:duly )?signed\b/i;
/** The sentence above the signatures of a report or a registration statement. */
const OWN_SIGNATURES =
  /^\W*pursuant to the requirements? of\b|\bcaused (?:this|the)\b[\s\S]{0,60}\b(?:report|statement|form|notification)\b[\s\S]{0,160}\bto be (?:duly )?signed\b/i;
const LINES_BELOW_HEADING = 6;
const END =
  /^(?:(?:index to |list of )?exhibits?(?: index)?\b|(?:index to|list of) exhibits|schedule\s+[ivx\d]|report of independent|independent auditor|consolidated (?:financial )?statements|financial statement schedule|index to (?:consolidated )?financial|<\/document>|certifications?\b|i, .{3,60}, certify that)/i;
const SIGNATURE = /^(?:\*\s*)?(?:by:?\s*)?(?:\*\s*)?(?:\/\s?s\s?\/|\/\/s\/\/|\(signed\)|\(s\)|s\/)\s*/i;
/** `By Jane Doe`, without a mark. */
const SIGNED_PLAINLY = /^\*?\s*by:?\s+(?=\p{Lu})/iu;
const DIRECTORS_LISTED = /\bdirectors\b[\s\S]{0,80}\b(?:listed below|following|powers? of attorney)/i;
const CAPACITY_HEADING = /:\s*$/;
const MAX_LINES = 260;
const LONGEST_CELL = 220;
/** Characters of a cell that are looked at: what is longer is no signature. */
const MAX_READ = 400;
const LONGEST_QUOTE = 240;
const MAX_DAYS_BEFORE = 400;

/**
 * The directors and officers who sign a report, by their signatures, including signatures by attorney. Signatures are in
 * rows with their offices, above them in blocks, or in columns of blocks. `filingDate` is the day if none is written.
 */
export function readSignatures(document: TextDocument, filingDate: IsoDate | null): RoleStatement[] {
  const byKey = new Map<string, RoleStatement>();
  for (const lines of signatureSections(toLines(document))) {
    const rows = signatureRows(document, lines);
    const isDayOf = (day: IsoDate) =>
      filingDate === null || (day <= filingDate && day >= addDays(filingDate, -MAX_DAYS_BEFORE));
    const latest =
      lines
        .flatMap(line => signedDays(line.text.slice(0, MAX_READ * 3)))
        .filter(isDayOf)
        .sort()
        .at(-1) ?? null;
    for (const { signed, name, title, quote, day } of new SignatureReader().read(rows)) {
      const office = titleOf(title);
      const called = name ?? signed;
      const asOf = (day !== null && isDayOf(day) ? day : null) ?? latest ?? filingDate;
      if (called === null || office === '' || asOf === null) continue;
      for (const relation of relationsOf(office)) {
        const key = `${relation} ${fold(called)}`;
        const known = byKey.get(key);
        // Who signs for the registrant signs again below, with all offices.
        if (known !== undefined && (known.roleTitle ?? '').length >= office.length) continue;
        byKey.set(
          key,
          roleStatement({
            ...{
              name: inMixedCase(called),
              nameAsFiled: called,
              kind: 'person',
              relation,
              roleTitle: inMixedCase(office),
              asOf,
            },
            confirmation: 'annual',
            quote: { sectionKey: null, text: quote.join(' ').slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
          }),
        );
      }
    }
  }
  return [...byKey.values()];
}

/** Honours that a line prints between the name and the office. */
const CREDENTIALS =
  /^(?:[\s,]*(?:(?:Ed|Ph|M|J|D|Psy)\.?\s?D\b\.?|M\.?B\.?A\b\.?|C\.?P\.?A\b\.?|CFA|CGMA|CMA|Esq\b\.?|LL\.?[BM]\b\.?))+[\s,]+/;

/** The office of a signatory from the lines below the signature, without what the page prints next. */
function titleOf(lines: readonly string[]): string {
  const text = lines.join(' ').replace(/\(\s*(?:principal|authori[sz]ed|duly|and)[^)]*\)?/gi, ' ');
  const plain = text.replace(/\s+/g, ' ').replace(CREDENTIALS, '');
  const office = officeAt(plain)?.title ?? tidyTitle(plain);
  return office.replace(/^directors$/i, 'Director').replace(/^(?:and|&)\s+/i, '');
}

/**
 * From each heading of signatures (or else from where somebody signs) to the text after them. Each registrant of a joint
 * filing has signatures of its own.
 */
function signatureSections(lines: readonly Line[]): Line[][] {
  const first = lines.findIndex(line => SIGNED_FOR.test(line.text.slice(0, MAX_READ)));
  const below = lines.findLastIndex(line => SIGNED_BELOW.test(line.text.slice(0, MAX_READ)));
  const headings = [...lines.keys()].filter(at => HEADING.test(lines[at]?.text.trim() ?? ''));
  const own = headings.filter(at =>
    lines.slice(at + 1, at + 1 + LINES_BELOW_HEADING).some(({ text }) => OWN_SIGNATURES.test(text.slice(0, MAX_READ))),
  );
  const heading = (own.length > 0 ? own : headings).findLast(at => below < 0 || at <= below) ?? -1;
  const starts = [first, heading, below].filter(at => at >= 0).sort((a, b) => a - b);
  const sections: Line[][] = [];
  let until = -1;
  for (const start of starts) {
    if (start < until) continue;
    const after = lines.slice(start, start + MAX_LINES);
    const end = after.findIndex(
      ({ text }, at) => at > 0 && END.test(text.trim()) && !SIGNED_BELOW.test(text) && text.length < MAX_READ,
    );
    const taken = end < 0 ? after : after.slice(0, end);
    sections.push(taken);
    until = start + taken.length;
  }
  return sections;
}

/** Reads the rows of a page of signatures in order. */
class SignatureReader {
  readonly #people: Signatory[] = [];
  /** Those whose names, offices and days the next rows may continue, by column. */
  #open: Signatory[] = [];
  /** The office that a heading gives to all names under it. */
  #heading = '';
  #areDirectors = false;
  /** An office above a signature. */
  #pending: string[] = [];
  #day: IsoDate | null = null;

  read(rows: readonly SignatureCell[][]): Signatory[] {
    for (const row of rows) this.#readRow(row);
    return this.#people;
  }

  #readRow(cells: readonly SignatureCell[]): void {
    const days = cells.flatMap(cell => cell.days);
    const filled = cells.filter(cell => cell.text !== '');
    const [first] = filled;
    if (first === undefined) {
      this.#dateRow(days[0] ?? null);
      return;
    }
    if (filled.length === 1 && this.#isHeading(first.text)) return;
    if (first.text.length > LONGEST_CELL || SIGNED_BELOW.test(first.text) || DIRECTORS_LISTED.test(first.text)) {
      this.#areDirectors = DIRECTORS_LISTED.test(first.text) && first.text.length < 400;
      this.#heading = '';
      this.#open = [];
      this.#day = days[0] ?? this.#day;
      return;
    }
    const starts = this.#startsIn(filled);
    if (starts.length === 0) {
      this.#continueRow(filled);
      this.#dateRow(days[0] ?? null);
      return;
    }
    const begun = starts.map(({ cell, isSigned }) => (isSigned ? this.#sign(cell) : this.#name(cell)));
    const inColumns = this.#open.length > 1 && begun.length === 1 && filled.length > 1;
    const kept = inColumns ? this.#open.filter(signatory => signatory.column !== begun[0]?.column) : [];
    this.#open = [...kept, ...begun].sort((a, b) => a.column - b.column);
    for (const cell of filled.filter(cell => starts.every(start => start.cell !== cell))) {
      const owner = begun.length === 1 && kept.length === 0 ? begun[0] : this.#ownerOf(cell);
      if (owner !== undefined) append(owner, cell.text);
    }
    for (const cell of cells) {
      const owner = begun.length === 1 && kept.length === 0 ? begun[0] : this.#ownerOf(cell);
      if (owner !== undefined) owner.day ??= cell.days[0] ?? null;
    }
    for (const one of begun) one.day ??= days[0] ?? this.#day;
  }

  /** A heading such as `Directors:` gives the office of those under it; `Principal Executive Officer:` that of the next one. */
  #isHeading(text: string): boolean {
    if (!namesOffice(text) || SIGNATURE.test(text) || text.length > LONGEST_CELL) return false;
    if (!CAPACITY_HEADING.test(text)) return false;
    const areDirectors = /\bdirectors?\b/i.test(text);
    this.#heading = areDirectors ? 'Director' : '';
    this.#pending = areDirectors ? [] : [text.replace(CAPACITY_HEADING, '')];
    this.#open = [];
    return true;
  }

  /** A day below one signature is that of the signature; other days are those of what follows. */
  #dateRow(day: IsoDate | null): void {
    if (day === null) return;
    const [only] = this.#open;
    if (only !== undefined && this.#open.length === 1 && only.title.length > 0 && only.day === this.#day)
      only.day = day;
    this.#day = day;
  }

  /** The cells of a row that begin with a new name, with a mark of signature or without. */
  #startsIn(cells: readonly SignatureCell[]): { cell: SignatureCell; isSigned: boolean }[] {
    const starts: { cell: SignatureCell; isSigned: boolean }[] = [];
    for (const cell of cells) {
      if (isSignature(cell.text)) starts.push({ cell, isSigned: true });
      else if (this.#isNewName(cell, starts)) starts.push({ cell, isSigned: false });
    }
    if (starts.some(start => start.isSigned)) this.#areDirectors = false;
    return starts;
  }

  #isNewName(cell: SignatureCell, starts: readonly { cell: SignatureCell; isSigned: boolean }[]): boolean {
    const name = nameAt(cell.text);
    if (name === null) return false;
    const inRow = starts.at(-1);
    if (inRow !== undefined)
      return inRow.isSigned ? !sharesWord(name, inRow.cell.text) && inRow.cell.text.length > 6 : true;
    const owner = this.#ownerOf(cell);
    if (owner === undefined) return true;
    const known = owner.name ?? owner.signed;
    return known !== null && !repeats(cell.text, known) && !(owner.name === null && sharesWord(name, known));
  }

  /** The one among those that are open in whose column a cell is. */
  #ownerOf({ column }: SignatureCell): Signatory | undefined {
    return this.#open.findLast(signatory => signatory.column <= column) ?? this.#open[0];
  }

  #continueRow(cells: readonly SignatureCell[]): void {
    for (const cell of cells) {
      if (/^directors$/i.test(cell.text) && this.#giveAll('Director')) continue;
      const owner = this.#ownerOf(cell);
      if (owner === undefined) {
        if (cells.length === 1 && relationsOf(cell.text).length > 0) this.#pending.push(cell.text);
        continue;
      }
      append(owner, cell.text);
    }
  }

  /** `Directors` beside or below a list is the office of all its names that have none. */
  #giveAll(office: string): boolean {
    const untitled = this.#people.filter(signatory => signatory.title.length === 0);
    for (const one of untitled) one.title.push(office);
    return untitled.length > 1;
  }

  #begin(signed: string | null, name: string | null, cell: SignatureCell): Signatory {
    const title = [...this.#pending, ...(this.#heading === '' ? [] : [this.#heading])];
    const one: Signatory = { signed, name, title, quote: [cell.text], day: cell.days[0] ?? null, column: cell.column };
    this.#pending = [];
    this.#people.push(one);
    return one;
  }

  /** `/s/ NAME`, `/s/ NAME Name`, `/s/ Name Director`. */
  #sign(cell: SignatureCell): Signatory {
    const text = cell.text.replace(SIGNATURE, '').replace(SIGNED_PLAINLY, '').replace(/[“”"]/g, '').trim();
    const words = text.split(' ');
    for (const isEnd of [repeats, namesOffice]) {
      for (let count = Math.min(words.length, 12); count >= 2; count--) {
        const signed = words.slice(0, count).join(' ');
        const rest = words.slice(count).join(' ');
        const half = halved(signed);
        if ((half === null && humanName(signed) === null) || (rest !== '' && !isEnd(rest, signed))) continue;
        const one = this.#begin(
          humanName(half ?? signed),
          half === null ? null : humanName(signed.slice(half.length).trim()),
          cell,
        );
        if (rest !== '') append(one, rest, false);
        return one;
      }
    }
    return this.#begin(null, null, cell);
  }

  /** A name with an office and no signature: signed for by attorney, or not signed at all. */
  #name(cell: SignatureCell): Signatory {
    const named = splitName(cell.text);
    const one = this.#begin(null, named?.name ?? cell.text, cell);
    if (this.#areDirectors && one.title.length === 0) one.title.push('Director');
    if (named !== null && named.rest !== '') append(one, named.rest, false);
    return one;
  }
}

/** The name that a cell consists of, alone or with an office behind it; null if it is something else. */
function nameAt(text: string): string | null {
  if (text.length > LONGEST_CELL) return null;
  const named = splitName(text);
  if (named === null) return null;
  return named.rest === '' || (relationsOf(named.rest).length > 0 && officeAt(named.rest)?.start === 0)
    ? named.name
    : null;
}

function isSignature(text: string): boolean {
  return SIGNATURE.test(text) || (SIGNED_PLAINLY.test(text) && splitName(text.replace(SIGNED_PLAINLY, '')) !== null);
}

/** The first of two spellings of a name that follow each other: `JANE DOE Jane Doe`, `BOB ROE Robert J. Roe`. */
function halved(text: string): string | null {
  const words = text.split(' ');
  for (let count = 2; count <= words.length - 2; count++) {
    const [first, second] = [words.slice(0, count).join(' '), words.slice(count).join(' ')];
    if (fold(first) === fold(second)) return first;
    if (humanName(first) !== null && humanName(second) !== null && surnameOf(first) === surnameOf(second)) return first;
  }
  return null;
}

function surnameOf(name: string): string {
  const words = name.replace(/,.*$/, '').split(' ');
  return fold(words.filter(word => !/^(?:jr|sr|ii|iii|iv)\.?$/i.test(word)).at(-1) ?? '');
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
function append(signatory: Signatory, cell: string, isQuoted = true): void {
  if (isQuoted) signatory.quote.push(cell);
  const known = signatory.name ?? signatory.signed;
  if (known === null) {
    const named = splitName(cell);
    if (named !== null && (named.rest === '' || namesOffice(named.rest))) {
      signatory.name = named.name;
      if (named.rest !== '') signatory.title.push(named.rest);
    } else if (namesOffice(cell)) signatory.title.push(cell);
    return;
  }
  if (!repeats(cell, known)) {
    const named = signatory.name === null ? splitName(cell) : null;
    if (named !== null && sharesWord(named.name, known) && (named.rest === '' || namesOffice(named.rest))) {
      signatory.name = named.name;
      if (named.rest !== '') signatory.title.push(named.rest);
    } else if (continuesTitle(signatory.title.at(-1), cell)) signatory.title.push(cell);
    return;
  }
  const words = cell.split(' ');
  const count = words.findIndex((_, at) => fold(words.slice(0, at + 1).join(' ')) === fold(known)) + 1;
  const behind = words.slice(count).findIndex(word => !SUFFIX.test(word));
  const end = behind < 0 ? words.length : count + behind;
  signatory.name = words.slice(0, end).join(' ').replace(/,$/, '');
  const rest = words.slice(end).join(' ').replace(/^,\s*/, '');
  if (rest !== '') signatory.title.push(rest);
}

const SUFFIX =
  /^(?:jr|sr|ii|iii|iv|m\.?d|j\.?d|ph\.?d|m\.?b\.?a|m\.?p\.?h|d\.?v\.?m|cpa|cfa|c\.p\.a|c\.f\.a|esq)\.?,?$/i;

/** Whether a line is an office, or goes on with the office of the line before it. */
function continuesTitle(before: string | undefined, cell: string): boolean {
  if (before === undefined) return namesOffice(cell) || isOfficeWord(cell.split(/[\s,]/)[0] ?? '');
  const [first = ''] = cell.replace(/^\(/, '').split(/[\s,]/);
  return (
    /(?:[,;&–—-]|\b(?:and|of|for|the))\s*$/.test(before) || /^(?:(?:and|of|for)\b|&)/i.test(cell) || isOfficeWord(first)
  );
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.split(' ').map(fold));
  return b.split(' ').some(word => fold(word).length > 1 && words.has(fold(word)));
}
