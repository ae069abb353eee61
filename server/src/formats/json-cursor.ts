/**
 * The text is not plain JSON: an escape in a name, a syntax error, or a value of another type than the reader expects.
 * Readers that use the cursor for speed then parse the text in the general way.
 */
export class NotPlain extends Error {}

export const NOT_PLAIN = new NotPlain();

export const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
export const MINUS = 0x2d;
const POINT = 0x2e;
export const ZERO = 0x30;
const NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;

const HEXADECIMAL = /^[0-9a-fA-F]{4}$/;
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map(character => character.charCodeAt(0)));

/**
 * Walks over the bytes of plain JSON (RFC 8259) without creating strings or objects for skipped values. Each step
 * throws {@link NotPlain} if the expected token is missing.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  at = 0;
  /** Whether the last number read has digits only, and its value if they are few enough. */
  isWhole = true;
  whole = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Skips white space; returns the next byte, or -1 at the end. */
  peek(): number {
    const bytes = this.bytes;
    let at = this.at;
    let byte = bytes[at] ?? -1;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at] ?? -1;
    this.at = at;
    return byte;
  }

  /** Skips white space and the given byte. */
  expect(byte: number): void {
    if (this.peek() !== byte) throw NOT_PLAIN;
    this.at++;
  }

  /** Skips an opening byte; returns true, with the closing byte skipped too, if nothing is between. */
  isEmpty(open: number, close: number): boolean {
    this.expect(open);
    if (this.peek() !== close) return false;
    this.at++;
    return true;
  }

  /** Returns true after skipping a comma, false after skipping the closing byte. */
  more(close: number): boolean {
    const byte = this.peek();
    this.at++;
    if (byte === COMMA) return true;
    if (byte === close) return false;
    throw NOT_PLAIN;
  }

  /**
   * Reads a member's name and skips its colon. Names are printable ASCII, start with a letter, and are unique in their
   * object.
   */
  key(seen: Set<string>): string {
    this.expect(QUOTE);
    const from = this.at;
    const first = (this.bytes[from] ?? 0) | 0x20;
    if (first < 0x61 || first > 0x7a) throw NOT_PLAIN;
    const key = this.bytes.toString('latin1', from, this.endOfPlainText());
    this.expect(COLON);
    if (seen.has(key)) throw NOT_PLAIN;
    seen.add(key);
    return key;
  }

  /** Skips from inside a string past its closing quote; returns the position of that quote. No escapes, ASCII only. */
  endOfPlainText(): number {
    const bytes = this.bytes;
    let at = this.at;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) throw NOT_PLAIN;
      at++;
    }
    this.at = at + 1;
    return at;
  }

  /** The value of `count` digits at any position. */
  digits(at: number, count: number): number {
    const bytes = this.bytes;
    let number = 0;
    for (let i = 0; i < count; i++) {
      const digit = (bytes[at + i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) throw NOT_PLAIN;
      number = number * 10 + digit;
    }
    return number;
  }

  /** Start of a number, or -1 for null; moves past it. Follows JSON's syntax. */
  numberOrNull(): number {
    const bytes = this.bytes;
    const from = this.at;
    let at = from;
    this.isWhole = true;
    if (bytes[at] === 0x6e) {
      this.literalNull();
      return -1;
    }
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    let whole = 0;
    const digitsFrom = at;
    let byte = bytes[at] ?? 0;
    while (byte >= ZERO && byte <= NINE) {
      whole = whole * 10 + byte - ZERO;
      byte = bytes[++at] ?? 0;
    }
    const isWithoutDigits = at === digitsFrom;
    const hasLeadingZero = bytes[digitsFrom] === ZERO && at > digitsFrom + 1;
    if (isWithoutDigits || hasLeadingZero) throw NOT_PLAIN;
    if (byte === POINT) {
      this.isWhole = false;
      const fractionFrom = ++at;
      byte = bytes[at] ?? 0;
      while (byte >= ZERO && byte <= NINE) byte = bytes[++at] ?? 0;
      if (at === fractionFrom) throw NOT_PLAIN;
    }
    if ((byte | 0x20) === 0x65) {
      this.isWhole = false;
      byte = bytes[++at] ?? 0;
      if (byte === MINUS || byte === PLUS) byte = bytes[++at] ?? 0;
      const exponentFrom = at;
      while (byte >= ZERO && byte <= NINE) byte = bytes[++at] ?? 0;
      if (at === exponentFrom) throw NOT_PLAIN;
    }
    this.whole = isNegative ? -whole : whole;
    this.at = at;
    return from;
  }

  /** Skips `null`. */
  literalNull(): void {
    if (this.bytes.toString('latin1', this.at, this.at + 4) !== 'null') throw NOT_PLAIN;
    this.at += 4;
  }

  /** Start of a plain string, or -1 for null; moves past it. */
  shortText(): number {
    if (this.bytes[this.at] === 0x6e) {
      this.literalNull();
      return -1;
    }
    if (this.bytes[this.at] !== QUOTE) throw NOT_PLAIN;
    const from = ++this.at;
    this.endOfPlainText();
    return from;
  }

  /** The plain string that starts at a position, without moving. */
  textAt(from: number): string {
    return this.bytes.toString('latin1', from, this.bytes.indexOf(QUOTE, from));
  }

  /** Whether two plain strings are equal; a negative position is null. */
  isSameText(a: number, b: number): boolean {
    if (a < 0 || b < 0) return a === b;
    const bytes = this.bytes;
    for (let i = 0; ; i++) {
      const byte = bytes[a + i];
      if (byte !== bytes[b + i]) return false;
      if (byte === QUOTE) return true;
    }
  }

  /** Skips any string or null. Characters that JSON forbids inside a string are not plain. */
  skipText(): void {
    if (this.peek() === 0x6e) {
      this.literalNull();
      return;
    }
    this.expect(QUOTE);
    const bytes = this.bytes;
    let at = this.at;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      if (byte < 0x20) throw NOT_PLAIN;
      if (byte === BACKSLASH) {
        const escaped = bytes[at + 1] ?? 0;
        if (escaped === 0x75) {
          if (!HEXADECIMAL.test(bytes.toString('latin1', at + 2, at + 6))) throw NOT_PLAIN;
        } else if (!SIMPLE_ESCAPES.has(escaped)) throw NOT_PLAIN;
        at++;
      }
      at++;
    }
    this.at = at + 1;
  }

  /** A string or number of the head, parsed. */
  token(): unknown {
    this.peek();
    const from = this.at;
    if (this.bytes[from] === QUOTE) this.skipText();
    else this.numberOrNull();
    return JSON.parse(this.bytes.toString('utf8', from, this.at));
  }
}
