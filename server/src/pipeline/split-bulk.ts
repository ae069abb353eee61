import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Anomaly } from '../kernel/anomaly.ts';
import { AnomalyLog } from '../kernel/anomaly-log.ts';
import { BulkZip } from '../sources/kit/packages/bulk-zip.ts';
import type { Source } from '../sources/kit/source.ts';
import { loadSource } from '../sources/load-source.ts';
import { pieceLine } from './store/staging.ts';

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

/**
 * Runs in a thread: writes every issuer's share of a bulk file's tables, buffering a few megabytes, so that files of
 * any size fit. Returns anomalies. Throws ZipError if a table cannot be read to its end.
 */
export default async function splitBulk(request: SplitRequest): Promise<Anomaly[]> {
  const zip = await BulkZip.open(request.zipPath);
  const log = new AnomalyLog(request.registry, request.name);
  try {
    await pipeline(
      Readable.from(copyLines(await loadSource(request.registry), zip, request.bulk, log)),
      createWriteStream(request.outPath),
    );
  } finally {
    zip.close();
  }
  return log.list();
}

/** Collects pieces of one issuer and part into rows of some kilobytes, which load fastest. */
async function* copyLines(source: Source, zip: BulkZip, bulk: string, log: AnomalyLog): AsyncGenerator<string> {
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
    for (const { issuerKey, part, text } of pieces) {
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
