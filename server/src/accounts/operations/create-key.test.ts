import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { PROJECT } from '../../../test/service/service.ts';
import { sql } from '../../db/database.ts';
import type { Access } from '../account.ts';
import { createAccountKey, listAccountKeys, MAX_KEYS } from '../keys/account-keys.ts';
import { disconnectApp } from '../oauth/apps.ts';

const database = useTestDatabase();
const ROUTE = 'POST /api/user/keys';
const api = usePeopleApi(database);

describe('POST /api/user/keys', () => {
  it('creates a key that works immediately and is shown once', async () => {
    const mine = await newPerson(database.db);
    const { status, json, headers } = await api.as(mine, ROUTE, {
      name: ' nightly ',
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect([status, headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(json).toMatchObject({
      key: expect.stringMatching(/^afk_[\w-]{43}$/),
      name: 'nightly',
      scopes: ['data:read', 'account:read', 'account:write'],
      client_id: null,
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect((await api.as({ ...mine, key: String(json.key) }, 'GET /api/user')).json.id).toBe(mine.accountId);
  });

  it('accepts the request from the accounts guide', async () => {
    const page = readFileSync(join(PROJECT, 'docs/guides/accounts.md'), 'utf8');
    const body = /-d '(\{"name".*\})'/.exec(page)?.[1] ?? '';
    const mine = await newPerson(database.db);
    expect((await api.as(mine, ROUTE, JSON.parse(body))).status).toBe(201);
  });

  it('grants no more scopes and no later expiry than the creating key has', async () => {
    const writer = await newPerson(database.db, 'business', ['account:write']);
    for (const scopes of [['data:read'], ['account:write', 'account:read']]) {
      const { status, json } = await api.as(writer, ROUTE, { name: 'more', scopes });
      expect([status, json.error]).toEqual([403, 'forbidden']);
    }
    const same = await api.as(writer, ROUTE, { name: 'same' });
    expect([same.status, same.json.scopes]).toEqual([201, ['account:write']]);

    const mine = await newPerson(database.db);
    await database.db.execute(sql`update api_keys set expires_at = '2098-01-01' where key_id = ${mine.keyId}`);
    expect((await api.as(mine, ROUTE, { name: 'as long' })).json.expires_at).toBe('2098-01-01T00:00:00Z');
    expect((await api.as(mine, ROUTE, { name: 'longer', expires_at: '2098-01-02T00:00:00Z' })).status).toBe(403);
  });

  it('rejects an account, a plan, a secret and unknown scopes in the input', async () => {
    const [mine, other] = [await newPerson(database.db), await newPerson(database.db)];
    const requested = await api.as(mine, ROUTE, {
      name: 'x',
      account_id: other.accountId,
      plan: 'business',
      key: 'afk_chosen',
      client_id: 'asfiled-web',
      key_id: mine.keyId,
      digest: 'x',
    });
    expect(requested.status).toBe(422);
    expect(faultsOf(requested).sort()).toEqual(
      ['account_id', 'client_id', 'digest', 'key', 'key_id', 'plan'].map(name => `body.${name}`),
    );
    const bad: [string, object][] = [
      ['body.name', { name: '  ' }],
      ['body.name', { name: 'a\u0000b' }],
      ['body.name', { name: 'a'.repeat(101) }],
      ['body.scopes.0', { name: 'x', scopes: ['admin'] }],
      ['body.scopes', { name: 'x', scopes: [] }],
      ['body.scopes', { name: 'x', scopes: 'data:read' }],
      ['body.expires_at', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }],
      ['body.expires_at', { name: 'x', expires_at: "2099-01-01'; drop table api_keys" }],
    ];
    for (const [fault, body] of bad) {
      const response = await api.as(mine, ROUTE, body);
      expect([response.status, ...new Set(faultsOf(response))]).toEqual([422, fault]);
    }
    const sqlName = "'); delete from api_keys; --";
    expect((await api.as(mine, ROUTE, { name: sqlName })).json.name).toBe(sqlName);
    expect(await listAccountKeys(database.db, mine.accountId)).toHaveLength(2);
  });

  it('rejects a token restricted to one resource, and revokes an app’s keys when it is disconnected', async () => {
    const { accountId, email } = await newPerson(database.db);
    const account = { accountId, email, plan: 'free' as const };
    const access = (resource: string | null): Access => ({
      account,
      credential: { kind: 'token', id: accountId, scopes: ['account:write'], clientId: 'some-app', resource },
    });
    const wanted = { name: 'of an app', expiresAt: null, scopes: null };
    for (const resource of ['/mcp', '/api']) {
      await expect(createAccountKey(database.db, access(resource), wanted, new Date())).rejects.toThrow(
        'cannot create keys',
      );
    }
    const made = await createAccountKey(database.db, access('/'), wanted, new Date());
    expect(made).toMatchObject({ clientId: 'some-app', scopes: ['account:write'] });
    const person = { accountId, email, key: made.key, keyId: made.keyId };
    expect((await api.as(person, ROUTE, { name: 'by that key' })).json).toMatchObject({ client_id: 'some-app' });
    await disconnectApp(database.db, accountId, 'another-app');
    expect(await listAccountKeys(database.db, accountId)).toHaveLength(3);
    await disconnectApp(database.db, accountId, 'some-app');
    expect((await listAccountKeys(database.db, accountId)).map(({ name }) => name)).toEqual(['first']);
  });

  it('stops at a hundred keys, also under concurrent requests', async () => {
    const mine = await newPerson(database.db);
    await database.db.execute(sql`
      insert into api_keys (account_id, name, digest, hint)
      select ${mine.accountId}, 'filler', sha256(n::text::bytea), 'afk_' from generate_series(1, ${MAX_KEYS - 4}) n`);
    const requested = await Promise.all(
      Array.from({ length: 8 }, (_, index) => api.as(mine, ROUTE, { name: `key ${index}` })),
    );
    expect(requested.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(requested.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('requires the scope account:write', async () => {
    const reader = await newPerson(database.db, 'business', ['data:read', 'account:read']);
    expect((await api.as(reader, ROUTE, { name: 'x' })).json.scope_required).toBe('account:write');
  });
});
