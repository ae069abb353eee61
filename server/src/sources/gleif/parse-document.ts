import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { SourceDocument } from '../kit/source.ts';
import { addressOf } from './addresses.ts';
import { type Cells, readCsvRows } from './csv-rows.ts';
import type { GoldenCopyKind } from './endpoints.ts';
import { parseAnswer } from './parse-answer.ts';
import { parseCdf } from './parse-cdf.ts';
import { addCells, REQUIRED_COLUMNS } from './parse-cells.ts';
import { type LeiRecords, noRecords } from './records.ts';

/** All that one document says; `total` is how many there are over all pages, null where it is no page. */
export async function parseDocument(
  { url, bytes }: SourceDocument,
  log: AnomalyLog,
): Promise<LeiRecords & { total: number | null }> {
  const address = addressOf(url);
  if (address?.kind !== 'golden-copy') return parseAnswer(bytes, log);
  if (address.form === 'xml') return { ...parseCdf(bytes.toString('utf8'), log), total: null };
  const found = address.isShare
    ? parseShare(address.content, bytes, log)
    : await parseTable(address.content, bytes, log);
  return { ...found, total: null };
}

/** An entity's share of a table: a JSON object of cells on each line, as {@link splitBulk} writes them. */
function parseShare(content: GoldenCopyKind, bytes: Buffer, log: AnomalyLog): LeiRecords {
  const found = noRecords();
  for (const line of bytes.toString('utf8').split('\n')) {
    const cells = line === '' ? {} : toCells(line);
    if (cells === null) log.add('bad_row', content, line.slice(0, 200));
    else if (line !== '') addCells(found, content, cells, log);
  }
  return found;
}

function toCells(line: string): Cells | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return null;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, cell]) => (typeof cell === 'string' ? [[key, cell]] : [])),
    );
  } catch {
    return null;
  }
}

/** A whole table (CSV). */
async function parseTable(content: GoldenCopyKind, bytes: Buffer, log: AnomalyLog): Promise<LeiRecords> {
  const found = noRecords();
  let rowCount = 0;
  try {
    for await (const cells of readCsvRows(chunksOf(bytes), log)) {
      const missing = rowCount++ > 0 ? [] : REQUIRED_COLUMNS[content].filter(column => cells[column] === undefined);
      if (missing.length > 0) {
        log.add('missing_column', content, missing.join(', '));
        return { ...found, damage: 'missing_column' };
      }
      addCells(found, content, cells, log);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log.add('bad_row', content, error.message);
    return { ...found, damage: 'bad_row' };
  }
  if (rowCount === 0) log.add('empty_answer', content, 'no rows in this table');
  return log.count('bad_row') > 0 ? { ...found, damage: 'bad_row' } : found;
}

const CHUNK_BYTES = 1 << 20;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
