import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { XbrlFact } from '../../server/src/formats/xbrl/report.ts';

/** The decompressed bytes of a file of the corpus. */
export function readPlain(corpus: string, path: string): Buffer {
  const bytes = readFileSync(join(corpus, path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** True for a number whose dimensions all match `axes`. Figures of people have other axes. */
export function isFigure(fact: XbrlFact, axes: RegExp): boolean {
  const { isNumeric, unit, value, target, dimensions } = fact;
  if (!isNumeric || unit === null || value === null || target !== null) return false;
  return dimensions.every(({ axis, isTyped }) => !isTyped && axes.test(axis));
}
