import { describe, expect, it } from 'vitest';
import { planReaches } from '../../src/accounts/plans.ts';
import { sql } from '../../src/db/database.ts';
import { restPlaceOf } from '../../src/transports/http/input-parsing.ts';
import { OPERATIONS } from '../../src/transports/operations.ts';
import { authorizeClient, Browser, callWith, createPerson, PASSWORD, requestTokens } from '../accounts/oauth.ts';
import { callOf } from '../checks/operation-call.ts';
import { type Attacked, EMAIL, OTHER_EMAIL } from './attacked.ts';

/** Fields of accounts, keys and clients that callers cannot set. */
const OWNED = {
  account_id: '00000000-0000-4000-8000-000000000000',
  plan: 'business',
  email: OTHER_EMAIL,
  is_admin: true,
  day_credits: -1_000_000,
  month_credits: -1_000_000,
  credits: 1_000_000,
  key_id: '00000000-0000-4000-8000-000000000000',
  client_id: 'asfiled-web',
  created_at: '2020-01-01T00:00:00Z',
};

/** Attempts to exceed a plan or scope. */
export function gainPrivileges(attacked: Attacked): void {
  describe('mass assignment', () => {
    const changes = OPERATIONS.filter(operation => restPlaceOf(operation) === 'body');

    it.each(changes.map(operation => [operation.name, operation] as const))(
      'of %s is refused, member by member',
      async (_name, operation) => {
        const before = await attacked.db.query(sql`select * from accounts order by account_id`);
        const strange = Object.fromEntries(Object.entries(OWNED).filter(([name]) => !(name in operation.input.shape)));
        const { status, json } = await attacked.service.ask({
          ...callOf(operation, { ...operation.example, ...strange }),
          headers: { 'x-api-key': attacked.service.key },
        });
        expect(status).toBe(422);
        const faults = json.detail as { loc: string[]; type: string }[];
        const refused = faults.filter(({ type }) => type === 'extra_forbidden').map(({ loc }) => loc.at(-1));
        expect(refused.sort()).toEqual(Object.keys(strange).sort());
        expect(await attacked.db.query(sql`select * from accounts order by account_id`)).toEqual(before);
      },
    );

    it('is rejected for a new account and ignored for a client', async () => {
      const browser = new Browser(attacked.base);
      const mine = { email: 'eve@example.org', password: PASSWORD };
      expect((await browser.post('/oauth/sign-up', { ...mine, plan: 'business' })).status).toBe(422);
      const requested = (metadata: object) =>
        fetch(`${attacked.base}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            redirect_uris: ['https://apps.example/callback'],
            token_endpoint_auth_method: 'none',
            ...metadata,
          }),
        });
      const response = await requested({ ...OWNED, is_own: true, consent: 'none' });
      const made = (await response.json()) as Record<string, unknown>;
      expect(response.status).toBe(201);
      expect(made.client_id).not.toBe(OWNED.client_id);
      for (const name of ['account_id', 'plan', 'is_admin', 'is_own', 'consent']) expect(made).not.toHaveProperty(name);
      for (const grant of ['client_credentials', 'password', 'implicit']) {
        expect((await requested({ grant_types: [grant] })).status, grant).toBe(400);
      }
    });
  });

  describe('privilege change by plan or scope', () => {
    it('rejects operations of a higher plan at once after a downgrade, with a key and with a token', async () => {
      const { key } = await createPerson(attacked.db, 'carol@example.org', 'business');
      const { access_token: token } = await authorizeClient(attacked.base, attacked.client, 'carol@example.org', {
        scope: 'data:read account:read account:write',
      });
      const taxonomy = () => callWith(attacked.base, token, 'GET /api/v1/documents/taxonomy');
      expect((await taxonomy()).status).toBe(200);
      await attacked.db.execute(sql`update accounts set plan = 'free' where email = 'carol@example.org'`);
      await expect.poll(async () => (await taxonomy()).status).toBe(403);
      const above = OPERATIONS.filter(({ plan }) => plan !== 'public' && !planReaches('free', plan));
      expect(above.length).toBeGreaterThan(10);
      for (const operation of above) {
        for (const secret of [key, token]) {
          const { status, json } = await attacked.service.ask({
            ...callOf(operation, operation.example),
            headers: { authorization: `Bearer ${secret}` },
          });
          expect([status, json.error], operation.name).toEqual([403, 'upgrade_required']);
        }
      }
    });

    it('rejects a new key with more scopes than the token that creates it', async () => {
      const { access_token: token } = await authorizeClient(attacked.base, attacked.client, EMAIL, {
        scope: 'account:read account:write',
      });
      const { status, json } = await attacked.service.ask({
        method: 'POST',
        url: '/api/user/keys',
        headers: { authorization: `Bearer ${token}` },
        payload: { name: 'more', scopes: ['data:read'] },
      });
      expect([status, json.error]).toEqual([403, 'forbidden']);
    });

    it('rejects wider scopes on refresh and enforces scopes on every route', async () => {
      const narrow = await authorizeClient(attacked.base, attacked.client, EMAIL, { scope: 'data:read' });
      const wider = await requestTokens(attacked.base, {
        grant_type: 'refresh_token',
        refresh_token: narrow.refresh_token,
        client_id: attacked.client.client_id,
        scope: 'data:read account:write',
      });
      expect(wider.body.error).toBe('invalid_scope');
      const reader = await authorizeClient(attacked.base, attacked.client, EMAIL, { scope: 'account:read' });
      expect((await callWith(attacked.base, narrow.access_token, 'GET /api/user/sessions')).status).toBe(403);
      expect((await callWith(attacked.base, reader.access_token, 'GET /api/user/sessions')).status).toBe(200);
      const ending = await callWith(
        attacked.base,
        reader.access_token,
        'DELETE /api/user/sessions/3f0c2c0e-6c0a-5d2b-9d5e-0a4b6e1c7f10',
      );
      expect([ending.status, ending.json.scope_required]).toEqual([403, 'account:write']);
      const mcp = await fetch(`${attacked.base}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${reader.access_token}` },
      });
      expect(mcp.status).toBe(403);
      expect(mcp.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="data:read"');
    });

    it('does not grant unknown scopes', async () => {
      const { scope } = await authorizeClient(attacked.base, attacked.client, EMAIL, {
        scope: 'data:read admin account:delete',
      });
      expect(scope).toBe('data:read');
    });
  });
}
