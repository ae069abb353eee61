import type { Database } from '../../db/database.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Account } from '../account.ts';
import { hashPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';
import { type Proof, verifyOwner } from './verify-owner.ts';

/**
 * Changes the password of an account after verifying the current one. Callers validate the new password first
 * (`passwordProblem`). Ends all sessions and OAuth grants. Throws what {@link verifyOwner} throws.
 */
export async function changePassword(
  services: { db: Database; secretBox: SecretBox },
  account: Account,
  { proof, password }: { proof: Proof; password: string },
  now: Date,
): Promise<void> {
  await verifyOwner(services, account, proof, now);
  const hash = await hashPassword(password);
  await services.db.transaction(tx => setPassword(tx, { ...account, hash }, now));
}
