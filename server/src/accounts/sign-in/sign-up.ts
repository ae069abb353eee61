import { type Database, sql } from '../../db/database.ts';
import type { Account } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { addressKey, MAIL_BY_CLIENT, MAIL_BY_RECIPIENT, takeAttempt } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { toEmailAddress } from './email-address.ts';
import { hashPassword, passwordProblem, verifyPassword } from './passwords.ts';
import { digestOfToken } from './tokens.ts';

export interface SignUpRequest {
  email: string;
  password: string;
  /** The IP address of the request. */
  address: string;
  now: Date;
}

/** `accepted` for any valid email address, whether or not it has an account; the mail says which. */
export type SignUp =
  | { state: 'accepted' }
  | { state: 'refused'; field: 'email' | 'password'; message: string }
  | { state: 'throttled'; retryAfterSeconds: number };

/**
 * Requests an account on the free plan. Queues a mail whose link, together with the password, creates the account
 * ({@link confirmSignUp}), or a mail that says that the address already has one. Results and timing are the same.
 */
export async function signUp(db: Database, request: SignUpRequest): Promise<SignUp> {
  const { password, address, now } = request;
  const email = toEmailAddress(request.email);
  if (email === null) return { state: 'refused', field: 'email', message: 'must be a valid email address' };
  const problem = passwordProblem(password, email);
  if (problem !== null) return { state: 'refused', field: 'password', message: problem };
  const retryAfterSeconds = await takeAttempt(db, MAIL_BY_CLIENT, addressKey(address), now);
  if (retryAfterSeconds > 0) return { state: 'throttled', retryAfterSeconds };
  const passwordHash = await hashPassword(password);
  const waitSeconds = await takeAttempt(db, MAIL_BY_RECIPIENT, email, now);
  if (waitSeconds === 0) await queueMail(db, { kind: 'sign_up', email, passwordHash }, now);
  return { state: 'accepted' };
}

/** `refused`: the link is expired, already used or malformed, or the password differs from the chosen one. */
export type Confirmation = { state: 'confirmed'; account: Account } | { state: 'refused' };

/**
 * Creates the account that a link confirms. The password is required again, so that the owner of the mailbox cannot be
 * tricked into confirming an account whose password someone else chose.
 */
export async function confirmSignUp(
  db: Database,
  { token, password, now }: { token: string; password: string; now: Date },
): Promise<Confirmation> {
  const digest = digestOfToken(token);
  const pending = await db.queryOne<{ email: string; password_hash: string }>(sql`
    select email, password_hash from sign_ups where digest = ${digest} and expires_at > ${now.toISOString()}`);
  if (pending === null || !(await verifyPassword(pending.password_hash, password))) return { state: 'refused' };
  return db.transaction(async tx => {
    const claimed = await tx.execute(sql`delete from sign_ups where digest = ${digest}`);
    if (claimed === 0) return { state: 'refused' };
    const created = await tx.queryOne<{ account_id: string }>(sql`
      insert into accounts (email, plan, created_at) values (${pending.email}, 'free', ${now.toISOString()})
      on conflict (email) do nothing returning account_id`);
    if (created === null) return { state: 'refused' };
    await tx.execute(sql`
      insert into passwords (account_id, hash, set_at)
      values (${created.account_id}, ${pending.password_hash}, ${now.toISOString()})`);
    await recordAudit(tx, created.account_id, 'account_created');
    return { state: 'confirmed', account: { accountId: created.account_id, email: pending.email, plan: 'free' } };
  });
}
