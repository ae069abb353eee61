import { z } from 'zod';
import { ownAccount, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { marketId, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { findEntry, readWatchlist } from '../watchlist.ts';
import { watchlistResponse } from '../watchlist-shapes.ts';

export const removeWatchlistEntry = operation({
  name: 'removeWatchlistEntry',
  route: 'DELETE /api/user/watchlist/{ticker}',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Remove a listing from the watchlist',
  description:
    'Removes a listing from the watchlist and returns the remaining entries. Existing notifications are kept. market_id distinguishes entries with the same ticker.',
  tag: 'Watchlist',
  plan: 'free',
  ...ownWrite,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({ ticker, market_id: marketId.optional() }),
  output: watchlistResponse,
  example: { ticker: 'AAPL', market_id: 'us' },
  async run(context, { ticker: requested, market_id }) {
    const { accountId } = ownAccount(context);
    await context.db.transaction(async tx => {
      const entry = await findEntry(tx, accountId, requested, market_id);
      await tx.execute(sql`
        delete from watchlist_entries
        where account_id = ${accountId} and market_id = ${entry.marketId} and ticker_key = ${entry.tickerKey}`);
    });
    return readWatchlist(context);
  },
});
