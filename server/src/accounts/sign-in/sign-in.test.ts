import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { testMail } from '../../../test/stand-ins/mail.ts';
import { sql } from '../../db/database.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { visitors } from '../audit/visitor.ts';
import { createKey } from '../keys/api-keys.ts';
import { addressKey, PASSWORD_BY_ACCOUNT, PASSWORD_BY_CLIENT, takeAttempt } from '../limits/throttle.ts';
import { sendQueuedMail } from '../mail/mail-queue.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { hashPassword } from './passwords.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { confirmSignUp, signUp } from './sign-up.ts';

const database = useTestDatabase();
const secretBox = new SecretBox(Buffer.alloc(32, 7));
const PASSWORD = 'a good long password';
/** A hash of the password with 8 MiB and one pass. */
const OLD_HASH = '$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$hr/uWLa4V0rN+36gqM9k8+0QbKzFaUGEvbKXNH8vcX0';
let now = new Date('2026-03-31T12:00:00Z');
const CLIENT_ADDRESS = '203.0.113.5';
let emails = 0;
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeEach(async () => {
  now = new Date('2026-03-31T12:00:00Z');
  await database.db.execute(sql`delete from throttles`);
});

const mail = testMail(() => ({ db: database.db, now: () => now }));

function tryToSignIn(email: string, password = PASSWORD, address = '192.0.2.1'): Promise<SignIn> {
  return signIn({ db: database.db, secretBox }, { email, password, address, now });
}

/** Creates an account by sign-up and confirmation. */
async function newAccount(): Promise<{ email: string; accountId: string }> {
  const email = `person${++emails}@example.org`;
  await signUp(database.db, { address: CLIENT_ADDRESS, email, password: PASSWORD, now });
  const token = await mail.tokenTo(email);
  const confirmed = await confirmSignUp(database.db, { token, password: PASSWORD, now });
  if (confirmed.state !== 'confirmed') throw new Error('not confirmed');
  return { email, accountId: confirmed.account.accountId };
}

describe('signing up', () => {
  it('creates a free account once the mailed link is confirmed with the password', async () => {
    const email = 'New.Person@Example.org';
    expect(await signUp(database.db, { address: CLIENT_ADDRESS, email, password: PASSWORD, now })).toEqual({
      state: 'accepted',
    });
    expect(await tryToSignIn(email)).toEqual({ state: 'refused' });
    const token = await mail.tokenTo('new.person@example.org');
    expect(await confirmSignUp(database.db, { token, password: 'another password', now })).toEqual({
      state: 'refused',
    });
    const confirmed = await confirmSignUp(database.db, { token, password: PASSWORD, now });
    expect(confirmed).toMatchObject({
      state: 'confirmed',
      account: { email: 'new.person@example.org', plan: 'free' },
    });
    expect(await confirmSignUp(database.db, { token, password: PASSWORD, now })).toEqual({ state: 'refused' });
    expect(await tryToSignIn(email)).toMatchObject({ state: 'signed_in', account: { plan: 'free' } });
  });

  it('responds the same for an address with an account, notifies its owner by mail, and changes nothing', async () => {
    const { email } = await newAccount();
    expect(
      await signUp(database.db, { address: CLIENT_ADDRESS, email, password: 'somebody else’s password', now }),
    ).toEqual({
      state: 'accepted',
    });
    const sent = await mail.to(email);
    expect(sent?.subject).toBe('You already have an asfiled account');
    expect(await tryToSignIn(email, 'somebody else’s password')).toEqual({ state: 'refused' });
    expect(await tryToSignIn(email)).toMatchObject({ state: 'signed_in' });
  });

  it('rejects invalid addresses and passwords', async () => {
    for (const email of ['nobody', 'a@b@c.org', 'x\r\nBcc: y@example.org@z.org', 'a..b@example.org', '']) {
      expect(await signUp(database.db, { address: CLIENT_ADDRESS, email, password: PASSWORD, now })).toMatchObject({
        field: 'email',
      });
    }
    for (const password of ['short', '1234567890', 'me@example.org']) {
      const response = await signUp(database.db, { address: CLIENT_ADDRESS, email: 'me@example.org', password, now });
      expect(response).toMatchObject({ state: 'refused', field: 'password' });
    }
  });

  it('by several people for one address creates one account, with the password of the one who confirms', async () => {
    const email = 'wanted@example.org';
    await signUp(database.db, { address: CLIENT_ADDRESS, email, password: 'the attacker’s choice', now });
    const attackers = await mail.tokenTo(email);
    await signUp(database.db, { address: CLIENT_ADDRESS, email, password: PASSWORD, now });
    const holders = await mail.tokenTo(email);
    expect(await confirmSignUp(database.db, { token: attackers, password: PASSWORD, now })).toEqual({
      state: 'refused',
    });
    expect(await confirmSignUp(database.db, { token: holders, password: PASSWORD, now })).toMatchObject({
      state: 'confirmed',
    });
    const late = await confirmSignUp(database.db, { token: attackers, password: 'the attacker’s choice', now });
    expect(late).toEqual({ state: 'refused' });
    expect(await tryToSignIn(email, 'the attacker’s choice')).toEqual({ state: 'refused' });
  });

  it('expires after a day, and limits the mails to one recipient', async () => {
    const email = 'flooded@example.org';
    for (let time = 0; time < 6; time++)
      await signUp(database.db, { address: CLIENT_ADDRESS, email, password: PASSWORD, now });
    await sendQueuedMail(mail.services());
    expect(mail.all.filter(candidate => candidate.to === email)).toHaveLength(3);
    const token = await mail.tokenTo(email);
    later(24 * 60 + 1);
    expect(await confirmSignUp(database.db, { token, password: PASSWORD, now })).toEqual({ state: 'refused' });
  });
});

