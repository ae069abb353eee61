import type { Transaction } from '../db/database.ts';
import type { PublishedRecords } from '../model/published-records.ts';
import { upsertExchangeRates } from '../store/exchange-rates.ts';
import { notePublishedDocuments } from '../store/published-documents.ts';
import type { RefinedPublished } from './refine-types.ts';
import { storePressReleases } from './store-press-releases.ts';
import { storeTranscripts } from './store-transcripts.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores records that belong to no registrant, with the documents that they stand in. Returns how many of them are new or
 * other than before. What was published in the last `announcesForHours` hours is announced with it.
 */
export async function storePublished(
  tx: Transaction,
  registry: string,
  { records, documents }: RefinedPublished,
  announcesForHours: number,
): Promise<number> {
  const readAt = await notePublishedDocuments(tx, registry, documents);
  const announcedSince = new Date(Date.now() - announcesForHours * HOUR_MS).toISOString();
  return storeRecords(tx, registry, records, { readAt, announcedSince });
}

/** Each kind is written by its natural key: what stands so already is not touched. */
async function storeRecords(
  tx: Transaction,
  registry: string,
  records: PublishedRecords,
  { readAt, announcedSince }: { readAt: string; announcedSince: string },
): Promise<number> {
  const rates = await upsertExchangeRates(tx, registry, records.exchangeRates ?? []);
  const releases = await storePressReleases(tx, registry, records.pressReleases ?? [], { readAt, announcedSince });
  const calls = await storeTranscripts(tx, registry, records.transcripts ?? [], announcedSince);
  return rates + releases + calls;
}
