import type { IsoDate } from '../../kernel/dates.ts';

/** A full submission: its header and its documents. */
export interface Submission {
  /** Null if the bytes contain no header: a single document in its wrapper, or not a submission at all. */
  header: SubmissionHeader | null;
  documents: SubmissionDocument[];
  anomalies: SgmlAnomaly[];
}

/** One `<DOCUMENT>` of a submission. */
export interface SubmissionDocument {
  /** `10-K`, `EX-99.1`, `GRAPHIC`; empty if the container states none. */
  type: string;
  sequence: number | null;
  /** File name; null for filings before about 2001, which name no files. */
  fileName: string | null;
  description: string | null;
  /** The tag that wrapped the content; removed. */
  wrapper: 'XBRL' | 'XML' | 'PDF' | 'JSON' | null;
  /** True if the content was uuencoded; it is decoded. */
  wasEncoded: boolean;
  /** False if the submission ends inside the document or a limit cut it. */
  isComplete: boolean;
  bytes: Buffer;
}

/** The header of a submission in either of its two forms, in the registry's terms. */
export interface SubmissionHeader {
  /** `0000320193-24-000123`; empty if not stated. */
  accession: string;
  form: string;
  documentCount: number | null;
  periodOfReport: IsoDate | null;
  filedAsOf: IsoDate | null;
  changedAsOf: IsoDate | null;
  effectiveAsOf: IsoDate | null;
  /** Fourteen digits, `YYYYMMDDhhmmss`, in New York time. */
  acceptance: string | null;
  /** Date after the colon of the first line: when this text was disseminated. */
  publishedOn: IsoDate | null;
  /** Codes in the one-tag-per-line form, titles in the indented form; an empty one is an unnamed item. */
  items: string[];
  /** True if the registry first withheld it (correspondence, drafts). */
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
  /** CIK as written, usually ten digits; empty if not stated. */
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

/** A series of a fund and its owner. */
export interface HeaderSeries {
  /** `S000012345` */
  seriesId: string;
  name: string;
  ownerCik: string | null;
}

/** Unreadable content; all other parts of the submission are returned. */
export interface SgmlAnomaly {
  kind: string;
  /** `header line 12`, `document 3`, `offset 4711`. */
  locator: string;
  detail: string;
}

/** A part of a submission, in this order: its header, then each document. */
export type SubmissionPart =
  | { kind: 'header'; header: SubmissionHeader }
  | { kind: 'document'; document: SubmissionDocument }
  | { kind: 'anomaly'; anomaly: SgmlAnomaly };
