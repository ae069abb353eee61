import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, toHttpCall } from '../../client/src/index.ts';
import { ON_FIXED_DAY, withoutOrderOfLoad } from '../../scripts/write-example-responses.ts';
import EXAMPLE_RESPONSES from '../src/transports/openapi/example-responses.json' with { type: 'json' };
import { exampleUrl, hasStableExample } from '../src/transports/openapi/openapi-document.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
import { asClientCall, documentedCalls } from './checks/documented-calls.ts';
import { CHROMIUM, openBrowser } from './service/browser.ts';
import { cleanUpAfterAll, PROJECT, run, runProgram, temporaryFolder } from './service/service.ts';
import { WAIT_LIMIT_MS } from './wait-limit.ts';

cleanUpAfterAll();

const pages = ['README.md', 'CONTRIBUTING.md', ...listMarkdown('docs'), ...listMarkdown('sample')];
const textOf = (page: string) => readFileSync(join(PROJECT, page), 'utf8');
let base: string;
let key: string;

beforeAll(async () => {
  const service = run(['serve'], {
    NODE_OPTIONS: ON_FIXED_DAY,
    ASFILED_DATA: temporaryFolder(),
    ASFILED_SAMPLE: '1',
  });
  base = (await service.says(/asfiled is running at (\S+)/))[1] ?? '';
  key = (await service.says(/API key {5}(\S+)/))[1] ?? '';
});

describe('over the sample pack', () => {
  it('every call shown in the docs succeeds through the client', async () => {
    const calls = pages.flatMap(page => documentedCalls(page, textOf(page)));
    expect(calls.filter(({ page }) => page === 'README.md')).toHaveLength(1);
    expect(calls.length).toBeGreaterThan(15);
    const client = createClient({ baseUrl: base, credential: key });
    const [stored] = (await client.listDocuments({ ticker: 'DMFR', archived: true })).items;
    for (const { page, line, hasAnswer: hasResponse, http } of calls) {
      const path = http.path.replace('DOCUMENT_ID', stored?.id ?? '');
      const { name, input } = asClientCall({ ...http, path });
      // The client sends exactly the call that the page shows.
      const written = toHttpCall(name, input as never);
      expect(parametersOf(written.path), line).toEqual(parametersOf(path));
      expect(written.body === null ? null : JSON.parse(written.body), line).toEqual(
        http.body === null ? null : JSON.parse(http.body),
      );
      const call = client[name] as unknown as (input: object) => Promise<unknown>;
      const response = hasResponse ? await whenComputed(() => call(input)) : await call(input);
      if (response instanceof Response) {
        expect(response.status, line).toBe(200);
        await response.body?.cancel();
        continue;
      }
      const { empty_reason: reason = null } = response as { empty_reason?: string | null };
      if (hasResponse) expect(reason, `${page}: ${line}`).toBeNull();
      const shown = jsonAfter(textOf(page), line);
      if (shown !== null)
        expect(hasLike(response, shown), `${page}: the answer that is shown after ${line}`).toBe(true);
    }
  });

  it('the examples of the API reference return what they show', async () => {
    for (const operation of OPERATIONS.filter(hasStableExample)) {
      const response = await fetch(base + exampleUrl(operation), { headers: { 'X-API-Key': key } });
      const shown = (EXAMPLE_RESPONSES as Record<string, unknown>)[operation.name];
      expect(shown, `${operation.name} has no example response: npm run examples`).toBeDefined();
      expect(withoutOrderOfLoad(await response.json()), `${operation.name}: npm run examples`).toEqual(
        withoutOrderOfLoad(shown),
      );
    }
  });
});

