import type { Instant, IsoDate } from '../../../kernel/dates.ts';

/** The euro rate of one currency on one day, as published. */
export interface ExchangeRate {
  /** ISO 4217; never EUR, which is 1 by definition. */
  currency: string;
  /** The day to which the publisher assigns the rate. */
  date: IsoDate;
  /** Units of the currency for 1 EUR, as published: an exact positive decimal. */
  perEuro: string;
}

/** When the rates of a day are known: 16:00 in Frankfurt in winter, and one hour later than necessary in summer. */
export function ratesKnownAt(date: IsoDate): Instant {
  return `${date}T15:00:00Z`;
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    exchangeRates?: ExchangeRate[];
  }
}
