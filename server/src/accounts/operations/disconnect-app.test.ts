import { expect, it } from 'vitest';
import { authorizeClient, callWith, refresh, register, useOAuthService } from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
let now = new Date();
const service = useOAuthService(database, ['ada@example.org', 'bob@example.org'], { now: () => now });

it('revokes all tokens of an app, and of no other app', async () => {
  const { base } = service;
  const client = await register(base);
  const app = await authorizeClient(base, client, 'ada@example.org');
  const again = await authorizeClient(base, client, 'ada@example.org');
  const theirs = await authorizeClient(base, client, 'bob@example.org');
  const mine = await authorizeClient(base, await register(base), 'ada@example.org', {
    scope: 'account:read account:write',
  });
  expect((await callWith(base, app.access_token, 'GET /api/v1/markets')).status).toBe(200);
  const gone = `DELETE /api/user/apps/${client.client_id}` as const;
  expect((await callWith(base, mine.access_token, gone)).status).toBe(204);
  now = new Date(now.getTime() + 1_001);
  for (const { access_token, refresh_token } of [app, again]) {
    expect((await callWith(base, access_token, 'GET /api/v1/markets')).status).toBe(401);
    expect((await refresh(base, client, refresh_token)).body.error).toBe('invalid_grant');
  }
  expect((await callWith(base, theirs.access_token, 'GET /api/v1/markets')).status).toBe(200);
  expect((await callWith(base, mine.access_token, gone)).status).toBe(404);
});

it('rejects a read-only app, and accepts a metadata document URL as client id', async () => {
  const { base } = service;
  const client = await register(base);
  const app = await authorizeClient(base, client, 'ada@example.org', { scope: 'account:read' });
  expect((await callWith(base, app.access_token, `DELETE /api/user/apps/${client.client_id}`)).status).toBe(403);
  const mine = await authorizeClient(base, await register(base), 'ada@example.org', { scope: 'account:write' });
  const id = encodeURIComponent('https://apps.example/client.json');
  expect((await callWith(base, mine.access_token, `DELETE /api/user/apps/${id}`)).status).toBe(404);
});
