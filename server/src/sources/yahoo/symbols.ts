import { indexOfSymbol } from '../../domain/filings/markets/model/market-indexes.ts';
import type { Priced } from '../../domain/markets/prices/model/price-series.ts';

export const YAHOO_HOST = 'query1.finance.yahoo.com';

interface Exchange {
  marketId: string;
  mic: string | null;
  /** What closes there are in where a file does not say; null where shares are quoted in several currencies. */
  currency: string | null;
}

const only = (marketId: string, currency: string | null): Exchange => ({ marketId, mic: null, currency });
const european = (mic: string, currency: string): Exchange => ({ marketId: 'eu', mic, currency });

/** Exchanges by the ending of a symbol; the small floors of Germany, where shares of all countries are traded, are left out. */
const EXCHANGES: Readonly<Record<string, Exchange>> = {
  T: only('jp', 'JPY'),
  HK: only('hk', 'HKD'),
  KS: only('kr', 'KRW'),
  KQ: only('kr', 'KRW'),
  SS: only('cn', 'CNY'),
  SZ: only('cn', 'CNY'),
  BJ: only('cn', 'CNY'),
  L: only('uk', null),
  IL: only('uk', 'USD'),
  SA: only('br', 'BRL'),
  BO: only('in', 'INR'),
  DE: european('XETR', 'EUR'),
  PA: european('XPAR', 'EUR'),
  AS: european('XAMS', 'EUR'),
  BR: european('XBRU', 'EUR'),
  LS: european('XLIS', 'EUR'),
  IR: european('XDUB', 'EUR'),
  MI: european('MTAA', 'EUR'),
  MC: european('XMAD', 'EUR'),
  VI: european('XWBO', 'EUR'),
  HE: european('XHEL', 'EUR'),
  AT: european('XATH', 'EUR'),
  ST: european('XSTO', 'SEK'),
  CO: european('XCSE', 'DKK'),
  OL: european('XOSL', 'NOK'),
  WA: european('XWAR', 'PLN'),
  // The sample's fictional shares.
  DEMO: only('demo', 'USD'),
};

const US = only('us', 'USD');

/** What a symbol is of: a share of a market, or an index; null for currencies, futures and exchanges that are not known here. */
export function pricedBy(symbol: string): { of: Priced; currency: string | null } | null {
  const index = indexOfSymbol('yahoo', symbol);
  if (index !== null) return { of: { kind: 'index', indexId: index.indexId }, currency: index.currency };
  const [, ticker = '', ending] = /^([A-Z0-9][A-Z0-9&-]{0,20})(?:\.([A-Z]{1,4}))?$/.exec(symbol) ?? [];
  const exchange = ending === undefined ? US : EXCHANGES[ending];
  if (ticker === '' || exchange === undefined) return null;
  const { marketId, mic, currency } = exchange;
  return { of: { kind: 'listing', marketId, ticker, mic }, currency };
}

/** Units that prices are quoted in beside currencies, and how many of them one of the currency is. */
const PARTS: Readonly<Record<string, { currency: string; parts: number }>> = {
  GBp: { currency: 'GBP', parts: 100 },
  GBX: { currency: 'GBP', parts: 100 },
  ZAc: { currency: 'ZAR', parts: 100 },
  ILA: { currency: 'ILS', parts: 100 },
};

/** The currency that a unit of quotes is a part of. */
export function unitOf(stated: string): { currency: string; parts: number } {
  return PARTS[stated] ?? { currency: stated.toUpperCase(), parts: 1 };
}

/** What an address of the service answers; null for those that are not read here. */
export type Question =
  | { kind: 'chart' | 'history' | 'summary'; symbol: string }
  | { kind: 'quotes'; symbols: string[] };

/** The whole history of a symbol, day by day, with its splits, dividends and last quote. */
export function chartUrl(symbol: string): string {
  // An end beyond all days, so that the address stays the same from day to day.
  return `https://${YAHOO_HOST}/v8/finance/chart/${encodeURIComponent(symbol)}?period1=0&period2=9999999999&interval=1d&events=div%2Csplits`;
}

/** Where tables of the site's former download were. */
export function historyUrl(symbol: string): string {
  return `https://${YAHOO_HOST}/v7/finance/download/${encodeURIComponent(symbol)}?interval=1d&events=history`;
}

export function quotesUrl(symbols: readonly string[]): string {
  return `https://${YAHOO_HOST}/v7/finance/quote?symbols=${encodeURIComponent(symbols.join(','))}`;
}

/** The modules of a summary that are read. */
const SUMMARY_MODULES = [
  'calendarEvents',
  'earnings',
  'earningsTrend',
  'financialData',
  'price',
  'recommendationTrend',
];

/** What analysts think of a symbol, and when its company reports. */
export function summaryUrl(symbol: string, modules: readonly string[] = SUMMARY_MODULES): string {
  return `https://${YAHOO_HOST}/v10/finance/quoteSummary/${encodeURIComponent(symbol)}?modules=${encodeURIComponent(modules.join(','))}`;
}

export function questionAt(address: string): Question | null {
  const url = URL.parse(address);
  if (url === null || url.host !== YAHOO_HOST) return null;
  if (url.pathname === '/v7/finance/quote') {
    const symbols = (url.searchParams.get('symbols') ?? '').split(',').flatMap(name => symbolOf(name) ?? []);
    return symbols.length === 0 ? null : { kind: 'quotes', symbols };
  }
  const [, path = '', name = ''] =
    /^\/(v8\/finance\/chart|v7\/finance\/download|v10\/finance\/quoteSummary)\/([^/]+)$/.exec(url.pathname) ?? [];
  const symbol = symbolOf(decoded(name));
  if (symbol === null) return null;
  if (path.startsWith('v10')) {
    const modules = (url.searchParams.get('modules') ?? '').split(',');
    return modules.some(one => SUMMARY_MODULES.includes(one)) ? { kind: 'summary', symbol } : null;
  }
  return { kind: path.startsWith('v8') ? 'chart' : 'history', symbol };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** A symbol as the service writes it; null where it is none that is read. */
export function symbolOf(name: string): string | null {
  const symbol = name.trim().toUpperCase();
  return pricedBy(symbol) === null ? null : symbol;
}
