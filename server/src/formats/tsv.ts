/** Lines of one chunk of a text; `line` is the number of the first, counted from 1. */
export interface LineBatch {
  line: number;
  lines: string[];
}

/** A line beyond this is no row of any known table, but a file that is something else. */
const MAX_LINE_CHARS = 1 << 20;

/**
 * Splits a UTF-8 text into lines as it streams in, without line ends: memory stays at about one chunk. A last line without
 * line end counts. Throws a RangeError on a line of over a million characters.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineBatch> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 1;
  for await (const chunk of chunks) {
    const lines = splitLines(rest + decoder.decode(chunk, { stream: true }));
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) throw new RangeError(`line ${line + lines.length} is longer than a row can be`);
    if (lines.length === 0) continue;
    yield { line, lines };
    line += lines.length;
  }
  rest += decoder.decode();
  if (rest !== '') yield { line, lines: [rest] };
}

/** The lines of a text, whatever its line ends; what follows the last line end is the last element (perhaps `''`). */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (!text.includes('\r')) return lines;
  return lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The cells of a tab-separated line; there is no quoting. */
export function splitCells(line: string): string[] {
  return line.split('\t');
}
