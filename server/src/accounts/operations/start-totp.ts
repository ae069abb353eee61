import { z } from 'zod';
import { operation } from '../../domain/kit/operation.ts';
import { startTotp as makeSecret } from '../sign-in/totp.ts';
import { verifyOwner } from '../sign-in/verify-owner.ts';
import { ownAccount, ownerServices, ownWrite } from '../views/own-account.ts';
import { code, password } from '../views/user-shapes.ts';

export const startTotp = operation({
  name: 'startTotp',
  route: 'POST /api/user/totp',
  tool: { none: 'agents must not handle account passwords' },
  summary: 'Start enabling two-step sign-in',
  description:
    'Creates a secret for an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). It takes effect once a first code confirms it; until then, another start replaces it. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownWrite,
  status: 201,
  errors: ['forbidden', 'conflict', 'rate_limited'],
  input: z.strictObject({ password, code: code.optional() }),
  output: z
    .object({
      secret: z.string().describe('Base32, for manual entry in the app.'),
      otpauth_url: z.string().describe('The secret as otpauth://totp/…, for a QR code.'),
    })
    .meta({ id: 'UserTotpStartOut' }),
  example: { password: 'the present password' },
  async run(context, proof) {
    const account = ownAccount(context);
    const services = ownerServices(context);
    await verifyOwner(services, account, proof, context.now);
    const { secret, url } = await makeSecret(services, account, context.now);
    return { secret, otpauth_url: url };
  },
});
