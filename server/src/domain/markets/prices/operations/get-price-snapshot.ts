import { z } from 'zod';
import { type Day, type Instant, parseDay, toInstant, toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { benchmarkFundsFor } from '../../../filings/markets/model/market-indexes.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import { marketId, moment, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { changePct, closeUpTo, lastUpTo } from '../rules/price-moves.ts';
import { lastDayEnded } from '../rules/sessions.ts';
import { type Closes, type DaySpan, loadClosesOfListings, type NamedListing, priceKey } from '../views/load-closes.ts';
import { loadFiledShares, marketCapOf } from '../views/load-market-cap.ts';
import { loadQuotes } from '../views/load-quotes.ts';
import { isPartial, notesOfCloses, notesOfQuote, reachPrice } from '../views/price-quality.ts';
import { dataQuality, type QualityNote, qualityNotes, quote } from '../views/price-shapes.ts';
import { pricedListing } from '../views/priced-listing.ts';

/** Horizons of returns in days. */
const HORIZONS = { '1w': 7, '1m': 30, '3m': 90, '6m': 180, '1y': 365 } as const;
/** Sessions after an event at whose close returns are computed. */
const SESSIONS_AFTER = [1, 2, 5, 20] as const;
/** Days around an event that cover twenty sessions and an exchange holiday. */
const DAYS_AROUND = 60;

const returns = z.array(
  z
    .object({
      horizon: z
        .string()
        .describe(
          'Period: 1w, 1m, 3m, 6m or 1y back from the newest close; after an event, sessions: 1d, 2d, 5d, 20d.',
        ),
      return_pct: z
        .number()
        .nullable()
        .describe('Return in percent, including dividends if the source restates for them.'),
      benchmark_return_pct: z
        .number()
        .nullable()
        .describe('Return of the benchmark fund between the same days, in percent.'),
      relative_strength: z.number().nullable().describe('return_pct minus benchmark_return_pct, in percentage points.'),
    })
    .meta({ id: 'Return' }),
);

type Returns = z.input<typeof returns>;

export const getPriceSnapshot = operation({
  name: 'getPriceSnapshot',
  route: 'GET /api/v1/price-snapshot',
  tool: 'get_price_snapshot',
  summary: 'Performance of a share against a broad index fund',
  description:
    'The newest stored price of a share, its market cap and its returns over a week to a year, each with the return of a broad US index fund over the same days. relative_strength is the difference in percentage points; it is not an RSI. With event_at, also the returns after a filing or release: from the last close of a session that ended before that moment to the closes 1, 2, 5 and 20 sessions later. Each return is in the currency of its listing. With data_quality missing, draw no conclusions for trading.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    ticker,
    market_id: marketId.optional(),
    event_at: moment
      .optional()
      .describe('Instant of an event with its UTC offset, such as when a filing became known.'),
  }),
  output: z
    .object({
      ...entityRefFields,
      last_quote: quote.nullable(),
      market_cap: z.number().nullable().describe('In whole units of the currency of last_quote.'),
      data_quality: dataQuality,
      quality_notes: qualityNotes,
      benchmark_fund: z.string().describe('Ticker of the fund.'),
      returns,
      event_move: z
        .object({
          event_at: instant,
          base_date: isoDate.describe('Date of the last close before the event.'),
          base_close: z.number().describe('Close as paid, if the source states it.'),
          returns,
        })
        .nullable()
        .describe('Null without event_at, or without a close in the eleven days before it.'),
      ...fresh,
    })
    .meta({ id: 'PriceSnapshotOut' }),
  example: { ticker: 'DMFR', market_id: 'demo', event_at: '2026-02-05T22:00:00Z' },
  async run({ db, now }, { ticker: symbol, market_id, event_at }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id });
    const listing = await pricedListing(db, issuer);
    const event = event_at === undefined ? null : toInstant(Date.parse(event_at));
    const quotes = await loadQuotes(db, listing === null ? [] : [listing]);
    const last = listing === null ? null : (quotes.get(priceKey(listing)) ?? null);
    const until = parseDay((last?.price_at ?? now.toISOString()).slice(0, 10)) ?? 0;
    const year = { from: until - HORIZONS['1y'], until };
    const funds = benchmarkFundsFor(listing?.market_id ?? null);
    const load = (span: DaySpan) => loadPair(listing, funds, wanted => loadClosesOfListings(db, wanted, span));
    const eventDay = event === null || listing === null ? null : lastDayEnded(listing.market_id, event);
    const [lastYear, around, filed] = await Promise.all([
      load(year),
      eventDay === null ? null : load({ from: eventDay - DAYS_AROUND, until: eventDay + DAYS_AROUND }),
      loadFiledShares(db, issuer, last?.price_at ?? now.toISOString()),
    ]);
    const isRecent = lastYear.share !== null && reachPrice(lastYear.share, until);
    const recent: Pair = isRecent ? lastYear : { ...lastYear, share: null };
    const move = event === null || around === null || eventDay === null ? null : moveAfter(event, eventDay, around);
    const compared = [recent, ...(move === null || around === null ? [] : [around])];
    const notes = new Set<QualityNote>([
      ...notesOfQuote(last, now),
      ...notesOfCloses(recent.share, year),
      ...(move === null || around === null ? [] : notesOfCloses(around.share, move.span)),
      ...(last !== null && filed === null ? (['no_shares'] as const) : []),
      ...(compared.some(pair => pair.share !== null && pair.fund === null) ? (['no_benchmark'] as const) : []),
    ]);
    const isMissing = last === null && lastYear.share === null;
    return {
      ...toEntityRef(issuer),
      last_quote: last,
      market_cap:
        last === null ? null : marketCapOf(filed, { price: last.price, day: until }, lastYear.share?.actions ?? null),
      data_quality: isMissing ? ('missing' as const) : isPartial([...notes]) ? ('partial' as const) : ('ok' as const),
      quality_notes: [...notes],
      benchmark_fund: recent.fundTicker,
      returns: recentReturns(recent),
      event_move: move?.shown ?? null,
      data_as_of: last?.price_at ?? null,
      empty_reason: isMissing ? ('not_covered' as const) : null,
    };
  },
});

