import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { inputRefused } from '../../domain/kit/refuse-input.ts';
import { changePassword as setNewPassword } from '../sign-in/change-password.ts';
import { passwordProblem } from '../sign-in/passwords.ts';
import { ownAccount } from '../views/own-account.ts';
import { holderServices } from '../views/own-services.ts';
import { code, newPassword, password } from '../views/user-shapes.ts';

export const changePassword = operation({
  name: 'changePassword',
  route: 'POST /api/user/password',
  tool: { none: 'an agent is not to know the password of an account' },
  summary: 'Change the password',
  description:
    'Sets another password for whoever gives the present one. All sessions end and all connected apps are disconnected, that which asks included; API keys go on working. An account without a password gets its first one by a mailed link. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  status: 204,
  credits: 0,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ current_password: password, new_password: newPassword, code: code.optional() }),
  output: z.null(),
  example: { current_password: 'the present password', new_password: 'the next one, longer' },
  async run(context, input) {
    const account = ownAccount(context);
    const fault = passwordProblem(input.new_password, account.email);
    if (fault !== null) throw inputRefused('body', 'new_password', `It ${fault}.`, null);
    const proof = { password: input.current_password, code: input.code };
    await setNewPassword(holderServices(context), account, { proof, password: input.new_password }, context.now);
    return null;
  },
});
