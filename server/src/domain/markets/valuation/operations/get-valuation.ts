import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { type Day, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { loadExchangeRates } from '../../../figures/currencies/views/load-exchange-rates.ts';
import { OLDEST_FIGURES_DAYS } from '../../../figures/financials/rules/periods/current-amounts.ts';
import { basisChanges } from '../../../figures/financials/views/financial-shapes.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { type FoundEntity, findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { endOfDay } from '../../../kit/end-of-day.ts';
import { fresh, isoDate, missingReason } from '../../../kit/fields.ts';
import { date, invalidInput, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { pricedListing } from '../../prices/views/priced-listing.ts';
import { type ClosingRate, type MarketValue, marketValues, type PaidCloses } from '../rules/market-values.ts';
import { figureOf, VALUATION_FIGURES, VALUATION_MEASURES, valueOn } from '../rules/value-day.ts';
import { isDepositaryReceipt, loadPaidCloses } from '../views/load-paid-closes.ts';
import { loadTrailingYears, type TrailingYear } from '../views/trailing-versions.ts';

/** The interval of a day, by which the points of a series are thinned out. */
const INTERVAL_NAMES = ['day', 'week', 'month'] as const;
const INTERVALS: Record<(typeof INTERVAL_NAMES)[number], (day: Day) => string> = {
  day: String,
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  week: day => String(Math.floor((day + 3) / 7)),
  month: day => toIsoDate(day).slice(0, 7),
};
const DEFAULT_DAYS = 5 * 365;
const MOST_POINTS = 2_600;

const numberOrNull = z.number().nullable();

const figures = z
  .object({
    known_from: isoDate.describe('The first day at whose end these figures were the newest known.'),
    known_to: isoDate.nullable().describe('The day at whose end they no longer were; null if they still are.'),
    period_start: isoDate,
    period_end: isoDate,
    filing_id: z.string().describe('The filing that first stated them.'),
    currency: z.string().describe('ISO 4217.'),
    shares_outstanding: numberOrNull.describe('As filed.'),
    shares_outstanding_date: isoDate.nullable().describe('The date that the filing states for the count.'),
    shares_filing_id: z.string().nullable(),
    values: z
      .record(z.string(), numberOrNull)
      .describe('Line items by name: _ttm of twelve months up to period_end, _mrq at its end.'),
  })
  .meta({ id: 'ValuationFigures' });

const point = z
  .object({
    date: isoDate.describe('A session: the last one of the interval.'),
    close: z.number().describe('As paid on the day, in close_currency.'),
    shares: z.number().describe('The newest count known by the end of the day, on the basis of the close.'),
    split_factor: z.number().describe('Splits applied to the count as filed; 1 without any.'),
    exchange_rate: numberOrNull.describe("Units of the figures' currency per unit of close_currency; 1 if they agree."),
    figures_known_from: isoDate.describe('known_from of the figures used.'),
    values: z.record(z.string(), numberOrNull).describe('By measure.'),
    missing: z.record(z.string(), missingReason).optional().describe('Why measures are null; absent if none is.'),
  })
  .meta({ id: 'ValuationPoint' });

export const getValuation = operation({
  name: 'getValuation',
  route: 'GET /api/v1/companies/{market}/{ticker}/valuation',
  tool: { none: 'screen_financials returns the same measures of any day' },
  summary: 'Multiples of a company over time',
  description:
    'Market capitalization, enterprise value, P/E, EV/EBITDA, P/B, P/S, yields and further measures of kpi-taxonomy at the close of each day, week or month, oldest first. Each point uses only figures of filings known by the end of its day: trailing twelve months and the newest balances. Closes and share counts are those of the day, so no later split changes them; raw counts are in figures. Null measures have a reason: not_reported (an input is missing), not_applicable (a loss, or negative equity), no_exchange_rate. Empty with not_covered if no source has closes with splits, or the share is a depositary receipt of a Form 20-F filer.',
  tag: 'Companies',
  plan: 'free',
  credits: 5,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    from: date.optional().describe('First day; by default five years before the last.'),
    to: date.optional().describe('Last day; by default that of the newest close.'),
    interval: z.enum(INTERVAL_NAMES).default('month').describe('One point per day, week or month: its last session.'),
  }),
  output: z
    .object({
      ...entityRefFields,
      close_currency: z.string().nullable().describe('ISO 4217; null without closes.'),
      close_source: z.string().nullable().describe('Registry id of the publisher of the oldest closes.'),
      share_basis: z
        .literal('as_of_day')
        .describe(
          'Closes as paid and counts of the day: splits between the filing of a count and the close are applied.',
        ),
      measures: z.array(z.object({ code: z.string(), unit: z.string(), formula: z.string() })),
      figures: z.array(figures).describe('The inputs of points, oldest first.'),
      points: z.array(point),
      basis_changes: basisChanges.describe(
        'Where points are in the currency of other figures than those before, newest first; date is that of the first such point. Absent if there is no such place: splits change no point.',
      ),
      ...fresh,
    })
    .meta({ id: 'ValuationOut' }),
  example: { market: 'demo', ticker: 'DMFR', interval: 'month' },
  async run({ db, now }, { market, ticker: symbol, from: wantedFrom, to, interval }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const listing = await pricedListing(db, issuer);
    const [closes, years, stored] = await Promise.all([
      listing === null ? null : loadPaidCloses(db, listing),
      newestYears(db, issuer, market),
      loadExchangeRates(db),
    ]);
    const until = parseDay(to ?? '') ?? closes?.days.at(-1) ?? 0;
    const from = parseDay(wantedFrom ?? '') ?? until - DEFAULT_DAYS;
    if (from > until) throw invalidInput('query', 'from', 'must not be after the last day', wantedFrom ?? to);
    const rateOf: ClosingRate = (of, into, day) => stored?.rates.closing(of, into, day) ?? null;
    const sessions = closes === null ? [] : sessionsOf(closes, years, rateOf, { from, until });
    const days = lastOfIntervals(sessions, INTERVALS[interval]);
    if (days.length > MOST_POINTS) {
      const message = `gives ${days.length} points; at most ${MOST_POINTS} are returned`;
      throw invalidInput('query', 'interval', message, interval);
    }
    const last = days.at(-1);
    return {
      ...toEntityRef(issuer),
      close_currency: closes?.currency ?? null,
      close_source: closes?.source ?? null,
      share_basis: 'as_of_day' as const,
      measures: VALUATION_MEASURES.map(({ code, unit, formula }) => ({ code, unit, formula })),
      figures: [...new Set(days.map(({ year }) => year))].map(toFigures),
      points: days.map(toPoint),
      ...currencyChanges(days),
      data_as_of: last === undefined ? null : endOfDay(toIsoDate(last.value.day), now),
      empty_reason: last === undefined ? ('not_covered' as const) : null,
    };
  },
});

