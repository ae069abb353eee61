import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, PASSWORD, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const ROUTE = 'POST /api/user/totp';
const api = usePeopleApi(database);

describe('POST /api/user/totp', () => {
  it('creates an encrypted secret that is not active yet, and replaces it on another start', async () => {
    const mine = await newPerson(database.db);
    const { status, json, headers } = await api.as(mine, ROUTE, { password: PASSWORD });
    expect([status, headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(json.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(String(json.otpauth_url));
    expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      json.secret,
      'asfiled',
    ]);
    expect(decodeURIComponent(url.pathname)).toContain(mine.email);
    const [kept] = await database.db.query<{ text: string }>(sql`
      select to_jsonb(f)::text || encode(secret, 'escape') as text from second_factors f
      where account_id = ${mine.accountId}`);
    expect(kept?.text).not.toContain(String(json.secret));
    expect((await api.as(mine, 'GET /api/user')).json.has_totp).toBe(false);
    const again = await api.as(mine, ROUTE, { password: PASSWORD });
    expect(again.json.secret).not.toBe(json.secret);
  });

  it('requires the password, and names missing fields', async () => {
    const mine = await newPerson(database.db);
    const wrong = await api.as(mine, ROUTE, { password: 'not the password' });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'forbidden']);
    expect(faultsOf(await api.as(mine, ROUTE, {}))).toEqual(['body.password']);
    expect(faultsOf(await api.as(mine, ROUTE, { password: PASSWORD, secret: 'A'.repeat(32) }))).toEqual([
      'body.secret',
    ]);
  });
});
