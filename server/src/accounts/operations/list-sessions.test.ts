import { expect, it } from 'vitest';
import { authorizeClient, Browser, callWith, register, useOAuthService, webApp } from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const service = useOAuthService(database, ['ada@example.org', 'bob@example.org']);

it('lists the sessions, and marks the current one', async () => {
  const { base } = service;
  const scope = { scope: 'account:read' };
  await authorizeClient(base, webApp(base), 'bob@example.org', scope);
  const before = await authorizeClient(base, webApp(base), 'ada@example.org', scope);
  const browser = new Browser(base, FIREFOX);
  const { access_token: token } = await authorizeClient(base, webApp(base), 'ada@example.org', scope, browser);
  const { status, json, headers } = await callWith(base, token, 'GET /api/user/sessions');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const items = json.items as Record<string, unknown>[];
  expect(items).toHaveLength(2);
  const mine = items.find(({ is_current }) => is_current);
  expect(mine).toMatchObject({ address: '127.0.0.1', browser: 'Firefox on Windows', last_used_at: expect.any(String) });
  expect(Date.parse(String(mine?.signed_in_at))).toBeGreaterThan(Date.now() - 60_000);
  const seenByOther = (await callWith(base, before.access_token, 'GET /api/user/sessions')).json.items as typeof items;
  expect(seenByOther.find(({ is_current }) => is_current)?.session_id).not.toBe(mine?.session_id);
});

it('marks no session as current for a key or an app, and requires the scope', async () => {
  const { base } = service;
  const client = await register(base);
  const app = await authorizeClient(base, client, 'ada@example.org', { scope: 'account:read' });
  const { json } = await callWith(base, app.access_token, 'GET /api/user/sessions');
  expect((json.items as { is_current: boolean }[]).some(({ is_current }) => is_current)).toBe(false);
  const narrow = await authorizeClient(base, client, 'ada@example.org', { scope: 'data:read' });
  const refused = await callWith(base, narrow.access_token, 'GET /api/user/sessions');
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="account:read"');
});
