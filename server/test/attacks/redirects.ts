import { describe, expect, it } from 'vitest';
import { authorizationRequest, Browser, REDIRECT, register } from '../accounts/oauth.ts';
import type { Attacked } from './attacked.ts';

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
        const answer = await new Browser(attacked.base).go(
          authorizationRequest({ ...exact, redirect_uri: address }).url,
        );
        expect(answer.status, address).toBe(400);
        expect(answer.headers.get('location')).toBeNull();
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
      ]) {
        const answer = await fetch(`${attacked.base}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ redirect_uris: [uri], token_endpoint_auth_method: 'none' }),
        });
        expect(answer.status, uri).toBe(400);
      }
      for (const uri of ['https://apps.example/callback', 'cursor://callback', 'http://[::1]:1/x'])
        await register(attacked.base, { redirect_uris: [uri] });
    });

    it('allows a native client any loopback port (RFC 8252) but no other host or path', async () => {
      const other = { ...attacked.client, redirect_uri: REDIRECT.replace('47123', '50001') };
      expect((await new Browser(attacked.base).go(authorizationRequest(other).url)).status).toBe(303);
      const path = { ...attacked.client, redirect_uri: 'http://127.0.0.1:50001/evil' };
      expect((await new Browser(attacked.base).go(authorizationRequest(path).url)).status).toBe(400);
    });
  });
}
