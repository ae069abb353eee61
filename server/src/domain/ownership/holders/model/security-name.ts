import type { IsoDate } from '../../../../kernel/dates.ts';

/** What a published list calls a security. */
export interface SecurityName {
  list: 'fails-to-deliver';
  cusip: string;
  /** As the list writes it, letters and digits only; null where it has none. */
  symbol: string | null;
  name: string;
  /** The days between which the list says so. */
  firstDate: IsoDate;
  lastDate: IsoDate;
  /** Dollars a share nearest to the end of a quarter; null where the list states none within some days of one. */
  quarterPrice: { quarterEnd: IsoDate; priceDate: IsoDate; price: string } | null;
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    securityNames?: SecurityName[];
  }
}
