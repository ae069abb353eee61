import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { ERROR_CODES } from '../../../../kernel/errors.ts';
import { tickerKeys } from '../../../../kernel/identifiers/ticker-keys.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  entityRef,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { nearestListings } from '../../../filings/issuers/views/find-issuer.ts';
import { fresh } from '../../../kit/fields.ts';
import { text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { type NamedListing, priceKey } from '../views/load-closes.ts';
import { loadQuotes, type Quote } from '../views/load-quotes.ts';
import { quote } from '../views/price-shapes.ts';

const MAX_TICKERS = 60;
const LONGEST_LIST = 4_096;
/** A symbol: a ticker, with its market unless it is a US ticker. */
const SYMBOL = /^(?:([a-z]{2,16}):)?([^\s:,][^:,]{0,31})$/i;
const HOME_MARKET = 'us';

const quoteError = z.object({
  ticker: z.string().describe('Symbol as requested.'),
  error: z
    .enum([...ERROR_CODES, 'not_covered'])
    .describe(
      'not_found: no such listing; not_covered: the listing exists, but no source of prices has it; bad_request: invalid symbol; ambiguous_ticker: see candidates.',
    ),
  entity: entityRef.optional().describe('Only with not_covered: the company of the listing.'),
  candidates: z.array(entityRef).optional().describe('Only with ambiguous_ticker.'),
  suggestions: z
    .array(entityRef)
    .optional()
    .describe('Only with not_found: companies of the market with a similar ticker or name.'),
});

export const listMarketQuotes = operation({
  name: 'listMarketQuotes',
  route: 'GET /api/v1/market-quotes/batch',
  tool: 'list_market_quotes',
  summary: 'Last prices of many shares',
  description:
    'The newest stored prices of up to 60 shares, in the requested order: AAPL is a US ticker, jp:7203 a Japanese one. A symbol without a price, or with several companies, is listed in errors and does not fail the call. Repeated symbols are returned once.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z.strictObject({
    tickers: text(LONGEST_LIST)
      .describe('Symbols separated by commas, at most 60: AAPL,jp:7203.')
      .refine(given => symbolsOf(given).length > 0, { error: 'must contain at least one symbol' })
      .refine(given => symbolsOf(given).length <= MAX_TICKERS, { error: `must have at most ${MAX_TICKERS} symbols` }),
  }),
  output: z
    .object({
      items: z.array(quote).describe('In the requested order.'),
      errors: z.array(quoteError).describe('In the requested order.'),
      ...fresh,
    })
    .meta({ id: 'MarketQuotesBatchOut' }),
  example: { tickers: 'demo:DMFR,demo:SMPO,demo:NONE' },
  async run({ db }, { tickers }) {
    const requested = symbolsOf(tickers).map(toSymbol);
    const found = await findListings(db, requested);
    const quotes = await loadQuotes(
      db,
      requested.flatMap(symbol => listingOf(symbol, found) ?? []),
    );
    const items: Quote[] = [];
    const errors: z.input<typeof quoteError>[] = [];
    for (const one of requested) {
      const candidates = found.get(one.name) ?? [];
      const listing = listingOf(one, found);
      const last = listing === null ? undefined : quotes.get(priceKey(listing));
      if (last !== undefined) items.push(last);
      else if (one.listing === null) errors.push({ ticker: one.name, error: 'bad_request' });
      else if (candidates.length > 1) {
        errors.push({ ticker: one.name, error: 'ambiguous_ticker', candidates: candidates.map(toEntityRef) });
      } else if (candidates[0] !== undefined) {
        errors.push({ ticker: one.name, error: 'not_covered', entity: toEntityRef(candidates[0]) });
      } else {
        const { ticker, market_id } = one.listing;
        const suggestions = await nearestListings(db, ticker, market_id);
        errors.push({ ticker: one.name, error: 'not_found', suggestions: suggestions.map(toEntityRef) });
      }
    }
    return {
      items,
      errors,
      data_as_of: items.reduce<string | null>(
        (best, { price_at }) => (best === null || price_at > best ? price_at : best),
        null,
      ),
      empty_reason: items.length > 0 ? null : ('not_covered' as const),
    };
  },
});

/** A requested symbol and the listing it names; null if it is invalid. */
interface Symbol {
  name: string;
  listing: { market_id: string; ticker: string } | null;
}

function symbolsOf(given: string): string[] {
  return [...new Set(given.split(',').map(part => part.trim()))].filter(value => value !== '');
}

function toSymbol(name: string): Symbol {
  const [, market = HOME_MARKET, ticker] = SYMBOL.exec(name) ?? [];
  return { name, listing: ticker === undefined ? null : { market_id: market.toLowerCase(), ticker: ticker.trim() } };
}

interface ListingRow extends EntityRefRow {
  name: string;
  listed_as: string;
  listed_in: string;
  mic: string | null;
}

/**
 * The companies with a listing of each symbol, and that listing. Delisted companies count only if no other company has
 * the symbol.
 */
async function findListings(db: Database, requested: readonly Symbol[]): Promise<Map<string, ListingRow[]>> {
  const wanted = requested.flatMap(({ name, listing }) =>
    listing === null
      ? []
      : tickerKeys(listing.ticker, listing.market_id).map(key => ({ name, market: listing.market_id, key })),
  );
  const rows = await db.query<ListingRow & { entity_id: string; is_delisted: boolean }>(sql`
    select w.name, i.entity_id, a.ticker as listed_as, a.market_id as listed_in, a.mic, a.status = 'delisted' as is_delisted,
      ${ENTITY_REF_COLUMNS}
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w (name text, market text, key text)
    join listings a on a.ticker_key = w.key and a.market_id = w.market
    join issuers i on i.issuer_id = a.issuer_id ${entityOfRegistrant()}
    order by w.name, i.entity_id, a.mic nulls last, a.issuer_id`);
  const found = new Map<string, ListingRow[]>();
  for (const [name, ofName] of Map.groupBy(rows, row => row.name)) {
    const trading = ofName.filter(row => !row.is_delisted);
    const entities = Map.groupBy(trading.length > 0 ? trading : ofName, row => row.entity_id);
    found.set(
      name,
      [...entities.values()].flatMap(([first]) => first ?? []),
    );
  }
  return found;
}

/**
 * The listing whose price is requested: the only one with that symbol, else the symbol itself, because funds without
 * filings have prices too. Null if several companies match.
 */
function listingOf({ name, listing }: Symbol, found: ReadonlyMap<string, ListingRow[]>): NamedListing | null {
  const [only, second] = found.get(name) ?? [];
  if (second !== undefined || listing === null) return null;
  return only === undefined ? listing : { ticker: only.listed_as, market_id: only.listed_in, mic: only.mic };
}
