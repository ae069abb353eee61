import type { FiscalPeriod } from '../../financials/model/financials.ts';

/** The exhibit in which a filing announces results. */
export interface EarningsRelease {
  /** The registry's type: `EX-99.1`. */
  exhibit: string;
  title: string | null;
  url: string;
  /** Id of the filing's file, see FilingFile. */
  fileId: string;
  /** The full text; paragraphs are separated by an empty line. */
  text: string;
  guidance: Guidance[];
}

export const GUIDANCE_DIRECTIONS = ['raised', 'lowered', 'reaffirmed', 'initiated', 'withdrawn'] as const;

/** Guidance on a figure, with the previous guidance; a point is a range of one value. */
export interface Guidance {
  /** A canonical code if there is one. */
  metric: string;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** `USD`, `USD/shares`, `pure`; amounts in whole units. */
  unit: string;
  /** ISO 4217; null if the figure is not an amount. */
  currency: string | null;
  oldLow: number | null;
  oldHigh: number | null;
  newLow: number | null;
  newHigh: number | null;
  direction: (typeof GUIDANCE_DIRECTIONS)[number];
  /** The quoted words, by offsets in the release's text, end exclusive. */
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
