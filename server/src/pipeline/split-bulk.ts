import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Anomaly } from '../kernel/anomaly.ts';
import { AnomalyLog } from '../kernel/anomaly-log.ts';
import { BulkZip } from '../sources/kit/packages/bulk-zip.ts';
import type { Source } from '../sources/kit/source.ts';
import { loadSource } from '../sources/load-source.ts';
import { pieceLine } from './store/staging.ts';

/** A bulk file of tables, to be taken apart by issuer. */
export interface SplitRequest {
  registry: string;
  /** Digest of the bulk file. */
  bulk: string;
  /** What anomalies call it. */
  name: string;
  zipPath: string;
  /** Where the pieces go, as COPY text of `staged_pieces`. */
  outPath: string;
}

/**
 * The work of a thread: writes every issuer's share of a bulk file's tables, buffering some megabytes at most so that a
 * file of any size passes. Returns what was not understood. Throws ZipError where a table can't be read to its end.
 */
export default async function splitBulk(request: SplitRequest): Promise<Anomaly[]> {
  const zip = await BulkZip.open(request.zipPath);
  const log = new AnomalyLog(request.registry, request.name);
  try {
    await pipeline(
      Readable.from(lines(await loadSource(request.registry), zip, request.bulk, log)),
      createWriteStream(request.outPath),
    );
  } finally {
    zip.close();
  }
  return log.list();
}

/** Pieces of one issuer and part are gathered before they become a row: rows of some kilobytes load best. */
async function* lines(source: Source, zip: BulkZip, bulk: string, log: AnomalyLog): AsyncGenerator<string> {
  const gathered = new Map<string, { issuerKey: string; part: string; texts: string[] }>();
  const sequences = new Map<string, number>();
  let characters = 0;

  function* flush(): Generator<string> {
    for (const [key, { issuerKey, part, texts }] of gathered) {
      const sequence = sequences.get(key) ?? 0;
      sequences.set(key, sequence + 1);
      yield pieceLine(bulk, issuerKey, part, sequence, texts.join(''));
    }
    gathered.clear();
    characters = 0;
  }

  for await (const pieces of source.splitBulk(zip, log)) {
    for (const { issuerKey, part, text } of pieces) {
      const key = `${issuerKey}\t${part}`;
      const share = gathered.get(key);
      if (share === undefined) gathered.set(key, { issuerKey, part, texts: [text] });
      else share.texts.push(text);
      characters += text.length;
    }
    if (characters > GATHERED_CHARACTERS) yield* flush();
  }
  yield* flush();
}

const GATHERED_CHARACTERS = 16 << 20;
