/** Rows of one chunk of a tab-separated file, cut into cells; `line` is the number of the first (the header is line 1). */
export interface TsvBatch {
  line: number;
  rows: string[][];
}

/** A line beyond this is no row of any known table, but a file that is something else. */
const MAX_LINE_CHARS = 1 << 20;

/**
 * Splits a tab-separated UTF-8 text without quoting into its header and batches of rows, as it streams in: memory stays
 * at about one chunk. Blank lines are skipped. Throws a RangeError on a line of over a million characters.
 */
export async function* readTsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TsvBatch> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 1;
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARS) throw new RangeError(`line ${line + lines.length} is longer than a row can be`);
    if (lines.length === 0) continue;
    yield { line, rows: lines.map(cells) };
    line += lines.length;
  }
  rest += decoder.decode();
  if (rest !== '') yield { line, rows: [cells(rest)] };
}

function cells(line: string): string[] {
  return (line.endsWith('\r') ? line.slice(0, -1) : line).split('\t');
}
