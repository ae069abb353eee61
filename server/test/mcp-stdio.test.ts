import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { useTemporaryFolder } from './temporary-folder.ts';

const folder = useTemporaryFolder();
const MAIN = join(import.meta.dirname, '../src/main.js');

function transport(environment: Record<string, string> = {}): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { PATH: process.env.PATH ?? '', ASFILED_DATA: folder.path, ASFILED_LOG_LEVEL: 'error', ...environment },
    stderr: 'pipe',
  });
}

it('speaks MCP over standard input and output, in both revisions, with nothing else running', async () => {
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

it('ends with a word where its key is wrong', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const wrong = transport({ ASFILED_API_KEY: 'afk_wrong' });
  let said = '';
  wrong.stderr?.on('data', chunk => {
    said += String(chunk);
  });
  await expect(client.connect(wrong)).rejects.toThrow();
  expect(said).toContain('ASFILED_API_KEY');
});
