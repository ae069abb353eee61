/** Lines of one chunk of a text; `line` is the number of the first, counted from 1. */
export interface LineBatch {
  line: number;
  lines: string[];
}

/** Maximum line length: a longer line means that the file is not a table. */
const MAX_LINE_CHARS = 1 << 20;

/**
 * Splits a streamed UTF-8 text into lines without line ends, holding about one chunk in memory. A last line without a
 * line end counts. Throws a RangeError for a line of over a million characters.
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

/** The lines of a text with any line ends; the text after the last line end is the last element (possibly `''`). */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (!text.includes('\r')) return lines;
  return lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The cells of a tab-separated line. There is no quoting. */
export function splitCells(line: string): string[] {
  return line.split('\t');
}
