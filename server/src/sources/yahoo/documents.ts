import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import type { PriceQuote } from '../../domain/markets/prices/model/price-series.ts';
import { isJsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toInstant } from '../../kernel/dates.ts';
import { address, refinedAddress } from '../kit/address.ts';
import { faultIfUnread } from '../kit/document-kind.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { type PriceColumns, parsePriceTable } from '../kit/rates/price-table.ts';
import type { ResponseFault } from '../kit/source.ts';
import { countOf, numberOf, readChart, restated } from './read-chart.ts';
import { readSummary } from './read-summary.ts';
import { pricedBy, symbolOf, unitOf } from './symbols.ts';

export const YAHOO_HOST = 'query1.finance.yahoo.com';

const EXPECTED = { min: 1, max: 2_000 };

/** Columns of the tables of the site's former download, and of files that yfinance writes with splits and dividends. */
export const HISTORY_COLUMNS: PriceColumns = {
  date: ['date', 'datetime'],
  closes: { split_adjusted: ['close'], adjusted: ['adj close'] },
  volume: ['volume'],
  splits: ['stock splits'],
  dividends: ['dividends'],
};

/** Tables of the site's former download. They are not requested; imported files are stored under their URL. */
export const histories = publishedKind({
  address: refinedAddress(
    address(`https://${YAHOO_HOST}/v7/finance/download/{symbol}?interval=1d&events=history`),
    withSymbol,
  ),
  states: 'prices: daily closes, splits, dividends',
  isOnlyImported: true,
  read: (bytes, { values, log }) => parseHistory(values.symbol, bytes.toString('utf8'), log),
  validate: bytes => {
    const start = startOf(bytes);
    const fault = limitReached(start) ?? wrongForm(bytes, ['text']);
    if (fault !== null || /^date,/i.test(start)) return fault;
    return failed('unexpected_document', start.slice(0, 200));
  },
  expect: EXPECTED,
  accepts: 'histories named after their symbol (AAPL.csv)',
  identify: ({ name, start }) => (/^\s*date(?:time)?,/i.test(start) ? symbolInName(name, /\.csv$/i) : null),
});

/** The modules of a summary that are read. */
const SUMMARY_MODULES = [
  'calendarEvents',
  'earnings',
  'earningsTrend',
  'financialData',
  'price',
  'recommendationTrend',
];

export function summaryUrl(symbol: string): string {
  return summaries.url({ symbol, modules: SUMMARY_MODULES.join(',') });
}

/** What analysts recommend and expect of a company, and when it reports. */
export const summaries = publishedKind({
  address: refinedAddress(
    address(`https://${YAHOO_HOST}/v10/finance/quoteSummary/{symbol}?modules={modules}`),
    values => (values.modules.split(',').some(part => SUMMARY_MODULES.includes(part)) ? withSymbol(values) : null),
  ),
  states: 'recommendations, estimates, dates of results',
  isOnlyImported: true,
  read: (bytes, { url, values, log }) => ({ ...readSummary(values.symbol, url, bytes.toString('utf8'), log) }),
  validate: (bytes, log) => faultOfResult('quoteSummary', bytes, log),
  expect: EXPECTED,
  accepts: 'summaries named after their symbol (AAPL.json)',
  identify: ({ name, start }) => {
    const symbol = start.trimStart().startsWith('{"quoteSummary"') ? symbolInName(name, /\.json$/i) : null;
    return symbol && { ...symbol, modules: SUMMARY_MODULES.join(',') };
  },
});

export const quotes = publishedKind({
  address: refinedAddress(address(`https://${YAHOO_HOST}/v7/finance/quote?symbols={symbols}`), ({ symbols }) => {
    const known = symbols.split(',').flatMap(name => symbolOf(name) ?? []);
    return known.length === 0 ? null : { symbols: known.join(',') };
  }),
  states: 'quotes: last price, high, low, volume',
  isOnlyImported: true,
  read: (bytes, { log }) => ({ quotes: readQuotes(bytes.toString('utf8'), log) }),
  validate: (bytes, log) => faultOfResult('quoteResponse', bytes, log),
  expect: EXPECTED,
  accepts: 'quotes (JSON)',
  identify: ({ name, bytes, start }) => {
    if (!isResponseOfSymbols(start)) return null;
    const symbols = readQuotes(bytes.toString('utf8'), new AnomalyLog('yahoo', name)).map(quote => quote.symbol);
    return symbols.length === 0 ? null : { symbols: symbols.join(',') };
  },
});

