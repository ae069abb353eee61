/**
 * `npm run torture` starts the service on loopback, attacks and kills it, and prints PASS or FAIL for each guarantee
 * that it checks. It takes some ten minutes; `npm run torture -- --only bombs,kills` runs a subset. The comment at the
 * top of each file in scripts/torture/ describes it. Exit code 1: a guarantee failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The parts, with the options for a run of minutes. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  abuse: [],
  bombs: [],
  kills: [],
  webhooks: ['--deliveries', '5000', '--kills', '6', '--minutes', '4'],
};

const { values } = parseArgs({ options: { only: { type: 'string', default: Object.keys(PARTS).join(',') } } });
const wanted = values.only.split(',');
const unknown = wanted.filter(part => PARTS[part] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
for (const part of wanted) {
  console.log(`\n${part}`);
  const script = join(import.meta.dirname, `torture/${part}.ts`);
  const [code] = await once(spawn(process.execPath, [script, ...(PARTS[part] ?? [])], { stdio: 'inherit' }), 'exit');
  console.log(`${code === 0 ? 'PASS' : 'FAIL'}  ${part} as a whole`);
  if (code !== 0) process.exitCode = 1;
}
