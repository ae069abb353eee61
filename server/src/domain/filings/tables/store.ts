import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyLine, sql, type Transaction } from '../../../db/database.ts';
import { encodeLines } from '../../../db/encode-text.ts';
import { pack } from '../../../kernel/packed-json.ts';
import { changedAgainst, deleteOfFilings, type FilingKey } from '../../kit/store/filing-keys.ts';
import type { FilingSection, FilingText } from '../filings/model/filing-contents.ts';
import type { FilingTable, TableListing } from './model.ts';

/** The tables of one opened filing, ready to load: their rows are COPY text. */
export interface EncodedTables extends FilingKey {
  /** Covers everything that is stored. */
  digest: string;
  count: number;
  rows: Uint8Array;
}

/** Part of every digest: a change of how tables are read or stored must reload them. */
const STORAGE_VERSION = 1;

const SET_COLUMNS = ['issuer_id', 'registry', 'native_id', 'digest', 'tables_count'];
const COLUMNS = ['issuer_id', 'registry', 'native_id', 'table_number', 'section_key', 'listing', 'content'];

/** Packs the tables of an opened filing. They are numbered from 1 in the order of its documents. */
export function encodeTables({ tables = [], sections }: FilingText, filing: FilingKey): EncodedTables {
  const hash = createHash('sha256').update(`${STORAGE_VERSION}`);
  const packed = tables.map(table => ({ table, content: pack(table), section: sectionOf(table, sections) }));
  for (const { content, section } of packed) hash.update(content).update(section ?? '');
  const lines = packed.map(({ table, content, section }, at) =>
    copyLine([
      filing.issuerId,
      filing.registry,
      filing.nativeId,
      at + 1,
      section,
      JSON.stringify(listingOf(table)),
      `\\x${Buffer.from(content).toString('hex')}`,
    ]),
  );
  return { ...filing, digest: hash.digest('hex'), count: tables.length, rows: encodeLines(lines) };
}

function listingOf(table: FilingTable): TableListing {
  const periods = new Map(
    table.columns.flatMap(({ period }) => (period === null ? [] : [[JSON.stringify(period), period]])),
  );
  return {
    document: table.document,
    start: table.start,
    end: table.end,
    title: table.title,
    captions: table.captions,
    kind: table.kind,
    currency: table.currency,
    scale: table.scale,
    scaleSource: table.scaleSource,
    warnings: table.warnings,
    rows: table.rows.length,
    columns: table.columns.length,
    periods: [...periods.values()],
  };
}

/** The key of the innermost section that the table is in; null outside of sections. */
function sectionOf({ document, start }: FilingTable, sections: readonly FilingSection[]): string | null {
  const around = sections.filter(
    section => section.document === document && section.start <= start && start < section.end && section.text !== '',
  );
  return around.sort((a, b) => a.end - a.start - (b.end - b.start))[0]?.sectionKey ?? null;
}

/** Replaces the tables of opened filings and leaves unchanged ones untouched. Returns the number of filings written. */
export async function replaceTables(tx: Transaction, filings: readonly EncodedTables[]): Promise<number> {
  const changed = await changedAgainst(tx, sql`filing_table_sets`, filings, ({ digest }) => digest);
  if (changed.length === 0) return 0;
  await deleteOfFilings(tx, [sql`filing_tables`, sql`filing_table_sets`], changed);
  const sets = changed.map(({ issuerId, registry, nativeId, digest, count }) =>
    copyLine([issuerId, registry, nativeId, digest, count]),
  );
  await tx.copy('filing_table_sets', SET_COLUMNS, Readable.from([encodeLines(sets)]));
  const rows = changed.map(filing => filing.rows).filter(lines => lines.length > 0);
  if (rows.length > 0) await tx.copy('filing_tables', COLUMNS, Readable.from(rows));
  return changed.length;
}
