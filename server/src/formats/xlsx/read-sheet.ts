import { appendAll } from '../../kernel/lists.ts';
import { readXml } from '../xbrl/xml-reader.ts';
import { listZipBuffer, readZipBufferMember, ZipError, type ZipMember } from '../zip.ts';

/** The value of a cell: text, a number (also for dates), or null if empty. */
export type SheetCell = string | number | null;

export interface Sheet {
  name: string;
  /** Rows in sheet order; cells by column, missing ones null. */
  rows: SheetCell[][];
  /** Whether dates count from 1904 instead of 1900. */
  countsFrom1904: boolean;
  /** Date on which the workbook was written, as it states; null if it states none. */
  writtenOn: string | null;
  /** What was not read, as sentences. */
  faults: { kind: string; detail: string }[];
}

/** Limits far beyond any published table. */
const MAX_PART_BYTES = 256 << 20;
const MAX_SMALL_PART_BYTES = 4 << 20;
const MAX_ROWS = 500_000;
const MAX_COLUMNS = 256;
const MAX_CELL_CHARS = 32_767;

/**
 * Reads the first sheet of a workbook (ECMA-376, SpreadsheetML) as cell values: shared and inline text without
 * formatting, numbers, cached results of formulas. Evaluates no formula and follows no link. Throws a ZipError for
 * bytes that are not a zip, are damaged, or are a zip bomb.
 */
export function readFirstSheet(bytes: Buffer): Sheet {
  const members = new Map(listZipBuffer(bytes).map(member => [member.name.replace(/^\//, ''), member]));
  const part = (path: string, most: number): string => readPart(bytes, members.get(path), most);
  const faults: Sheet['faults'] = [];
  const workbook = readBook(part('xl/workbook.xml', MAX_SMALL_PART_BYTES), faults);
  const path = sheetPath(part('xl/_rels/workbook.xml.rels', MAX_SMALL_PART_BYTES), workbook.relation);
  if (path === null || !members.has(path)) throw new ZipError('corrupt_member', 'no sheet: this zip is not a workbook');
  const words = members.has('xl/sharedStrings.xml')
    ? readSharedStrings(part('xl/sharedStrings.xml', MAX_PART_BYTES), faults)
    : [];
  const rows = readRows(part(path, MAX_PART_BYTES), words, faults);
  const core = members.has('docProps/core.xml') ? part('docProps/core.xml', MAX_SMALL_PART_BYTES) : '';
  const writtenOn = /<dcterms:modified[^>]*>(\d{4}-\d{2}-\d{2})T/.exec(core)?.[1] ?? null;
  return { name: workbook.name, rows, countsFrom1904: workbook.countsFrom1904, writtenOn, faults };
}

/** Converts a serial date of a workbook to days since 1970-01-01, ignoring the time of day. */
export function dayOfSerial(serial: number, countsFrom1904: boolean): number {
  // Correct from 1 March 1900: the 1900 system includes a 29 February of that year.
  return Math.floor(serial) - (countsFrom1904 ? 24_107 : 25_569);
}

function readPart(bytes: Buffer, member: ZipMember | undefined, most: number): string {
  if (member === undefined) throw new ZipError('corrupt_member', 'a part is missing: this zip is not a workbook');
  return readZipBufferMember(bytes, member, most).toString('utf8');
}

function readBook(
  source: string,
  faults: Sheet['faults'],
): { name: string; relation: string; countsFrom1904: boolean } {
  let first: { name: string; relation: string } | null = null;
  let countsFrom1904 = false;
  const open = ({ localName, attributes }: { localName: string; attributes: ReadonlyMap<string, string> }): void => {
    if (localName === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '');
    if (localName !== 'sheet' || first !== null) return;
    const relation = [...attributes].find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    first = { name: attributes.get('name') ?? '', relation };
  };
  keep(faults, readXml({ name: '', source }, { open, text() {}, close() {} }));
  return { ...(first ?? { name: '', relation: '' }), countsFrom1904 };
}

/** The sheet's part by its relationship; targets are relative to `xl/` or start with a slash. */
function sheetPath(source: string, relation: string): string | null {
  let target: string | null = null;
  readXml(
    { name: '', source },
    {
      open({ localName, attributes }) {
        if (localName === 'Relationship' && attributes.get('Id') === relation)
          target = attributes.get('Target') ?? null;
      },
      text() {},
      close() {},
    },
  );
  if (target === null) return null;
  const path: string = target;
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`;
}

/** Items may be runs of formatted text; phonetic readings (`rPh`) are skipped. */
function readSharedStrings(source: string, faults: Sheet['faults']): string[] {
  const words: string[] = [];
  const open: string[] = [];
  let text = '';
  const anomalies = readXml(
    { name: '', source },
    {
      open({ localName }) {
        open.push(localName);
        if (localName === 'si') text = '';
      },
      text(part) {
        if (open.at(-1) === 't' && !open.includes('rPh')) text += part;
      },
      close() {
        if (open.pop() === 'si') words.push(unescaped(text));
      },
    },
  );
  keep(faults, anomalies);
  return words;
}

function readRows(source: string, words: readonly string[], faults: Sheet['faults']): SheetCell[][] {
  const rows: SheetCell[][] = [];
  const open: string[] = [];
  let row: SheetCell[] | null = null;
  let column = 0;
  let type = '';
  let text = '';
  let unread = 0;
  const anomalies = readXml(
    { name: '', source },
    {
      open({ localName, attributes }) {
        open.push(localName);
        if (localName === 'row') {
          if (rows.length >= MAX_ROWS) unread++;
          row = rows.length >= MAX_ROWS ? null : [];
          column = 0;
        } else if (localName === 'c') {
          column = columnOf(attributes.get('r') ?? '') ?? column + 1;
          type = attributes.get('t') ?? 'n';
          text = '';
        }
      },
      text(part) {
        const isValue = open.at(-1) === 'v' || (open.at(-1) === 't' && !open.includes('rPh'));
        if (isValue && open.includes('c')) text += part;
      },
      close() {
        const name = open.pop();
        if (name === 'c' && row !== null && column <= MAX_COLUMNS) {
          while (row.length < column - 1) row.push(null);
          row[column - 1] = cellOf(type, text, words);
        }
        if (name === 'row' && row !== null) rows.push(row);
        if (name === 'row') row = null;
      },
    },
  );
  keep(faults, anomalies);
  if (unread > 0) faults.push({ kind: 'too_many_rows', detail: `${unread} more rows are not read` });
  return rows;
}

/** The column number of `B12`; null if a cell has no reference, in which case it follows the previous one. */
function columnOf(reference: string): number | null {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function cellOf(type: string, text: string, words: readonly string[]): SheetCell {
  if (type === 's') return clipped(words[Number(text)] ?? '');
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return clipped(unescaped(text));
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

function clipped(text: string): string | null {
  const clean = text.replaceAll('\u0000', '').slice(0, MAX_CELL_CHARS).toWellFormed();
  return clean === '' ? null : clean;
}

/** Characters that XML cannot represent are written `_x000D_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function keep(faults: Sheet['faults'], anomalies: readonly { kind: string; detail: string }[]): void {
  appendAll(
    faults,
    anomalies.map(({ kind, detail }) => ({ kind, detail })),
  );
}
