import type { PriceQuote } from '../../domain/markets/prices/model/price-series.ts';
import { isJsonObject, type JsonObject, listOf, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Day, parseDay, toInstant } from '../../kernel/dates.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { BarList, type PriceTable } from '../kit/rates/price-table.ts';
import { unitOf } from './symbols.ts';

/** The chart of a symbol, with bars of any length. */
export interface Chart extends PriceTable {
  symbol: string;
  currency: string | null;
  /** `1d` if bars are days. For long ranges the service responds with months or quarters. */
  granularity: string;
  /** The number of bars without prices. */
  nullBars: number;
  /** Null if the chart states none. */
  quote: Omit<PriceQuote, 'of' | 'symbol'> | null;
}

/** The chart of a JSON response (v8). Null, with an anomaly, if there is none. */
export function readChart(text: string, log: AnomalyLog): Chart | null {
  const response = readJsonObjectResponse(text, log);
  if (response === null) return null;
  const chart = objectOf(response.chart);
  const [result] = objectsOf(chart.result);
  if (result === undefined) {
    log.add('unexpected_document', 'chart', String(objectOf(chart.error).description ?? '').slice(0, 200));
    return null;
  }
  const meta = objectOf(result.meta);
  const unit = unitOf(String(meta.currency ?? ''));
  const dayOf = clockOf(String(meta.exchangeTimezoneName ?? ''), log);
  const { table, nullBars } = readBars(result, meta, unit.parts, dayOf, log);
  return {
    ...table,
    symbol: String(meta.symbol ?? '').toUpperCase(),
    currency: unit.currency === '' ? null : unit.currency,
    granularity: String(meta.dataGranularity ?? ''),
    nullBars,
    quote: readQuote(meta, unit, table, dayOf),
  };
}

type DayOf = (epochSeconds: number) => Day;

/** Parallel arrays: timestamps (starts of sessions), closes adjusted for splits, closes adjusted for splits and dividends. */
function readBars(
  result: JsonObject,
  meta: JsonObject,
  parts: number,
  dayOf: DayOf,
  log: AnomalyLog,
): { table: PriceTable; nullBars: number } {
  const indicators = objectOf(result.indicators);
  const timestamps = listOf(result.timestamp);
  const quote = objectsOf(indicators.quote)[0] ?? {};
  const adjusted = listOf(objectsOf(indicators.adjclose)[0]?.adjclose);
  const [closes, volumes] = [listOf(quote.close), listOf(quote.volume)];
  const hasAdjusted = adjusted.length > 0;
  const list = new BarList(hasAdjusted ? ['split_adjusted', 'adjusted'] : ['split_adjusted'], { actions: true });
  const openSince = openSessionOf(meta);
  let nullBars = 0;
  for (const [at, stamp] of timestamps.entries()) {
    if (typeof stamp !== 'number' || !Number.isFinite(stamp)) {
      log.add('bad_date', `bar ${at}`, String(stamp));
      continue;
    }
    const columns = [closes[at], ...(hasAdjusted ? [adjusted[at]] : [])];
    if (columns.some(column => column === null || column === undefined)) {
      nullBars++;
      continue;
    }
    // An open session has no close yet.
    if (openSince !== null && stamp >= openSince) continue;
    const numbers = columns.map(column => (typeof column === 'number' && column > 0 ? restated(column, parts) : null));
    if (numbers.includes(null)) log.add('bad_close', `bar ${at}`, columns.join());
    else if (!list.add(dayOf(stamp), numbers, countOf(volumes[at])))
      log.add('repeated_day', `bar ${at}`, String(stamp));
  }
  const events = objectOf(result.events);
  for (const one of Object.values(objectOf(events.dividends)).filter(isJsonObject)) {
    const amount = numberOf(one.amount);
    if (typeof one.date === 'number') list.act(dayOf(one.date), null, amount === null ? null : restated(amount, parts));
  }
  for (const one of Object.values(objectOf(events.splits)).filter(isJsonObject)) {
    const [numerator, denominator] = [numberOf(one.numerator), numberOf(one.denominator)];
    if (typeof one.date === 'number' && numerator !== null && denominator !== null && denominator > 0) {
      list.act(dayOf(one.date), numerator / denominator, null);
    }
  }
  return { table: list.table(), nullBars };
}

/** The start of the session of the last price; null if the session has ended. */
function openSessionOf(meta: JsonObject): number | null {
  const regular = objectOf(objectOf(meta.currentTradingPeriod).regular);
  const [start, end, at] = [numberOf(regular.start), numberOf(regular.end), numberOf(meta.regularMarketTime)];
  return start !== null && end !== null && at !== null && at >= start && at < end ? start : null;
}

/** The last price, and the close of the session before it. */
function readQuote(
  meta: JsonObject,
  { currency, parts }: { currency: string; parts: number },
  { bars }: PriceTable,
  dayOf: DayOf,
): Chart['quote'] {
  const [price, at] = [numberOf(meta.regularMarketPrice), numberOf(meta.regularMarketTime)];
  if (price === null || !(price > 0) || at === null || currency === '') return null;
  const today = dayOf(at);
  const before = bars.days.findLastIndex(day => day < today);
  const part = (value: unknown): number | null => {
    const number = numberOf(value);
    return number === null ? null : restated(number, parts);
  };
  return {
    currency,
    price: restated(price, parts),
    priceAt: toInstant(at * 1_000),
    previousClose: bars.closes.split_adjusted?.[before] ?? null,
    dayHigh: part(meta.regularMarketDayHigh),
    dayLow: part(meta.regularMarketDayLow),
    volume: countOf(meta.regularMarketVolume),
    delayMinutes: null,
  };
}

/** Days of the exchange's calendar. `gmtoffset` is today's offset only; the time zone gives the offset of each day. */
function clockOf(timeZone: string, log: AnomalyLog): DayOf {
  const formatter = dateFormatter(timeZone);
  if (formatter === null) log.add('unknown_time_zone', 'meta', timeZone);
  return seconds => {
    const instant = new Date(seconds * 1_000);
    const text = formatter === null ? instant.toISOString().slice(0, 10) : formatter.format(instant);
    return parseDay(text) ?? 0;
  };
}

function dateFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    // The Swedish format of dates is that of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  } catch {
    return null;
  }
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && count >= 0 ? count : null;
}

/** A price in parts of its currency, converted to the currency without rounding errors of the division. */
export function restated(price: number, parts: number): number {
  const stated = fromSinglePrecision(price);
  return parts === 1 ? stated : Number((stated / parts).toPrecision(12));
}

/** Digits that distinguish any two numbers of single precision. */
const SINGLE_PRECISION_DIGITS = 9;

/**
 * The source keeps prices in single precision and prints them in double precision: 254.42999267578125 is its 254.43. Returns the
 * shortest number that it keeps as the same.
 */
function fromSinglePrecision(price: number): number {
  if (Math.fround(price) !== price) return price;
  for (let digits = 1; digits < SINGLE_PRECISION_DIGITS; digits++) {
    const short = Number(price.toPrecision(digits));
    if (Math.fround(short) === price) return short;
  }
  return price;
}
