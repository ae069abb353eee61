import { z } from 'zod';
import { fromCursor, toCursor } from '../../domain/kit/cursors.ts';
import { instant, isoDate } from '../../domain/kit/fields.ts';
import { date, limit, text } from '../../domain/kit/input-fields.ts';
import { operation } from '../../domain/kit/operation.ts';
import { listLedger as readLedger } from '../credits/ledger.ts';
import { ownAccount, ownRead } from '../views/own-account.ts';

export const listLedger = operation({
  name: 'listLedger',
  route: 'GET /api/user/ledger',
  tool: { none: 'agents see the cost of each call in its result' },
  summary: 'List ledger entries',
  description:
    'Every debit, refund and grant of the account, newest first. Entries never change. The entries of the current UTC month sum to the remaining credits minus the monthly limit of the plan; the same holds for the current day. Concurrent calls of one operation share an entry. Retained for the current and the previous month; see usage for daily sums. Free.',
  tag: 'Account',
  plan: 'free',
  ...ownRead,
  errors: ['invalid_cursor'],
  input: z.strictObject({
    limit: limit(500, 50),
    cursor: text(256).optional().describe('next_cursor of the previous page.'),
  }),
  output: z
    .object({
      items: z.array(
        z.object({
          entry_id: z.string(),
          booked_at: instant,
          usage_date: isoDate.describe('The UTC day whose limit counts it.'),
          kind: z.enum(['debit', 'refund', 'grant']),
          operation: z.string().nullable().describe('The operationId of a debit; null for refunds and grants.'),
          channel: z
            .enum(['rest', 'mcp'])
            .nullable()
            .describe('The channel of the calls; null for refunds and grants.'),
          calls: z.int().describe('Calls that were debited together; 0 for refunds and grants.'),
          credits: z.int().describe('Negative for debits, positive for refunds and grants.'),
          note: z.string().nullable().describe("The operator's note on a refund or grant."),
        }),
      ),
      next_cursor: z.string().nullable().describe('Null on the last page.'),
    })
    .meta({ id: 'UserLedgerOut' }),
  example: { limit: 20 },
  async run(context, input) {
    const { accountId } = ownAccount(context);
    const after = input.cursor === undefined ? null : fromCursor('listLedger', accountId, input.cursor, position);
    const entries = await readLedger(context.db, accountId, after, input.limit + 1);
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
          : toCursor('listLedger', accountId, [last.usageDate, last.entryId]),
    };
  },
});

const position = z.tuple([date, z.string().regex(/^\d{1,18}$/)]);
