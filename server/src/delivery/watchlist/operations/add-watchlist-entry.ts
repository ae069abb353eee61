import { z } from 'zod';
import { ownAccount, ownLimits, ownWrite } from '../../../accounts/views/own-account.ts';
import { sql } from '../../../db/database.ts';
import { findIssuer } from '../../../domain/filings/issuers/views/find-issuer.ts';
import { marketId, ticker } from '../../../domain/kit/input-fields.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { AsfiledError } from '../../../kernel/errors.ts';
import { countEntries, lockWatchlist, readWatchlist, watchedListing, watchlistIsFull } from '../watchlist.ts';
import { alertsInput, note, watchlistResponse } from '../watchlist-shapes.ts';

export const addWatchlistEntry = operation({
  name: 'addWatchlistEntry',
  route: 'POST /api/user/watchlist',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Add a listing to the watchlist',
  description:
    "Adds a listing to the account's watchlist and returns the whole watchlist. From then on, the account is notified of filings of the company in that market, from any of its registrants. An ambiguous ticker requires market_id. Returns conflict for a listing that is already watched, and upgrade_required or conflict if the watchlist is full.",
  tag: 'Watchlist',
  plan: 'free',
  ...ownWrite,
  status: 201,
  errors: ['ambiguous_ticker', 'not_found', 'conflict', 'upgrade_required'],
  input: z.strictObject({
    ticker,
    market_id: marketId.optional(),
    note: note.optional(),
    alerts: alertsInput.optional(),
  }),
  output: watchlistResponse,
  example: { ticker: 'AAPL', market_id: 'us', alerts: { form_types: ['10-K', '8-K'] } },
  async run(context, input) {
    const { accountId } = ownAccount(context);
    const entity = await findIssuer(context.db, { ticker: input.ticker, market_id: input.market_id });
    const listing = await watchedListing(context.db, entity);
    await context.db.transaction(async tx => {
      await lockWatchlist(tx, accountId);
      if ((await countEntries(tx, accountId)) >= ownLimits(context).watchlistEntries) throw watchlistIsFull(context);
      const added = await tx.execute(sql`
        insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id, note, event_types, form_types,
          created_at)
        values (${accountId}, ${listing.marketId}, ${listing.tickerKey}, ${listing.ticker}, ${listing.issuerId},
          ${input.note ?? null}, ${input.alerts?.event_types ?? []}, ${input.alerts?.form_types ?? []},
          ${context.now.toISOString()})
        on conflict (account_id, market_id, ticker_key) do nothing`);
      if (added === 0) {
        throw new AsfiledError(
          'conflict',
          `${listing.ticker} in the market ${listing.marketId} is already watched. Use PATCH to change it.`,
        );
      }
    });
    return readWatchlist(context);
  },
});
