import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  ask,
  authorize,
  Browser,
  type Client,
  callWith,
  createPerson,
  letIn,
  locationOf,
  type OAuthService,
  PASSWORD,
  REDIRECT,
  redeem,
  refresh,
  register,
  requestTokens,
  startOAuthService,
  webApp,
} from '../../../test/oauth.ts';

const database = useTestDatabase();
const EMAIL = 'ada@example.org';
let now = new Date();
let service: OAuthService;
let base: string;
let client: Client;

beforeAll(async () => {
  service = await startOAuthService(database.db, { now: () => now });
  base = service.base;
  client = await register(base);
  await createPerson(database.db, EMAIL);
  await createPerson(database.db, 'bob@example.org');
});
afterAll(() => service.server.close());

/** The next second, in which nothing is remembered. */
const later = () => {
  now = new Date(now.getTime() + 1_001);
};
const markets = (token: string) => callWith(base, token, 'GET /api/v1/markets');

/** Up to where a password is asked for. */
async function atSignIn(browser: Browser, url = ask(client).url): Promise<string> {
  return locationOf(await browser.go(url));
}

async function signInAt(browser: Browser, place: string, email = EMAIL): Promise<string> {
  const answer = await browser.post(`${place}/sign-in`, { email, password: PASSWORD });
  return ((await answer.json()) as { next: string }).next;
}

function sessionCookie(browser: Browser) {
  return browser.cookies.find(({ name }) => name === 'asfiled_session');
}

describe('session fixation', () => {
  it('a cookie that was planted is not the one of the session, whether the service knew it or not', async () => {
    const attacker = new Browser(base);
    attacker.cookies.push({ name: 'asfiled_session', value: 'chosen-by-the-attacker-0123456789abcdefghij', path: '/' });
    await attacker.go(ask(client).url);
    const planted = [...attacker.cookies.filter(({ name }) => name.startsWith('asfiled_session'))];
    for (const cookies of [planted, [{ name: 'asfiled_session', value: 'x'.repeat(43), path: '/' }]]) {
      const victim = new Browser(base);
      victim.cookies.push(...cookies);
      await authorize(victim, ask(client).url, EMAIL);
      expect(cookies.map(({ value }) => value)).not.toContain(sessionCookie(victim)?.value);
      const follower = new Browser(base);
      follower.cookies.push(...cookies);
      expect(locationOf(await follower.go(ask(webApp(base), { prompt: 'none' }).url))).toContain(
        'error=login_required',
      );
    }
  });

  it('a session gets another id at each sign-in, and the one before is good for nothing', async () => {
    const browser = new Browser(base);
    await authorize(browser, ask(client).url, EMAIL);
    const old = browser.cookies.filter(({ name }) => name.startsWith('asfiled_session'));
    await browser.go(await signInAt(browser, await atSignIn(browser, ask(webApp(base), { prompt: 'login' }).url)));
    expect(sessionCookie(browser)?.value).not.toBe(old[0]?.value);
    const thief = new Browser(base);
    thief.cookies.push(...old);
    expect(locationOf(await thief.go(ask(webApp(base), { prompt: 'none' }).url))).toContain('error=login_required');
  });

  it('two accounts never share a session: whoever signs in as another ends the one before', async () => {
    const browser = new Browser(base);
    const ada = await letIn(base, webApp(base), EMAIL, {}, browser);
    const place = await atSignIn(browser, ask(webApp(base), { prompt: 'login' }).url);
    await browser.go(await signInAt(browser, place, 'bob@example.org'));
    later();
    expect((await markets(ada.access_token)).status).toBe(401);
  });
});

