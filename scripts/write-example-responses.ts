/**
 * `npm run examples` writes the example responses of the API reference. It starts a service over the sample pack in a
 * temporary data folder. Responses that differ only in values that depend on the loading order are left unchanged.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { exampleUrl, hasStableExample } from '../server/src/transports/openapi/openapi-document.ts';
import { OPERATIONS } from '../server/src/transports/operations.ts';

const MAIN = join(import.meta.dirname, '../server/src/main.js');
/** For `NODE_OPTIONS`: sets the day of the call, on which responses depend. */
export const ON_FIXED_DAY = `--import=${join(import.meta.dirname, '../server/test/service/fixed-day.ts')}`;
const PAGE = join(import.meta.dirname, '../server/src/transports/openapi/example-responses.json');

/** A response without values that depend on the loading order: its age and its cursor. */
export function withoutOrderOfLoad(response: unknown): unknown {
  const { next_cursor: cursor, ...rest } = response as { next_cursor?: string | null };
  return { ...rest, data_as_of: null, hasCursor: typeof cursor };
}

if (import.meta.main) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ASFILED_|DATABASE_URL)/.test(name));
  const environment = Object.fromEntries(inherited);
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-examples-'));
  const service = spawn(process.execPath, [MAIN, 'serve'], {
    env: {
      ...environment,
      NODE_OPTIONS: ON_FIXED_DAY,
      ASFILED_DATA: folder,
      ASFILED_SAMPLE: '1',
      ASFILED_PORT: '0',
      ASFILED_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { base, key } = await untilReady(service.stdout);
    writeFileSync(PAGE, `${JSON.stringify(await fetchExamples(base, key), null, 1)}\n`);
  } finally {
    const ended = new Promise(done => service.once('exit', done));
    if (service.exitCode === null && service.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves with the address and the key that the service prints when the sample pack is loaded. */
async function untilReady(stdout: AsyncIterable<Buffer>): Promise<{ base: string; key: string }> {
  let output = '';
  for await (const chunk of stdout) {
    output += chunk;
    const [, base] = /asfiled is running at (\S+)/.exec(output) ?? [];
    const [, key] = /API key {5}(\S+)/.exec(output) ?? [];
    if (base !== undefined && key !== undefined) return { base, key };
  }
  throw new Error(`The service ended before it was ready:\n${output}`);
}

/** New examples are appended, so that the others keep their position in the file. */
async function fetchExamples(base: string, key: string): Promise<Record<string, unknown>> {
  const recorded: Record<string, unknown> = JSON.parse(readFileSync(PAGE, 'utf8'));
  const operations = OPERATIONS.filter(hasStableExample);
  const names = new Set(operations.map(({ name }) => name));
  const responses = Object.fromEntries(Object.entries(recorded).filter(([name]) => names.has(name)));
  for (const operation of operations) {
    const answer = await fetch(`${base}${exampleUrl(operation)}`, { headers: { 'X-API-Key': key } });
    if (!answer.ok) throw new Error(`${operation.name}: ${answer.status} ${await answer.text()}`);
    const response: unknown = await answer.json();
    const known = responses[operation.name];
    const isSame = known !== undefined && isDeepStrictEqual(withoutOrderOfLoad(known), withoutOrderOfLoad(response));
    if (!isSame) responses[operation.name] = response;
  }
  return responses;
}
