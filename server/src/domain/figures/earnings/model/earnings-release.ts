import type { FiscalPeriod } from '../../financials/model/financials.ts';

/** The exhibit in which a filing announces results. */
export interface EarningsRelease {
  /** As the registry types it: `EX-99.1`. */
  exhibit: string;
  title: string | null;
  url: string;
  /** Of the filing's file, see FilingFile. */
  fileId: string;
  /** The whole text, paragraphs divided by an empty line. */
  text: string;
  guidance: Guidance[];
}

export const GUIDANCE_DIRECTIONS = ['raised', 'lowered', 'reaffirmed', 'initiated', 'withdrawn'] as const;

/** What a company expects of a figure, beside what it expected before; a point is a range of one value. */
export interface Guidance {
  /** A canonical code where there is one. */
  metric: string;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** `USD`, `USD/shares`, `pure`; amounts in whole units. */
  unit: string;
  /** ISO 4217; null where the figure is no amount. */
  currency: string | null;
  oldLow: number | null;
  oldHigh: number | null;
  newLow: number | null;
  newHigh: number | null;
  direction: (typeof GUIDANCE_DIRECTIONS)[number];
  /** The words that say so, by offsets in the release's text, end exclusive. */
  quote: string;
  charStart: number;
  charEnd: number;
}

declare module '../../../filings/filings/model/filing-contents.ts' {
  interface FilingContents {
    /** The exhibit that announces results; null if the filing has none. */
    earningsRelease: EarningsRelease | null;
  }
}
