import type { Transaction } from '../../db/database.ts';
import { filingsPart, type PersistedFilings } from '../../domain/filings/filings/part.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import { Batch, type Publication } from '../../domain/part.ts';
import { loadSource } from '../../sources/load-source.ts';
import { PARTS, rowsOf } from '../parts.ts';
import { lastPublishedAt, recordPublishedDocuments } from '../store/archived-documents.ts';
import { announcedSince } from '../tools.ts';
import type { Processed, ProcessedPublished } from './process-types.ts';

/**
 * Stores the results of some tasks in one transaction; each issuer appears in one result only. Announces filings that
 * became known in the last `announcesForHours` hours. Contents of filings that no list and no header has named are not stored:
 * they can be only after one does. Releases the packed rows of the results.
 */
export async function persistBatch(
  tx: Transaction,
  registry: string,
  results: readonly Processed[],
  announcesForHours: number,
): Promise<PersistedFilings> {
  const processed = results.filter(result => result.state === 'processed');
  const batch = new Batch({
    registry,
    issuers: processed.flatMap(result => result.issuers),
    standings: processed.flatMap(result => result.standings),
    announcesSince: announcedSince(announcesForHours),
    duplicateRule: (await loadSource(registry)).duplicateRule,
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
  await upsertTallies(
    tx,
    registry,
    processed.flatMap(result => result.tallies),
  );
  // Announcing comes last: another transaction that queues the same filing for a second filer waits for this one to
  // end.
  for (const part of PARTS) await part.announce?.(tx, batch);
  releaseRows(rowsOf(batch.issuers));
  return batch.writtenBy(filingsPart);
}

/** Frees packed rows at once: they are outside V8's heap, which collects them only after a hundred megabytes. */
function releaseRows(rows: readonly Uint8Array[]): void {
  for (const { buffer } of rows) (buffer as ArrayBuffer).transfer(0);
}

/**
 * Stores records that belong to no registrant, with the documents that state them. Announces those that were published
 * in the last `announcesForHours` hours. Returns the number of new or changed rows.
 */
export async function persistPublished(
  tx: Transaction,
  registry: string,
  { records, documents }: ProcessedPublished,
  announcesForHours: number,
): Promise<number> {
  const publication: Publication = {
    registry,
    readAt: await recordPublishedDocuments(tx, registry, documents),
    givenAt: await lastPublishedAt(tx, registry, documents),
    announcesSince: announcedSince(announcesForHours),
    changed: new Map(),
  };
  let written = 0;
  for (const part of PARTS) written += (await part.publish?.(tx, records, publication)) ?? 0;
  return written;
}
