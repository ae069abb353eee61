import { readFileSync } from 'node:fs';
import { splitCells, splitLines } from '../../formats/tsv.ts';

/** The rows of a table next to the code that reads it (`.tsv`), without its header. */
export function readTable(file: URL): string[][] {
  const [, ...lines] = splitLines(readFileSync(file, 'utf8'));
  return lines.filter(line => line !== '').map(splitCells);
}
