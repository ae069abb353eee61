import { describe, expect, it } from 'vitest';
import { authorizationRequest, authorize, Browser, PASSWORD, webApp } from '../accounts/oauth.ts';
import { type Attacked, EMAIL } from './attacked.ts';

/** Requests that other sites make a browser send. */
export function forgeRequests(attacked: Attacked): void {
  describe('CSRF', () => {
    it('rejects requests from other sites, without an origin, and as forms', async () => {
      const browser = new Browser(attacked.base);
      const place = await attacked.atSignIn(browser);
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
          { ...json, origin: `${attacked.base}.evil.example` },
          { ...json, origin: attacked.base, 'sec-fetch-site': 'cross-site' },
          { ...json, origin: attacked.base, 'sec-fetch-site': 'same-site' },
        ] as Record<string, string>[]) {
          expect((await browser.go(path, { method: 'POST', headers, body })).status, `${path} ${headers.origin}`).toBe(
            403,
          );
        }
        for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
          const response = await browser.go(path, {
            method: 'POST',
            headers: { origin: attacked.base, 'content-type': type },
            body,
          });
          // Signing out has no body.
          if (path !== '/oauth/sign-out') expect(response.status, `${path} ${type}`).toBeGreaterThanOrEqual(400);
        }
      }
    });

    it('rejects session cookies as API credentials', async () => {
      const browser = new Browser(attacked.base);
      await authorize(browser, authorizationRequest(webApp(attacked.base)).url, EMAIL);
      expect((await browser.go('/api/user')).status).toBe(401);
      expect((await browser.post('/api/user/keys', { name: 'forged' })).status).toBe(401);
      expect((await browser.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(401);
    });

    it('rejects a sign-in that another browser started', async () => {
      const browser = new Browser(attacked.base);
      const place = await attacked.atSignIn(browser);
      const other = new Browser(attacked.base);
      await attacked.atSignIn(other);
      for (const stranger of [new Browser(attacked.base), other]) {
        expect((await stranger.go(`${place}/details`)).status).toBe(404);
        expect((await stranger.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD })).status).toBe(404);
      }
      const next = await attacked.signInAt(browser, place);
      expect((await new Browser(attacked.base).go(next)).status).toBe(400);
    });

    it('rejects consent without a session and to more than was requested', async () => {
      const browser = new Browser(attacked.base);
      const place = await attacked.atSignIn(browser);
      expect((await browser.post(`${place}/consent`, {})).status).toBe(409);
      expect((await browser.post(`${place}/consent`, { scopes: ['account:write'] })).status).toBe(422);
      expect(
        (await browser.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD, account_id: '1' })).status,
      ).toBe(422);
    });
  });
}
