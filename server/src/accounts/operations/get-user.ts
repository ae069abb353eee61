import { z } from 'zod';
import { instant } from '../../domain/kit/fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { readAccount } from '../accounts.ts';
import { ownAccount, ownLimits, ownRead } from '../views/own-account.ts';
import { plan } from '../views/user-shapes.ts';

export const getUser = operation({
  name: 'getUser',
  route: 'GET /api/user',
  tool: { none: 'account data is for the account owner; agents see the cost of each call in its result' },
  summary: 'The calling account',
  description:
    'The account of the key or token: its email address, plan and limits, and whether it has a password and two-step sign-in. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z
    .object({
      id: z.string(),
      email: z.string(),
      plan,
      created_at: instant,
      has_password: z.boolean(),
      has_totp: z.boolean().describe('Whether two-step sign-in is enabled.'),
      recovery_codes_left: z.int().describe('Unused recovery codes.'),
      limits: z
        .object({
          credits_per_day: z.int(),
          credits_per_month: z.int(),
          requests_per_second: z.int(),
          burst: z.int().describe('Requests allowed at once after a pause.'),
          analyses_per_minute: z.int().describe('Transcript analyses.'),
          downloads_per_day: z.int(),
          webhooks: z.int(),
          watchlist_entries: z.int(),
          saved_screens: z.int(),
          screen_alerts: z.int().describe('Saved screens with alerts.'),
        })
        .describe('Limits of the plan; days and months are UTC.'),
    })
    .meta({ id: 'UserOut' }),
  example: {},
  async run(context) {
    const { accountId } = ownAccount(context);
    const record = await readAccount(context.db, accountId);
    if (record === null) throw new AsfiledError('unauthorized', 'This account was deleted.');
    const limits = ownLimits(context);
    return {
      id: accountId,
      email: record.email,
      plan: record.plan,
      created_at: record.createdAt,
      has_password: record.hasPassword,
      has_totp: record.hasTotp,
      recovery_codes_left: record.recoveryCodesLeft,
      limits: {
        credits_per_day: limits.creditsPerDay,
        credits_per_month: limits.creditsPerMonth,
        requests_per_second: limits.requestsPerSecond,
        burst: limits.burst,
        analyses_per_minute: limits.analysesPerMinute,
        downloads_per_day: limits.downloadsPerDay,
        webhooks: limits.webhooks,
        watchlist_entries: limits.watchlistEntries,
        saved_screens: limits.savedScreens,
        screen_alerts: limits.screenAlerts,
      },
    };
  },
});
