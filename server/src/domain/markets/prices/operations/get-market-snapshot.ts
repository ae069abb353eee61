import { z } from 'zod';
import { type Day, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { maxOf, minOf } from '../../../../kernel/lists.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { CLOSE_BASES } from '../model/price-series.ts';
import { type ClosesPart, joinCloses } from '../views/join-closes.ts';
import { type Closes, type DaySpan, loadClosesOfSources, priceKey } from '../views/load-closes.ts';
import { loadFiledShares, marketCapOf } from '../views/load-market-cap.ts';
import { loadQuotes, type Quote } from '../views/load-quotes.ts';
import { isPartial, notesOfCloses, notesOfQuote, reachPrice } from '../views/price-quality.ts';
import { dataQuality, type QualityNote, qualityNotes, quote } from '../views/price-shapes.ts';
import { pricedListing } from '../views/priced-listing.ts';

/** Number of days in each range, back from the newest price. */
const RANGES = { '1mo': 30, '6mo': 182, '1y': 365, '2y': 730, '5y': 1_826, max: 90_000 } as const;
const RANGE_NAMES = ['1mo', '6mo', '1y', '2y', '5y', 'max'] as const satisfies readonly (keyof typeof RANGES)[];
const WEEKS_52 = 365;

export const getMarketSnapshot = operation({
  name: 'getMarketSnapshot',
  route: 'GET /api/v1/companies/{market}/{ticker}/market-snapshot',
  tool: 'get_market_snapshot',
  summary: 'Price, market cap and daily closes',
  description:
    'The newest stored price of a share, its market cap, its highest and lowest close over 52 weeks, and its daily closes, oldest first. The market cap uses the newest share count of the filings known by then, with its date. Closes are from the source that covers most of the range, continued at both ends with sources of the same currency that reach farther; closes_currency is that of the newest close, and a range is cut where closes of another currency precede, with the note other_currency. closes_joins lists where the source changes. close is nearest to the price paid that the source offers; adjusted_close is restated for later splits and dividends where the source does so. Implausible closes are returned unchanged and listed in quality_notes. Requires an ingested source of prices that includes the symbol.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    range: z
      .enum(RANGE_NAMES)
      .default('1y')
      .describe('Range of closes back from the newest price: 1mo, 6mo, 1y, 2y, 5y, max.'),
  }),
  output: z
    .object({
      ...entityRefFields,
      last_quote: quote.nullable(),
      currency: z.string().nullable().describe('ISO 4217 currency of the newest price and the market cap.'),
      market_cap: z.number().nullable().describe('In whole units of the currency.'),
      shares_outstanding: z.number().nullable().describe('Share count as filed.'),
      shares_outstanding_date: isoDate.nullable().describe('Date that the filing states for the count.'),
      week52_high: z
        .number()
        .nullable()
        .describe(
          'Highest close of the 52 weeks up to the newest price, restated for splits; null if closes do not reach back that far.',
        ),
      week52_low: z.number().nullable().describe('Lowest close in the same period.'),
      range: z.enum(RANGE_NAMES),
      closes: z
        .array(
          z.object({
            date: isoDate,
            close: z.number(),
            adjusted_close: z.number(),
            volume: z.number().nullable().describe('Shares traded on the day.'),
          }),
        )
        .describe('Oldest first.'),
      closes_currency: z
        .string()
        .nullable()
        .describe(
          'ISO 4217 currency of closes and the 52-week range; null if the source states none, or without closes.',
        ),
      closes_source: z.string().nullable().describe('Registry id of the publisher of the oldest closes shown.'),
      closes_joins: z
        .array(
          z.object({
            from_date: isoDate.describe('Date of the first close from the other source.'),
            source: z.string().describe('Registry id of the other source.'),
            close_basis: z.enum(CLOSE_BASES),
            adjusted_close_basis: z.enum(CLOSE_BASES),
          }),
        )
        .describe('Where closes of another source follow, oldest first; usually empty.'),
      close_basis: z
        .enum(CLOSE_BASES)
        .nullable()
        .describe('Basis of close: as paid (raw), restated for later splits, or also for dividends (adjusted).'),
      adjusted_close_basis: z
        .enum(CLOSE_BASES)
        .nullable()
        .describe('Basis of adjusted_close; null if there are no closes.'),
      data_quality: dataQuality,
      quality_notes: qualityNotes,
      ...fresh,
    })
    .meta({ id: 'MarketSnapshot' }),
  example: { market: 'demo', ticker: 'DMFR', range: '1mo' },
  async run({ db, now }, { market, ticker: symbol, range }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const listing = await pricedListing(db, issuer);
    const key = listing === null ? '' : priceKey(listing);
    const listings = listing === null ? [] : [listing];
    const last = (await loadQuotes(db, listings)).get(key) ?? null;
    const until = parseDay((last?.price_at ?? now.toISOString()).slice(0, 10)) ?? 0;
    const from = until - RANGES[range];
    const yearSpan = { from: until - WEEKS_52, until };
    const load = async (span: DaySpan) => (listing === null ? [] : loadClosesOfSources(db, listing, span));
    const [sources, ofYear, filed] = await Promise.all([
      load({ from, until }),
      load(yearSpan),
      loadFiledShares(db, issuer, last?.price_at ?? now.toISOString()),
    ]);
    const parts = joinCloses(sources, { from, until }).filter(part => part.until >= from);
    const [first, ...following] = parts;
    const closesCurrency = (first?.closes ?? newestOf(ofYear))?.currency ?? null;
    const lastYear = ofYear.find(({ currency }) => currency === closesCurrency) ?? null;
    const year = lastYear !== null && reachPrice(lastYear, until) ? lastYear : null;
    const shown = parts.flatMap(part => rowsOf(part, from, until));
    const notes = new Set<QualityNote>([
      ...notesOfQuote(last, now),
      ...parts.flatMap(part =>
        notesOfCloses(part.closes, { from: Math.max(part.from, from), until: Math.min(part.until, until) }),
      ),
      ...notesOfCloses(year, yearSpan),
      ...(first !== undefined && isPrecededByOthers(sources, first, from) ? (['other_currency'] as const) : []),
      ...(last !== null && filed === null ? (['no_shares'] as const) : []),
    ]);
    const isMissing = last === null && shown.length === 0;
    return {
      ...toEntityRef(issuer),
      last_quote: last,
      currency: last?.currency ?? closesCurrency,
      market_cap:
        last === null ? null : marketCapOf(filed, pricedAt(last), (lastYear ?? parts.at(-1)?.closes)?.actions ?? null),
      shares_outstanding: filed?.shares ?? null,
      shares_outstanding_date: filed?.date ?? null,
      ...week52(year),
      range,
      closes: shown,
      closes_currency: closesCurrency,
      closes_source: first?.closes.source ?? null,
      closes_joins: following.map(part => ({
        from_date: toIsoDate(part.from),
        source: part.closes.source,
        close_basis: part.closes.paidBasis,
        adjusted_close_basis: part.closes.basis,
      })),
      close_basis: first?.closes.paidBasis ?? null,
      adjusted_close_basis: first?.closes.basis ?? null,
      data_quality: isMissing ? ('missing' as const) : isPartial([...notes]) ? ('partial' as const) : ('ok' as const),
      quality_notes: [...notes],
      data_as_of: last?.price_at ?? null,
      empty_reason: isMissing ? ('not_covered' as const) : null,
    };
  },
});

