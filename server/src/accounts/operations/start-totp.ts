import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { startTotp as makeSecret } from '../sign-in/totp.ts';
import { verifyHolder } from '../sign-in/verify-holder.ts';
import { ownAccount } from '../views/own-account.ts';
import { holderServices } from '../views/own-services.ts';
import { code, password } from '../views/user-shapes.ts';

export const startTotp = operation({
  name: 'startTotp',
  route: 'POST /api/user/totp',
  tool: { none: 'an agent is not to know the password of an account' },
  summary: 'Begin to turn two-step sign-in on',
  description:
    'Makes a secret for an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). It counts once a first code confirms it; until then another start makes another one. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:write',
  status: 201,
  credits: 0,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ password, code: code.optional() }),
  output: z
    .object({
      secret: z.string().describe('Base32, to be typed into the app.'),
      otpauth_url: z.string().describe('The same as otpauth://totp/…, to be shown as a QR code.'),
    })
    .meta({ id: 'UserTotpStartOut' }),
  example: { password: 'the present password' },
  async run(context, given) {
    const account = ownAccount(context);
    const services = holderServices(context);
    await verifyHolder(services, account, given, context.now);
    const { secret, url } = await makeSecret(services, account, context.now);
    return { secret, otpauth_url: url };
  },
});
