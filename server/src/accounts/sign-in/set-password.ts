import { sql, type Transaction } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { revokeKeysOfApps } from '../keys/account-keys.ts';
import { CODE_BY_ACCOUNT, clearAttempts, PASSWORD_BY_ACCOUNT, PROOF_BY_ACCOUNT } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { endAllSessions } from '../oauth/sessions.ts';

/**
 * Sets the password of an account, and revokes what the old one gave access to: sessions, OAuth grants, the keys that
 * OAuth clients created, and unused reset links. Notifies the owner by mail, and resets the sign-in throttles so that
 * guesses by others do not lock the owner out.
 */
export async function setPassword(
  tx: Transaction,
  { accountId, email, hash }: { accountId: string; email: string; hash: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into passwords (account_id, hash, set_at) values (${accountId}, ${hash}, ${now.toISOString()})
    on conflict (account_id) do update set hash = excluded.hash, set_at = excluded.set_at`);
  await tx.execute(sql`delete from reset_tokens where account_id = ${accountId}`);
  await endAllSessions(tx, accountId);
  await revokeKeysOfApps(tx, accountId, null, now);
  await clearAttempts(tx, PASSWORD_BY_ACCOUNT, email);
  await clearAttempts(tx, PROOF_BY_ACCOUNT, accountId);
  await clearAttempts(tx, CODE_BY_ACCOUNT, accountId);
  await recordAudit(tx, accountId, 'password_set');
  await queueMail(tx, { kind: 'password_set', email }, now);
}
