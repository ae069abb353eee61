import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { listAccountKeys } from '../keys/account-keys.ts';
import { ownAccount } from '../views/own-account.ts';
import { toUserKey } from '../views/user-keys.ts';
import { userKey } from '../views/user-shapes.ts';

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
