import type { Instant, IsoDate } from '../../../kernel/dates.ts';

/** What a publisher states of one currency on one day: how much of it one euro was. */
export interface ExchangeRate {
  /** ISO 4217; never EUR, which is 1 by definition. */
  currency: string;
  /** The day that the publisher puts on it. */
  date: IsoDate;
  /** Units of the currency for 1 EUR, as published: an exact positive decimal. */
  perEuro: string;
}

/** When the rates of a day are known: at 16:00 in Frankfurt's winter, an hour later than need be in its summer. */
export function ratesKnownAt(date: IsoDate): Instant {
  return `${date}T15:00:00Z`;
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    exchangeRates?: ExchangeRate[];
  }
}
