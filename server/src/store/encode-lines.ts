const encoder = new TextEncoder();

/** COPY text as bytes in a buffer of their own, so that a thread can hand them over without a copy. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join(''));
}
