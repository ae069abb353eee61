import { type Database, sql } from '../../db/database.ts';
import type { Account } from '../account.ts';
import { addressKey } from '../limits/address-key.ts';
import { MAIL_BY_CLIENT, MAIL_BY_RECIPIENT, takeAttempt } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { toEmailAddress } from './email-address.ts';
import { hashPassword, passwordProblem, verifyPassword } from './passwords.ts';
import { digestOfToken } from './tokens.ts';

export interface SignUpRequest {
  email: string;
  password: string;
  /** The internet address of whoever asks. */
  address: string;
  now: Date;
}

/** `accepted` for any good address, whether or not it has an account: what comes of it is said by mail. */
export type SignUp =
  | { state: 'accepted' }
  | { state: 'refused'; field: 'email' | 'password'; message: string }
  | { state: 'throttled'; retryAfterSeconds: number };

/**
 * Asks for an account of plan free. Its address gets a mail whose link, with the password, makes it
 * ({@link confirmSignUp}); one that has an account already gets a mail that says so. Answers and times are the same.
 */
export async function signUp(db: Database, { email: given, password, address, now }: SignUpRequest): Promise<SignUp> {
  const email = toEmailAddress(given);
  if (email === null) return { state: 'refused', field: 'email', message: 'is no email address' };
  const fault = passwordProblem(password, email);
  if (fault !== null) return { state: 'refused', field: 'password', message: fault };
  const retryAfterSeconds = await takeAttempt(db, MAIL_BY_CLIENT, addressKey(address), now);
  if (retryAfterSeconds > 0) return { state: 'throttled', retryAfterSeconds };
  const passwordHash = await hashPassword(password);
  const waitSeconds = await takeAttempt(db, MAIL_BY_RECIPIENT, email, now);
  if (waitSeconds === 0) await queueMail(db, { kind: 'sign_up', email, passwordHash }, now);
  return { state: 'accepted' };
}

/** `refused`: the link is old, used or damaged, or the password is another than the one chosen. */
export type Confirmation = { state: 'confirmed'; account: Account } | { state: 'refused' };

/**
 * Makes the account that a link was sent for. The password is asked again, so that whoever has the mailbox cannot be
 * brought to confirm an account that somebody else chose the password of.
 */
export async function confirmSignUp(
  db: Database,
  { token, password, now }: { token: string; password: string; now: Date },
): Promise<Confirmation> {
  const digest = digestOfToken(token);
  const asked = await db.queryOne<{ email: string; password_hash: string }>(sql`
    select email, password_hash from sign_ups where digest = ${digest} and expires_at > ${now.toISOString()}`);
  if (asked === null || !(await verifyPassword(asked.password_hash, password))) return { state: 'refused' };
  return db.transaction(async tx => {
    const mine = await tx.execute(sql`delete from sign_ups where digest = ${digest}`);
    if (mine === 0) return { state: 'refused' };
    const made = await tx.queryOne<{ account_id: string }>(sql`
      insert into accounts (email, plan, created_at) values (${asked.email}, 'free', ${now.toISOString()})
      on conflict (email) do nothing returning account_id`);
    if (made === null) return { state: 'refused' };
    await tx.execute(sql`
      insert into passwords (account_id, hash, set_at)
      values (${made.account_id}, ${asked.password_hash}, ${now.toISOString()})`);
    return { state: 'confirmed', account: { accountId: made.account_id, email: asked.email, plan: 'free' } };
  });
}
