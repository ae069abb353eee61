import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/accounts/authenticator.ts';
import { jobGauges } from '../../src/cli/commands/serve.ts';
import type { Database, Sql } from '../../src/db/database.ts';
import { authorizationRequest, Browser, PASSWORD, REDIRECT, startOAuthService } from '../accounts/oauth.ts';
import { type Attacked, EMAIL } from './attacked.ts';

/** Guesses of keys, accounts and email addresses. */
export function guess(attacked: Attacked): void {
  describe('rate limits by address', () => {
    it('limits all requests of an address, and its registrations more strictly', async () => {
      const slow = await startOAuthService(attacked.db, { unauthenticatedRate: { perSecond: 1, burst: 30 } });
      const responses: Response[] = [];
      for (let at = 0; at < 5; at++) {
        responses.push(
          await fetch(`${slow.base}/oauth/register`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
          }),
        );
      }
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
      expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(1);
      const tokens = await Promise.all(
        Array.from({ length: 40 }, () => fetch(`${slow.base}/oauth/token`, { method: 'POST' })),
      );
      expect(tokens.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
      await slow.server.close();
    });

    it('serves pages and probes without a database query per request', async () => {
      const requested: Sql[] = [];
      const db = overheard(attacked.db, requested);
      const open = await startOAuthService(db, { gauges: jobGauges(db), now: attacked.now });
      requested.length = 0;
      const rounds = 50;
      for (let round = 0; round < rounds; round++) {
        const headers = { host: `host-${round}.example` };
        expect((await open.server.app.inject({ url: '/metrics' })).statusCode).toBe(200);
        for (const url of ['/', '/readyz', '/healthz', '/docs', '/llms.txt', '/api/v1/openapi.json']) {
          expect((await open.server.app.inject({ url, headers })).statusCode, url).toBe(200);
        }
      }
      expect(requested.length).toBeGreaterThan(2);
      expect(requested.length).toBeLessThan(rounds);
      await open.server.close();
    });
  });

  describe('key enumeration by timing', () => {
    it('looks up keys by digest only, so that a nearly correct key takes the same path', async () => {
      const requested: Sql[] = [];
      const { known, authenticate } = createAuthenticator({ db: overheard(attacked.db, requested), now: attacked.now });
      const { key } = attacked.service;
      const wrong = [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, `afk_${'x'.repeat(43)}`];
      const statements = new Set<string>();
      for (const secret of wrong) {
        requested.length = 0;
        expect(known(secret)).toBeUndefined();
        expect(await authenticate(secret)).toBeNull();
        const digest = createHash('sha256').update(secret).digest();
        expect(requested.map(({ values }) => values.filter(value => !(value instanceof Date)))).toEqual([[digest]]);
        statements.add(requested.map(({ sql }) => sql).join());
        expect(known(secret)).toBeNull();
      }
      expect(statements.size).toBe(1);
    });

    it('rejects malformed secrets without a query', async () => {
      const requested: Sql[] = [];
      const { known, authenticate } = createAuthenticator({ db: overheard(attacked.db, requested), now: attacked.now });
      const { key } = attacked.service;
      for (const secret of ['afk_', key.slice(0, -1), `${key} `, 'x'.repeat(100_000), '\u0000']) {
        expect(known(secret)).toBeNull();
        expect(await authenticate(secret)).toBeNull();
      }
      expect(requested).toEqual([]);
    });
  });

  describe('user enumeration', () => {
    it('returns the same response for addresses with and without an account, headers included', async () => {
      const said = async (email: string) => {
        const browser = new Browser(attacked.base);
        const place = await attacked.atSignIn(
          browser,
          authorizationRequest(attacked.client, { login_hint: email }).url,
        );
        const responses = [
          await browser.go(`${place}/details`),
          await browser.post(`${place}/sign-in`, { email, password: 'a wrong password' }),
          await browser.post(`${place}/sign-in`, { email, password: 'a wrong password', code: '123456' }),
          await browser.post('/oauth/sign-up', { email, password: PASSWORD }),
          await browser.post('/oauth/reset/ask', { email }),
        ];
        return Promise.all(
          responses.map(async response => ({
            status: response.status,
            headers: [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
            body: { ...((await response.json()) as object), request_id: null },
          })),
        );
      };
      const withAccount = await said(EMAIL);
      expect(withAccount.map(({ status }) => status)).toEqual([200, 403, 403, 200, 200]);
      // Of equal length, because the lengths of responses are compared too.
      expect(await said('eva@example.org')).toEqual(withAccount);
    });
  });
}

/** A database that records every statement. */
function overheard(db: Database, requested: Sql[]): Database {
  const heard = (statement: Sql) => {
    requested.push(statement);
    return statement;
  };
  return {
    query: statement => db.query(heard(statement)),
    queryOne: statement => db.queryOne(heard(statement)),
    execute: statement => db.execute(heard(statement)),
    transaction: work => db.transaction(work),
  };
}
