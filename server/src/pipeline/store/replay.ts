import { type Database, sql } from '../../db/database.ts';

/** The documents that an issuer's records were made of. */
export interface Replayable {
  canonicalKey: string;
  /** sources/kit/source.ts DocumentRef[] */
  documents: unknown[];
}

/** Every issuer of a registry with its archived documents, in the order of the keys. */
export async function listReplayable(db: Database, registry: string): Promise<Replayable[]> {
  const rows = await db.query<{ canonical_key: string; documents: string[] }>(sql`
    select issuer.canonical_key, array_agg(statement.documents order by statement.source collate "C") as documents
    from issuer_statements as statement join issuers as issuer using (issuer_id)
    where statement.registry = ${registry}
    group by issuer.canonical_key order by issuer.canonical_key collate "C"`);
  return rows.map(row => ({
    canonicalKey: row.canonical_key,
    documents: row.documents.flatMap(text => JSON.parse(text) as unknown[]),
  }));
}
