import { type CalendarEntry, emptyEntry } from '../../domain/figures/earnings/model/earnings-calendar.ts';
import type { FiscalPeriod } from '../../domain/figures/financials/model/financials.ts';
import {
  keyOfMean,
  meanOfCounts,
  type RecommendationCounts,
  type RecommendationKey,
  type StreetSnapshot,
} from '../../domain/markets/street/model.ts';
import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate, toInstant } from '../../kernel/dates.ts';
import { isCurrency } from '../../kernel/iso-codes.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { countOf, numberOf, restated } from './read-chart.ts';
import { pricedBy, unitOf } from './symbols.ts';

/** What analysts recommend and expect of a company, and when it reports. */
export interface Summary {
  calendarEntries: CalendarEntry[];
  streetSnapshots: StreetSnapshot[];
}

/** The share of a summary. */
interface Subject {
  ticker: string;
  marketId: string;
  documentUrl: string;
}

/** The summary of a symbol (v10). Which modules a response has depends on the request. */
export function readSummary(symbol: string, documentUrl: string, text: string, log: AnomalyLog): Summary {
  const response = readJsonObjectResponse(text, log);
  const priced = pricedBy(symbol);
  const [modules = {}] = objectsOf(objectOf(response?.quoteSummary).result);
  if (priced?.of.kind !== 'listing') {
    log.add('not_a_share', '', symbol);
    return { calendarEntries: [], streetSnapshots: [] };
  }
  const { ticker, marketId } = priced.of;
  const subject = { ticker, marketId, documentUrl };
  const quarters = expectedQuarters(subject, modules);
  return {
    calendarEntries: [...nextRelease(subject, modules, quarters), ...pastQuarters(subject, modules)],
    streetSnapshots: toSnapshot(subject, modules, priced.currency),
  };
}

/** Numbers are objects with a formatted text. */
function raw(value: unknown): number | null {
  return numberOf(objectOf(value).raw);
}

/** `earningsTrend`: the current quarter and the next, by their last days. */
function expectedQuarters(subject: Subject, modules: JsonObject): CalendarEntry[] {
  return objectsOf(objectOf(modules.earningsTrend).trend).flatMap(candidate => {
    const periodEnd = dateOrNull(candidate.endDate);
    const [eps, revenue] = [objectOf(candidate.earningsEstimate), objectOf(candidate.revenueEstimate)];
    if (periodEnd === null || !QUARTERS_AHEAD.includes(String(candidate.period))) return [];
    const currency = currencyOf(eps.earningsCurrency);
    return {
      ...emptyEntry(subject),
      periodEnd,
      currency,
      epsEstimate: raw(eps.avg),
      revenueEstimate: currencyOf(revenue.revenueCurrency) === currency ? raw(revenue.avg) : null,
      estimatesCount: raw(eps.numberOfAnalysts),
    };
  });
}

const QUARTERS_AHEAD = ['0q', '+1q'];
/** The longest time from the end of a quarter to its report. */
const MAX_DAYS_AFTER = 130;

/** `calendarEvents`: the next release, of the quarter that is expected next if the response has it. */
function nextRelease(subject: Subject, modules: JsonObject, quarters: readonly CalendarEntry[]): CalendarEntry[] {
  const earnings = objectOf(objectOf(modules.calendarEvents).earnings);
  const days = objectsOf(earnings.earningsDate).flatMap(candidate => dateOrNull(candidate.fmt) ?? []);
  const [reportDate] = days;
  if (reportDate === undefined) return [...quarters];
  const [call] = objectsOf(earnings.earningsCallDate);
  const callAt = numberOf(call?.raw);
  const ended = quarters.findLast(quarter => isReportedOn(quarter, reportDate));
  const release: CalendarEntry = {
    ...(ended ?? emptyEntry(subject)),
    reportDate,
    // Two days are a range.
    dateStatus: days.length === 1 && earnings.isEarningsDateEstimate === false ? 'confirmed' : 'estimated',
    callAt: callAt === null ? null : toInstant(callAt * 1_000),
    epsEstimate: raw(earnings.earningsAverage) ?? ended?.epsEstimate ?? null,
    revenueEstimate: raw(earnings.revenueAverage) ?? ended?.revenueEstimate ?? null,
  };
  return [...quarters.filter(quarter => quarter !== ended), release];
}

