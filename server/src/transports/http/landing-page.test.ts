import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedSmallStore } from '../../../test/seeds/issuers.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => now });
let now = new Date('2026-06-01T00:00:00Z');

const page = async (headers: Record<string, string> = {}) => {
  now = new Date(now.getTime() + 60_000);
  return api.ask({ url: '/', headers });
};

describe('the landing page', () => {
  it('states that the store is empty', async () => {
    const { status, text } = await page();
    expect(status).toBe(200);
    expect(text).toContain('The store is empty');
  });

  it('shows the contents of the store and calls that work, but no filing, because filings need a key', async () => {
    await seedSmallStore(database.db);
    const { text, headers } = await page({ host: 'filings.example:8080' });
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<td>United States</td><td class="n">4</td><td class="n">4</td>');
    expect(text).not.toContain('registry.example');
    const calls = [...text.matchAll(/"(http:\/\/filings\.example:8080\/[^"]+)"/g)].map(match => match[1] ?? '');
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      const { pathname, search } = new URL(call.replaceAll('&amp;', '&'));
      expect((await api.get(pathname + search)).status, call).toBe(200);
    }
  });

  it('does not repeat a Host header that is markup', async () => {
    const { text } = await page({ host: '<script>' });
    expect(text).toContain('http://localhost/api/v1/');
    expect(text).not.toContain('<script>');
  });

  it('allows exactly its own style', async () => {
    const { text, headers } = await page();
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
