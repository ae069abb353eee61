import { z } from 'zod';
import { instant } from '../../domain/kit/fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { exportAccount, MAX_ROWS, type Section } from '../export-account.ts';
import { EXPORT_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { ownAccount } from '../views/own-account.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

export const exportUser = operation({
  name: 'exportUser',
  route: 'GET /api/user/export',
  tool: { none: 'what an account owns is for its holder' },
  summary: 'Everything that the account owns',
  description:
    'All that is kept of the account, as of one moment: keys, sessions, apps, watchlist, notifications, webhooks and their deliveries, usage by day, the ledger. Secrets are left out; of most of them only digests exist. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: ['rate_limited'],
  input: z.strictObject({}),
  output: z
    .object({
      exported_at: instant,
      account: z.record(z.string(), z.unknown()),
      keys: rows,
      sessions: rows,
      apps: rows,
      watchlist: rows,
      notifications: rows,
      webhooks: rows,
      webhook_deliveries: rows,
      usage: rows,
      ledger: rows,
      cut: z
        .array(z.string())
        .describe(`Lists of which only the newest ${MAX_ROWS} rows are here; the rest is in the lists of the API.`),
    } satisfies Record<Section, typeof rows> & z.ZodRawShape)
    .meta({ id: 'UserExportOut' }),
  example: {},
  async run(context) {
    const { accountId } = ownAccount(context);
    const waitSeconds = await takeAttempt(context.db, EXPORT_BY_ACCOUNT, accountId, context.now);
    if (waitSeconds > 0) {
      throw new AsfiledError('rate_limited', 'An account is exported five times in a row, then once a minute.', {
        retry_after_seconds: waitSeconds,
      });
    }
    const found = await exportAccount(context.db, accountId);
    if (found === null) throw new AsfiledError('unauthorized', 'This account was deleted.');
    return { exported_at: context.now.toISOString(), account: found.account, ...found.sections, cut: found.cut };
  },
});
