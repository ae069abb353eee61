import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { deleteAccount } from '../delete-account.ts';
import { verifyHolder } from '../sign-in/verify-holder.ts';
import { ownAccount } from '../views/own-account.ts';
import { holderServices } from '../views/own-services.ts';
import { code, password } from '../views/user-shapes.ts';

export const deleteUser = operation({
  name: 'deleteUser',
  route: 'DELETE /api/user',
  tool: { none: 'an agent is not to know the password of an account' },
  summary: 'Delete the account and everything it owns',
  description:
    'Deletes the account, its keys, sessions, apps, watchlist, notifications, webhooks, usage and ledger, at once and for good. Takes the password, and a code where two-step sign-in is on, in the body. Export first what is to be kept. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  status: 204,
  credits: 0,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  // A password has no place in an address.
  restPlace: 'body',
  input: z.strictObject({ password, code: code.optional() }),
  output: z.null(),
  example: { password: 'the present password' },
  async run(context, given) {
    const account = ownAccount(context);
    await verifyHolder(holderServices(context), account, given, context.now);
    await deleteAccount(context.db, account.accountId);
    return null;
  },
});
