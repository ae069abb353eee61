import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/db/database.ts';
import { screenFinancials } from '../../src/domain/figures/financials/operations/screen-financials.ts';
import { listDocuments } from '../../src/domain/filings/documents/operations/list-documents.ts';
import { screenPress } from '../../src/domain/insights/screens/operations/screen-press.ts';
import { toCursor } from '../../src/domain/kit/cursors.ts';
import { OPERATIONS } from '../../src/transports/operations.ts';
import { authorizationRequest, authorize, authorizeClient, Browser, PASSWORD, register } from '../accounts/oauth.ts';
import { seedIssuer } from '../seeds/issuers.ts';
import { type Attacked, EMAIL } from './attacked.ts';

/** Input that tries to become code. */
export function injectText(attacked: Attacked): void {
  // For REST, hostile-input.test.ts sends SQL to each parameter of every operation.
  describe('SQL in every parameter', () => {
    const statements = ["x'; delete from accounts; --", "x' or pg_sleep(9) is null or '1'='1"];
    const accounts = () => attacked.db.query(sql`select account_id, email, plan from accounts order by account_id`);

    it('is treated as text in every MCP tool', async () => {
      const before = await accounts();
      for (const { tool, input, example } of OPERATIONS) {
        if (typeof tool !== 'string') continue;
        for (const parameter of Object.keys(input.shape)) {
          for (const statement of statements) {
            const response = await attacked.service.ask({
              method: 'POST',
              url: '/mcp',
              headers: {
                authorization: `Bearer ${attacked.service.key}`,
                accept: 'application/json, text/event-stream',
                host: '127.0.0.1',
              },
              payload: {
                jsonrpc: '2.0',
                id: 1,
                method: 'tools/call',
                params: { name: tool, arguments: { ...example, [parameter]: statement } },
              },
            });
            expect(response.status, response.text).toBe(200);
            expect(response.text, `${tool}: ${parameter}`).toContain('"result"');
            expect(response.text, `${tool}: ${parameter}`).not.toMatch(/internal_error|syntax error/);
          }
        }
      }
      expect(await accounts()).toEqual(before);
    });

    it('is treated as text in sign-in and client registration', async () => {
      const before = await accounts();
      for (const statement of statements) {
        const browser = new Browser(attacked.base);
        const place = await attacked.atSignIn(browser);
        for (const body of [
          { email: statement, password: PASSWORD },
          { email: `${EMAIL}${statement}`, password: PASSWORD },
          { email: EMAIL, password: statement },
        ]) {
          expect((await browser.post(`${place}/sign-in`, body)).status).toBe(403);
        }
        const form = (members: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(members) });
        for (const response of [
          await browser.post('/oauth/sign-up/confirm', { token: statement, password: statement }),
          await browser.post('/oauth/reset', { token: statement, password: PASSWORD }),
          await browser.go(authorizationRequest({ ...attacked.client, client_id: statement }).url),
          await browser.go(authorizationRequest(attacked.client, { scope: statement, resource: statement }).url),
          await browser.go(`/oauth/interaction/${encodeURIComponent(statement)}/details`),
          await fetch(
            `${attacked.base}/oauth/token`,
            form({ grant_type: 'authorization_code', code: statement, client_id: attacked.client.client_id }),
          ),
          await fetch(`${attacked.base}/oauth/revoke`, form({ token: statement, client_id: statement })),
        ]) {
          expect(response.status, response.url).toBeLessThan(500);
          expect(response.status, response.url).toBeGreaterThanOrEqual(300);
        }
      }
      expect(await accounts()).toEqual(before);
    });

    it('is rejected in forged cursors before the database', async () => {
      const webhookId = '0b0c3f51-7d7c-4c0e-8a55-6f3f6a6f9a01';
      await attacked.db.execute(sql`
        insert into webhooks (webhook_id, account_id, url, event_types, secret)
        values (${webhookId}, ${attacked.service.accountId}, 'https://hooks.example.com/', '{}', ${Buffer.alloc(1)})`);
      // The limit and the view of a page may change from page to page.
      const press = { ...screenPress.input.parse({}), limit: undefined, view: undefined };
      const lists: [url: string, list: string, question: unknown, good: string[]][] = [
        ['/api/user/ledger?', 'listLedger', attacked.service.accountId, ['2026-01-01', '1']],
        [
          `/api/user/webhooks/${webhookId}/deliveries?`,
          'listWebhookDeliveries',
          { webhook_id: webhookId },
          ['2026-01-01T00:00:00Z', webhookId],
        ],
        [
          '/api/v1/documents?market=us&',
          'listDocuments',
          { ...listDocuments.input.parse({ market: 'us' }), limit: undefined },
          ['2026-01-01', webhookId],
        ],
        [
          '/api/v1/financials/screen?',
          'screenFinancials',
          { ...screenFinancials.input.parse({}), limit: undefined, view: undefined },
          ['', '1', '0'],
        ],
        ['/api/v1/press/screen?', 'screenPress', press, ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'x', '1']],
      ];
      // A window before the year 1 would be an error of PostgreSQL.
      const early = toCursor('screenPress', press, ['0001-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'x', '1']);
      expect((await attacked.service.get(`/api/v1/press/screen?cursor=${early}`)).json.error).toBe('invalid_cursor');
      for (const [url, list, question, good] of lists) {
        expect((await attacked.service.get(`${url}cursor=${toCursor(list, question, good)}`)).status, url).toBe(200);
        for (const position of [[], null, {}, ['x', 'x', 'x'], ...statements.map(text => [text, text, text])]) {
          const cursor = toCursor(list, question, position as string[]);
          const { status, json, text } = await attacked.service.get(`${url}cursor=${cursor}`);
          expect([status, json.error], `${url} ${JSON.stringify(position)}: ${text}`).toEqual([400, 'invalid_cursor']);
        }
      }
    });

    it('is treated as text in every header', async () => {
      const { key } = attacked.service;
      const before = await accounts();
      for (const statement of statements) {
        for (const name of [
          'x-api-key',
          'authorization',
          'idempotency-key',
          'last-event-id',
          'if-none-match',
          'x-request-id',
        ]) {
          const headers = { 'x-api-key': key, [name]: name === 'authorization' ? `Bearer ${statement}` : statement };
          for (const call of [
            { method: 'POST' as const, url: '/api/user/keys', payload: { name: 'x' } },
            { method: 'HEAD' as const, url: '/api/user/notifications/stream' },
            { method: 'GET' as const, url: '/api/v1/markets' },
          ]) {
            expect((await attacked.service.ask({ ...call, headers })).status, name).toBeLessThan(500);
          }
        }
      }
      expect(await accounts()).toEqual(before);
    });
  });

  describe('header injection', () => {
    it('echoed input cannot add a header', async () => {
      const state = 'a\r\nSet-Cookie: evil=1\r\n\r\n<script>';
      const browser = new Browser(attacked.base);
      const landed = await authorize(browser, authorizationRequest(attacked.client, { state }).url, EMAIL);
      expect(landed.searchParams.get('state')).toBe(state);
      expect(browser.set.join('\n')).not.toContain('evil');
      const refused = await new Browser(attacked.base).go(
        authorizationRequest({ ...attacked.client, redirect_uri: 'x\r\nSet-Cookie: evil=1' }, { state }).url,
        {
          headers: { accept: 'text/html' },
        },
      );
      expect(refused.headers.get('set-cookie')).toBeNull();
      expect(await refused.text()).not.toContain('<script>');
    });

    it('a forged Host header does not change the response', async () => {
      const { port } = new URL(attacked.base);
      const requested = await new Promise<{ status: number | undefined; location: string | undefined }>(
        (resolve, reject) => {
          httpRequest(
            {
              host: '127.0.0.1',
              port,
              path: authorizationRequest(attacked.client).url,
              headers: { host: 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
            },
            response => {
              response.resume();
              resolve({ status: response.statusCode, location: response.headers.location });
            },
          )
            .on('error', reject)
            .end();
        },
      );
      expect(requested.location).toMatch(new RegExp(`^${attacked.base}/oauth/authorize`));
      const metadata = await fetch(`${attacked.base}/.well-known/oauth-authorization-server`, {
        headers: { 'x-forwarded-host': 'evil.example' },
      });
      expect(await metadata.text()).not.toContain('evil');
    });
  });

  describe('NUL characters and deep nesting', () => {
    it('NUL is rejected or kept out of the store everywhere', async () => {
      const nul = 'a\u0000b';
      const named = await register(attacked.base, { client_name: nul });
      await authorizeClient(attacked.base, named, EMAIL);
      const browser = new Browser(attacked.base);
      const place = await attacked.atSignIn(browser);
      for (const body of [
        { email: nul, password: nul },
        { email: EMAIL, password: nul, code: nul },
      ]) {
        expect((await browser.post(`${place}/sign-in`, body)).status).toBe(403);
      }
      const requested = [
        browser.post('/oauth/sign-up', { email: `${nul}@example.org`, password: PASSWORD }),
        browser.post('/oauth/sign-up/confirm', { token: nul, password: nul }),
        browser.post('/oauth/reset', { token: nul, password: PASSWORD }),
        browser.go(authorizationRequest({ ...attacked.client, client_id: nul }).url),
        browser.go(authorizationRequest(attacked.client, { state: nul, nonce: nul, login_hint: nul }).url),
        fetch(`${attacked.base}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: nul, client_id: nul }),
        }),
        fetch(`${attacked.base}/oauth/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ token: nul, client_id: nul }),
        }),
      ];
      for (const { status } of await Promise.all(requested)) expect(status).toBeLessThan(500);
    });

    it('a NUL in a cell of an imported file rejects that line only', async () => {
      await seedIssuer(attacked.db, { key: 'cik:900042', name: 'Aurora', listings: [{ ticker: 'AURW' }] });
      const columns = ['ticker', 'market_id', 'canonical_key', 'note', 'event_types', 'form_types'];
      const importWith = (column: string, hostile: string) => {
        const cells = columns.map(candidate => (candidate === column ? hostile : candidate === 'ticker' ? 'AURW' : ''));
        return attacked.service.ask({
          method: 'POST',
          url: '/api/user/watchlist/import',
          headers: { 'x-api-key': attacked.service.key },
          payload: { csv: `${columns}\n${cells}\nAURW,,,,,\n` },
        });
      };
      for (const column of columns) {
        const { status, json, text } = await importWith(column, 'a\u0000b');
        const taken = Number(json.added) + Number(json.unchanged);
        expect([status, json.refused, taken], `${column}: ${text}`).toEqual([200, 1, 1]);
        expect((await importWith(column, 'a\ud800b')).status).toBe(422);
      }
    });

    it('a deeply nested body is rejected', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        origin: attacked.base,
        'sec-fetch-site': 'same-origin',
        'x-api-key': attacked.service.key,
      };
      const asMessage = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      for (const [path, body] of [
        ['/mcp', deep],
        ['/mcp', asMessage(deep)],
        ['/mcp', asMessage(`{"name":"search_ticker","arguments":{"query":${deep}}}`)],
        ['/oauth/register', `{"redirect_uris":${deep}}`],
        ['/oauth/sign-up', `{"email":${deep}}`],
      ] as const) {
        const response = await fetch(attacked.base + path, { method: 'POST', headers, body });
        expect(response.status, `${path}: ${body.slice(0, 99)}`).toBeLessThan(500);
        expect(await response.text()).not.toContain('internal_error');
      }
    });
  });
}
