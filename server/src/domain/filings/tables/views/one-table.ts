import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { unpackInTurn } from '../../../../kernel/packed-json.ts';
import { LazyList } from '../../../kit/responses/rendered-responses.ts';
import type { FilingTextRow } from '../../sections/views/filing-text.ts';
import type { FilingTable } from '../model.ts';
import { tableColumn, tableRow, toTableColumn, toTableFields, toTableRow } from './filing-tables.ts';
import { renderTableCsv, renderTableMarkdown } from './render-table.ts';

export const tableFormat = z.enum(['json', 'csv', 'markdown']);
export type TableFormat = z.infer<typeof tableFormat>;

const RENDER = { csv: renderTableCsv, markdown: renderTableMarkdown };

/** The members of a response that hold the data of a table. */
export const tableData = {
  format: tableFormat,
  columns: z.array(tableColumn).optional(),
  rows: z.array(tableRow).optional(),
  notes: z.array(z.string()).optional().describe('Footnotes among the rows of the table.'),
  content: z.string().optional().describe('The table as CSV or Markdown; only if format asks for it.'),
};

/** One table of a filing in a format. Throws `not_found`. */
export async function readOneTable(
  db: Database,
  { issuer_id, registry, native_id }: FilingTextRow,
  { number, format }: { number: number; format: TableFormat },
) {
  const row = await db.queryOne<{ section_key: string | null; content: Uint8Array }>(sql`
    select section_key, content from filing_tables
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id} and table_number = ${number}`);
  if (row === null) throw unknownTable(number, { tables_count: 0 });
  const table = (await unpackInTurn(row.content)) as FilingTable;
  const fields = toTableFields(number, row.section_key, table);
  if (format !== 'json') return { fields, data: { format, content: RENDER[format](table) } };
  const rows = table.rows.map((one, at) => ({ row: one, at }));
  const data = {
    format,
    columns: table.columns.map(toTableColumn),
    rows: new LazyList(rows, ({ row: one, at }) => toTableRow(one, at)),
    notes: table.notes.map(({ text }) => text),
  };
  return { fields, data };
}

/** The error for a number that no table of a filing has; `set` is null if its tables were not read. */
export function unknownTable(number: number, set: { tables_count: number } | null): AsfiledError {
  const message =
    set === null
      ? `Table ${number} does not exist: the tables of this filing have not been read yet.`
      : `Table ${number} does not exist. This filing has ${set.tables_count} tables.`;
  return new AsfiledError('not_found', message, { tables: set?.tables_count ?? 0 });
}
