const encoder = new TextEncoder();

/** COPY text as bytes in a buffer of their own, so that a thread can hand them over without a copy. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join(''));
}

/** A list as COPY text takes a value of `text[]`. */
export function arrayText(items: readonly string[]): string {
  return `{${items.map(item => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
