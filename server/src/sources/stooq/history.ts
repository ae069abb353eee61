import type { PublishedRecords } from '../../domain/filings/filings/model/published-records.ts';
import { indexOfSymbol } from '../../domain/filings/markets/model/market-indexes.ts';
import type { Priced } from '../../domain/markets/prices/model/price-series.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Address, address } from '../kit/address.ts';
import { failed, formOfResponse, startOf } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { type PriceColumns, parsePriceTable } from '../kit/rates/price-table.ts';
import { readTable } from '../kit/read-table.ts';
import type { ResponseFault } from '../kit/source.ts';

export const STOOQ_HOST = 'stooq.com';
/** The same files with Polish column names. */
export const POLISH_HOST = 'stooq.pl';

/** Column names of the English and the Polish site, and of files kept by others. Closes are adjusted for all later actions. */
const COLUMNS: PriceColumns = {
  date: ['date', 'data', 'fecha', '<date>'],
  closes: { adjusted: ['close', 'zamkniecie', 'cierre', '<close>'] },
  volume: ['volume', 'wolumen', 'volumen', '<vol>'],
};

/** The whole history of a share or an index, by day. */
const historyAddress: Address<{ symbol: string }> = {
  ...address(`https://${STOOQ_HOST}/q/d/l/?s={symbol}&i=d`),
  read(url) {
    const { host, pathname, searchParams } = URL.parse(url) ?? new URL('about:blank');
    const symbol = searchParams.get('s')?.toLowerCase() ?? '';
    const isHistory =
      [STOOQ_HOST, POLISH_HOST].includes(host) && pathname === '/q/d/l/' && searchParams.get('i') === 'd';
    return isHistory && pricedBy(symbol) !== null ? { symbol } : null;
  },
};

export function historyUrl(symbol: string): string {
  return historyAddress.url({ symbol });
}

export const histories = publishedKind({
  address: historyAddress,
  states: 'prices: daily closes, adjusted',
  read: (bytes, { values, log }) => parseHistory(values.symbol, bytes, log),
  validate: faultOfHistory,
  expect: { min: 1, max: 1 },
  accepts: 'histories named after their symbol (aapl_us_d.csv, ^spx_d.csv, aapl.us.txt)',
  identify: ({ name }) => {
    const symbol = symbolOfFile(name);
    return symbol === null ? null : { symbol };
  },
});

/** Exchanges by the suffix of a symbol. Files do not state whether prices in London are in pence or another currency. */
const EXCHANGES: ReadonlyMap<string, { marketId: string; mic: string | null; currency: string | null }> = new Map(
  readTable(new URL('exchanges.tsv', import.meta.url)).map(([suffix = '', marketId = '', mic = '', currency = '']) => [
    suffix,
    { marketId, mic: mic || null, currency: currency || null },
  ]),
);

/** The share or index of a symbol; null for currencies, bonds and unknown exchanges. */
export function pricedBy(symbol: string): { of: Priced; currency: string | null } | null {
  const index = indexOfSymbol('stooq', symbol);
  if (index !== null) return { of: { kind: 'index', indexId: index.indexId }, currency: index.currency };
  const [, ticker = '', suffix = ''] = /^([a-z0-9][a-z0-9_-]{0,20})\.([a-z]{2})$/.exec(symbol) ?? [];
  const exchange = EXCHANGES.get(suffix);
  if (exchange === undefined) return null;
  const { marketId, mic, currency } = exchange;
  return { of: { kind: 'listing', marketId, ticker: ticker.toUpperCase(), mic }, currency };
}

/** The symbol of a requested name: `aapl.us`, `^spx`, or a ticker of the United States; null if unknown. */
export function symbolOf(name: string): string | null {
  const symbol = name.trim().toLowerCase();
  if (pricedBy(symbol) !== null) return symbol;
  const american = `${symbol.replace(/[./_]/g, '-')}.us`;
  return pricedBy(american) === null ? null : american;
}

/** The symbol of a file by the name that the site gives it: `aapl_us_d.csv`, `^spx_d.csv`, `aapl.us.txt`; null for other names. */
export function symbolOfFile(name: string): string | null {
  const stem = name.toLowerCase().replace(/\.(?:csv|txt)$/, '');
  const symbol = stem.replace(/_d$/, '').replace(/_(?=[a-z]{2}$)/, '.');
  return [symbol, `^${symbol}`].find(value => pricedBy(value) !== null) ?? null;
}

/** The site responds with pages and sentences without a key, after too many requests, and to suspected robots. */
function faultOfHistory(bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  if (/^"?<?(?:date|data)\b/i.test(start)) return null;
  const detail = start.slice(0, 200);
  if (/daily hits limit|limit/i.test(detail)) return { kind: 'limit_reached', detail, action: 'back_off' };
  if (/^no data|^brak danych/i.test(start)) return { kind: 'no_data', detail, action: 'absent' };
  if (/get_apikey|api ?key/i.test(start)) return { kind: 'key_refused', detail, action: 'reject_key' };
  const form = formOfResponse(bytes);
  if (form === 'empty') return failed('empty_answer', 'no bytes');
  return failed(form === 'markup' ? 'html_instead_of_text' : 'unexpected_document', detail);
}

export function parseHistory(symbol: string, bytes: Buffer, log: AnomalyLog): PublishedRecords {
  const priced = pricedBy(symbol);
  if (priced === null || formOfResponse(bytes) !== 'text') {
    log.add('unexpected_document', '', startOf(bytes).slice(0, 200));
    return {};
  }
  const table = parsePriceTable(bytes.toString('utf8'), COLUMNS, log);
  return table === null || table.bars.days.length === 0 ? {} : { priceSeries: [{ symbol, ...priced, ...table }] };
}
