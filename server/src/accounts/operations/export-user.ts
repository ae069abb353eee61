import { z } from 'zod';
import { instant } from '../../domain/kit/fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { exportAccount, MAX_ROWS, type Section } from '../export-account.ts';
import { EXPORT_BY_ACCOUNT, takeAttempt } from '../limits/throttle.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

export const exportUser = operation({
  name: 'exportUser',
  route: 'GET /api/user/export',
  tool: { none: 'account data is for the account owner' },
  summary: 'Export all account data',
  description:
    'Returns all data of the account in one consistent snapshot: keys, sessions, apps, the audit log, watchlist, saved screens, manifests of panels, notifications, webhooks and their deliveries, usage by day, and the ledger. Secrets are excluded; most are stored only as digests. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: ['rate_limited'],
  input: z.strictObject({}),
  output: z
    .object({
      exported_at: instant,
      account: z.record(z.string(), z.unknown()),
      keys: rows,
      sessions: rows,
      apps: rows,
      audit: rows,
      watchlist: rows,
      saved_screens: rows,
      panels: rows,
      notifications: rows,
      webhooks: rows,
      webhook_deliveries: rows,
      usage: rows,
      ledger: rows,
      cut: z
        .array(z.string())
        .describe(`Sections truncated to the newest ${MAX_ROWS} rows; the list routes return the rest.`),
    } satisfies Record<Section, typeof rows> & z.ZodRawShape)
    .meta({ id: 'UserExportOut' }),
  example: {},
  async run(context) {
    const { accountId } = ownAccount(context);
    const waitSeconds = await takeAttempt(context.db, EXPORT_BY_ACCOUNT, accountId, context.now);
    if (waitSeconds > 0) {
      throw new AsfiledError('rate_limited', 'Export limit reached: five exports in a row, then one a minute.', {
        retry_after_seconds: waitSeconds,
      });
    }
    const exported = await exportAccount(context.db, accountId);
    if (exported === null) throw new AsfiledError('unauthorized', 'This account was deleted.');
    const { account, sections, cut } = exported;
    return { exported_at: context.now.toISOString(), account, ...sections, cut };
  },
});
