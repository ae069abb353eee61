import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { sourceKind } from '../kit/source-kind.ts';
import {
  GOLDEN_COPY_HOST,
  type GoldenCopyAddress,
  type GoldenCopyContent,
  goldenCopyOf,
  goldenCopyUrl,
} from './addresses.ts';
import { type Cells, readCsvRows } from './csv-rows.ts';
import { parseCdf } from './parse-cdf.ts';
import { addCells, REQUIRED_COLUMNS } from './parse-cells.ts';
import { parseEntities } from './parse-entities.ts';
import { type LeiRecords, noRecords } from './records.ts';

/** Golden copy and concatenated files, and the map of LEIs to ISINs: whole, or the part of a bulk file that belongs to an entity. */
export const goldenCopies = sourceKind({
  shown: {
    address: `https://${GOLDEN_COPY_HOST}/api/v2/golden-copies/publishes/{content}/{published}.{xml|csv}`,
    source: 'golden-copy-{content}',
    states: 'issuers (`lei2`), relations (`rr`), reporting exceptions (`repex`), ISINs (`lei-isin`)',
    isOnlyImported: true,
  },
  read(url) {
    const address = goldenCopyOf(url);
    return address && { source: `golden-copy-${address.content}`, issuer: null };
  },
  parse: (documents, source) =>
    parseEntities(documents, source, async ({ url, bytes }, log) => {
      const address = goldenCopyOf(url);
      return { ...(address === null ? noRecords() : await parseGoldenCopy(address, bytes, log)), total: null };
    }),
  accepts: 'golden copy files (XML, CSV)',
  identify: ({ name, start }) => (/^\s*</.test(start) ? xmlUrl(start) : tableUrl(name, start)),
});

const CONTENT_OF_ROOT: ReadonlyMap<string, GoldenCopyContent> = new Map([
  ['LEIData', 'lei2'],
  ['RelationshipData', 'rr'],
  ['ReportingExceptionData', 'repex'],
]);

function xmlUrl(start: string): string | null {
  const root = /<(?:[\w.-]+:)?(LEIData|RelationshipData|ReportingExceptionData)[\s>]/.exec(start)?.[1] ?? '';
  const published = /ContentDate>\s*(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(start);
  const content = CONTENT_OF_ROOT.get(root);
  if (content === undefined || published === null) return null;
  const [, year, month, day, hour, minute] = published;
  return goldenCopyUrl(content, `${year}${month}${day}-${hour}${minute}`, 'xml');
}

/** Tables state no date; their names do: `20230605-0800-gleif-goldencopy-lei2-golden-copy.csv`. */
function tableUrl(name: string, start: string): string | null {
  const header = start.slice(0, start.search(/[\r\n]|$/));
  const columns = new Set(header.split(',').map(cell => cell.replace(/^"|"$/g, '')));
  const published = /\d{8}-\d{4}/.exec(name)?.[0] ?? 'undated';
  const content = contentOfTable(columns);
  return content === null ? null : goldenCopyUrl(content, published, 'csv');
}

function contentOfTable(columns: ReadonlySet<string>): GoldenCopyContent | null {
  if (columns.has('Entity.LegalName')) return 'lei2';
  if (columns.has('Relationship.StartNode.NodeID')) return 'rr';
  if (columns.has('Exception.Category')) return 'repex';
  return columns.has('LEI') && columns.has('ISIN') ? 'lei-isin' : null;
}

async function parseGoldenCopy(
  { content, form, isShare }: GoldenCopyAddress,
  bytes: Buffer,
  log: AnomalyLog,
): Promise<LeiRecords> {
  if (form === 'xml') return parseCdf(bytes.toString('utf8'), log);
  return isShare ? parseShare(content, bytes, log) : parseTable(content, bytes, log);
}

/** An entity's rows of a table: one JSON object of cells per line, as `splitBulk` writes them. */
function parseShare(content: GoldenCopyContent, bytes: Buffer, log: AnomalyLog): LeiRecords {
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

async function parseTable(content: GoldenCopyContent, bytes: Buffer, log: AnomalyLog): Promise<LeiRecords> {
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
