import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import { isJsonObject, objectOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import { publisherSource } from '../kit/publisher.ts';
import { type PriceColumns, parsePriceTable } from '../kit/rates/price-table.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { readChart } from './read-chart.ts';
import { readQuotes } from './read-quotes.ts';
import { readSummary } from './read-summary.ts';
import { chartUrl, historyUrl, pricedBy, questionAt, quotesUrl, summaryUrl, symbolOf, YAHOO_HOST } from './symbols.ts';

/** Columns of the tables that could be downloaded once; those that yfinance writes say splits and dividends too. */
export const HISTORY_COLUMNS: PriceColumns = {
  date: ['date', 'datetime'],
  closes: { split_adjusted: ['close'], adjusted: ['adj close'] },
  volume: ['volume'],
  splits: ['stock splits'],
  dividends: ['dividends'],
};

/**
 * Yahoo Finance: daily closes and last quotes of shares and indexes, what analysts think of shares, and when companies report.
 * It has no companies and no filings.
 */
export const yahoo: Source = publisherSource({
  description: {
    registry: 'yahoo',
    publisher: 'Yahoo Finance',
    url: 'https://finance.yahoo.com',
    licence:
      'No public licence and no documented interface: for the operator’s own use, nothing may be passed on; https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html',
    // No limit is published; addresses that ask for much are refused.
    requestsPerSecond: 0.5,
    hosts: [YAHOO_HOST],
  },
  // It is asked by symbol alone: nothing is fetched that the operator has not named.
  schedule: [],
  isFile: url => questionAt(url) !== null,
  validateResponse,
  urlsSince: () => [],
  // A chart tells the last price too. Quotes (v7) and summaries (v10) want a cookie and a crumb of it as browsers have them: they are read where they are at hand.
  urlsOf: name => {
    const symbol = symbolOf(name);
    return symbol === null ? null : [chartUrl(symbol)];
  },
  identifyImport,
  parse,
  expectation: () => ({ min: 1, max: 2_000 }),
  namedReason: 'a share or index is called by its symbol: AAPL, 7203.T, ^GSPC',
});

/** An answer says which symbols it is of; of a table and a summary, the file's name does. */
function identifyImport(name: string, bytes: Buffer): string | null {
  const start = startOf(bytes);
  if (/^date(?:time)?,/i.test(start)) {
    const symbol = symbolOf(name.replace(/\.csv$/i, ''));
    return symbol === null ? null : historyUrl(symbol);
  }
  if (!start.startsWith('{')) return null;
  if (start.startsWith('{"quoteSummary"')) {
    const named = symbolOf(name.replace(/\.json$/i, ''));
    return named === null ? null : summaryUrl(named);
  }
  const log = new AnomalyLog('yahoo', name);
  const text = bytes.toString('utf8');
  const symbols = readQuotes(text, log).map(one => one.symbol);
  if (symbols.length > 0) return quotesUrl(symbols);
  const symbol = symbolOf(readChart(text, log)?.symbol ?? '');
  return symbol === null ? null : chartUrl(symbol);
}

/** Refusals are sentences (`Too Many Requests`) or objects with an error; of an unknown symbol there is a list without members. */
function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  const question = questionAt(url);
  if (question === null) return failed('unexpected_document', 'an answer to no question');
  const start = startOf(bytes);
  if (/^too many requests/i.test(start))
    return { kind: 'limit_reached', detail: start.slice(0, 200), action: 'back_off' };
  if (question.kind === 'history') {
    const wrong = wrongForm(bytes, ['text']);
    return wrong ?? (/^date,/i.test(start) ? null : failed('unexpected_document', start.slice(0, 200)));
  }
  const log = new AnomalyLog('yahoo', url);
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  const told = log.list()[0];
  if (answer === null) return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  const { result, error } = objectOf(answer[MEMBERS[question.kind]]);
  const detail = isJsonObject(error) ? `${String(error.code)}: ${String(error.description)}`.slice(0, 200) : '';
  if (/not found/i.test(detail)) return { kind: 'not_found', detail, action: 'absent' };
  if (!Array.isArray(result)) return failed('unexpected_document', detail || start.slice(0, 200));
  return result.length > 0 ? null : { kind: 'not_found', detail: 'no symbol of these', action: 'absent' };
}

/** What holds the result of an answer. */
const MEMBERS = { chart: 'chart', quotes: 'quoteResponse', summary: 'quoteSummary' } as const;

function parse(url: string, bytes: Buffer, log: AnomalyLog): PublishedRecords {
  const question = questionAt(url);
  const text = bytes.toString('utf8');
  if (question?.kind === 'quotes') return { quotes: readQuotes(text, log) };
  if (question?.kind === 'summary') return { ...readSummary(question.symbol, url, text, log) };
  if (question?.kind === 'history') return parseHistory(question.symbol, text, log);
  return question === null ? {} : parseChart(question.symbol, text, log);
}

function parseHistory(symbol: string, text: string, log: AnomalyLog): PublishedRecords {
  const table = parsePriceTable(text, HISTORY_COLUMNS, log);
  const priced = pricedBy(symbol);
  if (table === null || priced === null || table.bars.days.length === 0) return {};
  return { priceSeries: [{ symbol, ...priced, ...table }] };
}

function parseChart(asked: string, text: string, log: AnomalyLog): PublishedRecords {
  const chart = readChart(text, log);
  if (chart === null) return {};
  const { symbol, currency, bars, actions, granularity, quote } = chart;
  const of = pricedBy(symbol)?.of;
  if (symbol !== asked || of === undefined) {
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
