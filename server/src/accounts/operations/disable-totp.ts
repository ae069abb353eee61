import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { removeTotp } from '../sign-in/totp.ts';
import { verifyOwner } from '../sign-in/verify-owner.ts';
import { ownAccount, ownerServices, ownWrite } from '../views/own-account.ts';
import { code, password } from '../views/user-shapes.ts';

export const disableTotp = operation({
  name: 'disableTotp',
  route: 'POST /api/user/totp/disable',
  tool: { none: 'agents must not handle account passwords' },
  summary: 'Disable two-step sign-in',
  description:
    'Disables two-step sign-in, given the password and a code of the app or a recovery code. Deletes the secret and all recovery codes. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 204,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ password, code }),
  output: z.null(),
  example: { password: 'the present password', code: '123456' },
  async run(context, proof) {
    const account = ownAccount(context);
    const services = ownerServices(context);
    await verifyOwner(services, account, proof, context.now);
    if (!(await removeTotp(services.db, account, context.now))) {
      throw new AsfiledError('conflict', 'Two-step sign-in is not enabled.');
    }
    return null;
  },
});
