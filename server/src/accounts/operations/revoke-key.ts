import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { revokeAccountKey } from '../keys/account-keys.ts';
import { ownAccount, ownWrite } from '../views/own-account.ts';

export const revokeKey = operation({
  name: 'revokeKey',
  route: 'DELETE /api/user/keys/{key_id}',
  tool: { none: 'only the account owner manages keys' },
  summary: 'Revoke an API key',
  description: 'Revokes a key; every process rejects it at once. This cannot be undone. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['not_found'],
  input: z.strictObject({ key_id: z.uuid().describe('The key_id from the list of keys.') }),
  output: z.null(),
  example: { key_id: '5f0c2f6e-3d0b-4f55-9d2a-2b1f6f0e7a11' },
  async run(context, { key_id: keyId }) {
    const isRevoked = await revokeAccountKey(context.db, ownAccount(context).accountId, keyId, context.now);
    if (!isRevoked) throw new AsfiledError('not_found', `Key ${keyId} does not exist or is already revoked.`);
    return null;
  },
});
