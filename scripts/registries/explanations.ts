import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitLines } from '../../server/src/formats/tsv.ts';

/** Why some files of the corpus are not read. */
export interface Reason {
  files: RegExp;
  reason: string;
}

/** What an anomaly of a kind means, over the files at hand. */
export interface Meaning {
  registry: string;
  kind: string;
  meaning: string;
}

export function readReasons(): Reason[] {
  return rowsOf('not-read.tsv').map(([files = '', reason = '']) => ({ files: new RegExp(files), reason }));
}

export function readMeanings(): Meaning[] {
  return rowsOf('anomalies.tsv').map(([registry = '', kind = '', meaning = '']) => ({ registry, kind, meaning }));
}

function rowsOf(name: string): string[][] {
  const [, ...lines] = splitLines(readFileSync(join(import.meta.dirname, name), 'utf8'));
  return lines.filter(line => line !== '').map(line => line.split('\t'));
}
