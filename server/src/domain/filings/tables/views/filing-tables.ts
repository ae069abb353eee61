import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { readExactNumber } from '../../../../kernel/exact-number.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { FilingTextRow } from '../../sections/views/filing-text.ts';
import {
  type FilingTable,
  SCALE_SOURCES,
  TABLE_KINDS,
  type TableCell,
  type TableListing,
  type TablePeriod,
  type TableRow,
} from '../model.ts';

export const tablePeriod = z
  .object({
    period_end: isoDate.nullable().describe('Last day; null if the heading states only a fiscal year or quarter.'),
    months: z.int().nullable().describe('Length of a duration; null for an instant, and if not stated.'),
    weeks: z.int().nullable().describe('Length in weeks if the heading states weeks.'),
    instant: z.boolean(),
    fiscal_year: z.int().nullable().describe('As printed (2Q24: 2024); null if the heading states a date.'),
    fiscal_period: z.enum(['q1', 'q2', 'q3', 'q4', 'h1', 'h2', 'fy']).nullable(),
    year_to_date: z.boolean(),
  })
  .meta({ id: 'TablePeriod', description: 'A period as the headings of a column state it.' });

const tableKind = z.enum(TABLE_KINDS).nullable().describe('Null unless title and labels agree on a kind of statement.');

/** What lists and single tables both show. */
export const tableFields = {
  number: z.int().describe('1-based, in the order of the documents of the filing.'),
  title: z.string().nullable().describe('The heading above the table or its first line; null if neither is a title.'),
  kind: tableKind,
  section_key: z.string().nullable().describe('The section that contains the table; null outside of sections.'),
  document: z.string().describe('File name of the document.'),
  char_start: z.int().describe('Start of the table in the decoded document, in UTF-16 units.'),
  char_end: z.int(),
  captions: z.array(z.string()).describe('Lines that hold for the whole table: units, periods, Unaudited.'),
  currency: z.string().nullable().describe('ISO 4217; null if no sign or caption names one.'),
  scale: z.number().describe('Factor of amounts without a unit of their own: 1000 for "in thousands"; 1 if unknown.'),
  scale_source: z
    .enum(SCALE_SOURCES)
    .nullable()
    .describe('stated; table_above, which this one continues; same_figures: tables that print the same amounts.'),
  warnings: z
    .array(z.string())
    .describe(
      'Limits that were reached: column_limit, row_limit; document_limit: later tables of the document were not read.',
    ),
};

export const listedTable = z
  .object({
    ...tableFields,
    rows: z.int(),
    columns: z.int(),
    periods: z.array(tablePeriod).describe('The different periods of its columns, in their order.'),
  })
  .meta({ id: 'ListedTable' });

export const tableColumn = z
  .object({
    column: z.int().describe('0-based.'),
    position: z.int().describe('Place in the printed grid; columns of repeated headings share one.'),
    headings: z.array(z.string()).describe('From the outermost to the innermost.'),
    period: tablePeriod.nullable(),
  })
  .meta({ id: 'TableColumn' });

const tableCell = z
  .object({
    column: z.int(),
    text: z.string().describe('As printed, its parts joined.'),
    kind: z.enum(['number', 'nil', 'text']).describe('nil: a dash or none.'),
    value: z.number().nullable().describe('Exact, in whole units: (1,234) in thousands is -1234000, 12.5 % is 0.125.'),
    scale: z.number().nullable().describe('Factor between the printed and the whole number.'),
    unit: z.string().nullable().describe('ISO 4217, USD/shares, shares, pure; null if not stated.'),
    footnotes: z.array(z.string()),
    element_id: z.string().nullable().describe('Id of the element that tags the figure; null without inline XBRL.'),
    char_start: z.int(),
    char_end: z.int(),
  })
  .meta({ id: 'TableCell' });

export const tableRow = z
  .object({
    row: z.int().describe('0-based.'),
    label: z.string(),
    parents: z.array(z.int()).describe('The rows whose labels it is under, outermost first.'),
    heading: z.boolean().describe('Whether it only names the rows below.'),
    footnotes: z.array(z.string()).describe('Footnote marks of the label.'),
    char_start: z.int(),
    char_end: z.int(),
    cells: z.array(tableCell).describe('Cells with text, from left to right.'),
  })
  .meta({ id: 'TableRow' });

/** The tables of a filing that were read; null if its documents were not read for tables. */
export function findTableSet(
  db: Database,
  { issuer_id, registry, native_id }: FilingTextRow,
): Promise<{ digest: string; tables_count: number } | null> {
  return db.queryOne(sql`
    select digest, tables_count from filing_table_sets
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`);
}

/** Why a filing has no tables; null if it has some. */
export function whyNoTables(set: { tables_count: number } | null): MissingReason | null {
  if (set === null) return 'not_covered';
  return set.tables_count === 0 ? 'not_reported' : null;
}

/** The fields of a table in the store, as {@link tableFields} describe them. */
export function toTableFields(
  number: number,
  sectionKey: string | null,
  table: Pick<
    TableListing,
    'document' | 'start' | 'end' | 'title' | 'captions' | 'kind' | 'currency' | 'scale' | 'scaleSource' | 'warnings'
  >,
) {
  return {
    number,
    title: table.title,
    kind: table.kind,
    section_key: sectionKey,
    document: table.document,
    char_start: table.start,
    char_end: table.end,
    captions: table.captions,
    currency: table.currency,
    scale: table.scale,
    scale_source: table.scaleSource,
    warnings: table.warnings,
  };
}

export function toTablePeriod(period: TablePeriod): z.input<typeof tablePeriod> {
  return {
    period_end: period.end,
    months: period.months,
    weeks: period.weeks,
    instant: period.isInstant,
    fiscal_year: period.fiscalYear,
    fiscal_period: period.fiscalPeriod,
    year_to_date: period.isYearToDate,
  };
}

export function toTableColumn(
  { position, headings, period }: FilingTable['columns'][number],
  column: number,
): z.input<typeof tableColumn> {
  return {
    column,
    position,
    headings: headings.map(({ text }) => text),
    period: period === null ? null : toTablePeriod(period),
  };
}

export function toTableRow(row: TableRow, at: number): z.input<typeof tableRow> {
  return {
    row: at,
    label: row.label,
    parents: row.parents,
    heading: row.isHeading,
    footnotes: row.footnotes,
    char_start: row.start,
    char_end: row.end,
    cells: row.cells.map(toTableCell),
  };
}

function toTableCell(cell: TableCell): z.input<typeof tableCell> {
  return {
    column: cell.column,
    text: cell.text,
    kind: cell.kind,
    value: toNumber(cell.value),
    scale: toNumber(cell.scale),
    unit: cell.unit,
    footnotes: cell.footnotes,
    element_id: cell.elementId,
    char_start: cell.start,
    char_end: cell.end,
  };
}

function toNumber(digits: string | null): number | null {
  const number = digits === null ? null : readExactNumber(digits);
  return number === null ? null : plainNumber(number.value, number.exact ?? undefined);
}
