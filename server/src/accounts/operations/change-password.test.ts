import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, PASSWORD, SECRET_BOX, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { createKey } from '../keys/api-keys.ts';
import { signIn } from '../sign-in/sign-in.ts';

const database = useTestDatabase();
const ROUTE = 'POST /api/user/password';
const NEXT = 'the next good password';
const api = usePeopleApi(database);

async function signsIn(email: string, password: string): Promise<string> {
  const services = { db: database.db, secretBox: SECRET_BOX };
  return (await signIn(services, { email, password, address: '192.0.2.1', now: new Date() })).state;
}

describe('POST /api/user/password', () => {
  it('sets a new password, ends all sessions and keeps keys valid', async () => {
    const mine = await newPerson(database.db);
    await database.db.execute(sql`
      insert into oauth_records (model, digest, record_id, account_id, payload, created_at)
      values ('Session', '\\x01', gen_random_uuid(), ${mine.accountId}, '\\x00', now())`);
    const { status, text } = await api.as(mine, ROUTE, { current_password: PASSWORD, new_password: NEXT });
    expect([status, text]).toEqual([204, '']);
    expect(await signsIn(mine.email, PASSWORD)).toBe('refused');
    expect(await signsIn(mine.email, NEXT)).toBe('signed_in');
    expect(await database.db.query(sql`select from oauth_records where account_id = ${mine.accountId}`)).toEqual([]);
    expect((await api.as(mine, 'GET /api/user')).status).toBe(200);
    const reported = await database.db.query(sql`select kind from mails where email = ${mine.email}`);
    expect(reported).toEqual([{ kind: 'password_set' }]);
  });

  it('rejects a key without the password, and throttles guesses', async () => {
    const mine = await newPerson(database.db);
    const guess = (password: string) =>
      api.as(mine, ROUTE, { current_password: password, new_password: NEXT }).then(({ status }) => status);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`guess number ${index}`)));
    expect(guesses.filter(status => status === 403)).toHaveLength(10);
    expect(guesses.filter(status => status === 429)).toHaveLength(2);
    const right = await api.as(mine, ROUTE, { current_password: PASSWORD, new_password: NEXT });
    expect([right.status, right.json.error, Number(right.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });

  it('names each invalid field, repeats no password, and rejects unknown fields', async () => {
    const mine = await newPerson(database.db);
    const ask = (body: object) => api.as(mine, ROUTE, body);
    expect(faultsOf(await ask({}))).toEqual(['body.current_password', 'body.new_password']);
    const weak = await ask({ current_password: PASSWORD, new_password: 'password123' });
    expect([weak.status, faultsOf(weak)]).toEqual([422, ['body.new_password']]);
    expect(weak.text).not.toContain('password123');
    for (const extra of ['account_id', 'email', 'plan', 'scopes', 'hash', '__proto__x']) {
      const response = await ask({ current_password: PASSWORD, new_password: NEXT, [extra]: mine.accountId });
      expect([response.status, faultsOf(response)], extra).toEqual([422, [`body.${extra}`]]);
    }
    for (const wrong of [null, 7, ['a'], { $gt: '' }]) {
      expect((await ask({ current_password: wrong, new_password: NEXT })).status).toBe(422);
    }
    const sqlGuess = await ask({ current_password: "' or '1'='1", new_password: NEXT });
    expect(sqlGuess.status).toBe(403);
    expect(await signsIn(mine.email, PASSWORD)).toBe('signed_in');
  });

  it('returns conflict for an account without a password', async () => {
    const email = 'key-only@example.org';
    const { key, keyId, accountId } = await createKey(database.db, { email, plan: 'free', name: 'only' });
    const requested = { current_password: 'anything at all', new_password: NEXT };
    const { status, json } = await api.as({ email, key, keyId, accountId }, ROUTE, requested);
    expect([status, json.error]).toEqual([409, 'conflict']);
  });

  it('requires the scope account:write', async () => {
    const reader = await newPerson(database.db, 'business', ['data:read', 'account:read']);
    const { status, json } = await api.as(reader, ROUTE, { current_password: PASSWORD, new_password: NEXT });
    expect([status, json.scope_required]).toEqual([403, 'account:write']);
  });
});
