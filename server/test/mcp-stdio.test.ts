import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { useTemporaryFolder } from './temporary-folder.ts';

const folder = useTemporaryFolder();
const PROJECT = join(import.meta.dirname, '../..');
const MAIN = join(PROJECT, 'server/src/main.js');

function transport(
  environment: Record<string, string> = {},
  program = { command: process.execPath, args: [MAIN, 'mcp'] },
): StdioClientTransport {
  return new StdioClientTransport({
    ...program,
    env: { PATH: process.env.PATH ?? '', ASFILED_DATA: folder.path, ASFILED_LOG_LEVEL: 'error', ...environment },
    stderr: 'pipe',
  });
}

it('mcp serves both protocol revisions over stdio without a running service', async () => {
  for (const mode of ['auto', 'legacy'] as const) {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport());
    const { tools } = await client.listTools();
    expect(tools.map(tool => tool.name)).toContain('get_company_financials');
    const called = await client.callTool({ name: 'list_markets', arguments: {} });
    expect(called.isError).toBeUndefined();
    expect(called.structuredContent).toMatchObject({ items: expect.any(Array) });
    await client.close();
  }
});

it('mcp exits with a message if its API key is invalid', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const wrong = transport({ ASFILED_API_KEY: 'afk_wrong' });
  let said = '';
  wrong.stderr?.on('data', chunk => {
    said += String(chunk);
  });
  await expect(client.connect(wrong)).rejects.toThrow();
  expect(said).toContain('ASFILED_API_KEY');
});

it('mcp starts from the setup file in the agents guide', async () => {
  const page = readFileSync(join(PROJECT, 'docs/guides/agents.md'), 'utf8').replaceAll('/path/to/asfiled', PROJECT);
  const shown = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => JSON.parse(block));
  const programs = shown.map(({ mcpServers }) => mcpServers.asfiled).filter(({ command }) => command !== undefined);
  expect(programs).toHaveLength(1);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport({}, programs[0]));
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  await client.close();
});
