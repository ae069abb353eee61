import { expect, it } from 'vitest';
import {
  authorizationRequest,
  authorizeClient,
  Browser,
  callWith,
  locationOf,
  refresh,
  useOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
let now = new Date();
const service = useOAuthService(database, ['ada@example.org', 'bob@example.org'], { now: () => now });

const ALL = { scope: 'data:read account:read account:write' };

it('signs a browser out and invalidates its token, refresh token and cookie', async () => {
  const { base } = service;
  const [here, there] = [new Browser(base), new Browser(base)];
  const mine = await authorizeClient(base, webApp(base), 'ada@example.org', ALL, here);
  const lost = await authorizeClient(base, webApp(base), 'ada@example.org', ALL, there);
  const { json } = await callWith(base, mine.access_token, 'GET /api/user/sessions');
  const other = (json.items as { session_id: string; is_current: boolean }[]).find(({ is_current }) => !is_current);
  expect((await callWith(base, lost.access_token, 'GET /api/v1/markets')).status).toBe(200);
  expect((await callWith(base, mine.access_token, `DELETE /api/user/sessions/${other?.session_id ?? ''}`)).status).toBe(
    204,
  );
  now = new Date(now.getTime() + 1_001);
  expect((await callWith(base, lost.access_token, 'GET /api/v1/markets')).status).toBe(401);
  expect((await refresh(base, webApp(base), lost.refresh_token)).body.error).toBe('invalid_grant');
  expect(locationOf(await there.go(authorizationRequest(webApp(base), ALL).url))).toContain('/oauth/interaction/');
  expect((await callWith(base, mine.access_token, 'GET /api/v1/markets')).status).toBe(200);
  expect((await callWith(base, mine.access_token, `DELETE /api/user/sessions/${other?.session_id ?? ''}`)).status).toBe(
    404,
  );
});

it('rejects sessions of other accounts and malformed ids', async () => {
  const { base } = service;
  const mine = await authorizeClient(base, webApp(base), 'ada@example.org', ALL);
  const theirs = await authorizeClient(base, webApp(base), 'bob@example.org', ALL);
  const { json } = await callWith(base, theirs.access_token, 'GET /api/user/sessions');
  const [{ session_id: id }] = json.items as [{ session_id: string }];
  expect((await callWith(base, mine.access_token, `DELETE /api/user/sessions/${id}`)).status).toBe(404);
  expect((await callWith(base, theirs.access_token, 'GET /api/v1/markets')).status).toBe(200);
  expect((await callWith(base, mine.access_token, "DELETE /api/user/sessions/x'or'1")).status).toBe(422);
});
