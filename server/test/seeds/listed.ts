import type { Database } from '../../src/db/database.ts';
import type { PublishedRecords } from '../../src/domain/filings/filings/model/published-records.ts';
import { PARTS } from '../../src/pipeline/parts.ts';

/** Stores a publisher's records about listings as a load does; returns the number of changed rows. */
export function seedListed(
  db: Database,
  registry: string,
  records: PublishedRecords,
  givenAt: string,
): Promise<number> {
  return db.transaction(async tx => {
    const publication = { registry, readAt: givenAt, givenAt, announcesSince: givenAt, changed: new Map() };
    let written = 0;
    for (const part of PARTS) written += (await part.publish?.(tx, records, publication)) ?? 0;
    return written;
  });
}
