import { z } from 'zod';
import { invalidInput } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { hashPassword, passwordProblem, setPassword } from '../sign-in/passwords.ts';
import { verifyOwner } from '../sign-in/verify-owner.ts';
import { ownAccount, ownerServices, ownWrite } from '../views/own-account.ts';
import { code, newPassword, password } from '../views/user-shapes.ts';

export const changePassword = operation({
  name: 'changePassword',
  route: 'POST /api/user/password',
  tool: { none: 'agents must not handle account passwords' },
  summary: 'Change the password',
  description:
    'Changes the password, given the current one. Ends all sessions and disconnects all apps, including the calling one; API keys created by the account itself stay valid. An account without a password sets its first one with an emailed link. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ current_password: password, new_password: newPassword, code: code.optional() }),
  output: z.null(),
  example: { current_password: 'the present password', new_password: 'the next one, longer' },
  async run(context, input) {
    const account = ownAccount(context);
    const problem = passwordProblem(input.new_password, account.email);
    if (problem !== null) throw invalidInput('body', 'new_password', problem, null);
    const services = ownerServices(context);
    await verifyOwner(services, account, { password: input.current_password, code: input.code }, context.now);
    const hash = await hashPassword(input.new_password);
    await services.db.transaction(tx => setPassword(tx, { ...account, hash }, context.now));
    return null;
  },
});
