import { z } from 'zod';
import { instant, isoDate } from '../../domain/kit/fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { addDays } from '../../kernel/dates.ts';
import { windowsOf } from '../credits/take-credits.ts';
import { listUsage, readWindows, type WindowUsage } from '../credits/usage.ts';
import { ownAccount, ownLimits, ownRead } from '../views/own-account.ts';
import { plan } from '../views/user-shapes.ts';

const window = z
  .object({
    credits_used: z.int().describe('Debits minus refunds and grants; negative if those exceed the debits.'),
    credits_given: z.int().describe('Refunds and grants.'),
    credits_limit: z.int().describe('The limit of the plan.'),
    used_pct: z.number().describe('credits_used as a percentage of credits_limit.'),
    resets_at: instant,
  })
  .meta({ id: 'UserUsageWindow' });

export const getUsage = operation({
  name: 'getUsage',
  route: 'GET /api/user/usage',
  tool: { none: 'agents see the cost of each call in its result' },
  summary: 'Usage by day and operation',
  description:
    'Credits used in the current day and month, and debits by UTC day, operation and channel (rest for the API, mcp for tools). Calls that cost no credits are not counted. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({
    days: z.int().min(1).max(90).default(30).describe('Number of UTC days, including today; 1 to 90.'),
  }),
  output: z
    .object({
      plan,
      day: window,
      month: window,
      items: z
        .array(
          z.object({
            usage_date: isoDate.describe('A UTC day.'),
            operation: z.string().describe('The operationId in the OpenAPI document.'),
            channel: z.enum(['rest', 'mcp']),
            calls: z.int(),
            credits: z.int(),
          }),
        )
        .describe('Newest day first, then highest cost first.'),
    })
    .meta({ id: 'UserUsageOut' }),
  example: { days: 30 },
  async run(context, { days }) {
    const { accountId, plan: ownPlan } = ownAccount(context);
    const { db, now } = context;
    const limits = ownLimits(context);
    const today = windowsOf(now).day;
    const since = addDays(today, 1 - days);
    const [windows, used] = await Promise.all([readWindows(db, accountId, now), listUsage(db, accountId, since)]);
    const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    return {
      plan: ownPlan,
      day: toWindow(windows.day, limits.creditsPerDay, Date.UTC(year, month, date + 1)),
      month: toWindow(windows.month, limits.creditsPerMonth, Date.UTC(year, month + 1, 1)),
      items: used.map(({ usageDate, operation: name, channel, calls, credits }) => ({
        usage_date: usageDate,
        operation: name,
        channel,
        calls,
        credits,
      })),
    };
  },
});

function toWindow({ used, given }: WindowUsage, limit: number, resetsAtMs: number) {
  return {
    credits_used: used,
    credits_given: given,
    credits_limit: limit,
    used_pct: Math.round((Math.max(0, used) / limit) * 1000) / 10,
    resets_at: new Date(resetsAtMs).toISOString(),
  };
}
