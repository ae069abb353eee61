import type { Database } from '../../src/db/database.ts';
import { type ListedRecords, storeListed } from '../../src/pipeline/store-listed.ts';

/** Stores what a publisher says of listings at a moment, as a load does. */
export async function seedListed(db: Database, source: string, records: ListedRecords, givenAt: string): Promise<void> {
  await db.transaction(tx => storeListed(tx, source, records, givenAt));
}
