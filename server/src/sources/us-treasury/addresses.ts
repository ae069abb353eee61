import { addDays, type IsoDate } from '../../kernel/dates.ts';

export const TREASURY_HOST = 'home.treasury.gov';

const RATES = `https://${TREASURY_HOST}/resource-center/data-chart-center/interest-rates/`;
const ARCHIVE = new RegExp(`^https://${TREASURY_HOST}/system/files/\\d+/par-yield-curve-rates-[0-9-]+\\.csv$`);

/** The first year of the curve. */
export const FIRST_YEAR = 1990;

/** The table of a year. */
export function yearUrl(year: number): string {
  return `${RATES}daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`;
}

/** The same as a feed; without a year as nobody is asked for it, but files are kept under it. */
export function feedUrl(year: number): string {
  return `${RATES}pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value=${year}`;
}

/** The table of the closed years, as people keep it. */
export const ARCHIVE_URL = `https://${TREASURY_HOST}/system/files/276/par-yield-curve-rates-1990-2023.csv`;

/** Whether an address is one of a table or a feed of par yields. */
export function isYields(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.host !== TREASURY_HOST) return false;
  if (ARCHIVE.test(address)) return true;
  const { pathname, searchParams } = url;
  const type = searchParams.get('data') ?? searchParams.get('type');
  return (
    type === 'daily_treasury_yield_curve' &&
    /\/interest-rates\/(?:pages\/xml$|daily-treasury-rates\.csv\/)/.test(pathname)
  );
}

/** A year has its first yields by then: an empty table is an alarm. */
const FIRST_DAYS = 4;

/** The tables of the years from a day on; in January the year before too: corrections may come. */
export function urlsSince(since: IsoDate | null, today: IsoDate): string[] {
  const last = Number(addDays(today, -FIRST_DAYS).slice(0, 4));
  const corrected = Number(addDays(today, -31).slice(0, 4));
  const first = since === null ? FIRST_YEAR : Math.min(Number(since.slice(0, 4)), corrected);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => yearUrl(first + at));
}
