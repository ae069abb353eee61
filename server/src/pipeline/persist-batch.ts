import type { Transaction } from '../db/database.ts';
import { filingsPart } from '../domain/filings/filings/part.ts';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import { Batch } from '../domain/part.ts';
import { loadSource } from '../sources/load-source.ts';
import { PARTS, rowsOf } from './parts.ts';
import { persistPublished } from './persist-published.ts';
import type { Processed } from './process-types.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores what threads made of some tasks, all or nothing; each issuer is in one result only. Filings that became known in the
 * last `announcesForHours` hours are announced with it. Returns the native ids of opened filings that no list and no header has
 * named: what their documents hold can only be stored after that. Releases the packed rows of the results.
 */
export async function persistBatch(
  tx: Transaction,
  registry: string,
  results: readonly Processed[],
  announcesForHours: number,
): Promise<ReadonlySet<string>> {
  const processed = results.filter(result => result.state === 'processed');
  const batch = new Batch({
    registry,
    issuers: processed.flatMap(result => result.issuers),
    standings: processed.flatMap(result => result.standings),
    announcesSince: new Date(Date.now() - announcesForHours * HOUR_MS).toISOString(),
    twinRule: (await loadSource(registry)).twins,
  });
  await batch.persist(tx, PARTS);
  for (const { published } of processed) {
    if (published !== null) await persistPublished(tx, registry, published, announcesForHours);
  }
  await replaceAnomalies(
    tx,
    registry,
    processed.flatMap(result => result.anomalySources),
    processed.flatMap(result => result.anomalies),
  );
  // Last of all: a transaction that queues the same filing for another filer waits for this one to end.
  for (const part of PARTS) await part.announce?.(tx, batch);
  releaseRows(rowsOf(batch.issuers));
  return batch.writtenBy(filingsPart);
}

/** Frees packed rows at once: they are outside of V8's heap, which collects them only after a hundred megabytes. */
function releaseRows(rows: readonly Uint8Array[]): void {
  for (const { buffer } of rows) (buffer as ArrayBuffer).transfer(0);
}