/** The last quotes of a JSON response (v7), which omits unknown symbols. */
function readQuotes(text: string, log: AnomalyLog): PriceQuote[] {
  const response = readJsonObjectResponse(text, log);
  return objectsOf(objectOf(response?.quoteResponse).result).flatMap((candidate, at): PriceQuote[] => {
    const symbol = String(candidate.symbol ?? '').toUpperCase();
    const of = pricedBy(symbol)?.of;
    const { currency, parts } = unitOf(String(candidate.currency ?? ''));
    const [price, seconds] = [numberOf(candidate.regularMarketPrice), numberOf(candidate.regularMarketTime)];
    if (of === undefined) log.add('not_a_share', `result ${at}`, symbol);
    else if (price === null || !(price > 0) || seconds === null || currency === '')
      log.add('no_price', `result ${at}`, symbol);
    if (of?.kind !== 'listing' || price === null || !(price > 0) || seconds === null || currency === '') return [];
    const part = (value: unknown): number | null => {
      const number = numberOf(value);
      return number === null ? null : restated(number, parts);
    };
    return [
      {
        symbol,
        of,
        currency,
        price: restated(price, parts),
        priceAt: toInstant(seconds * 1_000),
        previousClose: part(candidate.regularMarketPreviousClose),
        dayHigh: part(candidate.regularMarketDayHigh),
        dayLow: part(candidate.regularMarketDayLow),
        volume: countOf(candidate.regularMarketVolume),
        delayMinutes: countOf(candidate.exchangeDataDelayedBy),
      },
    ];
  });
}

/** The whole history of a symbol, by day, with its splits, dividends and last quote. */
export const charts = publishedKind({
  address: refinedAddress(
    // An end after every day, so that the URL does not change from day to day.
    address(
      `https://${YAHOO_HOST}/v8/finance/chart/{symbol}?period1=0&period2=9999999999&interval=1d&events=div%2Csplits`,
    ),
    withSymbol,
  ),
  states: 'prices: daily closes, splits, dividends, last quote',
  read: (bytes, { values, log }) => parseChart(values.symbol, bytes.toString('utf8'), log),
  validate: (bytes, log) => faultOfResult('chart', bytes, log),
  expect: EXPECTED,
  accepts: 'charts (JSON)',
  identify: ({ name, bytes, start }) => {
    if (!isResponseOfSymbols(start)) return null;
    const symbol = symbolOf(readChart(bytes.toString('utf8'), new AnomalyLog('yahoo', name))?.symbol ?? '');
    return symbol === null ? null : { symbol };
  },
});

/** The values of a URL with its symbol as the service writes it; null for symbols that are not read. */
function withSymbol<Values extends { symbol: string }>(values: Values): Values | null {
  const symbol = symbolOf(decoded(values.symbol));
  return symbol === null ? null : { ...values, symbol };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** A symbol with its exchange, or one of the United States, where tickers have up to five letters and a class. */
const SYMBOL = /^(?:[A-Z0-9&-]{1,21}\.[A-Z]{1,4}|[A-Z]{1,5}(?:-[A-Z]{1,2})?|\^[A-Z0-9.]{1,12})$/;

/** The symbol of a file that is named as the service writes symbols; null for other names, such as `response.json`. */
function symbolInName(name: string, extension: RegExp): { symbol: string } | null {
  const stem = name.replace(extension, '');
  const symbol = SYMBOL.test(stem) ? symbolOf(stem) : null;
  return symbol === null ? null : { symbol };
}

/** True for responses that state their symbols. A summary does not. */
function isResponseOfSymbols(start: string): boolean {
  return start.trimStart().startsWith('{') && !start.trimStart().startsWith('{"quoteSummary"');
}

/** A refusal is a sentence, or an object with an error. The response about an unknown symbol has an empty list. */
function faultOfResult(member: string, bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const start = startOf(bytes);
  const limit = limitReached(start);
  if (limit !== null) return limit;
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (response === null) return faultIfUnread(null, log);
  const { result, error } = objectOf(response[member]);
  const detail = isJsonObject(error) ? `${String(error.code)}: ${String(error.description)}`.slice(0, 200) : '';
  if (/not found/i.test(detail)) return { kind: 'not_found', detail, action: 'absent' };
  if (!Array.isArray(result)) return failed('unexpected_document', detail || start.slice(0, 200));
  return result.length > 0 ? null : { kind: 'not_found', detail: 'no symbol was found', action: 'absent' };
}

function limitReached(start: string): ResponseFault | null {
  const isRefusal = /^too many requests/i.test(start);
  return isRefusal ? { kind: 'limit_reached', detail: start.slice(0, 200), action: 'back_off' } : null;
}

function parseHistory(symbol: string, text: string, log: AnomalyLog): PublishedRecords {
  const table = parsePriceTable(text, HISTORY_COLUMNS, log);
  const priced = pricedBy(symbol);
  if (table === null || priced === null || table.bars.days.length === 0) return {};
  return { priceSeries: [{ symbol, ...priced, ...table }] };
}

function parseChart(requested: string, text: string, log: AnomalyLog): PublishedRecords {
  const chart = readChart(text, log);
  if (chart === null) return {};
  const { symbol, currency, bars, actions, granularity, quote } = chart;
  const of = pricedBy(symbol)?.of;
  if (symbol !== requested || of === undefined) {
    log.add('other_symbol', 'meta', symbol);
    return {};
  }
  if (chart.nullBars > 0) log.add('null_bars', 'indicators', String(chart.nullBars));
  if (granularity !== '1d') log.add('not_daily', 'meta', granularity);
  const isSeries = granularity === '1d' && bars.days.length > 0;
  return {
    ...(isSeries ? { priceSeries: [{ symbol, of, currency, bars, actions }] } : {}),
    ...(quote !== null && of.kind === 'listing' ? { quotes: [{ symbol, of, ...quote }] } : {}),
  };
}
