/** What the name of a summary says (TDnet file specification): `tse-acedjpsm-85660-20240502385660`. */
export interface SummaryName {
  stem: string;
  /** `acedjpsm`: annual, consolidated, earnings digest, Japanese GAAP, summary. */
  report: string;
  /** Five characters. */
  securitiesCode: string;
  /** Day and six digits: the number of the disclosure. */
  disclosure: string;
}

const STEM = /tse-([a-z]{4,8})-([0-9A-Z]{5})-(20\d{12})/;

/** Reads the name of a summary out of the name of a file or the address of its schema; null where there is none. */
export function summaryNameOf(text: string): SummaryName | null {
  const match = STEM.exec(text);
  if (match === null) return null;
  const [stem, report = '', securitiesCode = '', disclosure = ''] = match;
  return { stem, report, securitiesCode, disclosure };
}
