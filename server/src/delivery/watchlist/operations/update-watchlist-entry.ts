import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { marketId, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { findEntry, readWatchlist } from '../watchlist.ts';
import { alertsInput, note, watchlistResponse } from '../watchlist-shapes.ts';

export const updateWatchlistEntry = operation({
  name: 'updateWatchlistEntry',
  route: 'PATCH /api/user/watchlist/{ticker}',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Update the note or the alerts of a watched listing',
  description:
    'Updates an entry of the watchlist and returns the whole watchlist. Omitted fields keep their values; note null removes the note. market_id selects among entries with the same ticker and is never changed.',
  tag: 'Watchlist',
  plan: 'free',
  ...ownWrite,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    ticker,
    market_id: marketId.optional(),
    note: note.nullable().optional(),
    alerts: alertsInput.optional(),
  }),
  output: watchlistResponse,
  example: { ticker: 'AAPL', note: 'Results in late October', alerts: { form_types: [] } },
  async run(context, { ticker: requested, market_id, note: newNote, alerts }) {
    const { accountId } = ownAccount(context);
    await context.db.transaction(async tx => {
      const entry = await findEntry(tx, accountId, requested, market_id);
      await tx.execute(sql`
        update watchlist_entries set
          note = case when ${newNote !== undefined} then ${newNote ?? null} else note end,
          event_types = coalesce(${alerts?.event_types ?? null}, event_types),
          form_types = coalesce(${alerts?.form_types ?? null}, form_types)
        where account_id = ${accountId} and market_id = ${entry.marketId} and ticker_key = ${entry.tickerKey}`);
    });
    return readWatchlist(context);
  },
});
