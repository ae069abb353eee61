import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../src/accounts/passwords.ts';
import { OPERATIONS } from '../src/capabilities/operations.ts';
import { ask, authorize, Browser, PASSWORD, redeem, register } from './oauth.ts';
import { cleanUpAfterAll, PROJECT, queryOn, run, temporaryFolder } from './service.ts';

/** Every tool, over the sample pack: its example is a real call. */
cleanUpAfterAll();

const TOOLS = OPERATIONS.flatMap(({ tool, example }) => (typeof tool === 'string' ? [{ name: tool, example }] : []));
const dataFolder = temporaryFolder();
const EMAIL = 'local@localhost';
let base = '';

beforeAll(async () => {
  const service = run(['serve'], { ASFILED_DATA: dataFolder, ASFILED_SAMPLE: '1' });
  [, base = ''] = await service.says(/asfiled is at (\S+)/, 180_000);
  await service.says(/API key of this machine: (\S+)/);
}, 200_000);

/** What tools answer, by name: an error's code, or the members of the answer. */
async function callEvery(client: Client): Promise<Record<string, unknown>> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  const answers: Record<string, unknown> = {};
  for (const { name, example } of TOOLS) {
    const called = (await client.callTool({ name, arguments: example })) as {
      isError?: boolean;
      structuredContent?: object;
      content: { text?: string }[];
    };
    const text = called.content[0]?.text ?? '';
    expect(text.length, name).toBeLessThan(25_000);
    expect(called.isError, `${name}: ${text}`).toBeFalsy();
    answers[name] = Object.keys(called.structuredContent ?? {}).sort();
  }
  return answers;
}

let overHttp: Record<string, unknown> = {};

it('answers over HTTP with the token of an OAuth client', async () => {
  const hash = await hashPassword(PASSWORD);
  await queryOn(
    dataFolder,
    `insert into passwords (account_id, hash, set_at) select account_id, '${hash}', now() from accounts where email = '${EMAIL}'`,
  );
  // The sign-in page sends what a person types; the account of this machine has an address that is none, so it is given one.
  await queryOn(dataFolder, `update accounts set email = 'local@example.org' where email = '${EMAIL}'`);
  const app = await register(base);
  const asked = ask(app, { scope: 'data:read', resource: `${base}/mcp` });
  const landed = await authorize(new Browser(base), asked.url, 'local@example.org');
  const { body } = await redeem(base, app, landed.searchParams.get('code') ?? '', asked.verifier);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', base), {
      requestInit: { headers: { authorization: `Bearer ${body.access_token}` } },
    }),
  );
  overHttp = await callEvery(client);
  await client.close();
}, 120_000);

it('answers over standard input and output just the same', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(PROJECT, 'server/src/main.ts'), 'mcp'],
      env: { PATH: process.env.PATH ?? '', ASFILED_DATA: dataFolder, ASFILED_LOG_LEVEL: 'error' },
    }),
  );
  expect(await callEvery(client)).toEqual(overHttp);
  await client.close();
}, 120_000);
