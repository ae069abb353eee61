import type { IsoDate } from '../../kernel/dates.ts';

export const API_HOST = 'v2.api.earningscall.biz';

/** A company as the service names it: its exchange and symbol. */
export interface CallCompanyName {
  exchange: string;
  symbol: string;
}

/** A call of a company's fiscal year and quarter; level 2 divides the text by speakers, level 1 is the bare text. */
export interface CallQuestion extends CallCompanyName {
  year: number;
  quarter: number;
  level: 1 | 2;
}

/** The address of the list of a company's calls. */
export function eventsUrl({ exchange, symbol }: CallCompanyName): string {
  return `https://${API_HOST}/events?exchange=${encodeURIComponent(exchange)}&symbol=${encodeURIComponent(symbol)}`;
}

/** The address of a transcript. */
export function transcriptUrl({ exchange, symbol, year, quarter, level }: CallQuestion): string {
  const company = `exchange=${encodeURIComponent(exchange)}&symbol=${encodeURIComponent(symbol)}`;
  return `https://${API_HOST}/transcript?${company}&year=${year}&quarter=${quarter}&level=${level}`;
}

/** The address of the calls that are held on a day, of whatever company. */
export function calendarUrl(day: IsoDate): string {
  const [year, month, ofMonth] = day.split('-').map(Number);
  return `https://${API_HOST}/calendar?year=${year}&month=${month}&day=${ofMonth}`;
}

/** Whether an address lists the calls of a day. */
export function isCalendar(address: string): boolean {
  const url = URL.parse(address);
  return url?.host === API_HOST && url.pathname === '/calendar';
}

/** The company whose calls an address lists; null for another address. */
export function companyAt(address: string): CallCompanyName | null {
  const url = URL.parse(address);
  return url?.host === API_HOST && url.pathname === '/events' ? companyIn(url.searchParams) : null;
}

/** The call that an address asks for; null where it is none of a transcript at a level that is read. */
export function questionAt(address: string): CallQuestion | null {
  const url = URL.parse(address);
  if (url?.host !== API_HOST || url.pathname !== '/transcript') return null;
  const company = companyIn(url.searchParams);
  const number = (name: string): number => Number(url.searchParams.get(name) ?? 'none');
  const [year, quarter, level] = [number('year'), number('quarter'), number('level')];
  const isCall = Number.isInteger(year) && year > 1990 && year < 2101 && [1, 2, 3, 4].includes(quarter);
  if (company === null || !isCall || (level !== 1 && level !== 2)) return null;
  return { ...company, year, quarter, level };
}

function companyIn(query: URLSearchParams): CallCompanyName | null {
  const exchange = query.get('exchange')?.toUpperCase() ?? '';
  const symbol = query.get('symbol')?.toUpperCase() ?? '';
  return /^[A-Z]{1,16}$/.test(exchange) && SYMBOL.test(symbol) ? { exchange, symbol } : null;
}

export const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,15}$/;

/** Exchanges of the United States, on which a company that is named by its ticker alone is looked for in this order. */
export const US_EXCHANGES = ['NASDAQ', 'NYSE', 'AMEX', 'OTC'] as const;

/** The market of an exchange; null where the catalogue has none. The sample's fictional companies have one of their own. */
export function marketOf(exchange: string): string | null {
  if (US_EXCHANGES.some(one => one === exchange)) return 'us';
  return exchange === 'FICTIONAL' ? 'demo' : null;
}
