/** Look-ahead at a line start for a `begin` line and the one after it. */
export const LOOKED_AT_BYTES = 400;
export const LINE_FEED = 0x0a;
const LESS_THAN = 0x3c;
const DASH = 0x2d;
const BLANK = 0x20;
const BACK_QUOTE = 0x60;
const BEGINS_FILE = /^begin [0-7]{3,4} ?[^\r\n]*(?:\r?\n|\r)([^\r\n]*)[\r\n]/;

/** The first four characters of lines that may close a document: almost all other lines need no further check. */
const BEGINNINGS: ReadonlySet<number> = new Set(
  ['</TE', '</DO', '</SE', '</IM', '</SU', '<DOC', '----'].map(start => Buffer.from(start).readUInt32BE()),
);

export function mayBeTag(data: Buffer, line: number): boolean {
  const first = data[line];
  if (first !== LESS_THAN && first !== DASH) return false;
  return line + 4 <= data.length && BEGINNINGS.has(data.readUInt32BE(line));
}

export function isBlank(data: Buffer, start: number, lineFeed: number): boolean {
  const end = lineFeed < 0 ? data.length : lineFeed;
  for (let at = start; at < end; at++) if ((data[at] ?? 0) > BLANK) return false;
  return true;
}

export function lineLength(start: string): number {
  const end = start.search(/[\r\n]/);
  return end < 0 ? start.length : end;
}

export function afterLine(data: Buffer, line: number, lineEnd: number): number {
  const lineFeed = data.indexOf(lineEnd, line);
  return lineFeed < 0 ? data.length : lineFeed + 1;
}

/** Whether a `begin` line followed by a line of uuencoded data is at `line`: ordinary words may look like a `begin` line. */
export function beginsFile(data: Buffer, line: number): boolean {
  const begin = BEGINS_FILE.exec(data.toString('latin1', line, line + LOOKED_AT_BYTES));
  if (begin === null) return false;
  const first = begin[1] ?? '';
  if (first === 'end' || first === '') return true;
  const count = (first.charCodeAt(0) - BLANK) & 0x3f;
  for (let at = 0; at < first.length; at++) {
    const code = first.charCodeAt(at);
    if (code < BLANK || code > BACK_QUOTE) return false;
  }
  return first.length - 1 <= Math.ceil(count / 3) * 4 + 2;
}

export function withoutMailDashes(text: Buffer): Buffer {
  if (!text.includes('\n- -') && text.toString('latin1', 0, 3) !== '- -') return text;
  const out = Buffer.alloc(text.length);
  let length = 0;
  for (let line = 0; line < text.length; ) {
    const next = afterLine(text, line, LINE_FEED);
    const isEscaped = text[line] === DASH && text[line + 1] === BLANK && text[line + 2] === DASH;
    length += text.copy(out, length, isEscaped ? line + 2 : line, next);
    line = next;
  }
  return out.subarray(0, length);
}
