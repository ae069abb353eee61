import { isAscii, isUtf8 } from 'node:buffer';

/** A line beyond this is no row of any known table. */
const MAX_LINE_BYTES = 1 << 20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const windows1252 = new TextDecoder('windows-1252');

/**
 * Splits a table into lines as it streams in, without line ends, each decoded for itself: the registry writes ISO-8859-1
 * and here and there UTF-8. Memory stays at about one chunk. Throws a RangeError on a line of over a million bytes.
 */
export async function* readTableLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) throw new RangeError('a line is longer than a row can be');
    if (end > 0) yield splitTable(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield splitTable(rest);
}

/** The lines of a table in memory; an end of line after the last one makes no line of its own. */
export function splitTable(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(decodeLine(bytes.subarray(at, bytes[end - 1] === CARRIAGE_RETURN && end > at ? end - 1 : end)));
    at = end + 1;
  }
  return lines;
}

function decodeLine(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : windows1252.decode(bytes);
}
