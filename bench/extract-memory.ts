/**
 * Extracts the inline document that is named, and prints a JSON line: seconds, facts, the process's
 * memory with the document read but not extracted yet, and its peak, in bytes.
 */
import { readFileSync } from 'node:fs';
import { extractInline } from '../server/src/formats/ixbrl/extract-inline.ts';

const source = readFileSync(process.argv[2] ?? '');
const readBytes = process.memoryUsage.rss();
const started = performance.now();
const { facts, anomalies } = extractInline([{ name: 'generated.htm', source }]);
const seconds = (performance.now() - started) / 1000;
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ seconds, facts: facts.length, anomalies: anomalies.length, readBytes, peakBytes }));
