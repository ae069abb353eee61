import { z } from 'zod';
import { moment, text } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { inputRefused } from '../../domain/kit/refuse-input.ts';
import { createAccountKey } from '../keys/account-keys.ts';
import { ownAccess } from '../views/own-services.ts';
import { toUserKey } from '../views/user-keys.ts';
import { scope, userKey } from '../views/user-shapes.ts';

export const createKey = operation({
  name: 'createKey',
  route: 'POST /api/user/keys',
  tool: { none: 'keys are for the holder of the account to give out' },
  summary: 'Make an API key',
  description:
    'Makes a key and shows it, this once. It may do no more than the key or token that asks for it, and where a key asks, works no longer than that. A key that a connected app asked for ends when the app is disconnected. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  status: 201,
  credits: 0,
  errors: ['forbidden', 'conflict'],
  input: z.strictObject({
    name: text(100).trim().describe('To tell keys apart.'),
    expires_at: moment.optional().describe('From then on the key is refused; left out, it works until it is revoked.'),
    scopes: z
      .array(scope)
      .min(1)
      .max(3)
      .optional()
      .describe('What the key may do; left out, what the key or token that asks may.'),
  }),
  output: userKey
    .extend({ key: z.string().describe('The key itself: it is shown this once.') })
    .meta({ id: 'UserKeyCreatedOut' }),
  example: { name: 'nightly report', scopes: ['data:read'] },
  async run(context, { name, expires_at: expiresAt = null, scopes }) {
    if (expiresAt !== null && Date.parse(expiresAt) <= context.now.getTime()) {
      throw inputRefused('body', 'expires_at', 'It is over already: the key would never work.', expiresAt);
    }
    const wanted = { name, expiresAt, scopes: scopes === undefined ? null : [...new Set(scopes)] };
    const made = await createAccountKey(context.db, ownAccess(context), wanted, context.now);
    return { ...toUserKey(made), key: made.key };
  },
});
