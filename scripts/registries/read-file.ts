import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { IssuerRecords } from '../../server/src/domain/filings/filings/model/issuer-records.ts';
import { type Anomaly, AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { AsfiledError } from '../../server/src/kernel/errors.ts';
import { BulkZip } from '../../server/src/sources/kit/packages/bulk-zip.ts';
import type { Source, SourceDocument } from '../../server/src/sources/kit/source.ts';

/** The result of reading a file. */
export interface FileReading {
  /** `document`, `bulk file`, `recorded response`, or the parser of data that is not stored. */
  as: string;
  issuers: number;
  filings: number;
  facts: number;
  sections: number;
  /** Entries that are neither: persons, holdings, codes, relationships, instruments. */
  entries: number;
  anomalies: Anomaly[];
}

/** A file of the corpus, decompressed if it is gzip. */
export interface CorpusFile {
  /** Path on disk. */
  fullPath: string;
  /** Without `.gz`. */
  name: string;
  bytes: Buffer;
}

export function openFile(fullPath: string): CorpusFile {
  const packed = readFileSync(fullPath);
  const bytes = fullPath.endsWith('.gz') ? gunzipSync(packed) : packed;
  return { fullPath, name: basename(fullPath, '.gz'), bytes };
}

/**
 * Reads a file as the response to its recorded request, if known; otherwise as `asfiled import` does: it splits a zip of
 * many documents and identifies any other file by its content. Null if the connector does not recognise it.
 */
export async function readByConnector(
  source: Source,
  file: CorpusFile,
  recordedUrl: string | null,
): Promise<FileReading | null> {
  if (recordedUrl !== null && source.sourceOf(recordedUrl) !== null) {
    return countRecords('recorded answer', [await source.parse([toDocument(recordedUrl, file.bytes)])]);
  }
  return (await readAsBulk(source, file)) ?? (await readAsDocument(source, file));
}

async function readAsDocument(source: Source, { name, bytes }: CorpusFile): Promise<FileReading | null> {
  try {
    const url = source.identifyImport(name, bytes);
    return countRecords('document', [await source.parse([toDocument(url, bytes)])]);
  } catch (error) {
    if (error instanceof AsfiledError && error.code === 'bad_request') return null;
    throw error;
  }
}

async function readAsBulk(source: Source, { name, fullPath }: CorpusFile): Promise<FileReading | null> {
  const parsed = name.endsWith('.zip') ? await parseBulkFile(source, name, fullPath) : null;
  return parsed === null ? null : countRecords('bulk file', parsed);
}

/** Parses documents with a connector. */
export interface ParsedRecords {
  records: IssuerRecords[];
  anomalies: Anomaly[];
}

/** Reads each part of a zip of many documents; null if the connector does not recognise the zip. */
export async function parseBulkFile(source: Source, name: string, path: string): Promise<ParsedRecords[] | null> {
  const zip = await BulkZip.open(path);
  try {
    const plan = await source.planBulk(zip, name);
    if (plan === null) return null;
    if (plan.kind === 'tables') return await parseTables(source, zip, plan.name);
    if (plan.kind === 'document') return [await source.parse([toDocument(plan.url, readFileSync(path))])];
    const parsed: ParsedRecords[] = [];
    for (const { members } of plan.tasks) {
      parsed.push(await source.parse(members.map(member => toDocument(`${plan.name}/${member}`, zip.read(member)))));
    }
    return parsed;
  } finally {
    zip.close();
  }
}

/** Reads tables over many issuers, issuer by issuer. */
async function parseTables(source: Source, zip: BulkZip, name: string): Promise<ParsedRecords[]> {
  const log = new AnomalyLog(source.description.registry, name);
  const shares = new Map<string, Map<string, string>>();
  for await (const pieces of source.splitBulk(zip, log)) {
    for (const { issuerKey, part, text } of pieces) {
      const own = shares.get(issuerKey) ?? new Map<string, string>();
      own.set(part, (own.get(part) ?? '') + text);
      shares.set(issuerKey, own);
    }
  }
  const parsed: ParsedRecords[] = [{ records: [], anomalies: log.list() }];
  for (const own of shares.values()) {
    parsed.push(await source.parse([...own].map(([part, text]) => toDocument(`${name}/${part}`, Buffer.from(text)))));
  }
  return parsed;
}

function toDocument(url: string, bytes: Buffer): SourceDocument {
  return { url, bytes, sha256: '' };
}

/** Counts the parsed records. A filing of several issuers counts once per issuer. */
export function countRecords(as: string, parsed: readonly ParsedRecords[]): FileReading {
  const records = parsed.flatMap(parsedRecords => parsedRecords.records);
  const filings = records.flatMap(({ canonicalKey, filings: listed, contents }) =>
    [...listed, ...(contents?.filing == null ? [] : [contents.filing])].map(
      filing => `${canonicalKey} ${filing.nativeId}`,
    ),
  );
  const series = records.flatMap(record => record.facts).flatMap(factSet => factSet.series);
  return {
    as,
    issuers: new Set(records.map(record => record.canonicalKey)).size,
    filings: new Set(filings).size,
    facts: series.reduce((sum, factSeries) => sum + factSeries.ends.length, 0),
    sections: records.reduce((sum, record) => sum + (record.contents?.text.sections.length ?? 0), 0),
    entries: 0,
    anomalies: parsed.flatMap(parsedRecords => parsedRecords.anomalies),
  };
}