/** The trailing years of the first registrant that has any; none if its share in the market is a depositary receipt. */
async function newestYears(db: Database, { registrants }: FoundEntity, market: string): Promise<TrailingYear[]> {
  for (const { issuer_id } of registrants) {
    const years = await loadTrailingYears(db, issuer_id);
    if (years.length > 0) return (await isDepositaryReceipt(db, issuer_id, market)) ? [] : years;
  }
  return [];
}

interface ValuedSession {
  value: MarketValue;
  year: TrailingYear;
}

/** The sessions with a market capitalization and figures that are not too old. */
function sessionsOf(
  closes: PaidCloses,
  years: readonly TrailingYear[],
  rateOf: ClosingRate,
  span: { from: Day; until: Day },
): ValuedSession[] {
  return [...marketValues(closes, years, rateOf, span)].flatMap(value => {
    const day = toIsoDate(value.day);
    const year = years.find(one => one.knownFrom <= day && (one.knownTo === null || one.knownTo > day));
    const isOld = year === undefined || value.day - (parseDay(year.periodEnd) ?? 0) > OLDEST_FIGURES_DAYS;
    return isOld || value.day !== value.closeDay ? [] : [{ value, year }];
  });
}

/** Absent without changes. */
function currencyChanges(oldestFirst: readonly ValuedSession[]): { basis_changes?: z.input<typeof basisChanges> } {
  const changes = oldestFirst.flatMap(({ value, year }, at) => {
    const before = oldestFirst[at - 1]?.year;
    if (before === undefined || before.currency === year.currency) return [];
    return {
      kind: 'currency' as const,
      date: toIsoDate(value.day),
      ratio: null,
      from: before.currency,
      to: year.currency,
      codes: null,
      filing_id: filingId(year.registry, year.presented[0]?.accession ?? ''),
    };
  });
  return changes.length === 0 ? {} : { basis_changes: changes.reverse() };
}

/** The last session of each interval. */
function lastOfIntervals(sessions: readonly ValuedSession[], intervalOf: (day: Day) => string): ValuedSession[] {
  return [...new Map(sessions.map(session => [intervalOf(session.value.day), session])).values()];
}

function toFigures({ registry, shares, ...year }: TrailingYear): z.input<typeof figures> {
  return {
    known_from: year.knownFrom,
    known_to: year.knownTo,
    period_start: year.periodStart,
    period_end: year.periodEnd,
    filing_id: filingId(registry, year.presented[0]?.accession ?? ''),
    currency: year.currency,
    shares_outstanding: shares?.count ?? null,
    shares_outstanding_date: shares?.date ?? null,
    shares_filing_id: shares === null ? null : filingId(registry, shares.accession),
    values: Object.fromEntries(VALUATION_FIGURES.map(name => [name, figureOf(name, year.amounts)])),
  };
}

function toPoint({ value, year }: ValuedSession): z.input<typeof point> {
  const valued = VALUATION_MEASURES.map(measure => [measure.code, valueOn(measure, value, year.amounts)] as const);
  const missing = valued.flatMap(([code, { reason }]) => (reason === null ? [] : [[code, reason] as const]));
  return {
    date: toIsoDate(value.day),
    close: plainNumber(value.close),
    shares: value.shares,
    split_factor: value.splitFactor,
    exchange_rate: value.rate,
    figures_known_from: year.knownFrom,
    values: Object.fromEntries(valued.map(([code, { value: one }]) => [code, one === null ? null : plainNumber(one)])),
    ...(missing.length > 0 && { missing: Object.fromEntries(missing) }),
  };
}
