import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The suite's program. */
export const SUITE = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
);

/** Output and exit code of the suite. */
export interface SuiteRun {
  output: string;
  exit: number | null;
}

/** Runs the conformance suite of MCP; `onOutput` receives its output as it arrives. */
export function runSuite(
  args: readonly string[],
  onOutput: (text: string) => void = () => undefined,
): Promise<SuiteRun> {
  const child = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk;
      onOutput(String(chunk));
    });
  }
  return new Promise(done => child.once('close', exit => done({ output, exit })));
}
