import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { deleteAccount } from '../accounts.ts';
import { verifyOwner } from '../sign-in/verify-owner.ts';
import { ownAccount, ownerServices, ownWrite } from '../views/own-account.ts';
import { code, password } from '../views/user-shapes.ts';

export const deleteUser = operation({
  name: 'deleteUser',
  route: 'DELETE /api/user',
  tool: { none: 'agents must not handle account passwords' },
  summary: 'Delete the account and everything it owns',
  description:
    'Deletes the account with its keys, sessions, apps, watchlist, notifications, webhooks, usage and ledger, immediately and irreversibly. Requires the password, and a code if two-step sign-in is enabled, in the body. Export the data first if you need it. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  // The password must not be in the URL.
  restPlace: 'body',
  input: z.strictObject({ password, code: code.optional() }),
  output: z.null(),
  example: { password: 'the present password' },
  async run(context, proof) {
    const account = ownAccount(context);
    await verifyOwner(ownerServices(context), account, proof, context.now);
    await deleteAccount(context.db, account.accountId);
    return null;
  },
});
