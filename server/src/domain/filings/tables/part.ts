import type { Part } from '../../part.ts';
import { type EncodedTables, encodeTables, replaceTables } from './store.ts';

export const tablesPart: Part<EncodedTables, never, void> = {
  name: 'tables',
  after: ['filings'],
  tables: [
    { table: 'filing_table_sets', of: 'issuers', order: ['registry C', 'native_id C'] },
    {
      table: 'filing_tables',
      of: 'issuers',
      omit: ['content'],
      add: `'sha256', encode(sha256(one.content), 'hex')`,
      order: ['registry C', 'native_id C', 'table_number'],
    },
  ],
  readFiling: ({ text }, filing) => encodeTables(text, filing),
  openedRows: ({ rows }) => [rows],
  async persist(tx, batch) {
    await replaceTables(
      tx,
      batch.openedBy(tablesPart).map(({ value }) => value),
    );
  },
};
