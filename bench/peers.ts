import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { largeCompanyFacts, measureNormalise } from './normalise.ts';
import type { BenchReport } from './report.ts';

const ROUNDS = 5;
/** A Python with the peers installed (`pip install edgartools`). */
const PYTHON = process.env.BENCH_PYTHON ?? 'python3';

interface EdgartoolsTimes {
  version: string;
  json: number;
  facts: number;
  statements: number;
}

/** Runs the installed peers on the same company facts; reports the others as absent. */
export async function benchPeers(): Promise<BenchReport> {
  const files = largeCompanyFacts();
  const ours = measureNormalise(files, ROUNDS).reduce((sum, file) => sum + file.parse + file.normalise, 0);
  const rows: BenchReport['rows'] = [
    { name: 'asfiled: every line item of every year, half-year, quarter and trailing year', figure: ms(ours) },
  ];
  const edgartools = await runEdgartools(files.map(file => file.path));
  if (edgartools === null) rows.push({ name: 'edgartools', figure: 'not installed here' });
  else {
    const { version, json, facts, statements } = edgartools;
    rows.push({
      name: `edgartools ${version}: JSON and facts`,
      figure: ms(json + facts),
      ratio: (json + facts) / ours,
    });
    const all = json + facts + statements;
    rows.push({ name: `edgartools ${version}: and three annual statements`, figure: ms(all), ratio: all / ours });
  }
  return {
    title: 'Peers',
    how: `Company facts of ${files.length} companies, from JSON text in memory, one thread, median of ${ROUNDS} rounds. The ratio is the peer's time over ours.`,
    rows,
  };
}

async function runEdgartools(paths: string[]): Promise<EdgartoolsTimes | null> {
  const script = join(import.meta.dirname, 'peers/edgartools.py');
  try {
    const { stdout } = await promisify(execFile)(PYTHON, [script, String(ROUNDS), ...paths]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as EdgartoolsTimes;
  } catch (error) {
    if (error instanceof Error && /No module named 'edgar'|ENOENT/.test(error.message)) return null;
    throw error;
  }
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}
