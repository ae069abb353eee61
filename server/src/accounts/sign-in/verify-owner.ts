import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Account } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { CODE_BY_ACCOUNT, clearAttempts, PROOF_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { verifyPassword } from './passwords.ts';
import { consumeCode } from './totp.ts';

/** What only the owner of an account knows, unlike the bearer of one of its keys or tokens. */
export interface Proof {
  password: string;
  /** A code of the authenticator app or a recovery code; required if two-step sign-in is enabled. */
  code?: string | undefined;
}

/**
 * Verifies that the owner of an account makes the request, for changes that a key or token alone must not make. Attempts
 * are counted apart from sign-ins, whose guesses need no key. Throws `forbidden` for a wrong password or code, `conflict` if the account has no
 * password, `rate_limited`.
 */
export async function verifyOwner(
  services: { db: Database; secretBox: SecretBox },
  { accountId }: Account,
  { password, code }: Proof,
  now: Date,
): Promise<void> {
  const { db } = services;
  refuseAfter(await takeAttempt(db, PROOF_BY_ACCOUNT, accountId, now));
  const held = await db.queryOne<{ hash: string | null; has_totp: boolean }>(sql`
    select p.hash, f.confirmed_at is not null as has_totp
    from accounts a left join passwords p using (account_id) left join second_factors f using (account_id)
    where a.account_id = ${accountId}`);
  if (held === null || held.hash === null) {
    throw new AsfiledError('conflict', 'This account has no password yet. Request a link at /reset to set one.');
  }
  if (!(await verifyPassword(held.hash, password))) {
    await recordAudit(db, accountId, 'sign_in_failed');
    throw new AsfiledError('forbidden', 'Incorrect password.');
  }
  if (held.has_totp) {
    if (code === undefined) {
      throw new AsfiledError('forbidden', 'This account uses two-step sign-in. Provide a code as well.', {
        code_needed: true,
      });
    }
    refuseAfter(await takeAttempt(db, CODE_BY_ACCOUNT, accountId, now));
    if (!(await consumeCode(services, accountId, code, now))) {
      await recordAudit(db, accountId, 'sign_in_failed');
      throw new AsfiledError('forbidden', 'Incorrect code.');
    }
    await clearAttempts(db, CODE_BY_ACCOUNT, accountId);
  }
  await clearAttempts(db, PROOF_BY_ACCOUNT, accountId);
}

function refuseAfter(seconds: number): void {
  if (seconds === 0) return;
  throw new AsfiledError('rate_limited', 'Too many failed attempts for this account.', {
    retry_after_seconds: seconds,
  });
}
