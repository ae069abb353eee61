/** A series of the IMF's World Economic Outlook in one vintage. */
export interface WeoSeries {
  /** Month in which the database was published, `YYYY-MM`, usually April or October. */
  vintage: string;
  /** Three-letter country code of the IMF: ISO 3166-1, `UVK` for Kosovo, `WBG` for the West Bank and Gaza. */
  area: string;
  areaName: string;
  /** Series code, such as `NGDP_RPCH`. */
  subject: string;
  subjectName: string;
  unit: string;
  /** Last year with actual data instead of IMF staff estimates; null if the file states none. */
  lastActualYear: number | null;
  note: string | null;
  /** Oldest first. */
  points: WeoPoint[];
}

export interface WeoPoint {
  year: number;
  /** In whole units (the scale is applied), an exact decimal; null if the IMF prints `n/a` or `--`. */
  value: string | null;
}

const VINTAGE = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/;

export function isVintage(text: string): boolean {
  return VINTAGE.test(text);
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    weoSeries?: WeoSeries[];
  }
}
