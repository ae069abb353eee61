import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { revokeAccountKey } from '../keys/account-keys.ts';
import { ownAccount } from '../views/own-account.ts';

export const revokeKey = operation({
  name: 'revokeKey',
  route: 'DELETE /api/user/keys/{key_id}',
  tool: { none: 'keys are for the holder of the account to give out' },
  summary: 'Revoke an API key',
  description:
    'Refuses the key from now on, in every process within a second. It cannot be taken back. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  status: 204,
  credits: 0,
  errors: ['not_found'],
  input: z.strictObject({ key_id: z.uuid().describe('Id of the key, as the list of keys shows it.') }),
  output: z.null(),
  example: { key_id: '5f0c2f6e-3d0b-4f55-9d2a-2b1f6f0e7a11' },
  async run(context, { key_id: keyId }) {
    const isRevoked = await revokeAccountKey(context.db, ownAccount(context).accountId, keyId, context.now);
    if (!isRevoked) throw new AsfiledError('not_found', `The account has no key ${keyId} that could be revoked.`);
    return null;
  },
});
