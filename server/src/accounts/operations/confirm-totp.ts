import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { CODE_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { confirmTotp as turnOn } from '../sign-in/totp.ts';
import { ownAccount, ownerServices, ownWrite } from '../views/own-account.ts';
import { code } from '../views/user-shapes.ts';

export const confirmTotp = operation({
  name: 'confirmTotp',
  route: 'POST /api/user/totp/confirm',
  tool: { none: 'two-step sign-in is for people' },
  summary: 'Enable two-step sign-in with a first code',
  description:
    'Enables two-step sign-in, after which signing in requires a code. Returns ten recovery codes for use without the app; each works once, and they are shown only in this response. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ code: code.describe('The code that the authenticator app shows for the new secret.') }),
  output: z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'UserRecoveryCodesOut' }),
  example: { code: '123456' },
  async run(context, { code: firstCode }) {
    const account = ownAccount(context);
    const waitSeconds = await takeAttempt(context.db, CODE_BY_ACCOUNT, account.accountId, context.now);
    if (waitSeconds > 0) {
      throw new AsfiledError('rate_limited', 'Too many failed attempts for this account.', {
        retry_after_seconds: waitSeconds,
      });
    }
    const codes = await turnOn(ownerServices(context), account, firstCode, context.now);
    if (codes === null) throw new AsfiledError('forbidden', 'Incorrect code. Check the clock of your device.');
    return { recovery_codes: codes };
  },
});
