import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newPerson, SECRET_BOX } from '../../../test/accounts/people.ts';
import { databaseUrl, useTestDatabase } from '../../../test/database.ts';
import { CreditMeter } from '../../accounts/credits/credit-meter.ts';
import { DEFAULT_PLANS } from '../../accounts/plans.ts';
import { resetPassword } from '../../accounts/sign-in/password-reset.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import { confirmTotp, startTotp } from '../../accounts/sign-in/totp.ts';
import { runProgram } from '../program.ts';

const database = useTestDatabase();
const EMAIL = 'operated@example.org';

interface Ran {
  code: number | null;
  lines: string[];
  json: Record<string, unknown>;
  stderr: string;
}

const inherited = { ...process.env };

afterEach(() => {
  vi.restoreAllMocks();
  process.env = { ...inherited };
  process.exitCode = undefined;
});

function environment(): NodeJS.ProcessEnv {
  return {
    ...inherited,
    DATABASE_URL: databaseUrl(database.connection),
    ASFILED_PUBLIC_URL: 'https://filings.example.org',
  };
}

/** Runs a command line in this process. */
async function asfiled(words: string): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    stderr += text;
    return true;
  });
  process.env = environment();
  process.exitCode = undefined;
  const code = await runProgram(['node', 'asfiled', 'user', ...words.split(' ')]);
  vi.restoreAllMocks();
  return ranAs(code, stdout, stderr);
}

/** Runs a command line in a process of its own, with text on standard input. */
function asfiledReading(words: string, input: string): Ran {
  const main = join(import.meta.dirname, '../../main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'user', ...words.split(' ')], {
    env: environment(),
    encoding: 'utf8',
    input,
  });
  return ranAs(status, stdout, stderr);
}

function ranAs(code: number | null, stdout: string, stderr: string): Ran {
  const lines = stdout.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  return { code, lines, json: last.startsWith('{') ? JSON.parse(last) : {}, stderr };
}

async function signsIn(email: string, password: string): Promise<string> {
  const given = { email, password, address: '192.0.2.1', now: new Date() };
  return (await signIn({ db: database.db, secretBox: SECRET_BOX }, given)).state;
}

describe('asfiled user', () => {
  it('creates accounts, sets passwords from standard input, and shows and lists them', async () => {
    const made = asfiledReading(`create ${EMAIL} --plan pro --password-stdin`, 'the first password\n');
    expect(made).toMatchObject({ code: 0, json: { email: EMAIL, plan: 'pro', has_password: true, keys: 0 } });
    expect(await signsIn(EMAIL, 'the first password')).toBe('signed_in');
    expect(await asfiled(`create ${EMAIL}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has an account'),
    });
    expect(asfiledReading(`set-password ${EMAIL}`, 'the second password\n').code).toBe(0);
    expect(await signsIn(EMAIL, 'the second password')).toBe('signed_in');
    expect(asfiledReading(`set-password ${EMAIL}`, 'short').code).toBe(2);
    expect((await asfiled('create another@example.org')).json).toMatchObject({ plan: 'free', has_password: false });
    expect((await asfiled('list --plan free')).lines.map(line => JSON.parse(line).email)).toEqual([
      'another@example.org',
    ]);
    expect((await asfiled('list --after b')).lines.map(line => JSON.parse(line).email)).toEqual([EMAIL]);
    expect((await asfiled(`show ${EMAIL}`)).json).toMatchObject({
      plan: 'pro',
      credits: { day: { used: 0, given: 0, limit: 10_000 } },
      keys: [],
    });
  });

  it('lists the security events of one account and of all, newest first', async () => {
    const { email, accountId } = await newPerson(database.db);
    const other = await newPerson(database.db);
    await asfiled(`set-plan ${email} business`);
    const own = (await asfiled(`audit ${email}`)).lines.map(line => JSON.parse(line));
    expect(own).toMatchObject([
      { kind: 'plan_changed', account_id: accountId, actor: 'operator', plan_before: 'free', plan_after: 'business' },
      { kind: 'key_created', subject_name: 'first' },
      { kind: 'account_created' },
    ]);
    const older = (await asfiled(`audit ${email} --before ${own[1].event_id}`)).lines.map(line => JSON.parse(line));
    expect(older.map(({ kind }) => kind)).toEqual(['account_created']);
    const all = (await asfiled('audit --limit 3')).lines.map(line => JSON.parse(line));
    expect(all.map(event => event.account_id)).toEqual([accountId, other.accountId, other.accountId]);
    expect((await asfiled('audit nobody@example.org')).code).toBe(1);
  });

  it('sets plans, gives credits, prints reset links and turns two-step sign-in off', async () => {
    const { email, accountId } = await newPerson(database.db);
    expect((await asfiled(`set-plan ${email} business`)).json).toMatchObject({ email, plan: 'business' });
    const account = { accountId, email, plan: 'business' as const };
    const meter = new CreditMeter({ db: database.db, plans: DEFAULT_PLANS, now: () => new Date() });
    await meter.debit(account, 30, { operation: 'listFilings', channel: 'rest' });
    expect(await asfiled(`refund ${email} --credits 31`)).toMatchObject({ code: 1 });
    expect((await asfiled(`refund ${email} --credits 30 --note sorry`)).json).toMatchObject({
      kind: 'refund',
      note: 'sorry',
    });
    expect((await asfiled(`grant ${email} --credits 7`)).json).toMatchObject({ kind: 'grant', credits: 7 });
    expect((await asfiled(`show ${email}`)).json).toMatchObject({ credits: { day: { used: -7, given: 37 } } });

    const { link } = (await asfiled(`reset-link ${email}`)).json;
    const token = /^https:\/\/filings\.example\.org\/reset#token=([\w-]{43})$/.exec(String(link))?.[1] ?? '';
    const reset = await resetPassword({ db: database.db, now: () => new Date() }, token, 'by the link of the operator');
    expect(reset.state).toBe('reset');

    const services = { db: database.db, secretBox: SECRET_BOX };
    const { secret } = await startTotp(services, account, new Date());
    await confirmTotp(services, account, new TOTP({ secret }).generate(), new Date());
    expect(await signsIn(email, 'by the link of the operator')).toBe('code_needed');
    expect(await asfiled(`disable-totp ${email}`)).toMatchObject({ code: 0, json: { has_totp: false } });
    expect(await signsIn(email, 'by the link of the operator')).toBe('signed_in');
    expect((await asfiled(`disable-totp ${email}`)).code).toBe(1);
  });

  it('exports accounts, and deletes them only with --yes', async () => {
    const { email, accountId } = await newPerson(database.db);
    expect((await asfiled(`export ${email}`)).json).toMatchObject({
      account: { id: accountId, email },
      keys: [{ name: 'first' }],
    });
    expect(await asfiled(`delete ${email}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect((await asfiled(`delete ${email} --yes`)).json).toEqual({ email, account_id: accountId, deleted: true });
    expect(await asfiled(`delete ${email} --yes`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no account'),
    });
  });

  it('reports wrong usage with exit code 2', async () => {
    for (const words of [
      'create nobody',
      `create ${EMAIL} --plan gold`,
      `set-plan ${EMAIL} gold`,
      `set-plan ${EMAIL}`,
      `refund ${EMAIL}`,
      `refund ${EMAIL} --credits 0`,
      `grant ${EMAIL} --credits 1e9`,
      `set-password ${EMAIL} on-the-command-line`,
      'list --limit 0',
    ]) {
      expect((await asfiled(words)).code, words).toBe(2);
    }
  });
});
