/** A series of the IMF's World Economic Outlook as one vintage states it. */
export interface WeoSeries {
  /** Month in which the database was published, `YYYY-MM`: April and October as a rule. */
  vintage: string;
  /** Three-letter code of a country as the IMF has it: ISO 3166-1, `UVK` for Kosovo, `WBG` for the West Bank and Gaza. */
  area: string;
  areaName: string;
  /** `NGDP_RPCH` … */
  subject: string;
  subjectName: string;
  unit: string;
  /** Last year that is no estimate of the IMF's staff; null where the file states none. */
  lastActualYear: number | null;
  note: string | null;
  /** Oldest first. */
  points: WeoPoint[];
}

export interface WeoPoint {
  year: number;
  /** In whole units (the scale is applied), an exact decimal; null where the IMF prints `n/a` or `--`. */
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
