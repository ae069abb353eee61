import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import type { Source } from '../sources/kit/source.ts';
import { claimStaging, stagedIssuers, stagePieces } from './store/staging.ts';
import type { PipelineTools } from './tools.ts';

/** Splits a bulk file of tables by issuer, once for all callers. Returns the issuers. */
export async function stageTables(tools: PipelineTools, source: Source, name: string, bulk: string): Promise<string[]> {
  const registry = source.description.registry;
  return tools.db.transaction(async tx => {
    if (await claimStaging(tx, bulk)) return stagedIssuers(tx, bulk);
    await mkdir(tools.spoolFolder, { recursive: true });
    const outPath = join(tools.spoolFolder, `${process.pid}-${bulk}`);
    try {
      const zipPath = await tools.archive.localPath(bulk);
      const anomalies = await tools.threads.split({ registry, bulk, name, zipPath, outPath });
      await replaceAnomalies(tx, registry, [name], anomalies);
      await stagePieces(tx, bulk, createReadStream(outPath, { highWaterMark: 1 << 20 }));
    } finally {
      await rm(outPath, { force: true });
    }
    return stagedIssuers(tx, bulk);
  });
}
