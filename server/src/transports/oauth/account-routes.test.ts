import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  authorizeClient,
  Browser,
  callWith,
  locationOf,
  startOAuthService,
  useOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { testMail } from '../../../test/stand-ins/mail.ts';

const database = useTestDatabase();
const PASSWORD = 'correct horse battery staple';
const EMAIL = 'new@example.org';
const service = useOAuthService(database, []);
let browser: Browser;

beforeAll(async () => {
  browser = new Browser(service.base);
});
const mail = testMail(() => ({ db: database.db, now: () => new Date() }));

const post = async (path: string, body: object) => {
  const response = await browser.post(path, body);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

describe('the account routes', () => {
  it('create an account: sign up, confirm with the mailed link and the password, sign in', async () => {
    expect(await post('/oauth/sign-up', { email: EMAIL, password: PASSWORD })).toEqual({
      status: 200,
      json: { state: 'accepted' },
    });
    const token = await mail.tokenTo(EMAIL);
    expect((await post('/oauth/sign-up/confirm', { token, password: 'another password' })).status).toBe(403);
    expect((await post('/oauth/sign-up/confirm', { token, password: PASSWORD })).json).toEqual({ state: 'confirmed' });
    const tokens = await authorizeClient(service.base, webApp(service.base), EMAIL, { scope: 'account:read' });
    const { json } = await callWith(service.base, tokens.access_token, 'GET /api/user');
    expect(json).toMatchObject({ email: EMAIL, plan: 'free' });
  });

  it('respond the same for an address that has an account', async () => {
    expect(await post('/oauth/sign-up', { email: EMAIL, password: PASSWORD })).toEqual({
      status: 200,
      json: { state: 'accepted' },
    });
    for (const email of [EMAIL, 'nobody@example.org']) {
      expect(await post('/oauth/reset/ask', { email })).toEqual({ status: 200, json: { state: 'accepted' } });
    }
  });

  it('set a new password with the mailed link, which ends all sessions', async () => {
    const held = await authorizeClient(service.base, webApp(service.base), EMAIL, { scope: 'account:read' });
    await post('/oauth/reset/ask', { email: EMAIL });
    const token = await mail.tokenTo(EMAIL);
    expect((await post('/oauth/reset', { token, password: 'short' })).json).toMatchObject({
      detail: [{ loc: ['body', 'password'], input: null }],
    });
    expect((await post('/oauth/reset', { token, password: `${PASSWORD} 2` })).json).toEqual({ state: 'reset' });
    expect((await post('/oauth/reset', { token, password: `${PASSWORD} 3` })).status).toBe(403);
    await expect.poll(async () => (await callWith(service.base, held.access_token, 'GET /api/user')).status).toBe(401);
  });

  it('name invalid fields, and repeat no password', async () => {
    const { status, json } = await post('/oauth/sign-up', { email: 'nonsense', password: PASSWORD });
    expect([status, json.detail]).toEqual([
      422,
      [{ loc: ['body', 'email'], msg: expect.any(String), type: 'value_error', input: null }],
    ]);
    for (const body of [{}, [], 'x', { email: 1 }, { email: EMAIL, password: PASSWORD, plan: 'business' }]) {
      const response = await browser.post('/oauth/sign-up', body);
      expect(response.status).toBe(422);
      expect(await response.text()).not.toContain(PASSWORD);
    }
  });

  it('reject sign-up if it is disabled', async () => {
    const closed = await startOAuthService(database.db, { allowsSignUp: false });
    const response = await new Browser(closed.base).post('/oauth/sign-up', {
      email: 'x@example.org',
      password: PASSWORD,
    });
    expect(response.status).toBe(403);
    await closed.server.close();
  });
});

describe('a second factor', () => {
  it('is required after the password, and its code works once', async () => {
    const email = EMAIL;
    const password = `${PASSWORD} 2`;
    const { access_token: token } = await letInWith(email, password);
    const send = async (path: string, body: object) => {
      const response = await fetch(service.base + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const started = await send('/api/user/totp', { password });
    const url = String(Object.values(started).find(value => String(value).startsWith('otpauth://')));
    const totp = new TOTP({ secret: new URL(url).searchParams.get('secret') ?? '' });
    const confirmed = await send('/api/user/totp/confirm', { code: totp.generate({ timestamp: Date.now() - 30_000 }) });
    expect(JSON.stringify(confirmed)).not.toContain('error');

    const person = new Browser(service.base);
    const place = locationOf(await person.go(authorizationRequest(webApp(service.base)).url));
    const first = await person.post(`${place}/sign-in`, { email, password });
    expect(await first.json()).toEqual({ state: 'code_needed' });
    expect((await person.post(`${place}/sign-in`, { email, password, code: '000000' })).status).toBe(403);
    const code = totp.generate();
    const second = await person.post(`${place}/sign-in`, { email, password, code });
    expect(await second.json()).toMatchObject({ state: 'done' });
    const replay = new Browser(service.base);
    const again = locationOf(await replay.go(authorizationRequest(webApp(service.base)).url));
    expect((await replay.post(`${again}/sign-in`, { email, password, code })).status).toBe(403);
  });

  /** The pages for users with their own password. */
  async function letInWith(email: string, password: string): Promise<{ access_token: string }> {
    const person = new Browser(service.base);
    const request = authorizationRequest(webApp(service.base), { scope: 'account:read account:write' });
    const place = locationOf(await person.go(request.url));
    const { next } = (await (await person.post(`${place}/sign-in`, { email, password })).json()) as { next: string };
    const code = new URL(locationOf(await person.go(next))).searchParams.get('code') ?? '';
    const response = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: 'asfiled-web',
        redirect_uri: `${service.base}/signin/done`,
        code_verifier: request.verifier,
      }),
    });
    return (await response.json()) as { access_token: string };
  }
});

it('throttles guesses', async () => {
  const guesser = new Browser(service.base);
  const here = locationOf(await guesser.go(authorizationRequest(webApp(service.base)).url));
  const responses: Response[] = [];
  for (let at = 0; at < 12; at++)
    responses.push(await guesser.post(`${here}/sign-in`, { email: 'victim@example.org', password: `guess ${at}` }));
  expect(responses.at(-1)?.status).toBe(429);
  expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});
