import type { Transaction } from '../db/database.ts';
import type { PublishedRecords } from '../model/published-records.ts';
import { upsertExchangeRates } from '../store/exchange-rates.ts';
import { notePublishedDocuments } from '../store/published-documents.ts';
import type { RefinedPublished } from './refine-types.ts';

/**
 * Stores records that belong to no registrant, with the documents that they stand in. Returns how many of them are new or
 * other than before.
 */
export async function storePublished(
  tx: Transaction,
  registry: string,
  { records, documents }: RefinedPublished,
): Promise<number> {
  await notePublishedDocuments(tx, registry, documents);
  return storeRecords(tx, registry, records);
}

/** Each kind is written by its natural key: what stands so already is not touched. */
async function storeRecords(tx: Transaction, registry: string, records: PublishedRecords): Promise<number> {
  return upsertExchangeRates(tx, registry, records.exchangeRates ?? []);
}
