/**
 * `npm run fuzz` feeds damaged documents to the parsers for some time: none may throw, hang or exhaust memory.
 * `node scripts/fuzz.ts 300 --target inline --seed 7` fuzzes one target for five minutes with seed 7.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { mutate, Random } from './fuzz/mutate.ts';
import { TARGETS } from './fuzz/targets.ts';

const ROOT = join(import.meta.dirname, '..');
const RECORDED = ['periodic', '8k'].map(folder => join(ROOT, '../shared/data/us', folder));
/** Ownership reports: of a fictional issuer, and recorded ones. */
const REPORTS = ['9999900001/999990000126000006', '9999900001/999990000126000007']
  .map(folder => join(ROOT, 'sample/www.sec.gov/Archives/edgar/data', folder))
  .concat(join(ROOT, '../shared/data/us/ownership'));
/** Submissions of fictional issuers, one of each form that has a parser. */
const SUBMISSIONS = join(ROOT, 'sample/www.sec.gov/Archives/edgar/data');
const AUTHORED = join(ROOT, '../shared/data/xbrl/inline-suite/authored');
const MAX_SEED_BYTES = 300_000;
const MAX_SEEDS = 200;
/** The limit of a case: a second, and four more per megabyte. A parser that hangs takes far longer, even on a busy machine. */
const BASE_MS = 1_000;
const MS_PER_MB = 4_000;
const HANG_MS = 30_000;
const MAX_HEAP_MB = 512;

/** A small inline XBRL document of a fictional issuer, for machines without recorded ones. */
const OWN_SEED = `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:a="http://fictional.example/2030" xml:lang="en"><body><div style="display:none"><ix:header><ix:resources><xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="http://fictional.example">F1</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2030-12-31</xbrli:instant></xbrli:period></xbrli:context><xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div><h2>Item 1. Business</h2><ix:nonNumeric name="a:Note" contextRef="c" escape="true" continuedAt="n2"><p>We make <b>works</b> &amp; more.</p><table><tr><td>Assets</td><td><ix:nonFraction name="a:Assets" contextRef="c" unitRef="u" decimals="-3" scale="3" format="ixt:num-dot-decimal">1,234</ix:nonFraction></td></tr></table></ix:nonNumeric><h2>Item 1A. Risk Factors</h2><ix:continuation id="n2"><p>Floods.</p></ix:continuation></body></html>`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { target: { type: 'string' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
});
const seconds = Number(positionals[0] ?? 60);
const targets = options.target === undefined ? Object.keys(TARGETS) : [options.target];
const unknown = targets.filter(target => !(target in TARGETS));
if (!(seconds > 0) || unknown.length > 0) {
  console.error(`usage: node scripts/fuzz.ts [SECONDS] [--target ${Object.keys(TARGETS).join('|')}] [--seed N]`);
  process.exit(2);
}

const random = new Random(Number(options.seed));
const SEEDS: Readonly<Record<string, () => Buffer[]>> = {
  ownership: () => filesOf(REPORTS, /\.(xml|txt)(\.gz)?$/).map(readSeed),
  filing: readSubmissions,
};
console.log(`fuzzing ${targets.join(', ')} for ${seconds} s, seed ${options.seed}`);

let failures = 0;
for (const target of targets) failures += await fuzz(target, (seconds * 1000) / targets.length);
process.exit(failures > 0 ? 1 : 0);

/** Number of cases that failed. */
async function fuzz(target: string, limitMs: number): Promise<number> {
  const until = performance.now() + limitMs;
  const seeds = (SEEDS[target] ?? readSeeds)();
  let worker = newWorker();
  let cases = 0;
  let bytesRead = 0;
  let failed = 0;
  let slowest = 0;
  while (performance.now() < until) {
    const bytes = mutate(random.pick(seeds), random);
    const outcome = await runCase(worker, target, bytes);
    cases++;
    bytesRead += bytes.length;
    slowest = Math.max(slowest, outcome.ms);
    const allowedMs = BASE_MS + (bytes.length / 1e6) * MS_PER_MB;
    if (outcome.error === null && outcome.ms <= allowedMs) continue;
    failed++;
    report(
      target,
      bytes,
      outcome.error ?? `took ${outcome.ms.toFixed(0)} ms, where ${allowedMs.toFixed(0)} are allowed`,
    );
    if (outcome.isLost) {
      await worker.terminate();
      worker = newWorker();
    }
  }
  await worker.terminate();
  console.log(
    `${target}: ${cases} cases from ${seeds.length} documents, ${(bytesRead / 1e6).toFixed(0)} MB, slowest ${slowest.toFixed(0)} ms, ${failed} failed`,
  );
  return failed;
}

function newWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  return new Worker(new URL('./fuzz/worker.ts', import.meta.url), { resourceLimits });
}

interface Outcome {
  ms: number;
  error: string | null;
  /** The worker hangs or has ended. */
  isLost: boolean;
}

function runCase(worker: Worker, target: string, bytes: Buffer): Promise<Outcome> {
  return new Promise(resolve => {
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      resolve(outcome);
    };
    const onMessage = ({ ms, error }: { ms: number; error: string | null }): void =>
      settle({ ms, error, isLost: false });
    const onError = (error: unknown): void => settle({ ms: 0, error: String(error), isLost: true });
    const timer = setTimeout(() => settle({ ms: HANG_MS, error: `no answer in ${HANG_MS} ms`, isLost: true }), HANG_MS);
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage({ target, bytes });
  });
}

/** Saves the input, so that the case can be repeated. */
function report(target: string, bytes: Buffer, detail: string): void {
  const folder = join(tmpdir(), 'asfiled-fuzz');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${target}-${options.seed}-${Math.round(performance.now())}.bin`);
  writeFileSync(path, bytes);
  console.error(`${target}: ${detail}\n  input saved as ${path}`);
}

/** Fictional documents, and recorded ones and those of test suites if available, whole or their first part. */
function readSeeds(): Buffer[] {
  const recorded = filesOf(RECORDED, /\.(html?|txt)(\.gz)?$/);
  const authored = existsSync(AUTHORED)
    ? readdirSync(AUTHORED, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.html'))
        .map(name => join(AUTHORED, name))
    : [];
  const paths = [...recorded.slice(0, MAX_SEEDS), ...authored];
  return [Buffer.from(OWN_SEED), ...paths.map(readSeed)];
}

function readSubmissions(): Buffer[] {
  const own = readdirSync(SUBMISSIONS, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.txt.gz'))
    .map(name => join(SUBMISSIONS, name));
  const recorded = filesOf([join(ROOT, '../shared/data/us/other-forms')], /\.txt(\.gz)?$/);
  return [...own, ...recorded].map(readSeed);
}

function filesOf(folders: readonly string[], named: RegExp): string[] {
  return folders.filter(existsSync).flatMap(folder =>
    readdirSync(folder)
      .filter(name => named.test(name))
      .map(name => join(folder, name)),
  );
}

function readSeed(path: string): Buffer {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).subarray(0, MAX_SEED_BYTES);
}
