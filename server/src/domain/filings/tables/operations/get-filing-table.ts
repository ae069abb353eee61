import { z } from 'zod';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { filingRefFields } from '../../filings/views/filing.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import { findFilingText, toFilingHead } from '../../sections/views/filing-text.ts';
import { findTableSet, tableFields } from '../views/filing-tables.ts';
import { readOneTable, tableData, tableFormat, unknownTable } from '../views/one-table.ts';

export const getFilingTable = operation({
  name: 'getFilingTable',
  route: 'GET /api/v1/filings/{filing_id}/tables/{number}',
  tool: { none: 'get_filing_tables returns the table of a number' },
  summary: 'One table of a filing as data',
  description:
    'The columns of a table with all levels of their headings and the period that they state, and its rows with their labels and typed cells: values in whole units (signs in cells of their own, parentheses, scales of captions, headings and labels applied), units, footnote marks, and the place of each cell. format=csv or markdown returns the table as content instead of columns and rows: CSV has values, Markdown has figures as printed. An unknown number returns 404.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    number: z.int().min(1).max(100_000).describe('Number of the table, from the list of tables.'),
    format: tableFormat.default('json').describe('json, csv or markdown.'),
  }),
  output: z
    .object({ ...filingRefFields, ...entityRefFields, ...tableFields, ...tableData, ...fresh })
    .meta({ id: 'FilingTableOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000002', number: 8 },
  async run({ db }, { filing_id, number, format }) {
    const filing = await findFilingText(db, filing_id);
    const set = await findTableSet(db, filing);
    if (set === null || number > set.tables_count) throw unknownTable(number, set);
    return renderedOnce(db, ['filing-table', filing, set, number, format], async () => {
      const { fields, data } = await readOneTable(db, filing, { number, format });
      return { ...toFilingHead(filing), ...fields, ...data, data_as_of: filing.known_at, empty_reason: null };
    });
  },
});