it('rejects an IP address that requests many mails to any recipients', async () => {
  const services = { db: database.db, now: () => now };
  const waits = [];
  for (let mailNumber = 0; mailNumber < 12; mailNumber++) {
    waits.push(await requestReset(services, `anybody${mailNumber}@example.org`, '2001:db8:7::1'));
  }
  expect(waits).toEqual([...new Array(10).fill(0), 60, 60]);
  const given = { email: 'anybody@example.org', password: PASSWORD, address: '2001:db8:7::2', now };
  expect(await signUp(database.db, given)).toEqual({ state: 'throttled', retryAfterSeconds: 60 });
  expect(await requestReset(services, 'anybody@example.org', '2001:db8:8::1')).toBe(0);
  await database.db.execute(sql`delete from mails`);
});

describe('signing in', () => {
  it('discloses neither by its result nor by its timing which addresses have an account', async () => {
    const { email } = await newAccount();
    const { email: withoutPassword } = { email: 'by-key@example.org' };
    await createKey(database.db, { email: withoutPassword, plan: 'free', name: 'only a key' });
    const timed = async (value: string) => {
      const before = process.cpuUsage();
      expect(await tryToSignIn(value, 'a wrong password', `2001:db8:${++emails}::1`)).toEqual({ state: 'refused' });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const times: Record<string, number[]> = {};
    for (let round = 0; round < 4; round++) {
      for (const one of [email, withoutPassword, 'nobody-at-all@example.org']) {
        times[one] = [...(times[one] ?? []), await timed(one)];
        await database.db.execute(sql`delete from throttles`);
      }
    }
    const least = Object.values(times).map(list => Math.min(...list));
    expect(Math.max(...least) / Math.min(...least)).toBeLessThan(1.5);
  });

  it('accepts the address in any case, and treats SQL as text', async () => {
    const { email } = await newAccount();
    expect(await tryToSignIn(` ${email.toUpperCase()} `)).toMatchObject({ state: 'signed_in' });
    for (const hostile of ["' or 1=1 --", `${email}'--`, "x'; delete from accounts; --@example.org", '%@example.org']) {
      expect(await tryToSignIn(hostile)).toEqual({ state: 'refused' });
    }
    expect(await tryToSignIn(email, "' or '1'='1")).toEqual({ state: 'refused' });
  });

  it('throttles guesses at one account from one address, and accepts the correct password there later', async () => {
    const { email } = await newAccount();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, guess) => tryToSignIn(email, `guess number ${guess}`, '198.51.100.1')),
    );
    expect(guesses.filter(({ state }) => state === 'refused')).toHaveLength(10);
    expect(guesses.filter(({ state }) => state === 'throttled')).toHaveLength(4);
    expect(await tryToSignIn(email, PASSWORD, '198.51.100.1')).toEqual({ state: 'throttled', retryAfterSeconds: 60 });
    later(1);
    expect(await tryToSignIn(email, PASSWORD, '198.51.100.1')).toMatchObject({ state: 'signed_in' });
    expect(await tryToSignIn(email, 'and a wrong one', '198.51.100.1')).toEqual({ state: 'refused' });
  });

  it('accepts the correct password from another address during a flood of guesses', async () => {
    const { email } = await newAccount();
    for (let guess = 0; guess < 40; guess++) await tryToSignIn(email, 'a wrong password', '198.51.100.1');
    expect(await tryToSignIn(email, PASSWORD, '198.51.100.1')).toMatchObject({ state: 'throttled' });
    expect(await tryToSignIn(email, PASSWORD, '203.0.113.77')).toMatchObject({ state: 'signed_in' });
  });

  it('bounds guesses from many addresses, and still accepts addresses that signed in before', async () => {
    const { email } = await newAccount();
    const home = { address: '2001:db8:99:1::5', userAgent: '', actor: 'owner', actorId: null } as const;
    await visitors.run(home, () => tryToSignIn(email, PASSWORD, home.address));
    for (let guess = 0; guess < PASSWORD_BY_ACCOUNT.burst; guess++)
      await takeAttempt(database.db, PASSWORD_BY_ACCOUNT, email, now);
    expect(await tryToSignIn(email, PASSWORD, '198.51.100.200')).toEqual({ state: 'throttled', retryAfterSeconds: 10 });
    expect(await tryToSignIn(email, 'a wrong password', '2001:db8:99:1::6')).toEqual({ state: 'refused' });
    expect(await tryToSignIn(email, PASSWORD, '2001:db8:99:1::6')).toMatchObject({ state: 'signed_in' });
    expect(await tryToSignIn('nobody@example.org', PASSWORD, '198.51.100.200')).toEqual({ state: 'refused' });
  });

  it('throttles guesses from one address at many accounts, existing or not', async () => {
    const { email } = await newAccount();
    for (let guess = 0; guess < 48; guess++)
      await takeAttempt(database.db, PASSWORD_BY_CLIENT, addressKey('2001:db8:0:1::1'), now);
    for (const one of [email, 'unknown@example.org']) {
      expect(await tryToSignIn(one, 'a wrong password', '2001:db8:0:1::7')).toEqual({ state: 'refused' });
    }
    expect(await tryToSignIn(email, PASSWORD, '2001:db8:0:1::9')).toMatchObject({ state: 'throttled' });
    expect(await tryToSignIn('x@example.org', PASSWORD, '2001:db8:0:1:ffff::8')).toMatchObject({ state: 'throttled' });
    expect(await tryToSignIn('x@example.org', PASSWORD, '2001:db8:0:2::7')).toEqual({ state: 'refused' });
  });

  it('replaces a hash that was made with other parameters', async () => {
    const { email, accountId } = await newAccount();
    const current = await hashPassword(PASSWORD);
    await database.db.execute(sql`
      update passwords set hash = ${current.replace('m=19456', 'm=19455')} where account_id = ${accountId}`);
    expect(await tryToSignIn(email)).toEqual({ state: 'refused' });
    await database.db.execute(sql`update passwords set hash = ${OLD_HASH} where account_id = ${accountId}`);
    expect(await tryToSignIn(email)).toMatchObject({ state: 'signed_in' });
    const kept = await database.db.queryOne<{ hash: string }>(sql`
      select hash from passwords where account_id = ${accountId}`);
    expect(kept?.hash).toContain('$m=19456,t=2,p=1$');
    expect(await tryToSignIn(email)).toMatchObject({ state: 'signed_in' });
  });
});

