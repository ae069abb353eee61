import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Tally } from '../../kernel/tally.ts';
import { BulkZip, ZipError } from '../../sources/kit/packages/bulk-zip.ts';
import type { BulkReader, Source } from '../../sources/kit/source.ts';
import { describeUnread, sortUnread } from '../../sources/kit/tally/left-out.ts';
import { loadSource } from '../../sources/load-source.ts';
import { pieceLine } from '../store/staging.ts';

/** A bulk file of tables to split by issuer. */
export interface SplitRequest {
  registry: string;
  /** Digest of the bulk file. */
  bulk: string;
  /** Its name in anomalies. */
  name: string;
  zipPath: string;
  /** Output file: COPY text of `staged_pieces`. */
  outPath: string;
}

/** `failure`: why a table cannot be read to its end. It is a value because errors lose their kind between threads. */
export interface SplitResult {
  anomalies: Anomaly[];
  failure: { kind: string; detail: string } | null;
  tallies: Tally[];
}

/** Largest known tables have a gigabyte; larger ones need {@link Source.maxTableBytes}. */
const MAX_TABLE_BYTES = 4 * 2 ** 30;

/**
 * Runs in a thread: writes every issuer's share of a bulk file's tables, buffering a few megabytes, so that files of
 * any size fit.
 */
export default async function splitBulk(request: SplitRequest): Promise<SplitResult> {
  const zip = await BulkZip.open(request.zipPath);
  const { registry, name } = request;
  const log = new AnomalyLog(registry, name);
  const used = new Set<string>();
  const rows = { count: 0 };
  try {
    const source = await loadSource(request.registry);
    const reader = noting(zip.within(source.maxTableBytes ?? MAX_TABLE_BYTES), used);
    const lines = copyLines(source, reader, request.bulk, log, rows);
    await pipeline(Readable.from(lines), createWriteStream(request.outPath));
  } catch (error) {
    if (!(error instanceof ZipError) && !(error instanceof RangeError)) throw error;
    const kind = error instanceof ZipError ? error.kind : 'line_too_long';
    return { anomalies: log.list(), failure: { kind, detail: error.message }, tallies: [] };
  } finally {
    zip.close();
  }
  const { explained, unread } = sortUnread(zip.members.filter(member => !used.has(member)));
  if (unread.length > 0) log.add('unread_members', '', describeUnread(unread));
  const tallies = [
    { registry, source: name, kind: 'members', read: used.size, explained, unread: unread.length },
    {
      ...{ registry, source: name, kind: 'rows', read: rows.count },
      ...{ explained: log.leftOut(), unread: log.unreadEntries() },
    },
  ];
  return { anomalies: log.list(), failure: null, tallies };
}

/** The same reader; notes which members are read. */
function noting(reader: BulkReader, used: Set<string>): BulkReader {
  return {
    members: reader.members,
    stream(member) {
      used.add(member);
      return reader.stream(member);
    },
  };
}

/** Collects pieces of one issuer and part into rows of some kilobytes, which load fastest. */
async function* copyLines(
  source: Source,
  zip: BulkReader,
  bulk: string,
  log: AnomalyLog,
  count: { count: number },
): AsyncGenerator<string> {
  const shares = new Map<string, { issuerKey: string; part: string; texts: string[] }>();
  const sequences = new Map<string, number>();
  let characters = 0;

  function* flush(): Generator<string> {
    for (const [key, { issuerKey, part, texts }] of shares) {
      const sequence = sequences.get(key) ?? 0;
      sequences.set(key, sequence + 1);
      yield pieceLine(bulk, issuerKey, part, sequence, texts.join(''));
    }
    shares.clear();
    characters = 0;
  }

  for await (const pieces of source.splitBulk(zip, log)) {
    for (const { issuerKey, part, text, rows = 1 } of pieces) {
      count.count += rows;
      const key = `${issuerKey}\t${part}`;
      const share = shares.get(key);
      if (share === undefined) shares.set(key, { issuerKey, part, texts: [text] });
      else share.texts.push(text);
      characters += text.length;
    }
    if (characters > MAX_BUFFERED_CHARACTERS) yield* flush();
  }
  yield* flush();
}

const MAX_BUFFERED_CHARACTERS = 16 << 20;
