import type { HoldingLine } from '../../../domain/ownership/holders/model/holdings-report.ts';
import { openDocument } from '../../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { isCusip } from '../../../kernel/identifiers/check-digits.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';

/** The largest managers file some hundred thousand lines. */
const MAX_LINES = 1_000_000;
/** A line has some seven hundred characters; longer ones are damage. */
const MAX_ROW_CHARACTERS = 20_000;
const MAX_TEXT_CHARACTERS = 200;
const MAX_DIGITS = 40;

const ROW_START = /<(?:[\w.-]+:)?infoTable[\s>]/g;
const ROW_END = /<\/(?:[\w.-]+:)?infoTable\s*>/;
const TABLE_END = /<\/(?:[\w.-]+:)?informationTable\s*>/;
const ELEMENT = /<(?:[\w.-]+:)?(\w+)(?:\s[^<>]*)?>([^<]*)/g;

/** The values of a line, by the local names of the form's schema. */
export type StatedLine = ReadonlyMap<string, string>;

/**
 * Reads the lines of an information table in XML (from 2013-05 on) one by one: only the current line is in memory as text.
 * Elements are identified by their local names. A truncated line is reported and still read.
 */
export function readInformationTable(fileName: string, bytes: Uint8Array, log: AnomalyLog): HoldingLine[] {
  const lines: HoldingLine[] = [];
  const texts = new Texts();
  let hasEnd = false;
  for (const row of rowsOf(openDocument(bytes).chunks)) {
    hasEnd = TABLE_END.test(row);
    if (lines.length === MAX_LINES) {
      log.add('too_many_lines', fileName, `more than ${MAX_LINES} lines`);
      return lines;
    }
    const place = lines.length + 1;
    if (!ROW_END.test(row)) log.add('line_not_closed', `${fileName} line ${place}`, row.slice(0, 80));
    lines.push(toHoldingLine(statedIn(row), place, texts, log));
  }
  if (lines.length > 0 && !hasEnd) log.add('truncated', fileName, 'the table is not closed');
  return lines;
}

/** The document from one line's start tag to the next. */
function* rowsOf(chunks: Iterable<string>): Generator<string> {
  let open = '';
  let isStarted = false;
  for (const chunk of chunks) {
    open += chunk;
    ROW_START.lastIndex = isStarted ? 1 : 0;
    let from = 0;
    for (let match = ROW_START.exec(open); match !== null; match = ROW_START.exec(open)) {
      if (isStarted) yield open.slice(from, match.index);
      isStarted = true;
      from = match.index;
    }
    open = open.slice(from);
    if (isStarted && open.length > MAX_ROW_CHARACTERS) {
      // Only its beginning and its end can matter.
      open = open.slice(0, MAX_ROW_CHARACTERS / 2) + open.slice(-MAX_TAG_CHARACTERS);
    } else if (!isStarted) open = open.slice(-MAX_TAG_CHARACTERS);
  }
  if (isStarted) yield open;
}

/** A start tag may cross the border of two chunks. */
const MAX_TAG_CHARACTERS = 1_000;

function statedIn(row: string): StatedLine {
  const plain = row.includes('<!') ? row.replace(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1') : row;
  const stated = new Map<string, string>();
  for (const [, name = '', text = ''] of plain.matchAll(ELEMENT)) {
    const words = decoded(text).trim();
    if (words !== '' && !stated.has(name)) stated.set(name, words);
  }
  return stated;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    const point = decimal !== undefined ? Number(decimal) : hex === undefined ? null : Number.parseInt(hex, 16);
    if (point === null) return ENTITIES[name] ?? whole;
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : '\uFFFD';
  });
}

/** One shared string per distinct text: a table has few distinct names. */
export class Texts {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const words = truncate(text.replaceAll('\u0000', '\uFFFD').replace(/\s+/g, ' ').trim(), MAX_TEXT_CHARACTERS);
    const known = this.#known.get(words);
    if (known !== undefined) return known;
    this.#known.set(words, words);
    return words;
  }
}

/** Maps a line of any form's table. Invalid numbers, codes and CUSIPs are reported, and are null or kept as filed. */
export function toHoldingLine(stated: StatedLine, place: number, texts: Texts, log: AnomalyLog): HoldingLine {
  const at = `line ${place}`;
  const textOf = (name: string): string | null => {
    const text = texts.of(stated.get(name) ?? '');
    return text === '' ? null : text;
  };
  const number = (name: string): string | null => numberOf(stated.get(name), at, log);
  return {
    place,
    nameAsFiled: textOf('nameOfIssuer') ?? '',
    classTitle: textOf('titleOfClass') ?? '',
    cusip: texts.of(cusipOf(stated.get('cusip') ?? '', at, log)),
    value: number('value'),
    amount: number('sshPrnamt'),
    amountType: oneOf(stated.get('sshPrnamtType'), AMOUNT_TYPES, at, log),
    putCall: oneOf(stated.get('putCall'), OPTIONS, at, log),
    discretion: textOf('investmentDiscretion'),
    otherManagers: textOf('otherManager'),
    votingSole: number('Sole'),
    votingShared: number('Shared'),
    votingNone: number('None'),
  };
}

const AMOUNT_TYPES = { SH: 'SH', SHS: 'SH', PRN: 'PRN', PRIN: 'PRN' } as const;
const OPTIONS = { PUT: 'put', P: 'put', CALL: 'call', C: 'call' } as const;

function oneOf<Value extends string>(
  text: string | undefined,
  codes: Readonly<Record<string, Value>>,
  at: string,
  log: AnomalyLog,
): Value | null {
  if (text === undefined) return null;
  const code = codes[text.toUpperCase()];
  if (code === undefined) log.add('unknown_code', at, text);
  return code ?? null;
}

function numberOf(text: string | undefined, at: string, log: AnomalyLog): string | null {
  if (text === undefined) return null;
  const digits = text.length > MAX_DIGITS ? null : canonicalDecimal(text.replace(/[,$\s]/g, ''));
  if (digits === null) log.add('unreadable_number', at, text);
  return digits;
}

/** Spreadsheets drop leading zeros: they are restored if the check digit then matches. */
function cusipOf(text: string, at: string, log: AnomalyLog): string {
  const cusip = text.toUpperCase().replace(/[\s-]+/g, '');
  if (isCusip(cusip)) return cusip;
  const padded = cusip.padStart(9, '0');
  if (cusip.length >= 6 && isCusip(padded)) {
    log.add('cusip_without_zeros', at, text);
    return padded;
  }
  log.add('bad_cusip', at, text);
  return cusip.slice(0, 12);
}