describe('a password reset', () => {
  it('sets the password once within an hour, and ends all sessions', async () => {
    const { email, accountId } = await newAccount();
    await database.db.execute(sql`
      insert into oauth_records (model, digest, record_id, account_id, payload, created_at)
      values ('Session', '\\x01', gen_random_uuid(), ${accountId}, '\\x00', now())`);
    const services = { db: database.db, now: () => now };
    await requestReset(services, email, CLIENT_ADDRESS);
    const token = await mail.tokenTo(email);
    expect(await resetPassword(services, token, 'short')).toMatchObject({ state: 'bad_password' });
    expect(await resetPassword(services, token, 'the next password')).toEqual({ state: 'reset', accountId });
    expect(await resetPassword(services, token, 'one more password')).toEqual({ state: 'bad_link' });
    expect(await tryToSignIn(email)).toEqual({ state: 'refused' });
    expect(await tryToSignIn(email, 'the next password')).toMatchObject({ state: 'signed_in' });
    expect(await database.db.query(sql`select from oauth_records where account_id = ${accountId}`)).toEqual([]);
    expect((await mail.to(email))?.subject).toBe('Your asfiled password was changed');

    await requestReset(services, email, CLIENT_ADDRESS);
    const other = await mail.tokenTo(email);
    later(61);
    expect(await resetPassword(services, other, 'the last password')).toEqual({ state: 'bad_link' });
  });

  it('responds the same for an address without an account, and sends no mail', async () => {
    await requestReset({ db: database.db, now: () => now }, 'stranger@example.org', CLIENT_ADDRESS);
    expect(await mail.to('stranger@example.org')).toBeUndefined();
    await requestReset({ db: database.db, now: () => now }, 'no address', CLIENT_ADDRESS);
  });

  it('succeeds once under concurrent use', async () => {
    const { email } = await newAccount();
    const services = { db: database.db, now: () => now };
    await requestReset(services, email, CLIENT_ADDRESS);
    const token = await mail.tokenTo(email);
    const resets = await Promise.all(
      Array.from({ length: 8 }, (_, index) => resetPassword(services, token, `racing password ${index}`)),
    );
    expect(resets.filter(({ state }) => state === 'reset')).toHaveLength(1);
  });

  it('lets the owner sign in again while others guess', async () => {
    const { email } = await newAccount();
    for (let guess = 0; guess < 11; guess++) await tryToSignIn(email, 'a wrong password');
    expect(await tryToSignIn(email)).toMatchObject({ state: 'throttled' });
    const services = { db: database.db, now: () => now };
    await requestReset(services, email, CLIENT_ADDRESS);
    await resetPassword(services, await mail.tokenTo(email), 'the next password');
    expect(await tryToSignIn(email, 'the next password')).toMatchObject({ state: 'signed_in' });
  });
});

it('stores no token and no password in plain text', async () => {
  const { email } = await newAccount();
  await requestReset({ db: database.db, now: () => now }, email, CLIENT_ADDRESS);
  const token = await mail.tokenTo(email);
  const tables = await database.db.query<{ text: string }>(sql`
    select to_jsonb(t)::text as text from reset_tokens t
    union all select to_jsonb(t)::text from sign_ups t
    union all select to_jsonb(t)::text from mails t
    union all select to_jsonb(t)::text from passwords t`);
  expect(tables.length).toBeGreaterThan(0);
  for (const { text } of tables) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(PASSWORD);
  }
});
