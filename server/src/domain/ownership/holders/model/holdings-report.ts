import type { IsoDate } from '../../../../kernel/dates.ts';

const HOLDINGS_REPORT_TYPES = ['holdings', 'combination', 'notice'] as const;
export type HoldingsReportType = (typeof HOLDINGS_REPORT_TYPES)[number];

/**
 * An institutional manager's holdings at the end of a quarter: Form 13F of the SEC. Contains only long positions in
 * US-listed securities; no short positions, cash, or securities listed only abroad.
 */
export interface HoldingsReport {
  /** A notice has no lines, because other managers report them. A combination has some of them. */
  reportType: HoldingsReportType;
  quarterEnd: IsoDate;
  /** Null for an original. Old amendments without a stated type are restatements. */
  amendment: 'restatement' | 'new_holdings' | null;
  /** The manager's file number, such as `28-4545`; null if not stated. */
  fileNumber: string | null;
  /** Version of the form's schema: X0202 requires whole dollars. */
  schemaVersion: string | null;
  /** True if positions are omitted because confidential treatment was requested. */
  isConfidential: boolean;
  /** Number of lines stated on the cover; the total is in the unit of the table. Null if not stated. */
  statedLines: number | null;
  statedValue: string | null;
  /** Whether the lines match the totals of the cover; null if it states none. */
  isReconciled: boolean | null;
  managers: NamedManager[];
  lines: HoldingLine[];
}

/** Another manager named in a report. */
export interface NamedManager {
  /** included: the filer reports this manager's positions. reports_for_filer: the reverse. */
  edge: 'included' | 'reports_for_filer';
  /** Sequence number by which lines refer to the manager. */
  sequenceNumber: number | null;
  /** Without leading zeros. */
  cik: string | null;
  fileNumber: string | null;
  name: string;
}

/** One line of an information table. Numbers are decimal digits as filed; null if the text is not a number. */
export interface HoldingLine {
  /** 1-based in the report. */
  place: number;
  nameAsFiled: string;
  classTitle: string;
  /** As filed, in upper case. */
  cusip: string;
  /** In dollars or thousands of dollars: see model/value-unit.ts. */
  value: string | null;
  amount: string | null;
  /** SH: `amount` is a number of shares. PRN: principal. */
  amountType: 'SH' | 'PRN' | null;
  /** An option on the security, with its notional value; null for the security itself. */
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
    /** An institutional manager's holdings; absent or null if the filing is not such a report. */
    holdingsReport?: HoldingsReport | null;
  }
}

declare module '../../../filings/filings/model/issuer-records.ts' {
  interface IssuerRecords {
    /** Managers' reports from data sets that cover many filings; a filing's own documents take precedence. */
    holdings?: { nativeId: string; report: HoldingsReport }[];
  }
}
