import { readFileSync } from 'node:fs';
import type { NamedListing } from './common-names.ts';

/** Listings of companies whose ticker at home has other letters and is in no loaded list, by home market and ticker. */
const LISTED_ELSEWHERE: ReadonlyMap<string, NamedListing> = new Map(
  readFileSync(new URL('./home-tickers.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [home = '', ticker = '', marketId = '', listed = ''] = line.split('\t');
      return [`${home}:${ticker}`, { marketId, tickerKey: listed }];
    }),
);

/** The listing of `ULVR` of the market `uk`; null if the table has none. */
export function listingOfHomeTicker(marketId: string, tickerKey: string): NamedListing | null {
  return LISTED_ELSEWHERE.get(`${marketId}:${tickerKey}`) ?? null;
}
