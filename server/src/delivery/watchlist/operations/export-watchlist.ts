import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { CSV, operation } from '../../../domain/kit/operation.ts';
import { readWatchlist } from '../watchlist.ts';
import { writeWatchlistFile } from '../watchlist-file.ts';

export const exportWatchlist = operation({
  name: 'exportWatchlist',
  route: 'GET /api/user/watchlist/export',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Export the watchlist as CSV',
  description:
    'The whole watchlist as CSV (RFC 4180) with a header: ticker, market_id, canonical_key, company_name, note, event_types and form_types (separated by semicolons, empty = all), created_at. importWatchlist reads this format.',
  tag: 'Watchlist',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: z.string(),
  mediaType: CSV,
  example: {},
  async run(context) {
    const { items } = await readWatchlist(context);
    return writeWatchlistFile(items);
  },
});
