import { marketId } from './input-fields.ts';

/** Parameters by which routes of a ticker take its market, which have two names for it. */
export const listingMarket = {
  market: marketId
    .optional()
    .describe("Market of the listing; left out, the ticker's only one, else the home market of the company."),
  market_id: marketId.optional().describe('The same as market; given together they must agree.'),
};

interface Markets {
  market?: string | undefined;
  market_id?: string | undefined;
}

/** For a refinement of an input that has {@link listingMarket}. */
export function marketsAgree({ market, market_id }: Markets): boolean {
  return market === undefined || market_id === undefined || market === market_id;
}

export const MARKETS_DISAGREE = { error: 'is another market than market says', path: ['market_id'] };
