import type { IsoDate } from '../../../../kernel/dates.ts';

/** US Treasury par yields, ten-year government yields, euro-area curve, policy rates of central banks. */
export const RATE_GROUPS = ['ust', 'gov10y', 'ea_curve', 'policy'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

export const RATE_FREQUENCIES = ['daily', 'monthly'] as const;
export type RateFrequency = (typeof RATE_FREQUENCIES)[number];

/** A series of interest rates as its publisher defines it. */
export interface RateSeries {
  group: RateGroup;
  /** The publisher's own id, such as `BC_10YEAR` or `IRLTLT01DEM156N`. */
  seriesId: string;
  /** ISO 3166-1 alpha-2; `EA` is the euro area. */
  countryCode: string;
  /** Time to maturity: `1M`, `1.5M`, `10Y`, `1Y6M`; null if the rate has none. */
  tenor: string | null;
  frequency: RateFrequency;
  /** Further description of the rate; null if its group describes it. */
  note: string | null;
}

/** A published value of a series for one date. */
export interface MacroRate {
  series: RateSeries;
  /**
   * Date that the publisher states: for a monthly average the first day of the month, for a value at the end of a month
   * the last.
   */
  date: IsoDate;
  /**
   * Percent a year, an exact decimal. Null if the publisher states that there is no value, which withdraws an earlier
   * one.
   */
  ratePct: string | null;
}

/** The country code used in responses; maps the publishers' codes of the euro area to one. */
export function rateCountryOf(code: string): string {
  return EURO_AREA_CODES.has(code) ? 'EA' : code;
}

/** ECB, BIS, OECD. */
const EURO_AREA_CODES = new Set(['U2', 'XM', 'EZ', 'EA']);

/** The months of a tenor; null if the text is not a tenor. */
export function monthsOfTenor(tenor: string): number | null {
  const match = /^(?:(\d{1,2})Y)?(?:(\d{1,2}(?:\.\d)?)M)?$/.exec(tenor);
  if (match === null || tenor === '') return null;
  return Number(match[1] ?? 0) * 12 + Number(match[2] ?? 0);
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    macroRates?: MacroRate[];
  }
}
