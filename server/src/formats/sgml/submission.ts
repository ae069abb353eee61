import type { IsoDate } from '../../kernel/dates.ts';

/** A full submission: its header and the documents in it. */
export interface Submission {
  /** Null where the bytes hold no header: a single document in its wrapper, or no submission at all. */
  header: SubmissionHeader | null;
  documents: SubmissionDocument[];
  anomalies: SgmlAnomaly[];
}

/** One `<DOCUMENT>` of a submission. */
export interface SubmissionDocument {
  /** `10-K`, `EX-99.1`, `GRAPHIC`; empty where the container has none. */
  type: string;
  sequence: number | null;
  /** Filings before about 2001 name no files. */
  fileName: string | null;
  description: string | null;
  /** The tag that stood around the content; taken off. */
  wrapper: 'XBRL' | 'XML' | 'PDF' | 'JSON' | null;
  /** True where the content was uuencoded; it is decoded. */
  wasEncoded: boolean;
  /** False where the submission breaks off inside, or a limit cut it. */
  isComplete: boolean;
  bytes: Buffer;
}

/** The header of a submission, in either of its two forms, in the registry's words. */
export interface SubmissionHeader {
  /** `0000320193-24-000123`; empty where none is stated. */
  accession: string;
  form: string;
  documentCount: number | null;
  periodOfReport: IsoDate | null;
  filedAsOf: IsoDate | null;
  changedAsOf: IsoDate | null;
  effectiveAsOf: IsoDate | null;
  /** Fourteen digits, `YYYYMMDDhhmmss` on New York's clock. */
  acceptance: string | null;
  /** Date after the colon of the first line: when this text was put out. */
  publishedOn: IsoDate | null;
  /** Codes in the form of one tag a line, titles in the indented form; an empty one is an item that nobody named. */
  items: string[];
  /** True where the registry first held it back (correspondence, drafts). */
  isPrivateToPublic: boolean;
  previousAccession: string | null;
  entities: HeaderEntity[];
  series: HeaderSeries[];
}

/** A company or person of the header. */
export interface HeaderEntity {
  /** `FILER`, `SUBJECT-COMPANY`, `FILED-BY`, `ISSUER`, `REPORTING-OWNER` … */
  role: string;
  name: string;
  /** As written, usually ten digits; empty where none is stated. */
  cik: string;
  /** Four digits. */
  industryCode: string | null;
  taxNumber: string | null;
  stateOfIncorporation: string | null;
  /** `MMDD` */
  fiscalYearEnd: string | null;
  formType: string | null;
  fileNumber: string | null;
  filmNumber: string | null;
  formerNames: { name: string; changedOn: IsoDate | null }[];
}

/** A series of a fund, with its owner. */
export interface HeaderSeries {
  /** `S000012345` */
  seriesId: string;
  name: string;
  ownerCik: string | null;
}

/** What was not understood; the rest of the submission comes out all the same. */
export interface SgmlAnomaly {
  kind: string;
  /** `header line 12`, `document 3`, `offset 4711`. */
  locator: string;
  detail: string;
}

/** What comes out of a submission, in this order: its header, then each document. */
export type SubmissionPart =
  | { kind: 'header'; header: SubmissionHeader }
  | { kind: 'document'; document: SubmissionDocument }
  | { kind: 'anomaly'; anomaly: SgmlAnomaly };
