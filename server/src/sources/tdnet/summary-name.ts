/** The parts of a summary's name (TDnet file specification): `tse-acedjpsm-85660-20240502385660`, `tdnet-…` until 2013. */
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

/** Reports of statements end in `fr`, those of summaries do not. */
const STEM = /(tse|tdnet)-(?![a-z]*fr-)([a-z]{4,8})-([0-9A-Z]{5})-(20\d{12})/;

/** The name of a summary in the name of a file or the URL of its schema; null if there is none. */
export function summaryNameOf(text: string): SummaryName | null {
  const match = STEM.exec(text);
  if (match === null) return null;
  const [stem, kind, report = '', securitiesCode = '', disclosure = ''] = match;
  return { stem, report, securitiesCode, disclosure, isOld: kind === 'tdnet' };
}

/** The name of a document outside a package, or of the schema that it refers to. */
export function summaryNameOfLoose(name: string, text: string): SummaryName | null {
  const reference = /href\s*=\s*["']([^"']*(?:tse|tdnet)-[^"']+\.xsd)["']/.exec(text)?.[1];
  return summaryNameOf(name) ?? (reference === undefined ? null : summaryNameOf(reference));
}
