import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventStream } from '../../src/domain/kit/operation.ts';
import { OPERATIONS } from '../../src/transports/operations.ts';
import {
  authorizationRequest,
  authorize,
  Browser,
  locationOf,
  PASSWORD,
  startOAuthService,
  webApp,
} from '../accounts/oauth.ts';
import { callOf } from '../checks/operation-call.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';
import { type Attacked, EMAIL } from './attacked.ts';

/** Attacks on how browsers and caches handle responses. */
export function readResponses(attacked: Attacked): void {
  const folder = useTemporaryFolder();

  describe('cookie flags', () => {
    it('cookies are HttpOnly, SameSite and host-only', async () => {
      const browser = new Browser(attacked.base);
      await authorize(browser, authorizationRequest(attacked.client).url, EMAIL);
      expect(browser.set.length).toBeGreaterThan(3);
      for (const line of browser.set) {
        expect(line).toMatch(/; httponly/i);
        expect(line).toMatch(/; samesite=lax/i);
        expect(line).not.toMatch(/; domain=/i);
      }
    });

    it('cookies under https are Secure and have the __Secure- prefix', async () => {
      const secure = await startOAuthService(attacked.db, { publicUrl: 'https://filings.example', now: attacked.now });
      const response = await secure.server.app.inject({
        url: authorizationRequest(webApp('https://filings.example')).url,
        headers: { host: 'filings.example' },
      });
      const lines = [response.headers['set-cookie'] ?? []].flat();
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(/^__Secure-asfiled_.*; secure/i);
      await secure.server.close();
    });
  });

  describe('downgrade to http', () => {
    it('is prevented by HSTS on every response of a service whose public address is https, and only there', async () => {
      const secure = await startOAuthService(attacked.db, { publicUrl: 'https://filings.example', now: attacked.now });
      for (const url of ['/', '/healthz', '/api/v1/markets', '/nothing', '/oauth/jwks', '/docs', '/oauth/authorize']) {
        const { headers } = await secure.server.app.inject({ url, headers: { host: 'filings.example' } });
        expect(headers['strict-transport-security'], url).toBe('max-age=31536000');
        const plain = await attacked.service.server.app.inject({ url });
        expect(plain.headers['strict-transport-security'], url).toBeUndefined();
      }
      await secure.server.close();
    });
  });

  describe('clickjacking', () => {
    it('sign-in pages and their errors forbid framing', async () => {
      const nobody = { ...attacked.client, client_id: 'nobody' };
      for (const client of [attacked.client, nobody]) {
        const headers = { accept: 'text/html' };
        const response = await new Browser(attacked.base).go(authorizationRequest(client).url, { headers });
        expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
        if (client === nobody) expect(await response.text()).toContain('This sign-in cannot continue');
      }
    });

    it('pages of the web app and the API reference forbid framing', async () => {
      mkdirSync(join(folder.path, 'assets'));
      writeFileSync(join(folder.path, 'index.html'), '<script nonce="{{nonce}}"></script>');
      const withApp = await startOAuthService(attacked.db, { webFolder: folder.path });
      const pages = ['/', '/signin', '/consent', '/signup', '/reset', '/account/profile', '/account/webhooks', '/docs'];
      for (const [service, urls] of [
        [withApp, pages],
        [attacked.service, ['/', '/docs']],
      ] as const) {
        for (const url of urls) {
          const response = await service.server.app.inject({ url, headers: { accept: 'text/html' } });
          expect([url, response.statusCode]).toEqual([url, 200]);
          expect(response.headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
        }
      }
      await withApp.server.close();
    });
  });

  describe('caching of private responses', () => {
    it('sign-in responses are not cached', async () => {
      const browser = new Browser(attacked.base);
      const first = await browser.go(authorizationRequest(attacked.client).url);
      const place = locationOf(first);
      const token = { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) };
      for (const response of [
        first,
        await browser.go(authorizationRequest({ ...attacked.client, client_id: 'nobody' }).url),
        await browser.go(place),
        await browser.go(`${place}/details`),
        await browser.post(`${place}/sign-in`, { email: EMAIL, password: 'a wrong password' }),
        await browser.post(`${place}/sign-in`, { email: EMAIL, password: PASSWORD }),
        await fetch(`${attacked.base}/oauth/token`, token),
      ]) {
        expect(response.headers.get('cache-control'), response.url).toContain('no-store');
      }
    });

    it.each(OPERATIONS.map(operation => [operation.name, operation] as const))(
      'an answer of %s is kept by no cache that others share, whether it succeeds or not',
      async (_name, operation) => {
        const { key, server } = attacked.service;
        for (const headers of [{ 'x-api-key': key }, { 'x-api-key': 'afk_wrong' }, {}]) {
          const requested = callOf(operation, operation.example);
          const response = await server.app.inject({
            ...requested,
            headers,
            ...(isEndless(operation) && { method: 'HEAD' }),
          });
          const caching = String(response.headers['cache-control']);
          expect(caching, `${response.statusCode}`).toMatch(/private|no-store/);
          expect(caching).toMatch(/no-cache|no-store/);
        }
      },
    );
  });
}

function isEndless({ output }: { output: unknown }): boolean {
  return output === eventStream;
}
