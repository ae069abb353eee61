import { describe, expect, it } from 'vitest';
import { authorizationRequest, authorize, Browser, locationOf, REDIRECT, register, webApp } from '../accounts/oauth.ts';
import { type Attacked, EMAIL, OTHER_EMAIL } from './attacked.ts';

/** Attacks on the redirect URIs of clients. */
export function redirectElsewhere(attacked: Attacked): void {
  describe('open redirect', () => {
    it('redirects only to the exact registered address', async () => {
      const exact = { ...attacked.client, redirect_uri: '' };
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
        const response = await new Browser(attacked.base).go(
          authorizationRequest({ ...exact, redirect_uri: address }).url,
        );
        expect(response.status, address).toBe(400);
        expect(response.headers.get('location')).toBeNull();
      }
      const unknown = await new Browser(attacked.base).go(
        authorizationRequest({ ...attacked.client, client_id: 'nobody' }).url,
      );
      expect([unknown.status, unknown.headers.get('location')]).toEqual([400, null]);
    });

    it('rejects registration of remote http, script, credential and fragment addresses', async () => {
      for (const uri of [
        'http://evil.example/callback',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://user:secret@apps.example/callback',
        'https://apps.example/callback#x',
        'nonsense',
        'cursor://callback',
        'myapp:/callback',
        'ftp://apps.example/callback',
        'ms-settings:apps',
      ]) {
        const response = await fetch(`${attacked.base}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ redirect_uris: [uri], token_endpoint_auth_method: 'none' }),
        });
        expect(response.status, uri).toBe(400);
      }
      for (const uri of ['https://apps.example/callback', 'com.example.app:/callback', 'http://[::1]:1/x'])
        await register(attacked.base, { redirect_uris: [uri] });
    });

    it('shows a page before any error is returned to a client that nobody approved (RFC 9700 §4.11.2)', async () => {
      const client = await register(attacked.base, {
        client_name: 'Free <b>gifts</b>',
        redirect_uris: ['https://evil.example/landing'],
      });
      const evil = { ...client, redirect_uri: 'https://evil.example/landing' };
      const faults: Record<string, string | null>[] = [
        { prompt: 'none' },
        { prompt: 'none', response_mode: 'form_post' },
        { prompt: 'none', response_mode: 'fragment' },
        { prompt: 'nonsense' },
        { response_type: 'token' },
        { response_type: 'nonsense' },
        { response_type: null },
        { resource: 'https://evil.example' },
        { resource: 'nonsense' },
        { code_challenge: null },
        { code_challenge_method: 'plain' },
        { request: 'x.y.z' },
        { request_uri: 'urn:x' },
        { max_age: '-1' },
        { id_token_hint: 'nonsense' },
      ];
      const signedIn = new Browser(attacked.base);
      await authorize(signedIn, authorizationRequest(attacked.client).url, EMAIL);
      for (const browser of [new Browser(attacked.base), signedIn]) {
        for (const fault of faults) {
          const response = await browser.go(authorizationRequest(evil, fault).url, {
            headers: { accept: 'text/html' },
          });
          const text = await response.text();
          const attack = JSON.stringify(fault);
          expect([response.status, response.headers.get('location')], `${attack}: ${text}`).toEqual([400, null]);
          expect(response.headers.get('refresh')).toBeNull();
          expect(text, attack).toContain('This sign-in cannot continue');
          expect(text, attack).not.toMatch(/<form|<script|<meta http-equiv|<b>/i);
        }
      }
      const page = await signedIn.go(authorizationRequest(evil, { prompt: 'none' }).url, {
        headers: { accept: 'text/html' },
      });
      const text = await page.text();
      expect(text).toContain('Return to evil.example');
      expect(text).toMatch(/href="https:\/\/evil\.example\/landing\?error=/);
    });

    it('returns errors directly to a client that the signed-in user approved', async () => {
      const browser = new Browser(attacked.base);
      await authorize(browser, authorizationRequest(attacked.client).url, EMAIL);
      const response = await browser.go(authorizationRequest(attacked.client, { prompt: 'none', resource: 'x' }).url);
      expect(locationOf(response)).toContain(`${REDIRECT}?error=invalid_target`);
      const other = new Browser(attacked.base);
      await authorize(other, authorizationRequest(webApp(attacked.base)).url, OTHER_EMAIL);
      const held = await other.go(authorizationRequest(attacked.client, { prompt: 'none' }).url);
      expect([held.status, held.headers.get('location')]).toEqual([400, null]);
    });

    it('returns a refusal after the page on which the user refused', async () => {
      const browser = new Browser(attacked.base);
      const place = locationOf(await browser.go(authorizationRequest(attacked.client).url));
      const { next } = (await (await browser.post(`${place}/cancel`, {})).json()) as { next: string };
      expect(locationOf(await browser.go(next))).toContain('error=access_denied');
    });

    it('allows a native client any loopback port (RFC 8252) but no other host or path', async () => {
      const other = { ...attacked.client, redirect_uri: REDIRECT.replace('47123', '50001') };
      expect((await new Browser(attacked.base).go(authorizationRequest(other).url)).status).toBe(303);
      const path = { ...attacked.client, redirect_uri: 'http://127.0.0.1:50001/evil' };
      expect((await new Browser(attacked.base).go(authorizationRequest(path).url)).status).toBe(400);
    });
  });
}
