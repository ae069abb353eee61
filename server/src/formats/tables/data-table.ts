import type { IsoDate } from '../../kernel/dates.ts';

/** A table of a document as data: its columns with their headings, its rows with their labels, and typed cells. */
export interface DataTable {
  /** UTF-16 offsets in the document's source, end exclusive. */
  start: number;
  end: number;
  /** The heading above the table or its first line; null if neither is a title. */
  title: string | null;
  /** Lines above the columns that hold for the whole table: units, periods, `Unaudited`. */
  captions: string[];
  /** Null unless title and labels agree on one. */
  kind: TableKind | null;
  /** ISO 4217, as a caption or the sign of an amount states it; null if nothing does. */
  currency: string | null;
  /** Factor of amounts without a unit of their own: 1000 for `in thousands`; 1 if no caption states one. */
  scale: number;
  /**
   * Where the scale comes from: a caption, the table directly above that this one continues, or tables of the document
   * that print the same amounts. Null if the scale is not known.
   */
  scaleSource: 'stated' | 'table_above' | 'same_figures' | null;
  columns: DataColumn[];
  rows: DataRow[];
  /** Footnotes among the rows of the table. */
  notes: PlacedText[];
  /** Limits that were reached: `column_limit`, `row_limit`; `document_limit`: later tables were not read. */
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

/** Words at a place of the source; offsets as in {@link DataTable}. */
export interface PlacedText {
  text: string;
  start: number;
  end: number;
}

export interface DataColumn {
  /** Place in the printed grid, from 0. A table that repeats its headings has several columns at one place. */
  position: number;
  /** From the outermost to the innermost. */
  headings: PlacedText[];
  /** Null if no heading or caption states one. */
  period: StatedPeriod | null;
}

/** A period as headings state it. */
export interface StatedPeriod {
  /** Last day; null if only a fiscal year or quarter is stated. */
  end: IsoDate | null;
  /** Length of a duration; null for an instant, and if not stated. */
  months: number | null;
  weeks: number | null;
  isInstant: boolean;
  /** As printed, `2Q24`: 2024; null if the heading states a date. */
  fiscalYear: number | null;
  fiscalPeriod: 'q1' | 'q2' | 'q3' | 'q4' | 'h1' | 'h2' | 'fy' | null;
  /** `YTD`, `year to date`. */
  isYearToDate: boolean;
}

export interface DataRow {
  /** Empty if the row has none; the words of a label divided over two rows are joined. */
  label: string;
  /** Offsets of the label; those of the first cell if there is no label. */
  start: number;
  end: number;
  /** Indexes in `rows` of the headings that the row is under, outermost first. */
  parents: number[];
  /** Whether it only names the rows below. */
  isHeading: boolean;
  /** Footnote marks of the label. */
  footnotes: string[];
  /** Cells with text, from left to right; empty for a heading. */
  cells: DataCell[];
}

export type CellKind = 'number' | 'nil' | 'text';

export interface DataCell extends PlacedText {
  /** Index in `columns`. */
  column: number;
  /** `nil` is a dash or `none`; `text` has no value. */
  kind: CellKind;
  /** Exact decimal in whole units: `$ (1,234)` in thousands is `-1234000`, `12.5 %` is `0.125`. Null unless a number. */
  value: string | null;
  /** Factor between the printed and the whole number: 1000, 0.01; null unless a number. */
  scale: string | null;
  /** ISO 4217, `USD/shares`, `shares`, `pure`; null if not stated. */
  unit: string | null;
  /** `(1)`, `a`, `*`. */
  footnotes: string[];
  /** Id of the element that tags the figure as a fact; null without inline XBRL. */
  elementId: string | null;
}