/** Closes of the share, and of the first benchmark fund with closes and its ticker. */
interface Pair {
  share: Closes | null;
  fund: Closes | null;
  fundTicker: string;
}

async function loadPair(
  listing: NamedListing | null,
  funds: readonly NamedListing[],
  load: (listings: readonly NamedListing[]) => Promise<Map<string, Closes>>,
): Promise<Pair> {
  const found = await load([...(listing === null ? [] : [listing]), ...funds]);
  const fund = funds.find(fund => found.has(priceKey(fund))) ?? funds[0];
  return {
    share: listing === null ? null : (found.get(priceKey(listing)) ?? null),
    fund: fund === undefined ? null : (found.get(priceKey(fund)) ?? null),
    fundTicker: fund?.ticker ?? '',
  };
}

/** Returns up to the newest close; empty without closes. */
function recentReturns({ share, fund }: Pair): Returns {
  const newest = share?.days.at(-1);
  if (share === null || newest === undefined) return [];
  return Object.entries(HORIZONS).map(([horizon, days]) => {
    const start = closeUpTo(share, newest - days);
    return returnBetween(horizon, share, fund, start?.day ?? null, newest);
  });
}

/** The returns after an event, and the days of the closes used. */
function moveAfter(event: Instant, eventDay: Day, { share, fund }: Pair) {
  const base = share === null ? null : closeUpTo(share, eventDay);
  if (share === null || base === null) return null;
  const place = lastUpTo(share.days, base.day);
  const shown = {
    event_at: event,
    base_date: toIsoDate(base.day),
    base_close: plainNumber(share.paid[place] ?? base.close),
    returns: SESSIONS_AFTER.map(sessions =>
      returnBetween(`${sessions}d`, share, fund, base.day, share.days[place + sessions] ?? null),
    ),
  };
  const last = share.days[Math.min(place + maxOf(SESSIONS_AFTER), share.days.length - 1)] ?? base.day;
  return { shown, span: { from: base.day, until: last } };
}

/** Null without a close at either end. */
function returnBetween(
  horizon: string,
  share: Closes,
  fund: Closes | null,
  from: Day | null,
  until: Day | null,
): Returns[number] {
  const own = changeBetween(share, from, until);
  const market = fund === null ? null : changeBetween(fund, from, until);
  const relative = own === null || market === null ? null : Math.round((own - market) * 1e6) / 1e6;
  return { horizon, return_pct: own, benchmark_return_pct: market, relative_strength: relative };
}

function changeBetween(closes: Closes, from: Day | null, until: Day | null): number | null {
  if (from === null || until === null) return null;
  const [start, end] = [closeUpTo(closes, from), closeUpTo(closes, until)];
  return start === null || end === null ? null : changePct(start.close, end.close);
}
