import { z } from 'zod';
import { ownRead } from '../../../accounts/views/own-account.ts';
import { operation } from '../../../domain/kit/operation.ts';
import { readWatchlist } from '../watchlist.ts';
import { watchlistResponse } from '../watchlist-shapes.ts';

export const getWatchlist = operation({
  name: 'getWatchlist',
  route: 'GET /api/user/watchlist',
  tool: { none: 'agents do not manage the watchlist of the account' },
  summary: 'Get the watchlist',
  description: 'The listings that the account watches, most recently added first, with notes and alert settings.',
  tag: 'Watchlist',
  plan: 'free',
  ...ownRead,
  errors: [],
  input: z.strictObject({}),
  output: watchlistResponse,
  example: {},
  run: readWatchlist,
});
