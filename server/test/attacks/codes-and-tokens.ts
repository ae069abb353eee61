import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  authorize,
  authorizeClient,
  Browser,
  REDIRECT,
  redeem,
  refresh,
  register,
  requestTokens,
} from '../accounts/oauth.ts';
import { type Attacked, EMAIL } from './attacked.ts';

/** Stolen, reused and forged codes and tokens. */
export function stealTokens(attacked: Attacked): void {
  /** The error of an authorization request of a client that nobody approved, which is shown and not returned to it. */
  async function errorOf(parameters: Record<string, string | null>): Promise<string> {
    const { url } = authorizationRequest(attacked.client, parameters);
    const response = await new Browser(attacked.base).go(url, { headers: { accept: 'application/json' } });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    return ((await response.json()) as { error: string }).error;
  }

  describe('PKCE downgrade', () => {
    it('rejects authorization requests without PKCE or with plain PKCE', async () => {
      for (const weaker of [
        { code_challenge: null, code_challenge_method: null },
        { code_challenge: null },
        { code_challenge_method: 'plain' },
        { code_challenge_method: null },
      ]) {
        expect(await errorOf(weaker), JSON.stringify(weaker)).toBe('invalid_request');
      }
    });

    it('rejects a code with another code verifier', async () => {
      for (const verifier of ['', 'x'.repeat(43)]) {
        const landed = await authorize(new Browser(attacked.base), authorizationRequest(attacked.client).url, EMAIL);
        const { status, body } = await redeem(
          attacked.base,
          attacked.client,
          landed.searchParams.get('code') ?? '',
          verifier,
        );
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
    });
  });

  describe('code replay', () => {
    it('rejects a reused code and revokes its tokens', async () => {
      const requested = authorizationRequest(attacked.client);
      const code = (await authorize(new Browser(attacked.base), requested.url, EMAIL)).searchParams.get('code') ?? '';
      const { body: tokens } = await redeem(attacked.base, attacked.client, code, requested.verifier);
      expect((await attacked.markets(tokens.access_token)).status).toBe(200);
      expect((await redeem(attacked.base, attacked.client, code, requested.verifier)).body.error).toBe('invalid_grant');
      attacked.later();
      expect((await attacked.markets(tokens.access_token)).status).toBe(401);
      expect((await refresh(attacked.base, attacked.client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('gives tokens to one of many concurrent uses of a code', async () => {
      const requested = authorizationRequest(attacked.client);
      const code = (await authorize(new Browser(attacked.base), requested.url, EMAIL)).searchParams.get('code') ?? '';
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => redeem(attacked.base, attacked.client, code, requested.verifier)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('rejects the code of another client', async () => {
      const requested = authorizationRequest(attacked.client);
      const code = (await authorize(new Browser(attacked.base), requested.url, EMAIL)).searchParams.get('code') ?? '';
      const other = await register(attacked.base);
      expect((await redeem(attacked.base, other, code, requested.verifier)).body.error).toBe('invalid_grant');
    });
  });

  describe('refresh reuse', () => {
    it('accepts one of 20 concurrent refreshes', async () => {
      const { refresh_token: token } = await authorizeClient(attacked.base, attacked.client, EMAIL);
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => refresh(attacked.base, attacked.client, token)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of responses.filter(response => response.status !== 200)) {
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
    });

    it('revokes the token family if a refresh token is reused', async () => {
      const first = await authorizeClient(attacked.base, attacked.client, EMAIL);
      const { body: second } = await refresh(attacked.base, attacked.client, first.refresh_token);
      expect((await attacked.markets(second.access_token)).status).toBe(200);
      expect((await refresh(attacked.base, attacked.client, first.refresh_token)).body.error).toBe('invalid_grant');
      attacked.later();
      expect((await attacked.markets(second.access_token)).status).toBe(401);
      expect((await refresh(attacked.base, attacked.client, second.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('rejects use and revocation of a token by another client', async () => {
      const { refresh_token: token } = await authorizeClient(attacked.base, attacked.client, EMAIL);
      const other = await register(attacked.base);
      expect((await refresh(attacked.base, other, token)).body.error).toBe('invalid_grant');
      const form = new URLSearchParams({ token, client_id: other.client_id });
      await fetch(`${attacked.base}/oauth/revoke`, { method: 'POST', body: form });
      expect((await refresh(attacked.base, attacked.client, token)).status).toBe(200);
    });
  });

  describe('token for another resource', () => {
    it('is rejected by the other resource', async () => {
      const mcp = await authorizeClient(attacked.base, attacked.client, EMAIL, { resource: `${attacked.base}/mcp` });
      const api = await authorizeClient(attacked.base, attacked.client, EMAIL, { resource: `${attacked.base}/api` });
      const all = await authorizeClient(attacked.base, attacked.client, EMAIL, { resource: `${attacked.base}/` });
      const ping = async (token: string) =>
        (
          await fetch(`${attacked.base}/mcp`, {
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
        [mcp, api, all].map(async tokens => [
          (await attacked.markets(tokens.access_token)).status,
          await ping(tokens.access_token),
        ]),
      );
      expect(seen).toEqual([
        [401, 200],
        [200, 401],
        [200, 200],
      ]);
      const widened = await requestTokens(attacked.base, {
        grant_type: 'refresh_token',
        refresh_token: mcp.refresh_token,
        client_id: attacked.client.client_id,
        resource: attacked.base,
      });
      expect(widened.body.error).toBe('invalid_target');
    });

    it('is not issued for other services', async () => {
      for (const resource of [
        'https://evil.example/mcp',
        `${attacked.base}/elsewhere`,
        `${attacked.base}/mcp?x=1`,
        'nonsense',
      ]) {
        expect(await errorOf({ resource }), resource).toBe('invalid_target');
      }
    });
  });

  describe('algorithm confusion', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

    it('supports ES256 only: a client cannot choose a weaker algorithm or a shared secret', async () => {
      for (const algorithm of ['none', 'HS256', 'RS256']) {
        const metadata = { id_token_signed_response_alg: algorithm };
        await expect(register(attacked.base, metadata), algorithm).rejects.toThrow('400');
      }
      for (const method of ['client_secret_jwt', 'private_key_jwt', 'tls_client_auth']) {
        await expect(register(attacked.base, { token_endpoint_auth_method: method }), method).rejects.toThrow('400');
      }
    });

    it('rejects signed and unsigned JWTs as access tokens', async () => {
      const { jwks_uri: uri } = (await (
        await fetch(`${attacked.base}/.well-known/oauth-authorization-server`)
      ).json()) as {
        jwks_uri: string;
      };
      const jwks = await (await fetch(uri)).text();
      expect(jwks).not.toContain('"d"');
      const claims = part({
        iss: attacked.base,
        sub: 'x',
        aud: attacked.base,
        client_id: attacked.client.client_id,
        scope: 'data:read',
        exp: 4_000_000_000,
      });
      const unsigned = `${part({ alg: 'none' })}.${claims}.`;
      const head = `${part({ alg: 'HS256' })}.${claims}`;
      const confused = `${head}.${createHmac('sha256', jwks).update(head).digest('base64url')}`;
      for (const token of [unsigned, confused]) {
        expect((await attacked.markets(token)).status).toBe(401);
        expect(await errorOf({ id_token_hint: token })).toBe('invalid_request');
        const asserted = await requestTokens(attacked.base, {
          grant_type: 'authorization_code',
          code: 'x',
          redirect_uri: REDIRECT,
          client_id: attacked.client.client_id,
          client_assertion_type: 'urn:ietf:params:oauth:attacked.client-assertion-type:jwt-bearer',
          client_assertion: token,
        });
        expect(asserted.status).toBeGreaterThanOrEqual(400);
        expect(await errorOf({ request: token })).toBe('request_not_supported');
      }
    });
  });
}
