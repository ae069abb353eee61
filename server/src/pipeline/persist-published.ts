import type { Transaction } from '../db/database.ts';
import type { Publication } from '../domain/part.ts';
import { PARTS } from './parts.ts';
import type { ProcessedPublished } from './process-types.ts';
import { lastGivenAt, notePublishedDocuments } from './store/published-documents.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores records that belong to no registrant, with the documents that state them. Returns the number of new or changed rows.
 * What was published in the last `announcesForHours` hours is announced with it.
 */
export async function persistPublished(
  tx: Transaction,
  registry: string,
  { records, documents }: ProcessedPublished,
  announcesForHours: number,
): Promise<number> {
  const publication: Publication = {
    registry,
    readAt: await notePublishedDocuments(tx, registry, documents),
    givenAt: await lastGivenAt(tx, registry, documents),
    announcesSince: new Date(Date.now() - announcesForHours * HOUR_MS).toISOString(),
    changed: new Map(),
  };
  let written = 0;
  for (const part of PARTS) written += (await part.publish?.(tx, records, publication)) ?? 0;
  return written;
}