function isReportedOn({ periodEnd }: CalendarEntry, day: IsoDate): boolean {
  if (periodEnd === null) return false;
  const days = (Date.parse(day) - Date.parse(periodEnd)) / 86_400_000;
  return days > 0 && days <= MAX_DAYS_AFTER;
}

/** `earnings`: estimates and results of the last quarters, in the analysts' definition. */
function pastQuarters(subject: Subject, modules: JsonObject): CalendarEntry[] {
  const earnings = objectOf(modules.earnings);
  return objectsOf(objectOf(earnings.earningsChart).quarterly).flatMap(candidate => {
    const [, quarter = '', year = ''] = /^([1-4])Q(\d{4})$/.exec(String(candidate.fiscalQuarter ?? '')) ?? [];
    if (year === '') return [];
    return {
      ...emptyEntry(subject),
      fiscalYear: Number(year),
      fiscalPeriod: `q${quarter}` as FiscalPeriod,
      currency: currencyOf(earnings.financialCurrency),
      epsEstimate: raw(candidate.estimate),
      epsActual: raw(candidate.actual),
    };
  });
}

function currencyOf(value: unknown): string | null {
  const currency = typeof value === 'string' ? value : '';
  return isCurrency(currency) ? currency : null;
}

/** Yahoo's keys differ from the names of its counts. */
const KEYS: Readonly<Record<string, RecommendationKey>> = {
  strong_buy: 'strong_buy',
  buy: 'buy',
  hold: 'hold',
  underperform: 'sell',
  sell: 'strong_sell',
};

/** `financialData` and `recommendationTrend`; empty if there is no recommendation. */
function toSnapshot(subject: Subject, modules: JsonObject, listed: string | null): StreetSnapshot[] {
  const data = objectOf(modules.financialData);
  const counts = countsOf(modules);
  const mean = raw(data.recommendationMean) ?? (counts === null ? null : rounded(meanOfCounts(counts)));
  const key = KEYS[String(data.recommendationKey)] ?? (mean === null ? null : keyOfMean(mean));
  if (key === null) return [];
  const unit = objectOf(modules.price).currency;
  const { currency, parts } = typeof unit === 'string' ? unitOf(unit) : { currency: listed, parts: 1 };
  const price = (value: unknown): number | null => {
    const number = raw(value);
    // In London, a price without a unit may be in pounds or pence.
    return number === null || currency === null ? null : restated(number, parts);
  };
  return [
    {
      ...subject,
      recommendationKey: key,
      recommendationMean: mean,
      analystsCount: countOf(raw(data.numberOfAnalystOpinions)),
      counts,
      targetMean: price(data.targetMeanPrice),
      targetHigh: price(data.targetHighPrice),
      targetLow: price(data.targetLowPrice),
      currency,
      price: price(data.currentPrice),
    },
  ];
}

/** The counts of this month: periods are relative to the day of the request. */
function countsOf(modules: JsonObject): RecommendationCounts | null {
  const now = objectsOf(objectOf(modules.recommendationTrend).trend).find(candidate => candidate.period === '0m');
  if (now === undefined) return null;
  const count = (value: unknown): number => countOf(value) ?? 0;
  const counts: RecommendationCounts = [
    count(now.strongBuy),
    count(now.buy),
    count(now.hold),
    count(now.sell),
    count(now.strongSell),
  ];
  return counts.some(count => count > 0) ? counts : null;
}

function rounded(mean: number | null): number | null {
  return mean === null ? null : Math.round(mean * 100) / 100;
}
