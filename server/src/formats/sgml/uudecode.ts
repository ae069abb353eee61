const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const BACK_QUOTE = 0x60;

const MAX_LINE_BYTES = 66;
/** Lines with cut blanks stand for more bytes than they have; a text of nothing else is not a file. */
const MAX_GROWTH = 4;

/** The content of a uuencoded text. */
export interface Decoded {
  /** File name in the `begin` line. */
  name: string;
  bytes: Buffer;
  /** False if `end` is missing or some lines are not data: the bytes are those that could be read. */
  isWhole: boolean;
}

const BEGIN = /^\s*begin [0-7]{3,4} ?([^\r\n]*)(\r?\n|\r)/;
/** Maximum length of a `begin` line, which must be the first one. */
const BEGIN_BYTES = 1024;

/** Whether a text starts with the first line of a uuencoded file, after optional blank lines. */
export function isUuencoded(text: Buffer): boolean {
  return BEGIN.test(text.toString('latin1', 0, BEGIN_BYTES));
}

/**
 * Decodes a uuencoded file (POSIX.1-2017, uuencode). A back-quote is a blank, and lines whose trailing blanks were cut
 * are padded. Null if the text has no `begin` line.
 */
export function uudecode(text: Buffer): Decoded | null {
  const begin = BEGIN.exec(text.toString('latin1', 0, BEGIN_BYTES));
  if (begin === null) return null;
  let out = Buffer.alloc(Math.ceil((text.length * 3) / 4) + MAX_LINE_BYTES);
  const most = text.length * MAX_GROWTH + MAX_LINE_BYTES;
  let length = 0;
  const lineEnd = begin[2] === '\r' ? CARRIAGE_RETURN : LINE_FEED;
  let isWhole = false;
  let areLinesGood = true;
  let at = begin[0].length;
  while (at < text.length) {
    const lineFeed = text.indexOf(lineEnd, at);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    const end = trimmedEnd(text, at, lineFeed < 0 ? text.length : lineFeed);
    if (isEndLine(text, at, end)) {
      isWhole = true;
      break;
    }
    const count = end > at ? sixBits(text[at] ?? 0) : 0;
    if (length + count > most) return { name: (begin[1] ?? '').trim(), bytes: out.subarray(0, length), isWhole: false };
    if (length + MAX_LINE_BYTES > out.length) out = Buffer.concat([out, Buffer.alloc(out.length)]);
    if (count < 0 || end - at - 1 > expectedLength(count) + 2) areLinesGood = false;
    else if (count > 0) {
      if (!decodeLine(text, at + 1, end, out, length, count)) areLinesGood = false;
      length += count;
    }
    at = next;
  }
  return { name: (begin[1] ?? '').trim(), bytes: out.subarray(0, length), isWhole: isWhole && areLinesGood };
}

/** Number of characters of a data line after its first. Some writers append one or two as a checksum. */
function expectedLength(count: number): number {
  return Math.ceil(count / 3) * 4;
}

function trimmedEnd(text: Buffer, start: number, lineFeed: number): number {
  return lineFeed > start && text[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
}

/** `end` in lower case, which no data line can start with. */
function isEndLine(text: Buffer, start: number, end: number): boolean {
  return end - start >= 3 && text[start] === 0x65 && text[start + 1] === 0x6e && text[start + 2] === 0x64;
}

function decodeLine(text: Buffer, start: number, end: number, out: Buffer, to: number, count: number): boolean {
  let at = start;
  let isGood = true;
  for (let written = 0; written < count; written += 3, at += 4) {
    const a = at < end ? sixBits(text[at] ?? 0) : 0;
    const b = at + 1 < end ? sixBits(text[at + 1] ?? 0) : 0;
    const c = at + 2 < end ? sixBits(text[at + 2] ?? 0) : 0;
    const d = at + 3 < end ? sixBits(text[at + 3] ?? 0) : 0;
    if ((a | b | c | d) < 0) isGood = false;
    out[to + written] = (a << 2) | ((b >> 4) & 0x03);
    out[to + written + 1] = (b << 4) | ((c >> 2) & 0x0f);
    out[to + written + 2] = (c << 6) | (d & 0x3f);
  }
  return isGood;
}

/** -1 for a character outside the uuencode alphabet. */
function sixBits(character: number): number {
  return character < BLANK || character > BACK_QUOTE ? -1 : (character - BLANK) & 0x3f;
}
