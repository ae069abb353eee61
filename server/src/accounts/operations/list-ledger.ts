import { z } from 'zod';
import { fromCursor, toCursor } from '../../domain/kit/cursors.ts';
import { instant, isoDate } from '../../domain/kit/fields.ts';
import { date, limit, text } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { listLedger as readLedger } from '../credits/ledger.ts';
import { ownAccount } from '../views/own-account.ts';

export const listLedger = operation({
  name: 'listLedger',
  route: 'GET /api/user/ledger',
  tool: { none: 'agents see what their calls cost in each answer' },
  summary: 'Every credit that was taken or given',
  description:
    'The ledger of the account, the newest entry first. Entries never change. Those of the current UTC month sum to what is left of the month less the limit of the plan, those of today likewise. Calls of one operation that came together are one entry. Kept for this and the previous month; sums by day are under usage. Debits nothing.',
  tag: 'Account',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: ['invalid_cursor'],
  input: z.strictObject({
    limit: limit(500, 50),
    cursor: text(256).optional().describe('next_cursor of the page before.'),
  }),
  output: z
    .object({
      items: z.array(
        z.object({
          entry_id: z.string(),
          booked_at: instant,
          usage_date: isoDate.describe('The UTC day whose window counts it.'),
          kind: z.enum(['debit', 'refund', 'grant']),
          operation: z.string().nullable().describe('Of a debit, as the OpenAPI document calls it; else null.'),
          channel: z.enum(['rest', 'mcp']).nullable().describe('How the calls came; null where it is no debit.'),
          calls: z.int().describe('Calls that were debited together; 0 where it is no debit.'),
          credits: z.int().describe('Below 0 where they were taken, above where they were given.'),
          note: z.string().nullable().describe('What the operator said who gave them.'),
        }),
      ),
      next_cursor: z.string().nullable().describe('Null at the end.'),
    })
    .meta({ id: 'UserLedgerOut' }),
  example: { limit: 20 },
  async run(context, input) {
    const { accountId } = ownAccount(context);
    const place = input.cursor === undefined ? null : fromCursor(questionOf(accountId), input.cursor, position);
    const entries = await readLedger(context.db, accountId, place, input.limit + 1);
    const shown = entries.slice(0, input.limit);
    const last = shown.at(-1);
    return {
      items: shown.map(entry => ({
        entry_id: entry.entryId,
        booked_at: entry.bookedAt,
        usage_date: entry.usageDate,
        kind: entry.kind,
        operation: entry.operation,
        channel: entry.channel,
        calls: entry.calls,
        credits: entry.credits,
        note: entry.note,
      })),
      next_cursor:
        last === undefined || entries.length <= input.limit
          ? null
          : toCursor(questionOf(accountId), [last.usageDate, last.entryId]),
    };
  },
});

const questionOf = (accountId: string) => ['ledger', accountId];

const position = z.tuple([date, z.string().regex(/^\d{1,18}$/)]);