function pricedAt({ price, price_at }: Quote): { price: number; day: Day } {
  return { price, day: parseDay(price_at.slice(0, 10)) ?? 0 };
}

/** The closes that reach farthest. */
function newestOf(sources: readonly Closes[]): Closes | null {
  const last = (closes: Closes): Day => closes.days.at(-1) ?? Number.NEGATIVE_INFINITY;
  return sources.reduce<Closes | null>(
    (found, closes) => (found && last(found) >= last(closes) ? found : closes),
    null,
  );
}

/** Whether closes of another currency precede the oldest part in a range. */
function isPrecededByOthers(sources: readonly Closes[], first: ClosesPart, from: Day): boolean {
  return sources.some(
    ({ currency, days }) =>
      currency !== first.closes.currency && days.some(day => day >= from && day < Math.max(first.from, from)),
  );
}

function rowsOf({ closes: source, ...part }: ClosesPart, from: Day, until: Day) {
  const { days, closes, paid, volumes } = source;
  return days.flatMap((day, at) => {
    if (day < Math.max(from, part.from) || day > Math.min(until, part.until)) return [];
    return [
      {
        date: toIsoDate(day),
        close: plainNumber(paid[at] ?? 0),
        adjusted_close: plainNumber(closes[at] ?? 0),
        volume: volumes?.[at] ?? null,
      },
    ];
  });
}

/** High and low of closes that are adjusted to today's shares, if the source has such closes. */
function week52(closes: Closes | null): { week52_high: number | null; week52_low: number | null } {
  const newest = closes?.days.at(-1);
  if (closes === null || newest === undefined) return { week52_high: null, week52_low: null };
  const { split_adjusted, adjusted, raw } = closes.byBasis;
  const column = split_adjusted ?? adjusted ?? raw ?? [];
  const year = column.filter((_, at) => (closes.days[at] ?? 0) > newest - WEEKS_52);
  return { week52_high: plainNumber(maxOf(year)), week52_low: plainNumber(minOf(year)) };
}
