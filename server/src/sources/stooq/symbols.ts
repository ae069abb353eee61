import { indexOfSymbol } from '../../domain/filings/markets/model/market-indexes.ts';
import type { Priced } from '../../domain/markets/prices/model/price-series.ts';

export const STOOQ_HOST = 'stooq.com';
/** The same files with Polish column names. */
export const POLISH_HOST = 'stooq.pl';

/** Exchanges by the ending of a symbol; prices of the London one stand in pence or in other currencies, which the files do not say. */
const EXCHANGES: Readonly<Record<string, { marketId: string; mic: string | null; currency: string | null }>> = {
  us: { marketId: 'us', mic: null, currency: 'USD' },
  jp: { marketId: 'jp', mic: null, currency: 'JPY' },
  hk: { marketId: 'hk', mic: null, currency: 'HKD' },
  uk: { marketId: 'uk', mic: null, currency: null },
  de: { marketId: 'eu', mic: 'XETR', currency: 'EUR' },
};

/** What a symbol is of: a share of a market, or an index; null for currencies, bonds and exchanges that are not known here. */
export function pricedBy(symbol: string): { of: Priced; currency: string | null } | null {
  const index = indexOfSymbol('stooq', symbol);
  if (index !== null) return { of: { kind: 'index', indexId: index.indexId }, currency: index.currency };
  const [, ticker = '', ending = ''] = /^([a-z0-9][a-z0-9_-]{0,20})\.([a-z]{2})$/.exec(symbol) ?? [];
  const exchange = EXCHANGES[ending];
  if (exchange === undefined) return null;
  const { marketId, mic, currency } = exchange;
  return { of: { kind: 'listing', marketId, ticker: ticker.toUpperCase(), mic }, currency };
}

/** The whole history of a symbol, day by day. */
export function historyUrl(symbol: string): string {
  return `https://${STOOQ_HOST}/q/d/l/?s=${encodeURIComponent(symbol)}&i=d`;
}

/** The symbol of a share or an index whose daily closes an address has; null for another address. */
export function symbolAt(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || ![STOOQ_HOST, POLISH_HOST].includes(url.host) || url.pathname !== '/q/d/l/') return null;
  const symbol = url.searchParams.get('s')?.toLowerCase() ?? '';
  return url.searchParams.get('i') === 'd' && pricedBy(symbol) !== null ? symbol : null;
}

/** The symbol that somebody asks for: `aapl.us`, `^spx`, a plain ticker of the United States. */
export function symbolOf(name: string): string | null {
  const symbol = name.trim().toLowerCase();
  if (pricedBy(symbol) !== null) return symbol;
  const american = `${symbol.replace(/[./_]/g, '-')}.us`;
  return pricedBy(american) === null ? null : american;
}

/** The symbol of a file by the name under which the site gives it: `aapl_us_d.csv`, `^spx_d.csv`, `aapl.us.txt` of its archives. */
export function symbolOfFile(name: string): string | null {
  const stem = name.toLowerCase().replace(/\.(?:csv|txt)$/, '');
  const symbol = stem.replace(/_d$/, '').replace(/_(?=[a-z]{2}$)/, '.');
  return [symbol, `^${symbol}`].find(one => pricedBy(one) !== null) ?? null;
}
