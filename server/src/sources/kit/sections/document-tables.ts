import type { FilingTable } from '../../../domain/filings/tables/model.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { readTables } from '../../../formats/tables/read-tables.ts';

/** The tables of a document of a filing as data. */
export function tablesOf(document: TextDocument, fileName: string): FilingTable[] {
  return readTables(document).map(table => ({ ...table, document: fileName }));
}
