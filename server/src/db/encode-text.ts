const encoder = new TextEncoder();

/** COPY text as bytes in a buffer of its own, so that a thread can transfer them without a copy. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join(''));
}

const LINES_AT_ONCE = 2_000;

/** Like {@link encodeLines} for very many rows, of which only some are in memory as text at a time. */
export function encodeRows<Row>(rows: readonly Row[], toLine: (row: Row) => string): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE) {
    pieces.push(encodeLines(rows.slice(at, at + LINES_AT_ONCE).map(toLine)));
  }
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A list as COPY text for a `text[]` column. */
export function arrayText(items: readonly string[]): string {
  return `{${items.map(item => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/**
 * Replaces NUL and lone surrogates, which PostgreSQL text cannot store, by U+FFFD. Offsets of the following text stay
 * the same.
 */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}
