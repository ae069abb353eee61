/** Host of the reference rates; it needs no key. */
export const RATES_HOST = 'www.ecb.europa.eu';

const RATES = `https://${RATES_HOST}/stats/eurofxref/`;

/** The rates of the last working day. */
export const DAILY_URL = `${RATES}eurofxref-daily.xml`;
/** Those of the last ninety days. */
export const RECENT_URL = `${RATES}eurofxref-hist-90d.xml`;
/** Those of every day since 1999, as a table in a zip. */
export const HISTORY_URL = `${RATES}eurofxref-hist.zip`;
/** The table inside {@link HISTORY_URL}. */
export const HISTORY_MEMBER = 'eurofxref-hist.csv';
const HISTORY_TABLE_URL = `${HISTORY_URL}/${HISTORY_MEMBER}`;

/** Every day since 1999 once more, as a list. */
const HISTORY_LIST_URL = `${RATES}eurofxref-hist.xml`;

export type RatesKind = 'daily' | 'recent' | 'history';

/** Which file of rates an address is, also as a member of its zip; null where it is none. */
export function ratesAt(url: string): RatesKind | null {
  if (url === DAILY_URL) return 'daily';
  if (url === RECENT_URL) return 'recent';
  return [HISTORY_URL, HISTORY_TABLE_URL, HISTORY_LIST_URL].includes(url) ? 'history' : null;
}

/** The address of a file by the name that the bank gives it; people put days in between. Null for other names. */
export function urlOfName(name: string): string | null {
  const stem = name.toLowerCase().replace(/[._-]?\d{4}-?\d{2}-?\d{2}/, '');
  if (stem === HISTORY_MEMBER) return HISTORY_TABLE_URL;
  return [DAILY_URL, RECENT_URL, HISTORY_URL, HISTORY_LIST_URL].find(url => url === RATES + stem) ?? null;
}
