import { type Database, sql } from '../../db/database.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Account, Plan } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import {
  addressKey,
  CODE_BY_ACCOUNT,
  clearAttempts,
  PASSWORD_BY_ACCOUNT,
  PASSWORD_BY_ACCOUNT_AND_CLIENT,
  PASSWORD_BY_CLIENT,
  returnAttempt,
  takeAttempt,
} from '../limits/throttle.ts';
import { toEmailAddress } from './email-address.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { consumeCode } from './totp.ts';

export interface SignInServices {
  db: Database;
  secretBox: SecretBox;
}

export interface SignInRequest {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** The IP address of the request. */
  address: string;
  now: Date;
}

export type SignIn =
  | { state: 'signed_in'; account: Account }
  /** The password is correct; repeat the request with a code. */
  | { state: 'code_needed' }
  /** The email address, the password or the code is wrong; which one is not disclosed. */
  | { state: 'refused' }
  | { state: 'throttled'; retryAfterSeconds: number };

/**
 * Verifies sign-in credentials. Attempts are counted in the database before the credentials are checked, so that concurrent
 * attempts across processes count. An unknown email address takes as long as a wrong password. The caller creates the
 * session.
 */
export async function signIn(services: SignInServices, request: SignInRequest): Promise<SignIn> {
  const { db } = services;
  const { password, code, now } = request;
  const email = toEmailAddress(request.email) ?? '';
  const address = addressKey(request.address);
  const found = await readSignIn(db, email);
  // A new password starts with all attempts.
  const pair = [email, address, found?.hash ?? ''].join(' ');
  const waitSeconds =
    (await takeAttempt(db, PASSWORD_BY_CLIENT, address, now)) ||
    (await takeAttempt(db, PASSWORD_BY_ACCOUNT_AND_CLIENT, pair, now)) ||
    (await takeAttemptOfAnybody(db, email, found, address, now));
  if (waitSeconds > 0) return { state: 'throttled', retryAfterSeconds: waitSeconds };

  const isRight = await verifyPassword(found?.hash ?? null, password);
  if (found === null || !isRight) {
    // Recorded for unknown addresses too, so that both cases take equally long.
    await recordAudit(db, found?.account_id ?? null, 'sign_in_failed');
    return { state: 'refused' };
  }
  if (found.has_totp && code !== undefined) {
    const codeWaitSeconds = await takeAttempt(db, CODE_BY_ACCOUNT, found.account_id, now);
    if (codeWaitSeconds > 0) return { state: 'throttled', retryAfterSeconds: codeWaitSeconds };
    if (!(await consumeCode(services, found.account_id, code, now))) {
      await recordAudit(db, found.account_id, 'sign_in_failed');
      return { state: 'refused' };
    }
    await clearAttempts(db, CODE_BY_ACCOUNT, found.account_id);
  }
  await returnAttempt(db, PASSWORD_BY_CLIENT, address);
  if (found.has_totp && code === undefined) {
    await returnAttempt(db, PASSWORD_BY_ACCOUNT_AND_CLIENT, pair);
    return { state: 'code_needed' };
  }
  await clearAttempts(db, PASSWORD_BY_ACCOUNT_AND_CLIENT, pair);
  if (found.hash !== null && needsRehash(found.hash)) await renewHash(db, found.account_id, found.hash, password);
  await recordAudit(db, found.account_id, 'signed_in');
  return { state: 'signed_in', account: { accountId: found.account_id, email: found.email, plan: found.plan } };
}

interface SignInRow {
  account_id: string;
  email: string;
  plan: Plan;
  hash: string | null;
  has_totp: boolean;
}

/**
 * Counts an attempt from any IP address, which bounds guesses from many addresses. Once they are used up, only addresses
 * that signed in to the account before may try; a flood of guesses then does not lock its owner out.
 */
async function takeAttemptOfAnybody(
  db: Database,
  email: string,
  found: SignInRow | null,
  address: string,
  now: Date,
): Promise<number> {
  const waitSeconds = await takeAttempt(db, PASSWORD_BY_ACCOUNT, email, now);
  if (waitSeconds === 0 || found === null) return waitSeconds;
  const known = await db.query<{ address: string }>(sql`
    select distinct address from audit_events
    where account_id = ${found.account_id} and kind = 'signed_in' and address is not null`);
  return known.some(item => addressKey(item.address) === address) ? 0 : waitSeconds;
}

function readSignIn(db: Database, email: string): Promise<SignInRow | null> {
  return db.queryOne<SignInRow>(sql`
    select a.account_id, a.email, a.plan, p.hash, f.confirmed_at is not null as has_totp
    from accounts a
    left join passwords p using (account_id)
    left join second_factors f using (account_id)
    where a.email = ${email}`);
}

/** Rehashes a password with the current parameters, unless it was changed meanwhile. */
async function renewHash(db: Database, accountId: string, old: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await db.execute(sql`update passwords set hash = ${hash} where account_id = ${accountId} and hash = ${old}`);
}
