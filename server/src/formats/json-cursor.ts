/**
 * The text is not plain JSON: an escape in a name, a fault of syntax, a value of another kind than the reader wants.
 * Whoever reads plainly for speed reads the text in a general way then.
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
 * Walks over the bytes of plain JSON (RFC 8259) without making strings or objects of what is only passed over. Each
 * step throws {@link NotPlain} where it does not find what it wants.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  at = 0;
  /** Of the last number read: whether it has digits only, and then what they say if they are not too many. */
  isWhole = true;
  whole = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Past white space; the byte there, -1 at the end. */
  peek(): number {
    const bytes = this.bytes;
    let at = this.at;
    let byte = bytes[at] ?? -1;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at] ?? -1;
    this.at = at;
    return byte;
  }

  /** Past white space and that byte. */
  expect(byte: number): void {
    if (this.peek() !== byte) throw NOT_PLAIN;
    this.at++;
  }

  /** Past an opening byte; true, and past the closing one too, where nothing is between. */
  isEmpty(open: number, close: number): boolean {
    this.expect(open);
    if (this.peek() !== close) return false;
    this.at++;
    return true;
  }

  /** True past a comma, false past the closing byte. */
  more(close: number): boolean {
    const byte = this.peek();
    this.at++;
    if (byte === COMMA) return true;
    if (byte === close) return false;
    throw NOT_PLAIN;
  }

  /** A member's name, past its colon: printable ASCII, begun by a letter, not seen before in its object. */
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

  /** From inside a text to past its closing quote; the position of that quote. No escapes, ASCII only. */
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

  /** What so many digits say, wherever the cursor is. */
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

  /** Where the number begins, -1 for null; the position is past it. The syntax is JSON's. */
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

  /** Past `null`. */
  literalNull(): void {
    if (this.bytes.toString('latin1', this.at, this.at + 4) !== 'null') throw NOT_PLAIN;
    this.at += 4;
  }

  /** Where a plain text begins, -1 for null; the position is past it. */
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

  /** The plain text that begins there, without moving. */
  textAt(from: number): string {
    return this.bytes.toString('latin1', from, this.bytes.indexOf(QUOTE, from));
  }

  /** Whether two plain texts are equal; below 0 stands for null. */
  isSameText(a: number, b: number): boolean {
    if (a < 0 || b < 0) return a === b;
    const bytes = this.bytes;
    for (let i = 0; ; i++) {
      const byte = bytes[a + i];
      if (byte !== bytes[b + i]) return false;
      if (byte === QUOTE) return true;
    }
  }

  /** Past a text of any kind, or null. What JSON forbids inside a text is not plain. */
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

  /** A text or number of the head, parsed. */
  token(): unknown {
    this.peek();
    const from = this.at;
    if (this.bytes[from] === QUOTE) this.skipText();
    else this.numberOrNull();
    return JSON.parse(this.bytes.toString('utf8', from, this.at));
  }
}
