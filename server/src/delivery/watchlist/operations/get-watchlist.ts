import { z } from 'zod';
import { operation } from '../../../domain/kit/operation.ts';
import { readWatchlist } from '../watchlist.ts';
import { watchlistResponse } from '../watchlist-shapes.ts';

export const getWatchlist = operation({
  name: 'getWatchlist',
  route: 'GET /api/user/watchlist',
  tool: { none: 'agents read filings, they do not keep the watchlist of the account' },
  summary: 'The watchlist of the account',
  description:
    'The listings that the account watches, the one added last first, with its notes and with what it wants to be told of each.',
  tag: 'Watchlist',
  plan: 'free',
  scope: 'account:read',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: watchlistResponse,
  example: {},
  run: readWatchlist,
});
