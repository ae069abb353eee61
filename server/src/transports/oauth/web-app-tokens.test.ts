import { describe, expect, it } from 'vitest';
import {
  authorizeClient,
  Browser,
  callWith,
  type Tokens,
  useOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const EMAIL = 'ada@example.org';
const service = useOAuthService(database, [EMAIL, 'bob@example.org']);

/** Sends a request as a tab of the web app does, with the cookies of its browser. */
async function renew(browser: Browser, token: string): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const form = { grant_type: 'refresh_token', refresh_token: token, client_id: webApp(service.base).client_id };
  const response = await browser.go('/oauth/token', { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Tokens & { error?: string } };
}

async function signIn(email = EMAIL): Promise<{ browser: Browser; tokens: Tokens }> {
  const browser = new Browser(service.base);
  return { browser, tokens: await authorizeClient(service.base, webApp(service.base), email, {}, browser) };
}

const statusWith = async (token: string) => (await callWith(service.base, token, 'GET /api/v1/markets')).status;

describe('the refresh token of the web app', () => {
  it('renews for several tabs at the same time, and repeatedly, without invalidating their tokens', async () => {
    const { browser, tokens } = await signIn();
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => renew(browser, tokens.refresh_token)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      const given = responses.map(({ body }) => body.access_token);
      expect(new Set(given).size).toBe(responses.length);
      expect(await Promise.all([tokens.access_token, ...given].map(statusWith))).toEqual([
        200,
        ...given.map(() => 200),
      ]);
    }
  });

  it('is rejected without the session cookie, and stays valid in its own browser', async () => {
    const { browser, tokens } = await signIn();
    const [again, bob] = [await signIn(), await signIn('bob@example.org')];
    const forged = new Browser(service.base);
    forged.cookies = browser.cookies.map(cookie => ({ ...cookie, value: `x${cookie.value.slice(1)}` }));
    for (const other of [new Browser(service.base), forged, again.browser, bob.browser]) {
      const { status, body } = await renew(other, tokens.refresh_token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
    expect((await renew(browser, tokens.refresh_token)).status).toBe(200);
  });

  it('ends with the session', async () => {
    const { browser, tokens } = await signIn();
    const kept = new Browser(service.base);
    kept.cookies = [...browser.cookies];
    expect((await browser.post('/oauth/sign-out', {})).status).toBe(204);
    expect((await renew(kept, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});
