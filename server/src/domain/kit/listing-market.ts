import { marketId } from './input-fields.ts';

/** The two equivalent market parameters of routes that take a ticker. */
export const listingMarket = {
  market: marketId
    .optional()
    .describe("Market of the listing. Default: the ticker's only market, else the home market of the company."),
  market_id: marketId.optional().describe('Synonym of market; if both are given, they must agree.'),
};

interface Markets {
  market?: string | undefined;
  market_id?: string | undefined;
}

/** Refines an input that has {@link listingMarket}. */
export function marketsAgree({ market, market_id }: Markets): boolean {
  return market === undefined || market_id === undefined || market === market_id;
}

export const MARKETS_DISAGREE = { error: 'must equal market', path: ['market_id'] };
