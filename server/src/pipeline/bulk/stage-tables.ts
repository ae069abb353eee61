import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import type { Source } from '../../sources/kit/source.ts';
import { claimStaging, stagedIssuers, stagePieces } from '../store/staging.ts';
import type { PipelineTools } from '../tools.ts';

/** A bulk file whose tables cannot be read to their end. */
class UnreadableTables extends Error {
  override readonly name = 'UnreadableTables';
  readonly kind: string;

  constructor({ kind, detail }: { kind: string; detail: string }) {
    super(detail);
    this.kind = kind;
  }
}

/** Splits a bulk file of tables by issuer, once for all callers. Returns the issuers. Throws {@link UnreadableTables}. */
export async function stageTables(tools: PipelineTools, source: Source, name: string, bulk: string): Promise<string[]> {
  const registry = source.description.registry;
  return tools.db.transaction(async tx => {
    if (await claimStaging(tx, bulk)) return stagedIssuers(tx, bulk);
    await mkdir(tools.spoolFolder, { recursive: true });
    const outPath = join(tools.spoolFolder, `${process.pid}-${bulk}`);
    try {
      const zipPath = await tools.archive.localPath(bulk);
      const { anomalies, failure, tallies } = await tools.threads.split({ registry, bulk, name, zipPath, outPath });
      if (failure !== null) throw new UnreadableTables(failure);
      await replaceAnomalies(tx, registry, [name], anomalies);
      await upsertTallies(tx, registry, tallies);
      await stagePieces(tx, bulk, createReadStream(outPath, { highWaterMark: 1 << 20 }));
    } finally {
      await rm(outPath, { force: true });
    }
    return stagedIssuers(tx, bulk);
  });
}
