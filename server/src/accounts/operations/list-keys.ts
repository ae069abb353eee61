import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { listAccountKeys } from '../keys/account-keys.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';
import { toUserKey, userKey } from '../views/user-shapes.ts';

export const listKeys = operation({
  name: 'listKeys',
  route: 'GET /api/user/keys',
  tool: { none: 'only the account owner manages keys' },
  summary: 'List API keys',
  description:
    'Keys that are not revoked, newest first, including expired ones. The secrets are not returned, because only their digests are stored. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(userKey) }).meta({ id: 'UserKeyListOut' }),
  example: {},
  async run(context) {
    const keys = await listAccountKeys(context.db, ownAccount(context).accountId);
    return { items: keys.map(toUserKey) };
  },
});
