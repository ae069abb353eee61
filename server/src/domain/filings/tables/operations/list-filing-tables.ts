import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { filingRefFields } from '../../filings/views/filing.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import { findFilingText, toFilingHead } from '../../sections/views/filing-text.ts';
import type { TableListing } from '../model.ts';
import { findTableSet, listedTable, toTableFields, toTablePeriod, whyNoTables } from '../views/filing-tables.ts';
import { readOneTable, tableData, tableFormat, unknownTable } from '../views/one-table.ts';

interface ListedRow {
  table_number: number;
  section_key: string | null;
  listing: string;
}

export const listFilingTables = operation({
  name: 'listFilingTables',
  route: 'GET /api/v1/filings/{filing_id}/tables',
  tool: 'get_filing_tables',
  summary: 'The tables of one filing',
  description:
    'Tables of a filing; with number, one as data. Each has its number, title, kind of statement, section, units and the periods of its columns. Documents are reports, exhibits and proxy statements in HTML, inline XBRL, aligned text or PDF. A filing whose tables were not read yet has empty_reason not_covered.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    number: z.int().min(1).max(100_000).optional().describe('Only this table.'),
    format: tableFormat.default('json').describe('Of its data.'),
  }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      tables: z.array(listedTable).describe('In the order of the documents.'),
      table: z.object(tableData).meta({ id: 'TableData' }).optional().describe('Only if number names a table.'),
      ...fresh,
    })
    .meta({ id: 'FilingTablesOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000002' },
  async run({ db }, { filing_id, number, format }) {
    const filing = await findFilingText(db, filing_id);
    const set = await findTableSet(db, filing);
    if (number !== undefined && (set === null || number > set.tables_count)) throw unknownTable(number, set);
    return renderedOnce(db, ['filing-tables', filing, set, number ?? null, format], async () => {
      const rows = await db.query<ListedRow>(sql`
        select table_number, section_key, listing from filing_tables
        where issuer_id = ${filing.issuer_id} and registry = ${filing.registry} and native_id = ${filing.native_id}
          and (${number ?? null}::integer is null or table_number = ${number ?? null})
        order by table_number`);
      const one = number === undefined ? null : await readOneTable(db, filing, { number, format });
      return {
        ...toFilingHead(filing),
        tables: rows.map(toListedTable),
        ...(one === null ? {} : { table: one.data }),
        data_as_of: filing.known_at,
        empty_reason: whyNoTables(set),
      };
    });
  },
});

function toListedTable({ table_number, section_key, listing }: ListedRow): z.input<typeof listedTable> {
  const table = JSON.parse(listing) as TableListing;
  return {
    ...toTableFields(table_number, section_key, table),
    rows: table.rows,
    columns: table.columns,
    periods: table.periods.map(toTablePeriod),
  };
}
