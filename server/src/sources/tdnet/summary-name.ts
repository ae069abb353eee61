/** What the name of a summary says (TDnet file specification): `tse-acedjpsm-85660-20240502385660`, `tdnet-…` until 2013. */
export interface SummaryName {
  stem: string;
  /** `acedjpsm`: annual, consolidated, earnings digest, Japanese GAAP, summary. */
  report: string;
  /** Five characters. */
  securitiesCode: string;
  /** Day and six digits: the number of the disclosure. */
  disclosure: string;
  /** True for names of the taxonomies before 2014, whose documents are plain instances. */
  isOld: boolean;
}

/** Statements beside a summary, whose report ends in `fr`, are none. */
const STEM = /(tse|tdnet)-(?![a-z]*fr-)([a-z]{4,8})-([0-9A-Z]{5})-(20\d{12})/;

/** Reads the name of a summary out of the name of a file or the address of its schema; null where there is none. */
export function summaryNameOf(text: string): SummaryName | null {
  const match = STEM.exec(text);
  if (match === null) return null;
  const [stem, kind, report = '', securitiesCode = '', disclosure = ''] = match;
  return { stem, report, securitiesCode, disclosure, isOld: kind === 'tdnet' };
}

/** The name of a document that stands in no package, by its own name or by the schema that it refers to. */
export function summaryNameOfLoose(name: string, text: string): SummaryName | null {
  const reference = /href="([^"]*(?:tse|tdnet)-[^"]+\.xsd)"/.exec(text)?.[1];
  return summaryNameOf(name) ?? (reference === undefined ? null : summaryNameOf(reference));
}
