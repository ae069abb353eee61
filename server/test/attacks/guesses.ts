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

    it('serves pages and probes without a database query per request', async () => {
      const asked: Sql[] = [];
      const db = overheard(attacked.db, asked);
      const open = await startOAuthService(db, { gauges: jobGauges(db), now: attacked.now });
      asked.length = 0;
      const rounds = 50;
      for (let round = 0; round < rounds; round++) {
        const headers = { host: `host-${round}.example` };
        expect((await open.server.app.inject({ url: '/metrics' })).statusCode).toBe(200);
        for (const url of ['/', '/readyz', '/healthz', '/docs', '/llms.txt', '/api/v1/openapi.json']) {
          expect((await open.server.app.inject({ url, headers })).statusCode, url).toBe(200);
        }
      }
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.length).toBeLessThan(rounds);
      await open.server.close();
    });
  });

  describe('key enumeration by timing', () => {
    it('looks up keys by digest only, so that a nearly correct key takes the same path', async () => {
      const asked: Sql[] = [];
      const { known, authenticate } = createAuthenticator({ db: overheard(attacked.db, asked), now: attacked.now });
      const { key } = attacked.service;
      const wrong = [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, `afk_${'x'.repeat(43)}`];
      const statements = new Set<string>();
      for (const secret of wrong) {
        asked.length = 0;
        expect(known(secret)).toBeUndefined();
        expect(await authenticate(secret)).toBeNull();
        const digest = createHash('sha256').update(secret).digest();
        expect(asked.map(({ values }) => values.filter(value => !(value instanceof Date)))).toEqual([[digest]]);
        statements.add(asked.map(({ sql }) => sql).join());
        expect(known(secret)).toBeNull();
      }
      expect(statements.size).toBe(1);
    });

    it('rejects malformed secrets without a query', async () => {
      const asked: Sql[] = [];
      const { known, authenticate } = createAuthenticator({ db: overheard(attacked.db, asked), now: attacked.now });
      const { key } = attacked.service;
      for (const secret of ['afk_', key.slice(0, -1), `${key} `, 'x'.repeat(100_000), '\u0000']) {
        expect(known(secret)).toBeNull();
        expect(await authenticate(secret)).toBeNull();
      }
      expect(asked).toEqual([]);
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
        const answers = [
          await browser.go(`${place}/details`),
          await browser.post(`${place}/sign-in`, { email, password: 'a wrong password' }),
          await browser.post(`${place}/sign-in`, { email, password: 'a wrong password', code: '123456' }),
          await browser.post('/oauth/sign-up', { email, password: PASSWORD }),
          await browser.post('/oauth/reset/ask', { email }),
        ];
        return Promise.all(
          answers.map(async answer => ({
            status: answer.status,
            headers: [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
            body: { ...((await answer.json()) as object), request_id: null },
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
function overheard(db: Database, asked: Sql[]): Database {
  const heard = (statement: Sql) => {
    asked.push(statement);
    return statement;
  };
  return {
    query: statement => db.query(heard(statement)),
    queryOne: statement => db.queryOne(heard(statement)),
    execute: statement => db.execute(heard(statement)),
    transaction: work => db.transaction(work),
  };
}
