import type { IsoDate } from '../../../../kernel/dates.ts';

export const HOLDINGS_REPORT_TYPES = ['holdings', 'combination', 'notice'] as const;
export type HoldingsReportType = (typeof HOLDINGS_REPORT_TYPES)[number];

/**
 * What an institutional manager held at the end of a quarter: Form 13F of the SEC. Long positions in listed US securities
 * only: no short ones, no cash, nothing that is listed abroad alone.
 */
export interface HoldingsReport {
  /** A notice has no lines: others report them. A combination has some of them. */
  reportType: HoldingsReportType;
  quarterEnd: IsoDate;
  /** Null on an original. Old amendments that don't say which they are restate. */
  amendment: 'restatement' | 'new_holdings' | null;
  /** The filer's number among managers, `28-4545`; null where none is stated. */
  fileNumber: string | null;
  /** Of the form's schema: X0202 asks for whole dollars. */
  schemaVersion: string | null;
  /** True where positions are left out because their confidentiality was asked for. */
  isConfidential: boolean;
  /** What the cover says the table adds up to, in the table's own unit; null where it states nothing. */
  statedLines: number | null;
  statedValue: string | null;
  /** Null where the cover states no totals. */
  isReconciled: boolean | null;
  managers: NamedManager[];
  lines: HoldingLine[];
}

/** Another manager that a report names. */
export interface NamedManager {
  /** The filer reports positions of that one, or that one those of the filer. */
  edge: 'included' | 'reports_for_filer';
  /** By which lines point to it. */
  sequenceNumber: number | null;
  /** Without leading zeros. */
  cik: string | null;
  fileNumber: string | null;
  name: string;
}

/** One line of an information table. Numbers are decimal digits as filed; null = what stands there is none. */
export interface HoldingLine {
  /** 1-based in the report. */
  place: number;
  nameAsFiled: string;
  classTitle: string;
  /** As filed, in upper case. */
  cusip: string;
  /** In dollars or thousands of them: see model/value-unit.ts. */
  value: string | null;
  amount: string | null;
  /** SH: `amount` are shares; PRN: principal. */
  amountType: 'SH' | 'PRN' | null;
  /** An option on the security, by its notional value; null = the security itself. */
  putCall: 'put' | 'call' | null;
  discretion: string | null;
  /** Sequence numbers of other managers, as filed: `2,4,11`. */
  otherManagers: string | null;
  votingSole: string | null;
  votingShared: string | null;
  votingNone: string | null;
}

declare module '../../../filings/filings/model/filing-contents.ts' {
  interface FilingContents {
    /** What an institutional manager held; absent or null if the filing is no such report. */
    holdingsReport?: HoldingsReport | null;
  }
}

declare module '../../../filings/filings/model/issuer-records.ts' {
  interface IssuerRecords {
    /** Of sources that state managers' reports of many filings; what a filing's own documents say takes precedence. */
    holdings?: { nativeId: string; report: HoldingsReport }[];
  }
}
