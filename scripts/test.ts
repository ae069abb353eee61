/**
 * `npm test` runs the checks (`npm run check`) and every test, and ends with one line of totals. A check counts as one
 * test. `npm test -- --fast` runs the checks and the unit tests only. `npm test -- --also-without-shared` also runs the tests on
 * ../shared in a copy of the project without it. Other arguments go to Vitest and narrow the tests: `npm test -- server/src/db`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasShared, inCopy, testsOnShared } from './without-shared.ts';

interface Outcome {
  passed: number;
  failed: string[];
  skipped: string[];
}

const PROJECT = join(import.meta.dirname, '..');
const CACHE = join(PROJECT, 'node_modules/.cache');

const FAST = '--fast';
const ALSO_WITHOUT_SHARED = '--also-without-shared';
const flags = process.argv.slice(2);
const args = flags.filter(flag => flag !== FAST && flag !== ALSO_WITHOUT_SHARED);
const outcomes = await runAll(flags.includes(FAST) ? ['--project=unit', ...args] : args);
if (flags.includes(ALSO_WITHOUT_SHARED) && hasShared()) outcomes.push(await runWithoutShared());

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.flatMap(outcome => outcome.failed);
const skipped = outcomes.flatMap(outcome => outcome.skipped);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
if (skipped.length > 0) console.log(`${skipped.length} skipped`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Checks and tests run concurrently: checks use one core most of the time, and many tests wait for processes. */
async function runAll(args: string[]): Promise<Outcome[]> {
  const [checks, tests] = await Promise.all([runChecks(), runTests(args)]);
  return [...checks, tests];
}

async function runChecks(): Promise<Outcome[]> {
  const outcomes = [];
  for (const step of checkSteps()) outcomes.push(await runCheck(step));
  return outcomes;
}

/** The steps of `npm run check`: `check:types`, `check:lint` … */
function checkSteps(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return Object.keys(scripts).filter(name => name.startsWith('check:'));
}

async function runCheck(step: string): Promise<Outcome> {
  const { exitCode, output } = await run('npm', ['run', '--silent', step]);
  // A tool that cannot parse the language reports no errors.
  const sawNothing = /\(0 modules, /.test(output);
  const isGood = exitCode === 0 && !sawNothing;
  return {
    passed: isGood ? 1 : 0,
    failed: isGood ? [] : [`${step}${sawNothing ? ' checked no files' : ''}`],
    skipped: [],
  };
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Tests on ../shared must load and be skipped, not fail, in a clone without that folder. */
async function runWithoutShared(): Promise<Outcome> {
  const { passed, failed } = await inCopy(folder => runTests(testsOnShared(), folder));
  return { passed, failed: failed.map(name => `without ../shared: ${name}`), skipped: [] };
}

async function runTests(args: string[], folder = PROJECT): Promise<Outcome> {
  const file = join(CACHE, `test-report-${process.pid}.json`);
  mkdirSync(CACHE, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { exitCode } = await run('vitest', ['run', ...reporters, ...args], folder);
  const report = readReport(file);
  rmSync(file, { force: true });
  if (report === null) return { passed: 0, failed: ['vitest ended without a report'], skipped: [] };
  const outcome = sumUp(report, folder);
  // Vitest prints an error outside the tests but counts it nowhere.
  if (exitCode !== 0 && outcome.failed.length === 0) outcome.failed.push('vitest: error outside the tests (see above)');
  return outcome;
}

function sumUp(report: VitestReport, folder: string): Outcome {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [] };
  for (const { name: file, status, assertionResults } of report.testResults) {
    const place = file.replace(`${folder}/`, '');
    for (const test of assertionResults) {
      if (test.status === 'passed') outcome.passed++;
      else (test.status === 'failed' ? outcome.failed : outcome.skipped).push(`${place}: ${test.fullName}`);
    }
    const failedToLoad = status === 'failed' && !assertionResults.some(test => test.status === 'failed');
    if (failedToLoad) outcome.failed.push(`${place} failed to load`);
  }
  return outcome;
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Runs a program and prints its output as it arrives. */
function run(program: string, args: string[], folder = PROJECT): Promise<{ exitCode: number; output: string }> {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      // Browsers and tools write their caches into the project, not into the home directory.
      ...{ XDG_CACHE_HOME: CACHE, XDG_CONFIG_HOME: CACHE, XDG_DATA_HOME: CACHE },
    },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ exitCode: code ?? 1, output }));
  });
}