describe('forged requests', () => {
  it('are refused from other sites, from nowhere, and as forms', async () => {
    const browser = new Browser(base);
    const place = await atSignIn(browser);
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
    const json = { 'content-type': 'application/json' };
    for (const path of [
      `${place}/sign-in`,
      `${place}/consent`,
      `${place}/cancel`,
      '/oauth/sign-out',
      '/oauth/sign-up',
      '/oauth/reset',
    ]) {
      for (const headers of [
        json,
        { ...json, origin: 'https://evil.example' },
        { ...json, origin: 'null' },
        { ...json, origin: `${base}.evil.example` },
        { ...json, origin: base, 'sec-fetch-site': 'cross-site' },
        { ...json, origin: base, 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[]) {
        expect((await browser.go(path, { method: 'POST', headers, body })).status, `${path} ${headers.origin}`).toBe(
          403,
        );
      }
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
        const answer = await browser.go(path, {
          method: 'POST',
          headers: { origin: base, 'content-type': type },
          body,
        });
        // Signing out takes no body.
        if (path !== '/oauth/sign-out') expect(answer.status, `${path} ${type}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  it('cannot use a sign-in that another browser began', async () => {
    const browser = new Browser(base);
    const place = await atSignIn(browser);
    const other = new Browser(base);
    await atSignIn(other);
    for (const stranger of [new Browser(base), other]) {
      expect((await stranger.go(`${place}/details`)).status).toBe(404);
      expect((await stranger.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD })).status).toBe(404);
    }
    const next = await signInAt(browser, place);
    expect((await new Browser(base).go(next)).status).toBe(400);
  });

  it('cannot agree for somebody who has not signed in, nor to more than was asked', async () => {
    const browser = new Browser(base);
    const place = await atSignIn(browser);
    expect((await browser.post(`${place}/consent`, {})).status).toBe(409);
    expect((await browser.post(`${place}/consent`, { scopes: ['account:write'] })).status).toBe(422);
    expect((await browser.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD, account_id: '1' })).status).toBe(
      422,
    );
  });
});

describe('open redirects', () => {
  it('lead nowhere: only the very address that was registered is gone to', async () => {
    const exact = { ...client, redirect_uri: '' };
    for (const address of [
      'https://evil.example/callback',
      `${REDIRECT}/../evil`,
      `${REDIRECT}?next=https://evil.example`,
      'http://127.0.0.1:47123@evil.example/callback',
      'http://127.0.0.1.evil.example:47123/callback',
      '//evil.example/callback',
      'javascript:alert(1)',
      `${REDIRECT}#fragment`,
    ]) {
      const answer = await new Browser(base).go(ask({ ...exact, redirect_uri: address }).url);
      expect(answer.status, address).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
    }
    const unknown = await new Browser(base).go(ask({ ...client, client_id: 'nobody' }).url);
    expect([unknown.status, unknown.headers.get('location')]).toEqual([400, null]);
  });

  it('are not registered: no plain http elsewhere, no scripts, no credentials, no fragments', async () => {
    for (const uri of [
      'http://evil.example/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:secret@apps.example/callback',
      'https://apps.example/callback#x',
      'nonsense',
    ]) {
      const answer = await fetch(`${base}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [uri], token_endpoint_auth_method: 'none' }),
      });
      expect(answer.status, uri).toBe(400);
    }
    for (const uri of ['https://apps.example/callback', 'cursor://callback', 'http://[::1]:1/x'])
      await register(base, { redirect_uris: [uri] });
  });

  it('take any port on this computer for a native client, as RFC 8252 asks, and no other host or path', async () => {
    const other = { ...client, redirect_uri: REDIRECT.replace('47123', '50001') };
    expect((await new Browser(base).go(ask(other).url)).status).toBe(303);
    const path = { ...client, redirect_uri: 'http://127.0.0.1:50001/evil' };
    expect((await new Browser(base).go(ask(path).url)).status).toBe(400);
  });
});

describe('PKCE', () => {
  it('cannot be left out or weakened', async () => {
    for (const weaker of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge: null },
      { code_challenge_method: 'plain' },
      { code_challenge_method: null },
    ]) {
      const landed = new URL(locationOf(await new Browser(base).go(ask(client, weaker).url)));
      expect(landed.searchParams.get('error'), JSON.stringify(weaker)).toBe('invalid_request');
    }
  });

  it('ties a code to who asked for it', async () => {
    for (const verifier of ['', 'x'.repeat(43)]) {
      const landed = await authorize(new Browser(base), ask(client).url, EMAIL);
      const { status, body } = await redeem(base, client, landed.searchParams.get('code') ?? '', verifier);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });
});

describe('codes', () => {
  it('are good for one use; using one again takes back what it gave', async () => {
    const asked = ask(client);
    const code = (await authorize(new Browser(base), asked.url, EMAIL)).searchParams.get('code') ?? '';
    const { body: tokens } = await redeem(base, client, code, asked.verifier);
    expect((await markets(tokens.access_token)).status).toBe(200);
    expect((await redeem(base, client, code, asked.verifier)).body.error).toBe('invalid_grant');
    later();
    expect((await markets(tokens.access_token)).status).toBe(401);
    expect((await refresh(base, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('give tokens to one of many who use it at once', async () => {
    const asked = ask(client);
    const code = (await authorize(new Browser(base), asked.url, EMAIL)).searchParams.get('code') ?? '';
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(base, client, code, asked.verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('are worth nothing to another client', async () => {
    const asked = ask(client);
    const code = (await authorize(new Browser(base), asked.url, EMAIL)).searchParams.get('code') ?? '';
    const other = await register(base);
    expect((await redeem(base, other, code, asked.verifier)).body.error).toBe('invalid_grant');
  });
});

describe('refresh tokens', () => {
  it('renew once: of 20 at the same time one succeeds', async () => {
    const { refresh_token: token } = await letIn(base, client, EMAIL);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(base, client, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(one => one.status !== 200)) {
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  it('that are used again take the whole family with them', async () => {
    const first = await letIn(base, client, EMAIL);
    const { body: second } = await refresh(base, client, first.refresh_token);
    expect((await markets(second.access_token)).status).toBe(200);
    expect((await refresh(base, client, first.refresh_token)).body.error).toBe('invalid_grant');
    later();
    expect((await markets(second.access_token)).status).toBe(401);
    expect((await refresh(base, client, second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('are worth nothing to another client, which cannot revoke them either', async () => {
    const { refresh_token: token } = await letIn(base, client, EMAIL);
    const other = await register(base);
    expect((await refresh(base, other, token)).body.error).toBe('invalid_grant');
    const form = new URLSearchParams({ token, client_id: other.client_id });
    await fetch(`${base}/oauth/revoke`, { method: 'POST', body: form });
    expect((await refresh(base, client, token)).status).toBe(200);
  });
});

describe('tokens for one resource', () => {
  it('are worth nothing at another', async () => {
    const mcp = await letIn(base, client, EMAIL, { resource: `${base}/mcp` });
    const api = await letIn(base, client, EMAIL, { resource: `${base}/api` });
    const all = await letIn(base, client, EMAIL, { resource: `${base}/` });
    const ping = async (token: string) =>
      (
        await fetch(`${base}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        })
      ).status;
    const seen = await Promise.all(
      [mcp, api, all].map(async one => [(await markets(one.access_token)).status, await ping(one.access_token)]),
    );
    expect(seen).toEqual([
      [401, 200],
      [200, 401],
      [200, 200],
    ]);
    const widened = await requestTokens(base, {
      grant_type: 'refresh_token',
      refresh_token: mcp.refresh_token,
      client_id: client.client_id,
      resource: base,
    });
    expect(widened.body.error).toBe('invalid_target');
  });

  it('are not made for services that are not this one', async () => {
    for (const resource of ['https://evil.example/mcp', `${base}/elsewhere`, `${base}/mcp?x=1`, 'nonsense']) {
      const landed = new URL(locationOf(await new Browser(base).go(ask(client, { resource }).url)));
      expect(landed.searchParams.get('error'), resource).toBe('invalid_target');
    }
  });
});

describe('algorithms', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('are ES256 alone: no client may choose a weaker one or a shared secret', async () => {
    for (const algorithm of ['none', 'HS256', 'RS256']) {
      const metadata = { id_token_signed_response_alg: algorithm };
      await expect(register(base, metadata), algorithm).rejects.toThrow('400');
    }
    for (const method of ['client_secret_jwt', 'private_key_jwt', 'tls_client_auth']) {
      await expect(register(base, { token_endpoint_auth_method: method }), method).rejects.toThrow('400');
    }
  });

  it('are not taken from what a caller sends: signed or not, a JWT is no token here', async () => {
    const { jwks_uri: uri } = (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as {
      jwks_uri: string;
    };
    const jwks = await (await fetch(uri)).text();
    expect(jwks).not.toContain('"d"');
    const claims = part({
      iss: base,
      sub: 'x',
      aud: base,
      client_id: client.client_id,
      scope: 'data:read',
      exp: 4_000_000_000,
    });
    const unsigned = `${part({ alg: 'none' })}.${claims}.`;
    const head = `${part({ alg: 'HS256' })}.${claims}`;
    const confused = `${head}.${createHmac('sha256', jwks).update(head).digest('base64url')}`;
    for (const token of [unsigned, confused]) {
      expect((await markets(token)).status).toBe(401);
      const hinted = await new Browser(base).go(ask(client, { id_token_hint: token }).url);
      expect(locationOf(hinted)).toContain('error=invalid_request');
      const asserted = await requestTokens(base, {
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: REDIRECT,
        client_id: client.client_id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: token,
      });
      expect(asserted.status).toBeGreaterThanOrEqual(400);
      expect(locationOf(await new Browser(base).go(ask(client, { request: token }).url))).toContain(
        'error=request_not_supported',
      );
    }
  });
});

describe('scopes', () => {
  it('cannot be widened by a refresh, and bound every route', async () => {
    const narrow = await letIn(base, client, EMAIL, { scope: 'data:read' });
    const wider = await requestTokens(base, {
      grant_type: 'refresh_token',
      refresh_token: narrow.refresh_token,
      client_id: client.client_id,
      scope: 'data:read account:write',
    });
    expect(wider.body.error).toBe('invalid_scope');
    const reader = await letIn(base, client, EMAIL, { scope: 'account:read' });
    expect((await callWith(base, narrow.access_token, 'GET /api/user/sessions')).status).toBe(403);
    expect((await callWith(base, reader.access_token, 'GET /api/user/sessions')).status).toBe(200);
    const ending = await callWith(
      base,
      reader.access_token,
      'DELETE /api/user/sessions/3f0c2c0e-6c0a-5d2b-9d5e-0a4b6e1c7f10',
    );
    expect([ending.status, ending.json.scope_required]).toEqual([403, 'account:write']);
    const mcp = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.access_token}` },
    });
    expect(mcp.status).toBe(403);
    expect(mcp.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="data:read"');
  });

  it('that do not exist are not given', async () => {
    const { scope } = await letIn(base, client, EMAIL, { scope: 'data:read admin account:delete' });
    expect(scope).toBe('data:read');
  });
});

describe('headers', () => {
  it('cannot be injected by what is sent back', async () => {
    const state = 'a\r\nSet-Cookie: evil=1\r\n\r\n<script>';
    const browser = new Browser(base);
    const landed = await authorize(browser, ask(client, { state }).url, EMAIL);
    expect(landed.searchParams.get('state')).toBe(state);
    expect(browser.set.join('\n')).not.toContain('evil');
    const refused = await new Browser(base).go(
      ask({ ...client, redirect_uri: 'x\r\nSet-Cookie: evil=1' }, { state }).url,
      {
        headers: { accept: 'text/html' },
      },
    );
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await refused.text()).not.toContain('<script>');
  });

  it('that name another host change nothing of what is sent', async () => {
    const { port } = new URL(base);
    const asked = await new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: ask(client).url,
          headers: { host: 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
        },
        answer => {
          answer.resume();
          resolve({ status: answer.statusCode, location: answer.headers.location });
        },
      )
        .on('error', reject)
        .end();
    });
    expect(asked.location).toMatch(new RegExp(`^${base}/oauth/authorize`));
    const metadata = await fetch(`${base}/.well-known/oauth-authorization-server`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(await metadata.text()).not.toContain('evil');
  });
});

describe('what no text can hold', () => {
  it('is refused or kept from the store wherever it comes', async () => {
    const nul = 'a\u0000b';
    const named = await register(base, { client_name: nul });
    await letIn(base, named, EMAIL);
    const browser = new Browser(base);
    const place = await atSignIn(browser);
    for (const body of [
      { email: nul, password: nul },
      { email: EMAIL, password: nul, code: nul },
    ]) {
      expect((await browser.post(`${place}/sign-in`, body)).status).toBe(403);
    }
    const asked = [
      browser.post('/oauth/sign-up', { email: `${nul}@example.org`, password: PASSWORD }),
      browser.post('/oauth/sign-up/confirm', { token: nul, password: nul }),
      browser.post('/oauth/reset', { token: nul, password: PASSWORD }),
      browser.go(ask({ ...client, client_id: nul }).url),
      browser.go(ask(client, { state: nul, nonce: nul, login_hint: nul }).url),
      fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: nul, client_id: nul }) }),
      fetch(`${base}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: nul, client_id: nul }) }),
    ];
    for (const { status } of await Promise.all(asked)) expect(status).toBeLessThan(500);
  });
});

