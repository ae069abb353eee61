import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Account } from '../account.ts';
import { CODE_BY_ACCOUNT, clearAttempts, PASSWORD_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { verifyPassword } from './passwords.ts';
import { consumeCode } from './totp.ts';

/** What the holder of an account knows, and a key or token of it does not. */
export interface Proof {
  password: string;
  /** Of the authenticator app or a recovery code; needed where the account has a second factor. */
  code?: string | undefined;
}

/**
 * Makes sure that the holder of an account asks, for what a key or token alone must not do. Guesses count together with
 * those of signing in. Throws `forbidden` where password or code is wrong, `conflict` where there is no password,
 * `rate_limited`.
 */
export async function verifyHolder(
  services: { db: Database; secretBox: SecretBox },
  { accountId, email }: Account,
  { password, code }: Proof,
  now: Date,
): Promise<void> {
  const { db } = services;
  refuseAfter(await takeAttempt(db, PASSWORD_BY_ACCOUNT, email, now));
  const held = await db.queryOne<{ hash: string | null; has_totp: boolean }>(sql`
    select p.hash, f.confirmed_at is not null as has_totp
    from accounts a left join passwords p using (account_id) left join second_factors f using (account_id)
    where a.account_id = ${accountId}`);
  if (held === null || held.hash === null) {
    throw new AsfiledError('conflict', 'This account has no password yet: have a link sent that sets one (/reset).');
  }
  if (!(await verifyPassword(held.hash, password))) throw new AsfiledError('forbidden', 'The password is wrong.');
  if (held.has_totp) {
    if (code === undefined) {
      throw new AsfiledError('forbidden', 'This account has two-step sign-in: give a code too.', { code_needed: true });
    }
    refuseAfter(await takeAttempt(db, CODE_BY_ACCOUNT, accountId, now));
    if (!(await consumeCode(services, accountId, code, now))) throw new AsfiledError('forbidden', 'The code is wrong.');
    await clearAttempts(db, CODE_BY_ACCOUNT, accountId);
  }
  await clearAttempts(db, PASSWORD_BY_ACCOUNT, email);
}

function refuseAfter(seconds: number): void {
  if (seconds === 0) return;
  throw new AsfiledError('rate_limited', 'Too many wrong passwords or codes for this account.', {
    retry_after_seconds: seconds,
  });
}
