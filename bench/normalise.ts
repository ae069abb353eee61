import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { normaliseFinancials } from '../server/src/domain/figures/financials/rules/financials.ts';
import { parseCompanyFacts } from '../server/src/sources/sec-edgar/facts/companyfacts.ts';
import { type BenchReport, median } from './report.ts';

const RECORDED = '../shared/data/us/companyfacts';
const SAMPLE = 'sample/data.sec.gov/api/xbrl/companyfacts';
const ROUNDS = 15;
const WARM_UP_ROUNDS = 8;

// Allows garbage collection between steps, so that garbage of one step does not count for the next.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void;

interface FactsFile {
  name: string;
  path: string;
  bytes: Buffer;
}

interface Times {
  json: number;
  parse: number;
  normalise: number;
}

/** Recorded company facts of more than half a megabyte. */
export function largeCompanyFacts(): FactsFile[] {
  const folder = existsSync(RECORDED) ? RECORDED : SAMPLE;
  return readdirSync(folder)
    .filter(name => name.endsWith('.json.gz'))
    .map(name => ({ name: name.replace('.json.gz', ''), path: join(folder, name) }))
    .map(file => ({ ...file, bytes: gunzipSync(readFileSync(file.path)) }))
    .filter(file => file.bytes.length > 500_000);
}

/** Median milliseconds of each step by file, after warm-up. */
export function measureNormalise(files: readonly FactsFile[], rounds: number): (FactsFile & Times)[] {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const file of files) measure(file);
  return files.map(file => {
    const times = Array.from({ length: rounds }, () => measure(file));
    const middle = (step: keyof Times): number => median(times.map(time => time[step]));
    return { ...file, json: middle('json'), parse: middle('parse'), normalise: middle('normalise') };
  });
}

/** Parsing and normalising one company's facts, against `JSON.parse` of the same bytes; the steps take turns. */
export async function benchNormalise(): Promise<BenchReport> {
  const files = measureNormalise(largeCompanyFacts(), ROUNDS);
  const rows: BenchReport['rows'] = files.map(({ name, bytes, json, parse, normalise }) => ({
    name: `${name} (${(bytes.length / 1e6).toFixed(1)} MB)`,
    figure: `JSON.parse ${json.toFixed(1)} ms, parse ${parse.toFixed(1)} ms, normalise ${normalise.toFixed(1)} ms`,
    ratio: (parse + normalise) / json,
  }));
  const sum = (step: keyof Times): number => files.reduce((total, file) => total + file[step], 0);
  const total = { json: sum('json'), parse: sum('parse'), normalise: sum('normalise') };
  rows.push({
    name: 'all of them',
    figure: `JSON.parse ${total.json.toFixed(0)} ms, parse ${total.parse.toFixed(0)} ms, normalise ${total.normalise.toFixed(0)} ms`,
    ratio: (total.parse + total.normalise) / total.json,
    aim: '≤ 2.5',
  });
  return {
    title: 'Parse and normalise company facts',
    how: `Company facts JSON of ${files.length} companies to canonical financials, one thread, median of ${ROUNDS} rounds. The ratio is parse + normalise over a bare JSON.parse of the same bytes.`,
    rows,
  };
}

/** Milliseconds of each step. */
function measure({ name, bytes }: FactsFile): Times {
  const time = <T>(step: () => T): [T, number] => {
    // A full collection would also discard compiled code.
    collect({ type: 'minor' });
    const started = performance.now();
    const made = step();
    return [made, performance.now() - started];
  };
  const [, json] = time(() => JSON.parse(bytes.toString()));
  const [{ records }, parse] = time(() => parseCompanyFacts(bytes, name));
  const facts = { sets: [records.set], knownAt: {}, sic: null, canonicalKey: `cik:${Number(records.cik)}`, asOf: null };
  const [, normalise] = time(() => normaliseFinancials(facts));
  return { json, parse, normalise };
}