describe('the page for agents', () => {
  const page = textOf('docs/guides/agents.md');

  it('shows a setup file that connects a client to the service', async () => {
    const [shown] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => JSON.parse(block));
    const { type, url, headers } = shown.mcpServers.asfiled;
    expect(type).toBe('http');
    const transport = new StreamableHTTPClientTransport(new URL(new URL(url).pathname, base), {
      requestInit: { headers: { Authorization: headers.Authorization.replace('afk_…', key) } },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    await client.close();
  });

  it('uses one address throughout', () => {
    const addresses = new Set(page.match(/http:\/\/127\.0\.0\.1[^\s`"')]*/g));
    expect([...addresses]).toEqual(['http://127.0.0.1:8080/mcp']);
  });
});

describe('the client as a package', () => {
  const page = 'docs/guides/typescript-client.md';
  /** The output that the comments of the page's program state. */
  const prints = [...textOf(page).matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
  let folder: string;

  beforeAll(() => {
    folder = temporaryFolder();
    const place = join(folder, 'node_modules/@asfiled/client');
    execFileSync(process.execPath, [join(PROJECT, 'scripts/build-client.ts'), place]);
    const programOf = (shown: string) =>
      [...textOf(shown).matchAll(/```ts\n(.*?)```/gs)]
        .map(([, block]) => block)
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', base);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), programOf(page));
    writeFileSync(join(folder, 'stream.ts'), programOf('docs/guides/watchlist-and-notifications.md'));
    writeFileSync(
      join(folder, 'thread.ts'),
      "import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./program.ts', import.meta.url));\n",
    );
    writeFileSync(
      join(folder, 'ask.js'),
      `import { createClient, verifyWebhook } from '/node_modules/@asfiled/client/index.js';
       export async function ask() {
         const client = createClient({ baseUrl: '${base}', credential: '${key}' });
         const { entity } = await client.lookupEntity({ ticker: 'AAPL' });
         const refused = await verifyWebhook({ headers: {}, body: '{}', secret: 'x' }).catch(error => error.name);
         return [entity.canonical_key, refused];
       }`,
    );
    writeFileSync(join(folder, 'worker.js'), "import { ask } from '/ask.js';\npostMessage(await ask());");
  });

  it('exports the types that the pages use', () => {
    const types = ['--types', 'node', '--typeRoots', join(PROJECT, 'node_modules/@types')];
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', ...types];
    execFileSync(join(PROJECT, 'node_modules/.bin/tsc'), [...options, 'program.ts', 'stream.ts'], { cwd: folder });
  });

  it.each(['program.ts', 'thread.ts'])('runs as documented in Node (%s)', program => {
    const env = { ...process.env, ASFILED_KEY: key };
    const said = execFileSync(process.execPath, [program], { cwd: folder, env, encoding: 'utf8' });
    expect(prints.length).toBeGreaterThan(3);
    expect(said.trim().split('\n')).toEqual(prints);
  });

  it('reads the notification stream as documented', async () => {
    const listening = runProgram(process.execPath, [join(folder, 'stream.ts')], { ASFILED_KEY: key });
    await listening.says(/^retry: \d+$/m);
  });

  it.skipIf(CHROMIUM === null)('works from a page of another origin and from its worker (needs Chromium)', async () => {
    const files = createServer((request, response) => {
      const path = join(folder, request.url === '/' ? 'package.json' : (request.url ?? ''));
      response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/plain');
      response.end(existsSync(path) ? readFileSync(path) : '');
    });
    await new Promise<void>(done => files.listen(0, '127.0.0.1', done));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`);
      const inPage = "import('/ask.js').then(({ ask }) => ask())";
      const inWorker = `new Promise(done => {
        new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => done(data);
      })`;
      for (const code of [inPage, inWorker]) {
        expect(await page.evaluate(code)).toEqual(['cik:320193', 'WebhookVerificationError']);
      }
    } finally {
      await browser.close();
      files.close();
    }
  });
});

function listMarkdown(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name));
}

/** The path and parameters of a call, independent of their order. */
function parametersOf(path: string): string[] {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  return [decodeURIComponent(pathname), ...[...searchParams].map(([name, value]) => `${name}=${value}`).sort()];
}

/** The JSON block right after the block of a call; null if there is none. */
function jsonAfter(text: string, line: string): unknown {
  const [, json] = /^[^`]*```\s+```json\n(.*?)```/s.exec(text.slice(text.indexOf(line) + line.length)) ?? [];
  return json === undefined ? null : JSON.parse(json);
}

/** Whether a response contains everything shown of it, at any depth. */
/** Histories and multiples are computed after the sample pack is loaded, so the first responses may be empty. */
async function whenComputed(call: () => Promise<unknown>): Promise<unknown> {
  const end = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const response = await call();
    const { empty_reason: reason = null } = response as { empty_reason?: string | null };
    if (reason === null || Date.now() > end) return response;
    await sleep(500);
  }
}

function hasLike(response: unknown, shown: unknown): boolean {
  if (isLike(response, shown)) return true;
  return (
    typeof response === 'object' && response !== null && Object.values(response).some(item => hasLike(item, shown))
  );
}

function isLike(value: unknown, shown: unknown): boolean {
  if (typeof shown !== 'object' || shown === null) return value === shown;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(shown).every(([name, one]) => isLike((value as Record<string, unknown>)[name], one));
}
