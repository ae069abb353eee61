import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { normaliseFinancials } from '../server/src/normalise/kpis/financials.ts';
import { parseCompanyFacts } from '../server/src/sources/sec-edgar/parse-companyfacts.ts';
import { type BenchReport, median } from './report.ts';

const RECORDED = '../shared/data/us/companyfacts';
const SAMPLE = 'sample/data.sec.gov/api/xbrl/companyfacts';
const ROUNDS = 15;
const WARM_UP_ROUNDS = 8;

// What one step leaves to be collected must not be charged to the next.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void;

/** Parsing and normalising one company's facts, against `JSON.parse` of the same bytes; the steps take turns. */
export async function benchNormalise(): Promise<BenchReport> {
  const folder = existsSync(RECORDED) ? RECORDED : SAMPLE;
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.json.gz'))
    .map(name => ({ name: name.replace('.json.gz', ''), bytes: gunzipSync(readFileSync(join(folder, name))) }))
    .filter(file => file.bytes.length > 500_000);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const file of files) measure(file);
  const rows: BenchReport['rows'] = [];
  const total = { json: 0, parse: 0, normalise: 0 };
  for (const file of files) {
    const rounds = Array.from({ length: ROUNDS }, () => measure(file));
    const json = median(rounds.map(round => round.json));
    const parse = median(rounds.map(round => round.parse));
    const normalise = median(rounds.map(round => round.normalise));
    total.json += json;
    total.parse += parse;
    total.normalise += normalise;
    rows.push({
      name: `${file.name} (${(file.bytes.length / 1e6).toFixed(1)} MB)`,
      figure: `JSON.parse ${json.toFixed(1)} ms, parse ${parse.toFixed(1)} ms, normalise ${normalise.toFixed(1)} ms`,
      ratio: (parse + normalise) / json,
    });
  }
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
function measure({ name, bytes }: { name: string; bytes: Buffer }): { json: number; parse: number; normalise: number } {
  const time = <T>(step: () => T): [T, number] => {
    // A full collection would also throw away compiled code.
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
