import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { CODE_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { confirmTotp as turnOn } from '../sign-in/totp.ts';
import { ownAccount } from '../views/own-account.ts';
import { holderServices } from '../views/own-services.ts';
import { code } from '../views/user-shapes.ts';

export const confirmTotp = operation({
  name: 'confirmTotp',
  route: 'POST /api/user/totp/confirm',
  tool: { none: 'two-step sign-in is between a person and their app' },
  summary: 'Turn two-step sign-in on with a first code',
  description:
    'From now on signing in asks for a code. Answers with ten recovery codes, each good once where the app is out of reach: they are shown this once. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  credits: 0,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ code: code.describe('The code that the app shows for the new secret.') }),
  output: z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'UserRecoveryCodesOut' }),
  example: { code: '123456' },
  async run(context, given) {
    const account = ownAccount(context);
    const waitSeconds = await takeAttempt(context.db, CODE_BY_ACCOUNT, account.accountId, context.now);
    if (waitSeconds > 0) {
      throw new AsfiledError('rate_limited', 'Too many failed attempts for this account.', {
        retry_after_seconds: waitSeconds,
      });
    }
    const codes = await turnOn(holderServices(context), account, given.code, context.now);
    if (codes === null) throw new AsfiledError('forbidden', 'Incorrect code. Check the clock of your device.');
    return { recovery_codes: codes };
  },
});
