import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { normaliseFinancials } from '../server/src/normalise/kpis/financials.ts';
import { parseCompanyFacts } from '../server/src/sources/sec-edgar/parse-companyfacts.ts';
import { type BenchReport, median } from './report.ts';

const RECORDED = '../shared/data/us/companyfacts';
const SAMPLE = 'sample/data.sec.gov/api/xbrl/companyfacts';
const ROUNDS = 15;

/** Parsing and normalising one company's facts, against `JSON.parse` of the same bytes; the steps take turns. */
export async function benchNormalise(): Promise<BenchReport> {
  const folder = existsSync(RECORDED) ? RECORDED : SAMPLE;
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.json.gz'))
    .map(name => ({ name: name.replace('.json.gz', ''), bytes: gunzipSync(readFileSync(join(folder, name))) }))
    .filter(file => file.bytes.length > 500_000);
  const rows: BenchReport['rows'] = [];
  const total = { json: 0, parse: 0, normalise: 0 };
  for (const { name, bytes } of files) {
    const json: number[] = [];
    const parse: number[] = [];
    const normalise: number[] = [];
    for (let round = 0; round < ROUNDS + 3; round++) {
      const started = performance.now();
      JSON.parse(bytes.toString());
      const parsedJson = performance.now();
      const { records } = parseCompanyFacts(bytes, name);
      const parsed = performance.now();
      normaliseFinancials({
        sets: [records.set],
        knownAt: {},
        sic: null,
        canonicalKey: `cik:${Number(records.cik)}`,
        asOf: null,
      });
      const done = performance.now();
      if (round < 3) continue;
      json.push(parsedJson - started);
      parse.push(parsed - parsedJson);
      normalise.push(done - parsed);
    }
    total.json += median(json);
    total.parse += median(parse);
    total.normalise += median(normalise);
    rows.push({
      name: `${name} (${(bytes.length / 1e6).toFixed(1)} MB)`,
      figure: `JSON.parse ${median(json).toFixed(1)} ms, parse ${median(parse).toFixed(1)} ms, normalise ${median(normalise).toFixed(1)} ms`,
      ratio: (median(parse) + median(normalise)) / median(json),
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
