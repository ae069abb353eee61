import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, PASSWORD, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const ROUTE = 'POST /api/user/totp/disable';
let now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);

const codeOf = (secret: unknown) => new TOTP({ secret: String(secret) }).generate({ timestamp: now.getTime() });

describe('POST /api/user/totp/disable', () => {
  it('requires the correct password and code, as does changing the password', async () => {
    const mine = await newPerson(database.db);
    const { secret } = (await api.as(mine, 'POST /api/user/totp', { password: PASSWORD })).json;
    await api.as(mine, 'POST /api/user/totp/confirm', { code: codeOf(secret) });
    now = new Date(now.getTime() + 60_000);
    const code = codeOf(secret);
    expect((await api.as(mine, ROUTE, { password: 'not the password', code })).status).toBe(403);
    expect((await api.as(mine, ROUTE, { password: PASSWORD, code: '000000' })).status).toBe(403);
    expect(faultsOf(await api.as(mine, ROUTE, { password: PASSWORD }))).toEqual(['body.code']);
    const change = { current_password: PASSWORD, new_password: 'the next good password' };
    const unproved = await api.as(mine, 'POST /api/user/password', change);
    expect([unproved.status, unproved.json.code_needed]).toEqual([403, true]);
    expect((await api.as(mine, 'POST /api/user/totp', { password: PASSWORD })).status).toBe(403);

    expect((await api.as(mine, ROUTE, { password: PASSWORD, code })).status).toBe(204);
    expect((await api.as(mine, 'GET /api/user')).json).toMatchObject({ has_totp: false, recovery_codes_left: 0 });
    expect((await api.as(mine, ROUTE, { password: PASSWORD, code })).status).toBe(409);
  });
});
