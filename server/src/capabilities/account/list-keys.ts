import { z } from 'zod';
import { listAccountKeys } from '../../accounts/keys/account-keys.ts';
import { operation } from '../operation.ts';
import { ownAccount } from './own-account.ts';
import { toUserKey } from './user-keys.ts';
import { userKey } from './user-shapes.ts';

export const listKeys = operation({
  name: 'listKeys',
  route: 'GET /api/user/keys',
  tool: { none: 'keys are for the holder of the account to give out' },
  summary: 'The API keys of the account',
  description:
    'Keys that were not revoked, the newest first, expired ones among them. The keys themselves are kept nowhere. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(userKey) }).meta({ id: 'UserKeyListOut' }),
  example: {},
  async run(context) {
    const keys = await listAccountKeys(context.db, ownAccount(context).accountId);
    return { items: keys.map(toUserKey) };
  },
});
