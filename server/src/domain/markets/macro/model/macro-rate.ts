import type { IsoDate } from '../../../../kernel/dates.ts';

/** US Treasury par yields, ten-year government yields, euro-area curve, policy rates of central banks. */
export const RATE_GROUPS = ['ust', 'gov10y', 'ea_curve', 'policy'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

export const RATE_FREQUENCIES = ['daily', 'monthly'] as const;
export type RateFrequency = (typeof RATE_FREQUENCIES)[number];

/** A series of interest rates as its publisher keeps it. */
export interface RateSeries {
  group: RateGroup;
  /** The publisher's own id: `BC_10YEAR`, `IRLTLT01DEM156N` … */
  seriesId: string;
  /** ISO 3166-1 alpha-2; `EA` is the euro area. */
  countryCode: string;
  /** Time to maturity: `1M`, `1.5M`, `10Y`, `1Y6M`; null where the rate has none. */
  tenor: string | null;
  frequency: RateFrequency;
  /** What the rate is, where that is more than its group says. */
  note: string | null;
}

/** What a publisher states of a series for one day. */
export interface MacroRate {
  series: RateSeries;
  /** The day that the publisher puts on it; of an average the first day of its month, of a month's end the last. */
  date: IsoDate;
  /** Percent a year, an exact decimal. Null where the publisher says that there is none: it takes back what was stated before. */
  ratePct: string | null;
}

/** The code that answers give to the euro area, by those that publishers use. */
export function rateCountryOf(code: string): string {
  return EURO_AREA_CODES.has(code) ? 'EA' : code;
}

/** ECB, BIS, OECD. */
const EURO_AREA_CODES = new Set(['U2', 'XM', 'EZ', 'EA']);

/** The months of a tenor; null where the text is none. */
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
