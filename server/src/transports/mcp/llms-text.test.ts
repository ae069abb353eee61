import { expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { OPERATIONS } from '../operations.ts';

const database = useTestDatabase();
const api = useTestApi(database);

it('describes the service in the llms.txt format without credentials: a title, a summary, links by tag', async () => {
  const { status, text, headers } = await api.ask({ url: '/llms.txt' });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  const lines = text.split('\n');
  expect(lines[0]).toBe('# asfiled');
  expect(lines[2]).toMatch(/^> \S/);
  expect(text.match(/^# /gm)).toHaveLength(1);
  for (const { name } of OPERATIONS) expect(text).toContain(`- [${name}](`);
  for (const { route } of OPERATIONS) expect(text).toContain(`\`${route}\``);
  expect(text).toContain('http://localhost:80/mcp');
  expect(text.indexOf('## Optional')).toBeGreaterThan(text.indexOf('getCompanyFinancials'));
  const again = await api.ask({ url: '/llms.txt', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.status).toBe(304);
});
