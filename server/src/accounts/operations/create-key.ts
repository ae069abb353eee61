import { z } from 'zod';
import { invalidInput, moment, text } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { createAccountKey } from '../keys/account-keys.ts';
import { ownAccess, ownWrite } from '../views/own-account.ts';
import { scope, toUserKey, userKey } from '../views/user-shapes.ts';

export const createKey = operation({
  name: 'createKey',
  route: 'POST /api/user/keys',
  tool: { none: 'only the account owner manages keys' },
  summary: 'Create an API key',
  description:
    'Creates a key and returns it; the key is shown only in this response. It has at most the scopes of the calling key or token, and cannot outlive a calling key. A key created by a connected app is revoked when the app is disconnected. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 201,
  errors: ['forbidden', 'conflict'],
  input: z.strictObject({
    name: text(100).trim().describe('A name that distinguishes the key.'),
    expires_at: moment.optional().describe('When the key expires; by default never, or when the calling key expires.'),
    scopes: z
      .array(scope)
      .min(1)
      .max(3)
      .optional()
      .describe('Scopes of the key; by default those of the calling key or token.'),
  }),
  output: userKey
    .extend({ key: z.string().describe('The key, which is shown only in this response.') })
    .meta({ id: 'UserKeyCreatedOut' }),
  example: { name: 'nightly report', scopes: ['data:read'] },
  async run(context, { name, expires_at: expiresAt = null, scopes }) {
    if (expiresAt !== null && Date.parse(expiresAt) <= context.now.getTime()) {
      throw invalidInput('body', 'expires_at', 'Must be in the future.', expiresAt);
    }
    const request = { name, expiresAt, scopes: scopes === undefined ? null : [...new Set(scopes)] };
    const created = await createAccountKey(context.db, ownAccess(context), request, context.now);
    return { ...toUserKey(created), key: created.key };
  },
});
