import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';

export const API_HOST = 'api.nasdaq.com';

/** The address of the results that are expected on a day, or came out on it. */
export function dayUrl(day: IsoDate): string {
  return `https://${API_HOST}/api/calendar/earnings?date=${day}`;
}

/** The day that an address asks for; null for another address. */
export function dayAt(address: string): IsoDate | null {
  const url = URL.parse(address);
  if (url?.host !== API_HOST || url.pathname !== '/api/calendar/earnings') return null;
  return dateOrNull(url.searchParams.get('date'));
}
