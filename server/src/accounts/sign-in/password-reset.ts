import { type Database, sql } from '../../db/database.ts';
import { addressKey, MAIL_BY_CLIENT, MAIL_BY_RECIPIENT, takeAttempt } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { toEmailAddress } from './email-address.ts';
import { hashPassword, passwordProblem, setPassword } from './passwords.ts';
import { digestOfToken } from './tokens.ts';

/**
 * Queues a mail with a link that sets a new password; `address` is the IP address of the request. Returns 0, or the
 * seconds to wait if that address sends too many requests. The result and its timing do not reveal whether the email
 * address has an account. Mails to one recipient are limited too.
 */
export async function requestReset(
  { db, now }: { db: Database; now: () => Date },
  emailText: string,
  address: string,
): Promise<number> {
  const retryAfterSeconds = await takeAttempt(db, MAIL_BY_CLIENT, addressKey(address), now());
  const email = toEmailAddress(emailText);
  if (retryAfterSeconds > 0 || email === null) return retryAfterSeconds;
  const waitSeconds = await takeAttempt(db, MAIL_BY_RECIPIENT, email, now());
  if (waitSeconds === 0) await queueMail(db, { kind: 'reset', email }, now());
  return 0;
}

/** `bad_link`: already used, expired or malformed. `bad_password`: the link stays valid for another attempt. */
export type Reset =
  | { state: 'reset'; accountId: string }
  | { state: 'bad_link' }
  | { state: 'bad_password'; message: string };

/** Sets a new password with the token of a link. Ends all sessions and OAuth grants; the owner's keys stay valid. */
export async function resetPassword(
  { db, now }: { db: Database; now: () => Date },
  token: string,
  password: string,
): Promise<Reset> {
  const digest = digestOfToken(token);
  const at = now();
  const owner = await db.queryOne<{ account_id: string; email: string }>(sql`
    select account_id, email from reset_tokens join accounts using (account_id)
    where digest = ${digest} and expires_at > ${at.toISOString()}`);
  if (owner === null) return { state: 'bad_link' };
  const message = passwordProblem(password, owner.email);
  if (message !== null) return { state: 'bad_password', message };
  const hash = await hashPassword(password);
  return db.transaction(async (tx): Promise<Reset> => {
    const used = await tx.execute(sql`delete from reset_tokens where digest = ${digest}`);
    if (used === 0) return { state: 'bad_link' };
    await setPassword(tx, { accountId: owner.account_id, email: owner.email, hash }, at);
    return { state: 'reset', accountId: owner.account_id };
  });
}
