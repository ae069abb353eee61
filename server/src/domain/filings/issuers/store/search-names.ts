import { type Database, sql } from '../../../../db/database.ts';
import type { AlternateName } from '../model/issuer.ts';
import { refreshProminenceOfIssuers } from './entities.ts';
import { replaceSearchNames } from './issuer-parts.ts';
import { lockIssuers } from './issuer-state.ts';
import { markChanged } from './issuers.ts';

/** Issuers per transaction. */
const AT_ONCE = 500;

interface StoredNames {
  issuer_id: string;
  canonical_key: string;
  company_name: string;
  market_id: string;
  alternate_names: AlternateName[];
  former_names: string[];
  listings: number;
}

/**
 * Writes the folded names and readings of all stored issuers again, by the current rules; unchanged rows are not written.
 * Issuers whose names changed are queued for grouping.
 */
export async function rewriteSearchNames(db: Database, signal?: AbortSignal): Promise<void> {
  for (let after: string | null = '0'; after !== null; ) {
    signal?.throwIfAborted();
    after = await rewriteAfter(db, after);
  }
}

/** The last of the issuers written; null if there are none after `after`. */
async function rewriteAfter(db: Database, after: string): Promise<string | null> {
  return db.transaction(async tx => {
    const keys = await tx.query<{ canonical_key: string }>(sql`
      select canonical_key from issuers where issuer_id > ${after} order by issuer_id limit ${AT_ONCE}::integer`);
    await lockIssuers(
      tx,
      keys.map(row => row.canonical_key),
    );
    const rows = await tx.query<StoredNames>(sql`
      select issuer_id, canonical_key, company_name, market_id,
        (select coalesce(json_agg(json_build_object('kind', kind, 'name', name) order by kind collate "C", name collate "C"), '[]')
          from alternate_names n where n.issuer_id = i.issuer_id) as alternate_names,
        array(select company_name from former_names f where f.issuer_id = i.issuer_id order by company_name) as former_names,
        (select count(*)::integer from listings l where l.issuer_id = i.issuer_id) as listings
      from issuers i where canonical_key = any(${keys.map(row => row.canonical_key)}) order by issuer_id`);
    const changed = await replaceSearchNames(
      tx,
      rows.map(row => ({
        issuerId: row.issuer_id,
        marketId: row.market_id,
        issuer: {
          companyName: row.company_name,
          alternateNames: row.alternate_names,
          formerNames: row.former_names.map(companyName => ({ companyName, untilDate: null })),
          isListed: row.listings > 0,
        },
      })),
    );
    await markChanged(tx, changed);
    await refreshProminenceOfIssuers(tx, changed);
    return rows.at(-1)?.issuer_id ?? null;
  });
}
