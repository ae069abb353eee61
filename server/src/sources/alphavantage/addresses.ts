export const API_HOST = 'www.alphavantage.co';

/** A call as the service is asked for it: quarters are those of the company's fiscal year, `2024Q1`. */
export interface CallQuestion {
  symbol: string;
  quarter: string;
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,15}$/;
const QUARTER = /^(?:19|20)\d\dQ[1-4]$/;

/** The address of a transcript (function EARNINGS_CALL_TRANSCRIPT). */
export function transcriptUrl({ symbol, quarter }: CallQuestion): string {
  return `https://${API_HOST}/query?function=EARNINGS_CALL_TRANSCRIPT&symbol=${encodeURIComponent(symbol)}&quarter=${quarter}`;
}

/** What an address asks for; null where it is none of a transcript. */
export function questionAt(address: string): CallQuestion | null {
  const url = URL.parse(address);
  if (url === null || url.host !== API_HOST || url.pathname !== '/query') return null;
  if (url.searchParams.get('function') !== 'EARNINGS_CALL_TRANSCRIPT') return null;
  return callQuestion(url.searchParams.get('symbol') ?? '', url.searchParams.get('quarter') ?? '');
}

/** The address of the calendar of the three months to come (function EARNINGS_CALENDAR). */
export const CALENDAR_URL = `https://${API_HOST}/query?function=EARNINGS_CALENDAR&horizon=3month`;

/** Whether an address asks for a calendar, of whatever span or company. */
export function isCalendar(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.host !== API_HOST || url.pathname !== '/query') return false;
  return url.searchParams.get('function') === 'EARNINGS_CALENDAR';
}

/** A question of a symbol and a quarter, in whatever letters; null where they are none. */
export function callQuestion(symbol: string, quarter: string): CallQuestion | null {
  const question = { symbol: symbol.trim().toUpperCase(), quarter: quarter.trim().toUpperCase() };
  return SYMBOL.test(question.symbol) && QUARTER.test(question.quarter) ? question : null;
}

/** Where a symbol is listed, by its suffix; null where the suffix is of no market of the catalogue. */
export function listingOf(symbol: string): { ticker: string; marketId: string | null } {
  const [, ticker = symbol, suffix] = /^(.+)\.([A-Z]{3,4})$/.exec(symbol) ?? [];
  return suffix === undefined ? { ticker: symbol, marketId: 'us' } : { ticker, marketId: MARKETS[suffix] ?? null };
}

const MARKETS: Readonly<Record<string, string>> = { LON: 'uk', SHH: 'cn', SHZ: 'cn', SAO: 'br' };
