import type { IsoDate } from '../../../../kernel/dates.ts';

/** A security's name in a published list. */
export interface SecurityName {
  list: 'fails-to-deliver';
  cusip: string;
  /** As in the list, letters and digits only; null if there is none. */
  symbol: string | null;
  name: string;
  /** First and last date of lists with this name. */
  firstDate: IsoDate;
  lastDate: IsoDate;
  /** Price per share in dollars nearest to the end of a quarter; null if the list has none within some days of it. */
  quarterPrice: { quarterEnd: IsoDate; priceDate: IsoDate; price: string } | null;
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    securityNames?: SecurityName[];
  }
}