describe('answers', () => {
  it('give cookies to no script, no other site and no other host', async () => {
    const browser = new Browser(base);
    await authorize(browser, ask(client).url, EMAIL);
    expect(browser.set.length).toBeGreaterThan(3);
    for (const line of browser.set) {
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; samesite=lax/i);
      expect(line).not.toMatch(/; domain=/i);
    }
  });

  it('are secure under https, and tied to their origin by their names', async () => {
    const secure = await startOAuthService(database.db, { publicUrl: 'https://filings.example', now: () => now });
    const answer = await secure.server.app.inject({
      url: ask(webApp('https://filings.example')).url,
      headers: { host: 'filings.example' },
    });
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^__Secure-asfiled_.*; secure/i);
    await secure.server.close();
  });

  it('are not framed and not kept', async () => {
    const browser = new Browser(base);
    const first = await browser.go(ask(client).url);
    const failed = await new Browser(base).go(ask({ ...client, client_id: 'nobody' }).url, {
      headers: { accept: 'text/html' },
    });
    for (const answer of [first, failed]) {
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('cache-control')).toContain('no-store');
    }
    expect(await failed.text()).toContain('This sign-in cannot go on');
    const place = locationOf(first);
    const said = [
      await browser.go(`${place}/details`),
      await browser.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD }),
    ];
    for (const answer of said) expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = await fetch(`${base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'x' }),
    });
    expect(token.headers.get('cache-control')).toContain('no-store');
  });
});

describe('addresses that ask too much', () => {
  it('wait, with whatever they ask; for registrations they wait longer', async () => {
    const slow = await startOAuthService(database.db, { unauthenticatedRate: { perSecond: 1, burst: 30 } });
    const answers: Response[] = [];
    for (let at = 0; at < 5; at++) {
      answers.push(
        await fetch(`${slow.base}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
        }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(1);
    const tokens = await Promise.all(
      Array.from({ length: 40 }, () => fetch(`${slow.base}/oauth/token`, { method: 'POST' })),
    );
    expect(tokens.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
    await slow.server.close();
  });
});

describe('API keys', () => {
  it('tell nothing of themselves by the time that a wrong one takes', async () => {
    const near = (at: number) => `${service.key.slice(0, -4)}${String(at).padStart(4, '0')}`;
    const far = (at: number) => `afk_${String(at).padStart(43, 'x')}`;
    const times: [number[], number[]] = [[], []];
    for (let at = 0; at < 200; at++) {
      for (const [which, key] of [near(at), far(at)].entries()) {
        const from = process.hrtime.bigint();
        await service.get('/api/v1/markets', { 'x-api-key': key });
        times[which]?.push(Number(process.hrtime.bigint() - from));
      }
    }
    const [close, distant] = times.map(all => all.sort((a, b) => a - b)[all.length >> 1] ?? 0);
    expect((close ?? 0) / (distant ?? 1)).toBeGreaterThan(0.7);
    expect((close ?? 0) / (distant ?? 1)).toBeLessThan(1.4);
  });
});
