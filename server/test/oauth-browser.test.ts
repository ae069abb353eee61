import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as oauth from 'openid-client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/db/database.ts';
import { createPerson, type OAuthService, PASSWORD, startOAuthService } from './accounts/oauth.ts';
import { axeFaults } from './checks/axe.ts';
import { useTestDatabase } from './database.ts';
import { CHROMIUM, openBrowser } from './service/browser.ts';
import { PROJECT } from './service/service.ts';

const EMAIL = 'ada@example.org';

describe.skipIf(CHROMIUM === null)('signing in in a browser (needs Chromium)', () => {
  const database = useTestDatabase();
  let service: OAuthService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let accountId: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, [join(PROJECT, 'scripts/build-web.ts')], { stdio: 'inherit' });
    service = await startOAuthService(database.db, { webFolder: join(PROJECT, 'web/dist') });
    ({ accountId } = await createPerson(database.db, EMAIL));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.server.close();
  });
  afterEach(() => context?.close());

  async function open(path: string): Promise<void> {
    complaints.length = 0;
    context = await browser.newContext();
    page = await context.newPage();
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(new URL(path, service.base).href);
  }

  async function signIn(): Promise<void> {
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** The access token in the browser; undefined if it is signed out. */
  async function heldAccessToken(): Promise<string | undefined> {
    return (JSON.parse((await stored('asfiled.session')) ?? '{}') as { accessToken?: string }).accessToken;
  }

  /** The state one second before the access token expires. */
  async function ageTokens(): Promise<void> {
    await page.evaluate(`localStorage.setItem('asfiled.session', JSON.stringify({
      ...JSON.parse(localStorage.getItem('asfiled.session')), endsAtMs: Date.now() + 1000 }))`);
  }

  const stored = (name: string) => page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(name)})`);

  it('serves a third-party library: register, sign in, refresh, revoke', async () => {
    const { url, answers: responses, close } = await startCallback();
    const { client_id: clientId } = (await (
      await fetch(`${service.base}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'Ledger reader',
          redirect_uris: [url],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
        }),
      })
    ).json()) as { client_id: string };
    const client = await oauth.discovery(new URL(service.base), clientId, undefined, oauth.None(), {
      execute: [oauth.allowInsecureRequests],
      algorithm: 'oauth2',
    });
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const address = oauth.buildAuthorizationUrl(client, {
      redirect_uri: url,
      scope: 'data:read account:read',
      resource: `${service.base}/api`,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });

    await open(address.href);
    await page.getByText('Ledger reader').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await signIn();
    await page.getByRole('heading', { name: 'Allow Ledger reader to access your account?' }).waitFor();
    expect(await page.getByRole('list', { name: 'It can', exact: true }).innerText()).toMatch(
      /read filings.*see your account/s,
    );
    expect(await page.getByRole('list', { name: 'It cannot' }).innerText()).toMatch(
      /change your account.*use the tools for agents.*password/s,
    );
    expect(await page.getByRole('main').innerText()).toContain('this computer');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The client has it.').waitFor();

    const tokens = await oauth.authorizationCodeGrant(client, new URL(responses[0] ?? '', url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const call = (token: string) =>
      oauth.fetchProtectedResource(client, token, new URL('/api/v1/markets', service.base), 'GET');
    expect((await call(tokens.access_token)).status).toBe(200);
    const renewed = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect((await call(renewed.access_token)).status).toBe(200);
    await oauth.tokenRevocation(client, renewed.refresh_token ?? '');
    await expect(oauth.refreshTokenGrant(client, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(complaints).toEqual([]);
    await close();
  });

  it('reports to the client that the user denied access', async () => {
    const { url, answers: responses, close } = await startCallback();
    const registered = (await (
      await fetch(`${service.base}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [url], token_endpoint_auth_method: 'none' }),
      })
    ).json()) as { client_id: string };
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier());
    await open(
      `/oauth/authorize?response_type=code&client_id=${registered.client_id}&redirect_uri=${encodeURIComponent(url)}&code_challenge=${challenge}&code_challenge_method=S256&state=s`,
    );
    await signIn();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The client has it.').waitFor();
    expect(responses[0]).toContain('error=access_denied');
    await close();
  });

  it('signs in to the web app with a password, refreshes the token before it expires, and signs out', async () => {
    await open('/signin?to=/screen');
    await page.getByLabel('Email').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Incorrect email address or password.').waitFor();
    await signIn();
    await page.waitForURL(`${service.base}/screen`);
    expect(await stored('asfiled.credential')).toBeNull();
    const before = await heldAccessToken();

    const cookies = await context.cookies();
    const session = cookies.find(({ name }) => name === 'asfiled_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await page.evaluate('document.cookie')).toBe('');

    // The token is about to expire.
    await ageTokens();
    await page.goto(`${service.base}/search?q=revenue`);
    await expect.poll(heldAccessToken).not.toBe(before);
    const after = await heldAccessToken();
    const call = () => fetch(`${service.base}/api/v1/markets`, { headers: { authorization: `Bearer ${after}` } });
    expect((await call()).status).toBe(200);

    await page.getByRole('button', { name: 'Menu' }).click();
    await Promise.all([
      page.waitForResponse(response => response.url().endsWith('/oauth/sign-out') && response.status() === 204),
      page.getByRole('menuitem', { name: 'Sign out' }).click(),
    ]);
    expect(await stored('asfiled.session')).toBeNull();
    expect((await context.cookies()).find(({ name }) => name === 'asfiled_session')).toBeUndefined();
    await expect.poll(async () => (await call()).status).toBe(401);
    const left = await database.db.query(sql`
      select from oauth_records where account_id = ${accountId} and client_id = 'asfiled-web' and model <> 'Grant'`);
    expect(left).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([
    { title: 'under the lock that they share', rounds: 6, script: '' },
    {
      title: 'as if there were no lock',
      rounds: 3,
      script: `LockManager.prototype.request = async (_, act) => act({});`,
    },
  ])('never signs out by renewing: two tabs at the same time, $title', async ({ rounds, script }) => {
    await open('/signin?to=/screen');
    await signIn();
    await page.waitForURL(`${service.base}/screen`);
    await context.addInitScript(script);
    const tabs = [page, await context.newPage()];
    for (let round = 0; round < rounds; round++) {
      const before = await heldAccessToken();
      await ageTokens();
      await Promise.all(
        tabs.map(async tab => {
          await tab.goto(`${service.base}/search?q=revenue`);
          await tab.getByText('No section contains all of these words.').waitFor();
        }),
      );
      const after = await heldAccessToken();
      expect(after).toBeDefined();
      expect(after).not.toBe(before);
    }
    expect(complaints).toEqual([]);
  });

  it('stays signed in if a page closes before its refresh response arrives', async () => {
    await open('/signin?to=/screen');
    await signIn();
    await page.waitForURL(`${service.base}/screen`);
    const before = await heldAccessToken();
    await ageTokens();
    const isRenewed = Promise.withResolvers<void>();
    await page.route(
      '**/oauth/token',
      async route => {
        expect((await route.fetch()).status()).toBe(200);
        isRenewed.resolve();
      },
      { times: 1 },
    );
    await page.goto(`${service.base}/search?q=revenue`);
    await isRenewed.promise;
    await page.reload();
    await page.getByText('No section contains all of these words.').waitFor();
    expect(await heldAccessToken()).not.toBe(before);
  });

  it('redirects to the issuer origin from another host name of this machine', async () => {
    await open(`${service.base.replace('127.0.0.1', 'localhost')}/signin?to=/screen`);
    await signIn();
    await page.waitForURL(`${service.base}/screen`);
  });

  it('accepts an API key from the sign-in link and from the form', async () => {
    await open(`/signin?to=/screen#key=${service.key}`);
    await page.waitForURL(`${service.base}/screen`);
    expect(await stored('asfiled.credential')).toBe(service.key);
  });
});

/** A loopback redirect URI of a client. */
async function startCallback(): Promise<{ url: string; answers: string[]; close: () => Promise<void> }> {
  const responses: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/callback')) responses.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end('<p>The client has it.</p>');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { url, answers: responses, close: async () => void server.close() };
}
