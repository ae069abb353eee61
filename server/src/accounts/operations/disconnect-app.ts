import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { disconnectApp as disconnectOneApp } from '../oauth/apps.ts';
import { ownAccount, ownWrite } from '../views/own-account.ts';

export const disconnectApp = operation({
  name: 'disconnectApp',
  route: 'DELETE /api/user/apps/{client_id}',
  tool: { none: 'only the account owner manages connected apps' },
  summary: 'Disconnect an app',
  description:
    "Revokes an app's access. Its tokens and the keys it created stop working at once; to use the account again, the app must be authorized again.",
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['not_found'],
  input: z.strictObject({
    client_id: z
      .string()
      .min(1)
      .max(2_048)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
      .describe('The client_id from the list of apps; the URL of its metadata document if it has one.'),
  }),
  output: z.null(),
  example: { client_id: 'V1StGXR8_Z5jdHi6B-myT' },
  async run(context, { client_id }) {
    if (await disconnectOneApp(context.db, ownAccount(context).accountId, client_id)) return null;
    throw new AsfiledError('not_found', 'No connected app has this client_id.');
  },
});
