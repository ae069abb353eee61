import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newPerson, PASSWORD, type Person, SECRET_BOX, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { signIn } from '../sign-in/sign-in.ts';

const database = useTestDatabase();
let now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const codeOf = (secret: unknown) => new TOTP({ secret: String(secret) }).generate({ timestamp: now.getTime() });

async function signsIn({ email }: Person, code?: string): Promise<string> {
  const given = { email, password: PASSWORD, code, address: '192.0.2.1', now };
  return (await signIn({ db: database.db, secretBox: SECRET_BOX }, given)).state;
}

describe('POST /api/user/totp/confirm', () => {
  it('enables the second factor, after which signing in takes a code, each once', async () => {
    const mine = await newPerson(database.db);
    const { secret } = (await api.as(mine, 'POST /api/user/totp', { password: PASSWORD })).json;
    expect(await signsIn(mine)).toBe('signed_in');
    const wrong = await api.as(mine, 'POST /api/user/totp/confirm', { code: '000000' });
    expect([wrong.status, wrong.json.error]).toEqual([403, 'forbidden']);
    const { status, json } = await api.as(mine, 'POST /api/user/totp/confirm', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(json.recovery_codes).toHaveLength(10);
    expect(new Set(json.recovery_codes as string[]).size).toBe(10);

    expect(await signsIn(mine)).toBe('code_needed');
    expect(await signsIn(mine, codeOf(secret))).toBe('refused');
    later(30);
    const code = codeOf(secret);
    const together = await Promise.all(Array.from({ length: 4 }, () => signsIn(mine, code)));
    expect(together.filter(state => state === 'signed_in')).toHaveLength(1);
    later(600);
    expect(await signsIn(mine, `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)).toBe('signed_in');
    expect((await api.as(mine, 'GET /api/user')).json).toMatchObject({ has_totp: true, recovery_codes_left: 10 });

    const [recovery = ''] = json.recovery_codes as string[];
    expect(recovery).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await signsIn(mine, recovery.toUpperCase())).toBe('signed_in');
    expect(await signsIn(mine, recovery)).toBe('refused');
    expect((await api.as(mine, 'GET /api/user')).json.recovery_codes_left).toBe(9);
    const kept = await database.db.query<{ text: string }>(sql`
      select encode(digest, 'escape') as text from recovery_codes where account_id = ${mine.accountId}`);
    expect(kept.some(({ text }) => (json.recovery_codes as string[]).includes(text))).toBe(false);
    expect((await api.as(mine, 'POST /api/user/totp/confirm', { code: codeOf(secret) })).status).toBe(409);
  });

  it('rejects a recovery code of another account', async () => {
    const [mine, other] = [await newPerson(database.db), await newPerson(database.db)];
    const codes: string[][] = [];
    for (const person of [mine, other]) {
      const { secret } = (await api.as(person, 'POST /api/user/totp', { password: PASSWORD })).json;
      const { json } = await api.as(person, 'POST /api/user/totp/confirm', { code: codeOf(secret) });
      codes.push(json.recovery_codes as string[]);
    }
    expect(await signsIn(mine, codes[1]?.[0])).toBe('refused');
    expect(await signsIn(other, codes[1]?.[0])).toBe('signed_in');
  });

  it('throttles code guesses, with the password or without', async () => {
    const mine = await newPerson(database.db);
    const { secret } = (await api.as(mine, 'POST /api/user/totp', { password: PASSWORD })).json;
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => api.as(mine, 'POST /api/user/totp/confirm', { code: `00000${index}` })),
    );
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    later(300);
    await api.as(mine, 'POST /api/user/totp/confirm', { code: codeOf(secret) });
    later(60);
    const states = [];
    for (let guess = 0; guess < 8; guess++) states.push(await signsIn(mine, `00000${guess}`));
    expect(states).toEqual([...new Array(5).fill('refused'), ...new Array(3).fill('throttled')]);
    expect(await signsIn(mine, codeOf(secret))).toBe('throttled');
    later(300);
    expect(await signsIn(mine, codeOf(secret))).toBe('signed_in');
  });

  it('requires a pending enrolment and a well-formed code', async () => {
    const mine = await newPerson(database.db);
    expect((await api.as(mine, 'POST /api/user/totp/confirm', { code: '123456' })).status).toBe(409);
    for (const code of ['', '12345', "1' or '1", 123456]) {
      expect((await api.as(mine, 'POST /api/user/totp/confirm', { code })).status).toBe(422);
    }
  });
});
