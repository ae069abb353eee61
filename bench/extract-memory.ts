/**
 * Extracts an inline document and prints a JSON line: seconds, facts, the process's
 * memory before it begins, and its peak, in bytes.
 */
import { openSync, readSync } from 'node:fs';
import { extractInline } from '../server/src/formats/ixbrl/extract-inline.ts';

const PIECE_BYTES = 1 << 20;

/** Streams the file through one buffer, so that the document is never in memory as a whole. */
function* pieces(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (;;) {
    const length = readSync(file, piece, 0, PIECE_BYTES, null);
    if (length === 0) return;
    yield piece.subarray(0, length);
  }
}

const source = pieces(process.argv[2] ?? '');
const readBytes = process.memoryUsage.rss();
const started = performance.now();
const { facts, anomalies } = extractInline([{ name: 'generated.htm', source }]);
const seconds = (performance.now() - started) / 1000;
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ seconds, facts: facts.length, anomalies: anomalies.length, readBytes, peakBytes }));
