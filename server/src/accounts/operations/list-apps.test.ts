import { expect, it } from 'vitest';
import { authorizeClient, callWith, register, useOAuthService, webApp } from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const service = useOAuthService(database, ['ada@example.org', 'bob@example.org']);

it('lists connected apps with their scopes and redirect hosts', async () => {
  const { base } = service;
  const first = await register(base, { client_name: 'Reader' });
  const second = await register(base, {
    client_name: 'Two\nlines\u202e',
    redirect_uris: ['https://apps.example/callback'],
  });
  await authorizeClient(base, first, 'ada@example.org', { scope: 'data:read' });
  await authorizeClient(base, first, 'bob@example.org', { scope: 'data:read account:write' });
  const app = { ...second, redirect_uri: 'https://apps.example/callback' };
  const { access_token: token } = await authorizeClient(base, app, 'ada@example.org', {
    scope: 'data:read account:read',
  });
  await authorizeClient(base, webApp(base), 'ada@example.org');
  const { json } = await callWith(base, token, 'GET /api/user/apps');
  expect(json.items).toEqual([
    {
      client_id: second.client_id,
      name: 'Two lines',
      host: 'apps.example',
      scopes: ['account:read', 'data:read'],
      connected_at: expect.any(String),
      last_used_at: expect.any(String),
    },
    {
      client_id: first.client_id,
      name: 'Reader',
      host: 'this computer',
      scopes: ['data:read'],
      connected_at: expect.any(String),
      last_used_at: null,
    },
  ]);
});
