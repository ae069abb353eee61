import type { IsoDate } from '../../../kernel/dates.ts';

/** A table of a document of a filing, as data. */
export interface FilingTable {
  /** File name of the document. */
  document: string;
  /** UTF-16 offsets in the decoded document, end exclusive. */
  start: number;
  end: number;
  /** The heading above the table or its first line; null if neither is a title. */
  title: string | null;
  /** Lines above the columns that hold for the whole table, and the line that leads to it. */
  captions: string[];
  kind: TableKind | null;
  /** ISO 4217; null if no sign or caption names one. */
  currency: string | null;
  /** Factor of amounts without a unit of their own; 1 if none is known. */
  scale: number;
  scaleSource: ScaleSource | null;
  columns: TableColumn[];
  rows: TableRow[];
  /** Footnotes among the rows. */
  notes: TableWords[];
  warnings: string[];
}

export const TABLE_KINDS = [
  'income_statement',
  'balance_sheet',
  'cash_flow_statement',
  'comprehensive_income',
  'changes_in_equity',
] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** `stated`: a caption or heading; `table_above`: the table that this one continues; `same_figures`: tables that print the same amounts. */
export const SCALE_SOURCES = ['stated', 'table_above', 'same_figures'] as const;
export type ScaleSource = (typeof SCALE_SOURCES)[number];

export interface TableWords {
  text: string;
  start: number;
  end: number;
}

export interface TableColumn {
  /** Place in the printed grid; columns of repeated headings share one. */
  position: number;
  /** From the outermost to the innermost. */
  headings: TableWords[];
  period: TablePeriod | null;
}

export interface TablePeriod {
  end: IsoDate | null;
  months: number | null;
  weeks: number | null;
  isInstant: boolean;
  fiscalYear: number | null;
  fiscalPeriod: 'q1' | 'q2' | 'q3' | 'q4' | 'h1' | 'h2' | 'fy' | null;
  isYearToDate: boolean;
}

export interface TableRow {
  label: string;
  start: number;
  end: number;
  /** Indexes of the rows that it is under, outermost first. */
  parents: number[];
  isHeading: boolean;
  footnotes: string[];
  cells: TableCell[];
}

export interface TableCell extends TableWords {
  /** Index in `columns`. */
  column: number;
  kind: 'number' | 'nil' | 'text';
  /** Exact decimal in whole units; null unless a number. */
  value: string | null;
  /** Factor between the printed and the whole number. */
  scale: string | null;
  /** ISO 4217, `USD/shares`, `shares`, `pure`; null if not stated. */
  unit: string | null;
  footnotes: string[];
  elementId: string | null;
}

/** What a list of tables shows of each. */
export interface TableListing
  extends Pick<
    FilingTable,
    'document' | 'start' | 'end' | 'title' | 'captions' | 'kind' | 'currency' | 'scale' | 'scaleSource' | 'warnings'
  > {
  rows: number;
  columns: number;
  /** The different periods of its columns, in their order. */
  periods: TablePeriod[];
}

declare module '../filings/model/filing-contents.ts' {
  interface FilingText {
    /** The tables of the documents that were read as text, in their order; absent if none was. */
    tables?: FilingTable[];
  }
}
